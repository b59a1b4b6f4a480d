"""The workload's answers, computed independently: day by day with zoneinfo."""
import bisect
import datetime
import zoneinfo

UTC = datetime.timezone.utc
DAY = datetime.timedelta(days=1)


def queries(workload):
    """The instants of the independent queries, in the order drawn (splitmix64)."""
    cold = workload["cold"]
    mask = (1 << 64) - 1
    state = cold["seed"]
    span = cold["hi_epoch"] - cold["lo_epoch"]
    result = []
    for _ in range(cold["n"]):
        state = (state + 0x9E3779B97F4A7C15) & mask
        mixed = state
        mixed = ((mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9) & mask
        mixed = ((mixed ^ (mixed >> 27)) * 0x94D049BB133111EB) & mask
        result.append(cold["lo_epoch"] + (mixed ^ (mixed >> 31)) % span)
    return result


class Answers:
    """The occurrences of one shape in one zone."""

    def __init__(self, workload, shape, zone):
        self.workload = workload
        self.shape = shape
        self.zone = zoneinfo.ZoneInfo(zone)
        self.every_hour = "hours" not in shape
        self.known = []
        self.date = datetime.date.fromtimestamp(workload["stream"]["after_epoch"]) - DAY
        if not self.every_hour:
            self.times = [
                datetime.time(hour, minute) for hour in shape["hours"] for minute in shape.get("minutes", range(60))
            ]

    def names(self, date):
        shape = self.shape
        weekday = date.isoweekday() % 7
        if "months" in shape and date.month not in shape["months"]:
            return False
        if "days" in shape:
            is_last = (date + DAY).month != date.month
            if date.day not in shape["days"] and not (-1 in shape["days"] and is_last):
                return False
        if "weekdays" in shape and weekday not in shape["weekdays"]:
            return False
        return "nth" not in shape or (date.day - 1) // 7 + 1 == shape["nth"]

    def look_farther(self):
        """Goes on by a year."""
        end = self.date + 365 * DAY
        while self.date < end:
            if self.names(self.date):
                self.known += sorted(self.instants_on(self.date))
            self.date += DAY

    def instants_on(self, date):
        found = set()
        for time in self.times:
            local = datetime.datetime.combine(date, time)
            for fold in (0, 1):
                instant = local.replace(tzinfo=self.zone, fold=fold).astimezone(UTC)
                if instant.astimezone(self.zone).replace(tzinfo=None) == local:
                    found.add(int(instant.timestamp()))
        return found

    def next_after(self, instant):
        if not self.every_hour:
            while not self.known or self.known[-1] <= instant:
                self.look_farther()
            return self.known[bisect.bisect_right(self.known, instant)]
        minute = instant // 60 * 60 + 60
        while datetime.datetime.fromtimestamp(minute, self.zone).minute not in self.shape["minutes"]:
            minute += 60
        return minute

    def stream(self, count):
        """The first `count` occurrences of the stream, fewer where there are fewer."""
        stream = self.workload["stream"]
        if not self.every_hour:
            while self.date.year <= 2100 and len(self.known) <= count + 100:
                self.look_farther()
            first = bisect.bisect_right(self.known, stream["after_epoch"])
            return [known for known in self.known[first:first + count] if known < stream["before_epoch"]]
        result = []
        instant = stream["after_epoch"]
        while len(result) < count:
            instant = self.next_after(instant)
            result.append(instant)
        return result
