import CivilTime
import RuleModel
import TriggerGraph

/// Days with times: an ascending stream of local date-times.
struct DayTimes: Sendable {
  let days: DaySearch
  let times: ClockSearch

  /// The first local second at or after `local`; nil when there is none.
  @inline(__always) func first(from local: Int64, _ table: DayTable, _ cell: inout MonthCell) -> Int64? {
    var (day, second) = CivilSearch.split(local)
    guard let found = days.first(onOrAfter: day, table, &cell) else { return nil }
    if found == day {
      let time = times.first(from: second)
      if time >= 0 { return Int64(day) &* 86_400 &+ Int64(time) }
      guard let next = days.first(onOrAfter: day &+ 1, table, &cell) else { return nil }
      day = next
    } else {
      day = found
    }
    second = times.first(from: 0)
    return second >= 0 ? Int64(day) &* 86_400 &+ Int64(second) : nil
  }

  /// The last local second at or before `local`; nil when there is none.
  func last(through local: Int64, _ table: DayTable) -> Int64? {
    let (day, second) = CivilSearch.split(local)
    guard let found = days.last(onOrBefore: day, table) else { return nil }
    if found == day {
      let time = times.last(through: second)
      if time >= 0 { return Int64(day) * 86_400 + Int64(time) }
      guard let before = days.last(onOrBefore: day - 1, table) else { return nil }
      let last = times.last(through: 86_399)
      return last >= 0 ? Int64(before) * 86_400 + Int64(last) : nil
    }
    let last = times.last(through: 86_399)
    return last >= 0 ? Int64(found) * 86_400 + Int64(last) : nil
  }

  /// Whether a local second is one of the stream's.
  func contains(_ local: Int64, _ table: DayTable) -> Bool {
    let (day, second) = CivilSearch.split(local)
    return times.contains(second) && days.contains(day, table)
  }
}

/// All local date-times that a chain asks its zone about, within its bounds; after days, moves, bounds and civil offset.
struct CivilSearch: Sendable {
  /// What is searched.
  enum Source: Sendable {
    /// One stream: nearly every trigger.
    case one(DayTimes)
    /// Several: a window over midnight has readings of the day and of the day after.
    case many([DayTimes])
    /// Single local seconds, ascending.
    case points([Int64])
  }

  var source: Source
  /// The first local second that counts.
  var low: Int64
  /// The last local second that counts.
  var high: Int64

  /// Local seconds of 0001-01-01T00:00:00 to 9999-12-31T23:59:59.
  static let range: ClosedRange<Int64> = Instant.secondsRange

  /// The day number and the second of the day.
  @inline(__always) static func split(_ local: Int64) -> (day: Int, second: Int) {
    // Counted from 2000 years before 1970, so that the division is unsigned; the callers stay within the calendar.
    let biased = UInt64(bitPattern: local &+ 730_500 &* 86_400)
    let day = biased / 86_400
    return (Int(truncatingIfNeeded: day) &- 730_500, Int(truncatingIfNeeded: biased &- day &* 86_400))
  }

  /// The first local second at or after `local`; nil when there is none.
  @inline(__always) func first(from local: Int64, _ table: DayTable, _ cell: inout MonthCell) -> Int64? {
    let start = max(local, low)
    if start > high { return nil }
    let found: Int64?
    switch source {
    case .one(let stream): found = stream.first(from: start, table, &cell)
    case .many(let streams): found = firstOfMany(streams, start, table)
    case .points(let points): found = firstPoint(points, start)
    }
    guard let found, found <= high else { return nil }
    return found
  }

  private func firstOfMany(_ streams: [DayTimes], _ start: Int64, _ table: DayTable) -> Int64? {
    var result: Int64?
    for stream in streams {
      var cell = MonthCell()
      guard let found = stream.first(from: start, table, &cell) else { continue }
      result = min(found, result ?? found)
    }
    return result
  }

  private func firstPoint(_ points: [Int64], _ start: Int64) -> Int64? {
    let index = points.partition { $0 < start }
    return index < points.count ? points[index] : nil
  }

  /// The last local second at or before `local`; nil when there is none.
  func last(through local: Int64, _ table: DayTable) -> Int64? {
    let end = min(local, high)
    if end < low { return nil }
    let found: Int64?
    switch source {
    case .one(let stream):
      found = stream.last(through: end, table)
    case .many(let streams):
      found = streams.compactMap { $0.last(through: end, table) }.max()
    case .points(let points):
      let count = points.partition { $0 <= end }
      found = count > 0 ? points[count - 1] : nil
    }
    guard let found, found >= low else { return nil }
    return found
  }

  /// Whether a local second is one of the stream's.
  func contains(_ local: Int64, _ table: DayTable) -> Bool {
    guard local >= low, local <= high else { return false }
    switch source {
    case .one(let stream): return stream.contains(local, table)
    case .many(let streams): return streams.contains { $0.contains(local, table) }
    case .points(let points): return firstPoint(points, local) == local
    }
  }
}
