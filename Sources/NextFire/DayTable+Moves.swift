import CivilTime
import RuleModel
import TriggerGraph

extension DayTable {
  /// The first day of a set on or after a day; nil when none follows by `limit`.
  func first(of set: DaySetIndex, onOrAfter day: Int, through limit: Int) -> Int? {
    let extent = extents[Int(set.position)]
    let start = max(day, extent.lowerBound)
    let end = min(limit, extent.upperBound)
    if start > end { return nil }
    var span = MonthSpan(holding: start)
    var found = days(of: set, in: span) & (~0 << UInt32(start - span.first + 1))
    while found == 0 {
      span.advance()
      if span.first > end { return nil }
      found = days(of: set, in: span)
    }
    let result = span.first + found.trailingZeroBitCount - 1
    return result <= end ? result : nil
  }

  /// The last day of a set on or before a day; nil when none lies at or after `limit`.
  func last(of set: DaySetIndex, onOrBefore day: Int, downTo limit: Int) -> Int? {
    let extent = extents[Int(set.position)]
    let start = min(day, extent.upperBound)
    let end = max(limit, extent.lowerBound)
    if start < end { return nil }
    var span = MonthSpan(holding: start)
    var found = days(of: set, in: span) & span.bits(from: span.first, through: start)
    while found == 0 {
      if span.first <= end { return nil }
      span.retreat()
      found = days(of: set, in: span)
    }
    let result = span.first + 30 - found.leadingZeroBitCount
    return result >= end ? result : nil
  }

  /// Where a day of a pattern goes: itself when it is free; nil when no free day is near enough.
  ///
  /// The pattern's own next (or previous) day is as far as it can go, and 366 days.
  func target(of day: Int, pattern: DaySetIndex, free: DaySetIndex, _ move: Move) -> Int? {
    if contains(free, day) { return day }
    let following = { () -> Int? in
      let limit = self.first(of: pattern, onOrAfter: day + 1, through: day + 366) ?? day + 366
      return self.first(of: free, onOrAfter: day + 1, through: limit)
    }
    let preceding = { () -> Int? in
      let limit = self.last(of: pattern, onOrBefore: day - 1, downTo: day - 366) ?? day - 366
      return self.last(of: free, onOrBefore: day - 1, downTo: limit)
    }
    switch move {
    case .drop: return nil
    case .next: return following()
    case .previous: return preceding()
    case .nearest:
      switch (preceding(), following()) {
      case (let before?, let after?): return day - before <= after - day ? before : after
      case (let before?, nil): return before
      case (nil, let after): return after
      }
    }
  }

  /// The days of a pattern that go to a day, ascending: itself, or one of its neighbours.
  ///
  /// No day goes past the pattern's own next one, so only the nearest on each side can.
  func sources(of target: Int, pattern: DaySetIndex, free: DaySetIndex, _ move: Move) -> [Int] {
    guard contains(free, target) else { return [] }
    var candidates: [Int] = []
    if let before = last(of: pattern, onOrBefore: target - 1, downTo: target - 366) { candidates.append(before) }
    if contains(pattern, target) { candidates.append(target) }
    if let after = first(of: pattern, onOrAfter: target + 1, through: target + 366) { candidates.append(after) }
    return candidates.filter { self.target(of: $0, pattern: pattern, free: free, move) == target }
  }

  /// The days of a month to which days of a pattern go.
  func moved(_ pattern: DaySetIndex, free: DaySetIndex, _ move: Move, in span: MonthSpan) -> UInt32 {
    let own = days(of: pattern, in: span)
    let allowed = days(of: free, in: span)
    var result = own & allowed
    if move == .drop || allowed == 0 { return result }
    var strays: [Int] = []
    if let before = last(of: pattern, onOrBefore: span.first - 1, downTo: span.first - 367) { strays.append(before) }
    if let after = first(of: pattern, onOrAfter: span.last + 1, through: span.last + 367) { strays.append(after) }
    var rest = own & ~allowed
    while rest != 0 {
      strays.append(span.first + rest.trailingZeroBitCount - 1)
      rest &= rest &- 1
    }
    for day in strays {
      guard let goal = target(of: day, pattern: pattern, free: free, move) else { continue }
      if goal >= span.first, goal <= span.last { result |= span.bit(of: goal) }
    }
    return result
  }

