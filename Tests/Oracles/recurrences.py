"""Expands recurrence rules with python-dateutil.

Usage: recurrences.py FILE
Each line of FILE is a rule, a blank and its start on a clock without changes (RRULE 2026-01-06T09:00:00). Prints for
each the first occurrences, with a `!` behind the last one there is; `?` where too much work would be needed to tell.
"""
import signal
import sys
from datetime import datetime

from dateutil.rrule import rrulestr

COUNT = 8


class TooLong(Exception):
    """The work limit of one rule is reached."""


def stop(_signal, _frame):
    raise TooLong


signal.signal(signal.SIGALRM, stop)
with open(sys.argv[1], encoding="utf-8") as file:
    lines = file.read().splitlines()
for line in lines:
    text, start = line.split(" ")
    found = []
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.15)
        ended = True
        for date in rrulestr(text, dtstart=datetime.fromisoformat(start)):
            if len(found) == COUNT:
                ended = False
                break
            found.append(date)
        signal.setitimer(signal.ITIMER_REAL, 0)
    except (TooLong, IndexError):
        # Some rules with BYDAY and BYSETPOS lead dateutil out of its own tables.
        signal.setitimer(signal.ITIMER_REAL, 0)
        print("?")
        continue
    except ValueError as error:
        # A rule that dateutil knows never to fire.
        if "empty set" not in str(error):
            raise
        signal.setitimer(signal.ITIMER_REAL, 0)
        print("!")
        continue
    # dateutil ends with the year 9999; only COUNT ends a rule for sure.
    words = [date.isoformat() for date in found]
    print(" ".join(words + (["!"] if ended and "COUNT" in text else [])))
