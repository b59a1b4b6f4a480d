"""Expands cron expressions with cronsim in zones, and with croniter on a clock without changes.

Usage: crons.py FILE, with cronsim and croniter on PYTHONPATH
Each line of FILE is a zone, a tab, a start as seconds since 1970, a tab and an expression of five or six fields (with
leading seconds). The zone `-` asks croniter. Prints for each the first occurrences after the start as seconds since
1970; `?` where too much work would be needed to tell; `!` where the program refuses the expression.
"""
import signal
import sys
from datetime import datetime, timezone
from zoneinfo import ZoneInfo

from croniter import croniter
from cronsim import CronSim, CronSimError

COUNT = 8


class TooLong(Exception):
    """The work limit of one expression is reached."""


def stop(_signal, _frame):
    raise TooLong


def naive(expression, start):
    """Occurrences by croniter; its sixth field, the seconds, stands last."""
    fields = expression.split(" ")
    if len(fields) == 6:
        fields = fields[1:] + fields[:1]
    base = datetime.fromtimestamp(start, timezone.utc).replace(tzinfo=None)
    found = croniter(" ".join(fields), base, max_years_between_matches=40)
    for _ in range(COUNT):
        yield int(found.get_next(datetime).replace(tzinfo=timezone.utc).timestamp())


def zoned(expression, start, zone):
    """Occurrences by cronsim, which follows Debian's cron where clocks change."""
    found = CronSim(expression, datetime.fromtimestamp(start, ZoneInfo(zone)))
    for _ in range(COUNT):
        yield int(next(found).timestamp())


signal.signal(signal.SIGALRM, stop)
with open(sys.argv[1], encoding="utf-8") as file:
    lines = file.read().splitlines()
for line in lines:
    zone, start, expression = line.split("\t")
    found = []
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.25)
        source = naive(expression, int(start)) if zone == "-" else zoned(expression, int(start), zone)
        found += [str(epoch) for epoch in source]
    except TooLong:
        found.append("?")
    except StopIteration:
        pass
    except (CronSimError, RuntimeError):
        # A generator turns the end that cronsim tells with StopIteration into a RuntimeError.
        found.append("!")
    except ValueError as error:
        found.append("?" if "failed to find next date" in str(error) else "!")
    signal.setitimer(signal.ITIMER_REAL, 0)
    print(" ".join(found))