  /// The days of a month that lie `distance` days after those of a pattern.
  func shifted(_ pattern: DaySetIndex, by distance: Int, in span: MonthSpan) -> UInt32 {
    let low = max(span.first - distance, DayTable.allDays.lowerBound)
    let high = min(span.last - distance, DayTable.allDays.upperBound)
    if low > high { return 0 }
    var source = MonthSpan(holding: low)
    var result: UInt64 = 0
    while source.first <= high {
      let shift = source.first + distance - span.first
      let bits = UInt64(days(of: pattern, in: source))
      result |= shift >= 0 ? bits << UInt64(shift) : bits >> UInt64(-shift)
      source.advance()
    }
    return UInt32(truncatingIfNeeded: result) & span.allDays
  }

  /// The day that lies `count` days of `free` after a day (before it when negative); nil past the calendar's ends.
  func day(_ day: Int, plusWorkdays count: Int, free: DaySetIndex) -> Int? {
    if count == 0 { return day }
    var rest = Int(clamping: count.magnitude)
    let isForward = count > 0
    guard DayTable.allDays.contains(isForward ? day + 1 : day - 1) else { return nil }
    var span = MonthSpan(holding: isForward ? day + 1 : day - 1)
    var bits = days(of: free, in: span)
    bits &= isForward ? span.bits(from: day + 1, through: span.last) : span.bits(from: span.first, through: day - 1)
    // Whole months are stepped over by their number of free days.
    while bits.nonzeroBitCount < rest {
      rest -= bits.nonzeroBitCount
      if isForward { span.advance() } else { span.retreat() }
      guard DayTable.allDays.contains(span.first) else { return nil }
      bits = days(of: free, in: span)
    }
    for _ in 1..<rest {
      bits &= isForward ? bits &- 1 : ~(UInt32(1) << UInt32(31 - bits.leadingZeroBitCount))
    }
    return span.first + (isForward ? bits.trailingZeroBitCount : 31 - bits.leadingZeroBitCount) - 1
  }

  /// The days whose shift by `count` days of `free` is `target`, a range; nil when none is.
  func sources(of target: Int, byWorkdays count: Int, free: DaySetIndex) -> ClosedRange<Int>? {
    guard count != 0 else { return target...target }
    guard contains(free, target) else { return nil }
    let far = day(target, plusWorkdays: -count, free: free)
    guard let near = day(target, plusWorkdays: count > 0 ? 1 - count : -1 - count, free: free) else { return nil }
    if count > 0 {
      let low = far ?? DayTable.allDays.lowerBound
      return low <= near - 1 ? low...(near - 1) : nil
    }
    let high = far ?? DayTable.allDays.upperBound
    return near + 1 <= high ? (near + 1)...high : nil
  }

  /// The days of a month that lie `count` days of `free` after days of a pattern.
  func shifted(_ pattern: DaySetIndex, byWorkdays count: Int, free: DaySetIndex, in span: MonthSpan) -> UInt32 {
    let targets = days(of: free, in: span)
    guard targets != 0,
      let low = sources(of: span.first + targets.trailingZeroBitCount - 1, byWorkdays: count, free: free),
      let high = sources(of: span.first + 30 - targets.leadingZeroBitCount, byWorkdays: count, free: free),
      low.lowerBound <= high.upperBound
    else { return 0 }
    var result: UInt32 = 0
    var position = low.lowerBound
    while let source = first(of: pattern, onOrAfter: position, through: high.upperBound) {
      position = source + 1
      if let goal = day(source, plusWorkdays: count, free: free), goal >= span.first, goal <= span.last {
        result |= span.bit(of: goal)
      }
    }
    return result
  }
}
