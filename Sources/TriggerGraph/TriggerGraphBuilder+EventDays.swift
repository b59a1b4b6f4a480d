import CivilTime
import RuleModel

extension TriggerGraphBuilder {
  /// The days and windows that events take: whole days as days, others as windows on the clock of their zone.
  mutating func events(_ all: [EventSeries]) -> (days: [DaySetIndex], windows: [WindowSetIndex]) {
    var days: [DaySetIndex] = []
    var dayRanges: [DayRange] = []
    var timed: [ZoneName?: [TimedRange]] = [:]
    var windows: [WindowSetIndex] = []
    for series in all {
      switch series.starts {
      case .once(.local(let start)) where series.isWholeDays:
        let last = Int(start.date.dayNumber) + max(1, Int(series.length.days)) - 1
        dayRanges.append(DayRange(first: start.date, last: LocalDate(dayNumber: last) ?? .latest))
      case .once(.local(let start)):
        if let range = series.range(from: start) { timed[series.zone, default: []].append(range) }
      case .once(.instant(let instant)):
        let start = ZoneRules.utc.localDateTime(at: instant)
        if let range = series.range(from: start) { timed[.utc, default: []].append(range) }
      case .repeated(let pattern, let from, let before, let lastDay):
        let begins = self.begins(
          pattern, from: from, before: before, lastDay: lastDay, isWholeDays: series.isWholeDays)
        if series.isWholeDays {
          days.append(prolonged(union(begins.map(\.days)), days: max(1, Int(series.length.days))))
        } else {
          for begin in begins {
            var set = self.windows(begin, series.length)
            if let zone = series.zone { set = set.map { index(of: WindowSet.zoned(zone, $0)) } }
            windows += set
          }
        }
      }
    }
    if !dayRanges.isEmpty { days.append(index(of: DaySet.ranges(merged(dayRanges)))) }
    for zone in timed.keys.sorted(by: { ($0?.rawValue ?? "") < ($1?.rawValue ?? "") }) {
      let ranges = index(of: WindowSet.ranges(merged(timed[zone] ?? [])))
      windows.append(zone.map { index(of: WindowSet.zoned($0, ranges)) } ?? ranges)
    }
    return (days, windows)
  }

  /// The days on which a repeating event begins, with their times.
  private mutating func begins(
    _ pattern: RecurrencePattern, from: LocalDateTime?, before: LocalDateTime?, lastDay: LocalDate?, isWholeDays: Bool
  ) -> [RecurrenceStream] {
    let first = max(pattern.start.date, from?.date ?? .earliest)
    var last = lastDay ?? .latest
    if let before, let end = LocalDateTime(localSeconds: before.localSeconds - 1) { last = min(last, end.date) }
    let range = index(of: DaySet.ranges(first <= last ? [DayRange(first: first, last: last)] : []))
    let removed = Set(pattern.removedDays + (isWholeDays ? pattern.removed.map(\.date) : [])).sorted()
    let kept = removed.isEmpty ? nil : index(of: DaySet.complement(index(of: DaySet.dates(removed))))
    var removedAt: [TimeOfDay: [LocalDate]] = [:]
    if !isWholeDays { for time in pattern.removed { removedAt[time.time, default: []].append(time.date) } }
    var result: [RecurrenceStream] = []
    for stream in onDays(pattern.rule, pattern.start).streams {
      let days = intersection([stream.days, range] + (kept.map { [$0] } ?? []))
      let times = stream.times.list
      // The series begins within its first day.
      if !isWholeDays, times.count > 1 {
        for time in times where time < pattern.start.time { removedAt[time, default: []].append(pattern.start.date) }
      }
      let cut = times.filter { removedAt[$0] != nil }
      if cut.count < times.count {
        result.append(RecurrenceStream(days: days, times: ClockTimes(times.filter { removedAt[$0] == nil })))
      }
      // A date-time that is left out takes its own time of that day alone.
      for time in cut {
        let dates = index(of: DaySet.dates(Set(removedAt[time] ?? []).sorted()))
        result.append(
          RecurrenceStream(days: intersection([days, index(of: DaySet.complement(dates))]), times: ClockTimes([time])))
      }
    }
    for start in pattern.added {
      result.append(
        RecurrenceStream(days: index(of: DaySet.dates([start.date])), times: ClockTimes([start.time])))
    }
    return result
  }

  /// A set with the days after each of its days, so that each stands for so many.
  private mutating func prolonged(_ set: DaySetIndex, days: Int) -> DaySetIndex {
    // An event that repeats and takes more than two years at a time covers everything long before that.
    union((0..<min(days, 732)).map { $0 == 0 ? set : index(of: DaySet.shifted(set, days: Int32($0))) })
  }

  /// The windows of events that begin at times of days.
  private mutating func windows(_ begin: RecurrenceStream, _ length: CalendarDuration) -> [WindowSetIndex] {
    let seconds = Int64(length.days) * 86_400 + length.seconds
    guard seconds > 0 else { return [] }
    var result: [WindowSetIndex] = []
    for time in begin.times.list {
      let start = Int64(time.secondsSinceMidnight)
      let end = start + seconds
      if end <= 86_400 {
        let window = TimeWindow(start: time, endSeconds: Int32(truncatingIfNeeded: end))
        result.append(index(of: WindowSet.hours(begin.days, [window])))
        continue
      }
      result.append(index(of: WindowSet.hours(begin.days, [TimeWindow(start: time, endSeconds: 86_400)])))
      let whole = Int(min(end / 86_400, 732))
      for day in 1..<max(1, whole) {
        result.append(index(of: WindowSet.hours(index(of: DaySet.shifted(begin.days, days: Int32(day))), [])))
      }
      let rest = Int32(truncatingIfNeeded: end % 86_400)
      if rest > 0 {
        let last = index(of: DaySet.shifted(begin.days, days: Int32(whole)))
        result.append(index(of: WindowSet.hours(last, [TimeWindow(start: .midnight, endSeconds: rest)])))
      }
    }
    return result
  }
}

extension EventSeries {
  /// The stretch of the local clock from a begin; nil for one without length.
  fileprivate func range(from start: LocalDateTime) -> TimedRange? {
    let seconds = Int64(length.days) * 86_400 + length.seconds
    guard seconds > 0 else { return nil }
    return TimedRange(start: start, end: LocalDateTime(localSeconds: start.localSeconds + seconds) ?? .latest)
  }
}

extension ClockTimes {
  /// The times one by one, ascending.
  fileprivate var list: [TimeOfDay] {
    switch self {
    case .masks(let masks): masks.all
    case .list(let times): times
    }
  }
}
