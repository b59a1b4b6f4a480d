import CivilTime

/// Steps over the instants of a plain search while they lie in one segment of the zone and, unless days of the week
/// alone decide, in one month.
///
/// Keeps the local day and the place in it, so that a step neither converts nor searches.
struct PlainCursor {
  private let times: PlainTimes
  private let firstTime: Int64
  /// Days to the next named one, four bits for each weekday, Monday first; 0 where months decide.
  private let gaps: UInt32
  private let high: Int64

  /// The first second of UTC that the cursor leaves to a search.
  private var limit = Int64.min
  /// Where the local day starts, in seconds of UTC.
  private var midnight: Int64 = 0
  /// The second of the day from which on times are due.
  private var second = 0
  /// Monday is 0.
  private var weekday: UInt32 = 0
  /// The month's days after this one: bit n for the day n days later.
  private var rest: UInt32 = 0
  /// Whether only later months are left.
  private(set) var isAtEndOfMonth = false

  /// Makes a cursor that has to be entered first; one without a clock never steps.
  init(_ clock: PlainClock?) {
    times = clock?.times ?? .none
    firstTime = Int64(clock?.firstTime ?? -1)
    high = clock?.high ?? .min
    var gaps: UInt32 = 0
    if let week = clock?.week, week != 0 {
      for weekday in UInt32(0)..<7 {
        let step = PlainMasks.rotate(week, (weekday + 1) % 7).trailingZeroBitCount + 1
        gaps |= UInt32(step) << (weekday * 4)
      }
    }
    self.gaps = gaps
  }

  /// The next instant; nil when it has to be searched.
  @inline(__always) mutating func next() -> Int64? {
    let time = times.first(from: second)
    let instant: Int64
    if time >= 0 {
      instant = midnight &+ Int64(time)
      if instant >= limit { return nil }
      second = time &+ 1
      return instant
    }
    let step: UInt32
    if gaps != 0 {
      step = (gaps &>> (weekday &* 4)) & 15
      weekday &+= step
      if weekday >= 7 { weekday &-= 7 }
    } else {
      if rest == 0 {
        isAtEndOfMonth = limit > .min
        return nil
      }
      step = UInt32(truncatingIfNeeded: rest.trailingZeroBitCount)
      rest = rest >> step
      rest &= ~1
    }
    midnight &+= Int64(step) &* 86_400
    instant = midnight &+ firstTime
    if instant >= limit {
      limit = .min
      return nil
    }
    second = Int(truncatingIfNeeded: firstTime) &+ 1
    return instant
  }

  /// Goes on from an instant that a search has found.
  mutating func enter(_ instant: Int64, _ segment: LocalSegment, _ cell: MonthCell) {
    guard firstTime >= 0, instant >= segment.clearStart, instant < segment.clearEnd else {
      leave()
      return
    }
    let (day, second) = CivilSearch.split(instant &+ segment.offset)
    guard gaps != 0 || cell.holds(day) else {
      leave()
      return
    }
    enter(instant, day, second, segment, cell)
    weekday = UInt32(truncatingIfNeeded: day &+ 719_162) % 7
  }

  /// Goes on from the first instant of a later month, the cell's.
  mutating func enterMonth(_ instant: Int64, _ segment: LocalSegment, _ cell: MonthCell) {
    enter(instant, cell.first(of: cell.days), Int(truncatingIfNeeded: firstTime), segment, cell)
  }

  @inline(__always) private mutating func enter(
    _ instant: Int64, _ day: Int, _ second: Int, _ segment: LocalSegment, _ cell: MonthCell
  ) {
    isAtEndOfMonth = false
    limit = min(segment.clearEnd, high &+ 1 &- segment.offset, Instant.secondsRange.upperBound + 1)
    midnight = instant &- Int64(second)
    self.second = second &+ 1
    rest = cell.holds(day) ? cell.rest(from: day &+ 1) >> UInt32(truncatingIfNeeded: day &- cell.span.first &+ 1) : 0
  }

  /// Leaves the next instant to a search.
  mutating func leave() {
    limit = .min
    second = 86_400
    rest = 0
    isAtEndOfMonth = false
  }
}
