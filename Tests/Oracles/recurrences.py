"""Expands recurrence rules with python-dateutil.

Usage: recurrences.py FILE
Each line of FILE is a rule, a blank and its start on a clock without changes (RRULE 2026-01-06T09:00:00), or behind
it another blank and a zone in which all of it is read. Prints for each the first occurrences, in a zone as seconds
since 1970, with a `!` behind the last one there is; `?` where too much work would be needed to tell.
"""
import signal
import sys
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from dateutil.rrule import rrulestr

COUNT = 8


# In a gap later occurrences of the local clock may be earlier instants: more are needed to know the first ones.
LOCAL_COUNT = 60


def instants(dates, zone, ended):
    """The first instants of local date-times: those in a gap later by its length, repeated ones on the first pass.

    This is what fold=0 of PEP 495 means for either.
    """
    def instant(date):
        return int(date.replace(tzinfo=zone, fold=0).timestamp())

    found = sorted({instant(date) for date in dates})
    if not ended and dates:
        last = dates[-1]
        later = last + timedelta(hours=26)
        change = later.replace(tzinfo=zone).utcoffset() - last.replace(tzinfo=zone).utcoffset()
        limit = instant(last) - abs(int(change.total_seconds()))
        found = [epoch for epoch in found if epoch <= limit]
    return found


class TooLong(Exception):
    """The work limit of one rule is reached."""


def stop(_signal, _frame):
    raise TooLong


signal.signal(signal.SIGALRM, stop)
with open(sys.argv[1], encoding="utf-8") as file:
    lines = file.read().splitlines()
for line in lines:
    text, start, *zone = line.split(" ")
    count = LOCAL_COUNT if zone else COUNT
    found = []
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.15)
        ended = True
        for date in rrulestr(text, dtstart=datetime.fromisoformat(start)):
            if len(found) == count:
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
    if zone:
        epochs = instants(found, ZoneInfo(zone[0]), ended)
        ended = ended and len(epochs) <= COUNT
        words = [str(epoch) for epoch in epochs[:COUNT]]
    else:
        words = [date.isoformat() for date in found]
    # dateutil ends with the year 9999; only COUNT ends a rule for sure.
    print(" ".join(words + (["!"] if ended and "COUNT" in text else [])))
