import CivilTime
import TriggerGraph

/// Plain days with plain times on a zone's clock: what most triggers come down to.
///
/// Answers far from transitions of the zone; near them, `CivilChain` does. A value of few bytes without references that
/// are counted: whoever stores it stores its days and its zone too.
struct PlainClock: Sendable {
  /// An answer.
  enum Answer {
    /// The first instant.
    case found(Int64)
    /// There is none.
    case never
    /// A transition is so near that local times may be skipped or repeated.
    case unsure
  }

  let times: PlainTimes
  /// The first and last local second that count.
  let low: Int64
  let high: Int64
  /// Days of the week, bit 0 for Monday, where they alone decide; else 0.
  let week: UInt32
  private let first: Int32
  private let days: Borrowed<PlainDays>
  private let zone: Borrowed<ZoneRules>

  init(days: PlainDays, times: PlainTimes, low: Int64, high: Int64, zone: ZoneRules) {
    self.times = times
    self.low = low
    self.high = high
    week = days.week
    first = Int32(truncatingIfNeeded: times.first(from: 0))
    self.days = Borrowed(days)
    self.zone = Borrowed(zone)
  }

  /// The first time of a day; -1 when there is none.
  @inline(__always) var firstTime: Int { Int(first) }

  /// The first instant at or after `from`.
  ///
  /// - Parameters:
  ///   - from: A supported second of UTC.
  ///   - segment: The zone's segment looked at last; becomes the one that holds the answer.
  ///   - cell: The month looked at last.
  func next(from: Int64, _ segment: inout LocalSegment, _ cell: inout MonthCell) -> Answer {
    if from < segment.clearStart || from >= segment.clearEnd {
      segment = zone.with { LocalSegment($0, at: from) }
      if from < segment.clearStart || from >= segment.clearEnd { return .unsure }
    }
    let start = max(from &+ segment.offset, low)
    if start > high { return .never }
    let (day, second) = CivilSearch.split(start)
    let later = times.first(from: second)
    let found = firstDay(onOrAfter: later < 0 ? day &+ 1 : day, &cell)
    if found == PlainDays.none { return .never }
    return instant(day: found, second: found == day ? later : firstTime, &segment)
  }

  /// The first instant in a month after the cell's, which is in the segment.
  func nextInLaterMonth(_ segment: inout LocalSegment, _ cell: inout MonthCell) -> Answer {
    let found = days.with { $0.firstInLaterMonth(&cell) }
    return found == PlainDays.none ? .never : instant(day: found, second: firstTime, &segment)
  }

  /// The instant of the first local time that is named from somewhere in the segment on.
  @inline(__always) private func instant(day: Int, second: Int, _ segment: inout LocalSegment) -> Answer {
    let local = Int64(day) &* 86_400 &+ Int64(second)
    if second < 0 || local > high { return .never }
    var instant = local &- segment.offset
    if instant >= segment.clearEnd {
      // Nothing fires until the clock comes near the local time.
      segment = zone.with { LocalSegment($0, at: local) }
      instant = local &- segment.offset
      if instant < segment.clearStart || instant >= segment.clearEnd { return .unsure }
    }
    return Instant.secondsRange.contains(instant) ? .found(instant) : .never
  }

  @inline(__always) private func firstDay(onOrAfter day: Int, _ cell: inout MonthCell) -> Int {
    if week != 0, day >= DayTable.allDays.lowerBound, day <= DayTable.allDays.upperBound &- 7 {
      let weekday = UInt32(truncatingIfNeeded: day &+ 719_162) % 7
      return day &+ PlainMasks.rotate(week, weekday).trailingZeroBitCount
    }
    return days.with { $0.first(onOrAfter: day, &cell) }
  }
}
