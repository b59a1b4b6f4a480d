"""The workload in croniter, cronsim and python-dateutil, as far as each can say it.

Usage: python_peers.py WORKLOAD PEER; prints a line of JSON for each shape and zone.
"""
import datetime
import json
import pathlib
import sys
import time
import zoneinfo

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import oracle
from recurrences import RRULE

UTC = datetime.timezone.utc
BUDGET = 300_000_000  # ns for one shape in one zone
CRON = {
    "daily0900": "0 9 * * *", "wd0830": "30 8 * * 1-5", "q15wd": "0,15,30,45 9-17 * * 1-5", "dom1": "5 0 1 * *",
    "domlast": "0 23 L * *", "tue2": "0 10 * * 2#2", "feb29": "0 12 29 2 *", "dec25": "0 7 25 12 *",
    "min5": "*/5 * * * *", "mwf": "45 18 * * 1,3,5", "dom31": "0 6 31 * *", "fri13": "13 13 13 * 5",
}


def first_time(shape):
    return shape.get("hours", [0])[0], shape.get("minutes", [0])[0]


def croniter_stream(shape, zone, after):
    from croniter import croniter

    start = datetime.datetime.fromtimestamp(after, zone)
    schedule = croniter(CRON[shape["id"]], start, day_or=False)
    while True:
        yield schedule.get_next(float)


def cronsim_stream(shape, zone, after):
    from cronsim import CronSim

    # Day of month and day of week are OR-ed, as in Debian's cron.
    if shape["id"] == "fri13":
        raise NotImplementedError
    for found in CronSim(CRON[shape["id"]], datetime.datetime.fromtimestamp(after, zone)):
        yield found.timestamp()


def dateutil_stream(shape, zone, after):
    from dateutil.rrule import rrulestr

    hour, minute = first_time(shape)
    local = datetime.datetime.fromtimestamp(after - 86400, zone)
    start = local.replace(hour=hour, minute=minute, second=0, tzinfo=None)
    for found in rrulestr(RRULE[shape["id"]], dtstart=start):
        instant = found.replace(tzinfo=zone).astimezone(UTC).timestamp()
        if instant > after:
            yield instant


def main():
    workload = json.loads(pathlib.Path(sys.argv[1]).read_text(encoding="utf-8"))
    peer = {"croniter": croniter_stream, "cronsim": cronsim_stream, "dateutil": dateutil_stream}[sys.argv[2]]
    after = workload["stream"]["after_epoch"]
    queries = oracle.queries(workload)[:200]
    for shape in workload["shapes"]:
        for name in workload["zones"]:
            line = {"shape": shape["id"], "zone": name}
            zone = zoneinfo.ZoneInfo(name)
            try:
                begin = time.process_time_ns()
                found = []
                for instant in peer(shape, zone, after):
                    if instant >= workload["stream"]["before_epoch"] or len(found) == 1000:
                        break
                    found.append(int(instant))
                    if time.process_time_ns() - begin > BUDGET:
                        break
                line["stream"] = (time.process_time_ns() - begin) / max(1, len(found))
                line["stream_count"], line["stream_sum"] = len(found), sum(found)
                begin = time.process_time_ns()
                found = []
                for query in queries:
                    found.append(int(next(peer(shape, zone, query))))
                    if time.process_time_ns() - begin > BUDGET:
                        break
                line["cold"] = (time.process_time_ns() - begin) / max(1, len(found))
                line["cold_count"], line["cold_sum"] = len(found), sum(found)
            except NotImplementedError:
                line["unsaid"] = True
            except Exception as error:  # a peer's own failure is a result
                line["failed"] = f"{type(error).__name__}: {error}"
            print(json.dumps(line), flush=True)


main()
