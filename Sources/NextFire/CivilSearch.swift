import CivilTime
import RuleModel
import TriggerGraph

/// Days with times: an ascending stream of local date-times.
struct DayTimes: Sendable {
  let days: DaySearch
  let times: ClockSearch

  /// A stream of nothing.
  static let none = DayTimes(days: .none, times: ClockSearch(ClockMasks(hours: 0, minutes: 0, seconds: 0)))

  /// The first local second at or after `local`; nil when there is none.
  func first(from local: Int64, _ table: DayTable, _ cell: inout MonthCell) -> Int64? {
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
  /// The one stream that nearly every trigger has; without times where `others` or `points` say all.
  let main: DayTimes
  /// Further streams: a window over midnight has readings of the day and of the day after.
  let others: [DayTimes]
  /// Single local seconds, ascending, instead of streams; nil where streams are searched.
  let points: [Int64]?
  /// The first local second that counts.
  let low: Int64
  /// The last local second that counts.
  let high: Int64
  /// Days and times at every n-th unit of the local clock, beside the streams.
  private let stepped: SteppedTimes?
  private let isPlain: Bool

  /// Makes a search of streams, of which there is at least one, or of a step.
  init(_ streams: [DayTimes], stepped: SteppedTimes? = nil, low: Int64, high: Int64) {
    main = streams.first ?? .none
    others = Array(streams.dropFirst())
    points = nil
    self.stepped = stepped
    self.low = low
    self.high = high
    isPlain = others.isEmpty && stepped == nil
  }

  /// Makes a search of single local seconds, which ascend.
  init(points: [Int64]) {
    main = .none
    others = []
    self.points = points
    stepped = nil
    low = CivilSearch.range.lowerBound
    high = CivilSearch.range.upperBound
    isPlain = false
  }

  /// Holds nothing.
  static let none = CivilSearch(points: [])

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
  func first(from local: Int64, _ table: DayTable, _ cell: inout MonthCell) -> Int64? {
    let start = max(local, low)
    if start > high { return nil }
    let found = isPlain ? main.first(from: start, table, &cell) : firstOfMany(from: start, table)
    guard let found, found <= high else { return nil }
    return found
  }

  private func firstOfMany(from start: Int64, _ table: DayTable) -> Int64? {
    if let points { return firstPoint(points, start) }
    var cell = MonthCell()
    var result = main.first(from: start, table, &cell)
    for stream in others {
      cell = MonthCell()
      guard let found = stream.first(from: start, table, &cell) else { continue }
      result = min(found, result ?? found)
    }
    if let found = stepped?.first(from: start, table) { result = min(found, result ?? found) }
    return result
  }

  /// The same on a zone's clock without looking anything up; nil where something has to be.
  func plain(in zone: ZoneRules) -> PlainClock? {
    guard isPlain, let days = main.days.plain, let times = main.times.plain else { return nil }
    return PlainClock(days: days, times: times, low: low, high: high, zone: zone)
  }

  /// The only stream, where there is one and nothing stands beside it.
  var onlyStream: DayTimes? { isPlain ? main : nil }

  /// The same within other bounds.
  func bounded(low: Int64, high: Int64) -> CivilSearch {
    CivilSearch([main] + others, stepped: stepped, low: low, high: high)
  }

  private func firstPoint(_ points: [Int64], _ start: Int64) -> Int64? {
    let index = points.partition { $0 < start }
    return index < points.count ? points[index] : nil
  }

  /// The last local second at or before `local`; nil when there is none.
  func last(through local: Int64, _ table: DayTable) -> Int64? {
    let end = min(local, high)
    if end < low { return nil }
    var found: Int64?
    if let points {
      let count = points.partition { $0 <= end }
      found = count > 0 ? points[count - 1] : nil
    } else {
      found = main.last(through: end, table)
      for stream in others {
        guard let other = stream.last(through: end, table) else { continue }
        found = max(other, found ?? other)
      }
      if let other = stepped?.last(through: end, table) { found = max(other, found ?? other) }
    }
    guard let found, found >= low else { return nil }
    return found
  }

  /// Whether a local second is one of the stream's.
  func contains(_ local: Int64, _ table: DayTable) -> Bool {
    guard local >= low, local <= high else { return false }
    if let points { return firstPoint(points, local) == local }
    return main.contains(local, table) || others.contains { $0.contains(local, table) }
      || stepped?.contains(local, table) == true
  }
}
