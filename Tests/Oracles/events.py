"""Expands iCalendar files with python-icalendar and python-dateutil.

Usage: events.py ZONE FILE…
Prints for each file the first occurrences of its events as `seconds-since-1970/UID`, in time order, on one line.
Times without a zone and whole days are read in ZONE.
"""
import sys
from datetime import date, datetime, timezone
from zoneinfo import ZoneInfo

from dateutil.rrule import rruleset, rrulestr
from icalendar import Calendar

COUNT = 12


def zone_of(value, local):
    """The zone of a DATE or DATE-TIME."""
    if not isinstance(value, datetime) or value.tzinfo is None:
        return local
    key = getattr(value.tzinfo, "key", None) or getattr(value.tzinfo, "zone", None)
    return ZoneInfo(key) if key and key != "UTC" else timezone.utc


def naive(value, zone):
    """What the clock of a zone shows."""
    if not isinstance(value, datetime):
        return datetime(value.year, value.month, value.day)
    return value.replace(tzinfo=None) if value.tzinfo is None else value.astimezone(zone).replace(tzinfo=None)


def listed(event, name):
    entries = event.get(name, [])
    for entry in entries if isinstance(entries, list) else [entries]:
        for value in entry.dts:
            yield value.dt


def expand(event, replaced, zone):
    start = naive(event["DTSTART"].dt, zone)
    if "RRULE" not in event:
        dates = rruleset()
        dates.rdate(start)
    else:
        text = event["RRULE"].to_ical().decode()
        parts = []
        for part in text.split(";"):
            if part.startswith("UNTIL=") and part.endswith("Z"):
                until = datetime.strptime(part[6:], "%Y%m%dT%H%M%SZ").replace(tzinfo=timezone.utc)
                part = "UNTIL=" + until.astimezone(zone).strftime("%Y%m%dT%H%M%S")
            parts.append(part)
        dates = rruleset()
        dates.rrule(rrulestr(";".join(parts), dtstart=start))
        dates.rdate(start)
    for value in listed(event, "RDATE"):
        dates.rdate(naive(value, zone))
    for value in listed(event, "EXDATE"):
        dates.exdate(naive(value, zone))
    for value in replaced:
        dates.exdate(naive(value, zone))
    for when in dates:
        yield int(when.replace(tzinfo=zone, fold=0).timestamp())


local = ZoneInfo(sys.argv[1])
for path in sys.argv[2:]:
    with open(path, "rb") as file:
        calendar = Calendar.from_ical(file.read())
    events = calendar.walk("VEVENT")
    found = set()
    for event in events:
        if str(event.get("STATUS", "")) == "CANCELLED":
            continue
        uid = str(event["UID"])
        zone = zone_of(event["DTSTART"].dt, local)
        replaced = []
        if "RECURRENCE-ID" not in event:
            replaced = [e["RECURRENCE-ID"].dt for e in events if "RECURRENCE-ID" in e and str(e["UID"]) == uid]
        for number, epoch in enumerate(expand(event, replaced, zone)):
            if number == COUNT + 2:
                break
            found.add((epoch, uid))
    ordered = sorted(found)[:COUNT]
    print(" ".join(f"{epoch}/{uid}" for epoch, uid in ordered))
