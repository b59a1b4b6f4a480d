import CivilTime
import RuleModel
import TriggerGraph

extension DayTable {
  /// The first day of a set on or after a day; nil when none follows by `limit`.
  func first(of set: DaySetIndex, onOrAfter day: Int, through limit: Int) -> Int? {
    var memo = DayMemo(self, set, around: MonthSpan(holding: day))
    return memo.first(onOrAfter: day, through: limit)
  }

  /// The last day of a set on or before a day; nil when none lies at or after `limit`.
  func last(of set: DaySetIndex, onOrBefore day: Int, downTo limit: Int) -> Int? {
    var memo = DayMemo(self, set, around: MonthSpan(holding: day))
    return memo.last(onOrBefore: day, downTo: limit)
  }

  /// Where a day of a pattern goes: itself when it is free; nil when no free day is near enough.
  func target(of day: Int, pattern: DaySetIndex, free: DaySetIndex, _ move: Move) -> Int? {
    let span = MonthSpan(holding: day)
    var pattern = DayMemo(self, pattern, around: span)
    var free = DayMemo(self, free, around: span)
    return DayTable.target(of: day, &pattern, &free, move)
  }

  /// Where a day of a pattern goes: itself when it is free; nil when no free day is near enough.
  ///
  /// The pattern's own next (or previous) day is as far as it can go, and 366 days.
  private static func target(of day: Int, _ pattern: inout DayMemo, _ free: inout DayMemo, _ move: Move) -> Int? {
    if free.contains(day) { return day }
    func following(_ pattern: inout DayMemo, _ free: inout DayMemo) -> Int? {
      let limit = pattern.first(onOrAfter: day + 1, through: day + 366) ?? day + 366
      return free.first(onOrAfter: day + 1, through: limit)
    }
    func preceding(_ pattern: inout DayMemo, _ free: inout DayMemo) -> Int? {
      let limit = pattern.last(onOrBefore: day - 1, downTo: day - 366) ?? day - 366
      return free.last(onOrBefore: day - 1, downTo: limit)
    }
    switch move {
    case .drop: return nil
    case .next: return following(&pattern, &free)
    case .previous: return preceding(&pattern, &free)
    case .nearest:
      switch (preceding(&pattern, &free), following(&pattern, &free)) {
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
    let span = MonthSpan(holding: target)
    var pattern = DayMemo(self, pattern, around: span)
    var free = DayMemo(self, free, around: span)
    guard free.contains(target) else { return [] }
    var candidates: [Int] = []
    if let before = pattern.last(onOrBefore: target - 1, downTo: target - 366) { candidates.append(before) }
    if pattern.contains(target) { candidates.append(target) }
    if let after = pattern.first(onOrAfter: target + 1, through: target + 366) { candidates.append(after) }
    return candidates.filter { DayTable.target(of: $0, &pattern, &free, move) == target }
  }

  /// The days of a month to which days of a pattern go.
  func moved(_ pattern: DaySetIndex, free: DaySetIndex, _ move: Move, in span: MonthSpan) -> UInt32 {
    var free = DayMemo(self, free, around: span)
    let allowed = free.days(of: span)
    if allowed == 0 { return 0 }
    var pattern = DayMemo(self, pattern, around: span)
    let own = pattern.days(of: span)
    var result = own & allowed
    if move == .drop { return result }
    var rest = own & ~allowed
    func place(_ day: Int) {
      guard let goal = DayTable.target(of: day, &pattern, &free, move) else { return }
      if goal >= span.first, goal <= span.last { result |= span.bit(of: goal) }
    }
    if move != .previous, let before = pattern.last(onOrBefore: span.first - 1, downTo: span.first - 366) {
      place(before)
    }
    if move != .next, let after = pattern.first(onOrAfter: span.last + 1, through: span.last + 366) { place(after) }
    while rest != 0 {
      place(span.first + rest.trailingZeroBitCount - 1)
      rest &= rest &- 1
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
    var source = MonthSpan(holding: low.lowerBound)
    while source.first <= high.upperBound {
      var rest = days(of: pattern, in: source) & source.bits(from: low.lowerBound, through: high.upperBound)
      while rest != 0 {
        let position = source.first + rest.trailingZeroBitCount - 1
        rest &= rest &- 1
        if let goal = day(position, plusWorkdays: count, free: free), goal >= span.first, goal <= span.last {
          result |= span.bit(of: goal)
        }
      }
      source.advance()
    }
    return result
  }
}
