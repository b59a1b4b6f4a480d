"""The workload's streams through `systemd-analyze calendar`; each figure includes its printing."""
import re
import resource
import subprocess

CALENDAR = {
    "daily0900": "*-*-* 09:00:00", "wd0830": "Mon..Fri *-*-* 08:30:00", "q15wd": "Mon..Fri *-*-* 09..17:00/15:00",
    "dom1": "*-*-01 00:05:00", "domlast": "*-*~01 23:00:00", "tue2": "Tue *-*-08..14 10:00:00",
    "feb29": "*-02-29 12:00:00", "dec25": "*-12-25 07:00:00", "min5": "*-*-* *:00/5:00",
    "mwf": "Mon,Wed,Fri *-*-* 18:45:00", "dom31": "*-*-31 06:00:00", "fri13": "Fri *-*-13 13:13:00",
}


def run(expression, zone, base, count):
    """CPU seconds and the instants."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(
        ["systemd-analyze", "calendar", f"--iterations={count}", f"--base-time=@{base}", expression],
        env={"TZ": zone, "LC_ALL": "C.UTF-8", "PATH": "/usr/bin:/bin"}, capture_output=True, text=True, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return seconds, len(re.findall(r"^ *(?:Next elapse|Iter\. #\d+): \w", done.stdout, re.MULTILINE))


def figures(workload):
    for shape in workload["shapes"]:
        for zone in workload["zones"]:
            many, found = run(CALENDAR[shape["id"]], zone, workload["stream"]["after_epoch"], 2000)
            one, _ = run(CALENDAR[shape["id"]], zone, workload["stream"]["after_epoch"], 1)
            if found > 1:
                yield {"shape": shape["id"], "zone": zone, "stream": max(0, many - one) * 1e9 / (found - 1)}
