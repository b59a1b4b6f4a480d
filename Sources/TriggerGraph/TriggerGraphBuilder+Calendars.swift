import CivilTime
import RuleModel

extension TriggerGraphBuilder {
  /// The compiled calendar of a name; one that is not declared, or that refers to itself (or stands 128 deep), is empty.
  mutating func calendar(_ id: CalendarID) -> CompiledCalendar {
    if let known = graph.calendars[id] { return known }
    guard let definition = definitions[id], calendarsInProgress.count < 128,
      calendarsInProgress.insert(id).inserted
    else {
      return .days(index(of: DaySet.dates([])))
    }
    let content = compile(definition)
    calendarsInProgress.remove(id)
    let result: CompiledCalendar =
      switch content {
      case .days(let set): .days(index(of: DaySet.calendar(id, set)))
      case .windows(let set): .windows(index(of: WindowSet.calendar(id, set)))
      }
    graph.calendars[id] = result
    return result
  }

  private mutating func compile(_ calendar: CalendarDefinition) -> CompiledCalendar {
    let included = parts(calendar.union)
    let excepted = parts(calendar.except)
    var days = [ownDays(calendar, except: excepted.days)] + included.days
    var windows = included.windows
    if let series = calendar.events?.series {
      let events = self.events(series)
      days += events.days
      let out = excepted.days.isEmpty ? nil : index(of: WindowSet.hours(union(excepted.days), []))
      windows += out.map { out in events.windows.map { index(of: WindowSet.difference($0, out)) } } ?? events.windows
    }
    let isWindows =
      !calendar.hours.isEmpty || !calendar.timedRanges.isEmpty || !windows.isEmpty
      || !excepted.windows.isEmpty
    if !excepted.days.isEmpty {
      let out = index(of: DaySet.complement(union(excepted.days)))
      days = [intersection([union(days), out])]
    }
    if !isWindows { return .days(union(days)) }
    windows.append(index(of: WindowSet.hours(union(days), calendar.hours)))
    if !calendar.timedRanges.isEmpty {
      var ranges = index(of: WindowSet.ranges(merged(calendar.timedRanges)))
      if !excepted.days.isEmpty {
        ranges = index(of: WindowSet.difference(ranges, index(of: WindowSet.hours(union(excepted.days), []))))
      }
      windows.append(ranges)
    }
    var result = union(windows)
    if !excepted.windows.isEmpty {
      result = index(of: WindowSet.difference(result, union(excepted.windows)))
    }
    if let zone = calendar.zone { result = index(of: WindowSet.zoned(zone, result)) }
    return .windows(result)
  }

  private mutating func parts(_ items: [DayItem]) -> (days: [DaySetIndex], windows: [WindowSetIndex]) {
    var days: [DaySetIndex] = []
    var windows: [WindowSetIndex] = []
    for item in items {
      switch compiled(item) {
      case .days(let set): days.append(set)
      case .windows(let set): windows.append(set)
      }
    }
    return (days, windows)
  }

  /// Dates and ranges, and the recurring parts within `from` and `until`.
  private mutating func ownDays(_ calendar: CalendarDefinition, except: [DaySetIndex]) -> DaySetIndex {
    var recurring: [DaySetIndex] = []
    let phase = PhasePoint.date(calendar.from ?? LocalDate(dayNumber: 0) ?? .earliest)
    if !calendar.yearly.isEmpty { recurring.append(yearly(calendar.yearly, cadence: nil, missing: .nothing)) }
    for pattern in [calendar.weekly, calendar.monthly] {
      guard let pattern else { continue }
      recurring.append(daySet(of: pattern, phase: phase, weekend: calendar.weekend, except: except))
    }
    if let recurrence = calendar.recurrence { recurring.append(days(of: recurrence)) }
    var sets: [DaySetIndex] = []
    if !recurring.isEmpty {
      var set = union(recurring)
      if calendar.from != nil || calendar.until != nil {
        let range = DayRange(first: calendar.from ?? .earliest, last: calendar.until ?? .latest)
        set = intersection([set, index(of: DaySet.ranges(range.first <= range.last ? [range] : []))])
      }
      sets.append(set)
    }
    if !calendar.dates.isEmpty { sets.append(index(of: DaySet.dates(Set(calendar.dates).sorted()))) }
    if !calendar.dayRanges.isEmpty { sets.append(index(of: DaySet.ranges(merged(calendar.dayRanges)))) }
    return union(sets)
  }

  /// The days of a recurrence rule with its start and end; RDATE adds days and EXDATE takes some away.
  mutating func days(of recurrence: CalendarRecurrence) -> DaySetIndex {
    let pattern = recurrence.pattern
    let named = union(onDays(pattern.rule, pattern.start).streams.map(\.days))
    let (first, last) = (pattern.start.date, recurrence.lastDay ?? .latest)
    let range = index(of: DaySet.ranges(first <= last ? [DayRange(first: first, last: last)] : []))
    var days = intersection([named, range])
    if !pattern.added.isEmpty {
      days = union([days, index(of: DaySet.dates(Set(pattern.added.map(\.date)).sorted()))])
    }
    let removed = Set(pattern.removedDays + pattern.removed.map(\.date))
    guard !removed.isEmpty else { return days }
    let kept = index(of: DaySet.complement(index(of: DaySet.dates(removed.sorted()))))
    return intersection([days, kept])
  }

  func merged(_ ranges: [DayRange]) -> [DayRange] {
    var result: [DayRange] = []
    let sorted = ranges.filter { $0.first <= $0.last }.sorted { ($0.first, $0.last) < ($1.first, $1.last) }
    for range in sorted {
      if let last = result.last, range.first.dayNumber <= last.last.dayNumber + 1 {
        result[result.count - 1] = DayRange(first: last.first, last: max(last.last, range.last))
      } else {
        result.append(range)
      }
    }
    return result
  }

  func merged(_ ranges: [TimedRange]) -> [TimedRange] {
    var result: [TimedRange] = []
    let sorted = ranges.filter { $0.start < $0.end }.sorted { ($0.start, $0.end) < ($1.start, $1.end) }
    for range in sorted {
      if let last = result.last, range.start <= last.end {
        result[result.count - 1] = TimedRange(start: last.start, end: max(last.end, range.end))
      } else {
        result.append(range)
      }
    }
    return result
  }
}
