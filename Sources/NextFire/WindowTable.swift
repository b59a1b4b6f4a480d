import CivilTime
import RuleModel
import TriggerGraph

/// Whether an instant is in a set of windows, and a stretch around it in which the answer stays the same.
struct WindowState {
  var isInside: Bool
  /// First second of the stretch.
  var start: Int64
  /// The second after the stretch.
  var end: Int64

  /// A stretch over all time.
  static func always(_ isInside: Bool) -> WindowState {
    WindowState(isInside: isInside, start: -1 << 60, end: 1 << 60)
  }

  /// Makes the stretch no longer than another one.
  mutating func shorten(to other: WindowState) {
    start = max(start, other.start)
    end = min(end, other.end)
  }
}

/// The window sets of a graph with the zones that they name.
struct WindowTable: Sendable {
  private let sets: [WindowSet]
  private let zones: [ZoneName: ZoneRules]

  init(_ graph: TriggerGraph, zones: [ZoneName: ZoneRules]) {
    sets = graph.windowSets
    self.zones = zones
  }

  /// The first zone that a set names and that is not known; nil when all are.
  func unknownZone(in set: WindowSetIndex) -> ZoneName? {
    switch sets[Int(set.position)] {
    case .hours, .ranges: return nil
    case .union(let parts): return parts.lazy.compactMap { unknownZone(in: $0) }.first
    case .difference(let set, let other): return unknownZone(in: set) ?? unknownZone(in: other)
    case .zoned(let name, let content): return zones[name] == nil ? name : unknownZone(in: content)
    case .calendar(_, let content): return unknownZone(in: content)
    }
  }

  /// What an entry of `only` or `except` is called in a rule file.
  func name(of set: WindowSetIndex) -> String {
    if case .calendar(let id, _) = sets[Int(set.position)] { id.text } else { "hours" }
  }

  /// The state of a filter at an instant.
  func state(_ filter: WindowFilter, at instant: Int64, in zone: ZoneRules, _ days: DayTable) -> WindowState {
    var result = WindowState.always(true)
    if let only = filter.only {
      result = any(of: only, at: instant, in: zone, days)
    }
    if !result.isInside { return result }
    let except = any(of: filter.except, at: instant, in: zone, days)
    if except.isInside { return WindowState(isInside: false, start: except.start, end: except.end) }
    result.shorten(to: except)
    return result
  }

  /// The first of the sets that hold an instant.
  func holder(of instant: Int64, among list: [WindowSetIndex], in zone: ZoneRules, _ days: DayTable) -> WindowSetIndex?
  {
    list.first { state(of: $0, at: instant, in: zone, days).isInside }
  }

  private func any(
    of list: [WindowSetIndex], at instant: Int64, in zone: ZoneRules, _ days: DayTable
  ) -> WindowState {
    var result = WindowState.always(false)
    for set in list {
      let state = state(of: set, at: instant, in: zone, days)
      if state.isInside { return state }
      result.shorten(to: state)
    }
    return result
  }

  private func state(
    of set: WindowSetIndex, at instant: Int64, in zone: ZoneRules, _ days: DayTable
  ) -> WindowState {
    switch sets[Int(set.position)] {
    case .hours(let dates, let windows):
      return local(instant, zone) { hours(dates, windows, at: $0, days) }
    case .ranges(let ranges):
      return local(instant, zone) { stretch(ranges, at: $0) }
    case .union(let parts):
      return any(of: parts, at: instant, in: zone, days)
    case .difference(let set, let other):
      var result = state(of: set, at: instant, in: zone, days)
      if !result.isInside { return result }
      let taken = state(of: other, at: instant, in: zone, days)
      if taken.isInside { return WindowState(isInside: false, start: taken.start, end: taken.end) }
      result.shorten(to: taken)
      return result
    case .zoned(let name, let content):
      guard let zone = zones[name] else { return .always(false) }
      return state(of: content, at: instant, in: zone, days)
    case .calendar(_, let content):
      return state(of: content, at: instant, in: zone, days)
    }
  }

  /// Answers on the local clock, within the segment of an instant.
  private func local(_ instant: Int64, _ zone: ZoneRules, _ body: (Int64) -> WindowState) -> WindowState {
    let segment = LocalSegment(zone, at: instant)
    var result = body(instant + segment.offset)
    result.start -= segment.offset
    result.end -= segment.offset
    result.shorten(to: WindowState(isInside: false, start: segment.start, end: segment.end))
    return result
  }

  private func stretch(_ ranges: [TimedRange], at local: Int64) -> WindowState {
    let index = ranges.partition { $0.end.localSeconds <= local }
    let before = index > 0 ? ranges[index - 1].end.localSeconds : -1 << 60
    guard index < ranges.count else { return WindowState(isInside: false, start: before, end: 1 << 60) }
    let start = ranges[index].start.localSeconds
    if start <= local { return WindowState(isInside: true, start: start, end: ranges[index].end.localSeconds) }
    return WindowState(isInside: false, start: before, end: start)
  }

  /// Windows of a day, and of the day before where they go over midnight.
  private func hours(_ dates: DaySetIndex, _ windows: [TimeWindow], at local: Int64, _ days: DayTable) -> WindowState {
    let day = CivilSearch.split(local).day
    let isOwn = days.contains(dates, day)
    let isAfter = !windows.isEmpty && days.contains(dates, day - 1)
    if !isOwn, !isAfter { return outside(dates, day, windows.isEmpty ? 0 : 1, days) }
    let midnight = Int64(day) * 86_400
    var result = WindowState(isInside: isOwn && windows.isEmpty, start: midnight, end: midnight + 86_400)
    func note(_ start: Int64, _ end: Int64) {
      for edge in [start, end] {
        if edge <= local { result.start = max(result.start, edge) } else { result.end = min(result.end, edge) }
      }
      if start <= local, local < end { result.isInside = true }
    }
    for window in windows {
      let start = Int64(window.start.secondsSinceMidnight)
      let end = Int64(window.endSeconds) + (window.wrapsMidnight ? 86_400 : 0)
      if isOwn { note(midnight + start, midnight + end) }
      if isAfter, window.wrapsMidnight { note(midnight - 86_400 + start, midnight - 86_400 + end) }
    }
    return result
  }

  /// The stretch of days around one that no window touches.
  private func outside(_ dates: DaySetIndex, _ day: Int, _ tail: Int, _ days: DayTable) -> WindowState {
    // Shorter than it could be: looking far ahead for each instant would cost more than asking again there.
    let horizon = 120
    let next = days.first(of: dates, onOrAfter: day + 1, through: min(day + horizon, DayTable.allDays.upperBound))
    let last = days.last(of: dates, onOrBefore: day - 1, downTo: max(day - horizon, DayTable.allDays.lowerBound))
    let end = next.map { Int64($0) * 86_400 } ?? Int64(day + horizon) * 86_400
    let start = last.map { Int64($0 + 1 + tail) * 86_400 } ?? Int64(day - horizon) * 86_400
    return WindowState(isInside: false, start: start, end: end)
  }
}
