"""Prints what Python's zoneinfo says of every zone in a folder, for the tests to compare.

Usage: zones.py FOLDER SEED
Lines: `Z name`; `U epoch offset` (UTC to local); `L local offset0 offset1` (local seconds since 1970, and the
offsets that fold=0 and fold=1 give).
"""
import os
import random
import struct
import sys
import zoneinfo
from datetime import datetime, timedelta, timezone

folder, seed = sys.argv[1], int(sys.argv[2])
zoneinfo.reset_tzpath([folder])
chance = random.Random(seed)
EPOCH = datetime(1970, 1, 1)
UTC_EPOCH = datetime(1970, 1, 1, tzinfo=timezone.utc)


def transitions(data):
    """The transition times of the 64-bit block, read without zoneinfo."""
    isut, isstd, leap, time, kind, char = struct.unpack(">6l", data[20:44])
    start = 44 + time * 5 + kind * 6 + char + leap * 8 + isstd + isut
    count = struct.unpack(">l", data[start + 32 : start + 36])[0]
    return struct.unpack(">%dq" % count, data[start + 44 : start + 44 + 8 * count])


def seconds(delta):
    return delta.days * 86400 + delta.seconds


def year(number):
    return seconds(datetime(number, 1, 1) - EPOCH)


seen = set()
out = []
for place, folders, files in os.walk(folder):
    relative = os.path.relpath(place, folder)
    folders.sort()
    if relative == ".":
        folders[:] = [name for name in folders if name not in ("posix", "right")]
    for file in sorted(files):
        with open(os.path.join(place, file), "rb") as stream:
            data = stream.read()
        if data[:4] != b"TZif" or file == "localtime":
            continue
        name = os.path.normpath(os.path.join(relative, file))
        zone = zoneinfo.ZoneInfo(name)
        out.append(f"Z {name}")
        moments = [chance.randrange(year(1900), year(2200)) for _ in range(20)]
        moments += [chance.randrange(year(2), year(9999)) for _ in range(5)]
        changes = () if data in seen else transitions(data)
        seen.add(data)
        for moment in moments + [t + d for t in changes if t > year(2) for d in (-1, 0)]:
            offset = (UTC_EPOCH + timedelta(seconds=moment)).astimezone(zone).utcoffset()
            out.append(f"U {moment} {seconds(offset)}")
        locals_ = list(moments)
        for t in changes:
            if t > year(2):
                for d in (-1, 0):
                    offset = (UTC_EPOCH + timedelta(seconds=t + d)).astimezone(zone).utcoffset()
                    locals_ += [t + seconds(offset) - 1, t + seconds(offset)]
        for local in locals_:
            wall = (EPOCH + timedelta(seconds=local)).replace(tzinfo=zone)
            first, second = wall.utcoffset(), wall.replace(fold=1).utcoffset()
            out.append(f"L {local} {seconds(first)} {seconds(second)}")
print("\n".join(out))
