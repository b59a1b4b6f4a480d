import TriggerGraph

/// A day set with the months that were asked for lately, so that a walk over free days asks for each month once.
struct DayMemo {
  private let table: DayTable
  private let set: DaySetIndex
  private let base: Int
  private var known: UInt32 = 0
  private var months = InlineArray<32, UInt32>(repeating: 0)

  /// Starts around a month: 16 months before and 15 after it are kept.
  init(_ table: DayTable, _ set: DaySetIndex, around span: MonthSpan) {
    self.table = table
    self.set = set
    base = span.year * 12 + span.month - 16
  }

  /// The days of a month that are in the set.
  mutating func days(of span: MonthSpan) -> UInt32 {
    let index = span.year * 12 + span.month - base
    guard index >= 0, index < 32 else { return table.days(of: set, in: span) }
    let bit = UInt32(1) << UInt32(index)
    if known & bit == 0 {
      months[index] = table.days(of: set, in: span)
      known |= bit
    }
    return months[index]
  }

  /// Whether a day is in the set.
  mutating func contains(_ day: Int) -> Bool {
    guard DayTable.allDays.contains(day) else { return false }
    let span = MonthSpan(holding: day)
    return days(of: span) & span.bit(of: day) != 0
  }

  /// The first day on or after a day; nil when none follows by `limit`.
  mutating func first(onOrAfter day: Int, through limit: Int) -> Int? {
    let extent = table.extents[Int(set.position)]
    let start = max(day, extent.lowerBound)
    let end = min(limit, extent.upperBound)
    if start > end { return nil }
    var span = MonthSpan(holding: start)
    var found = days(of: span) & (~0 << UInt32(start - span.first + 1))
    while found == 0 {
      span.advance()
      if span.first > end { return nil }
      found = days(of: span)
    }
    let result = span.first + found.trailingZeroBitCount - 1
    return result <= end ? result : nil
  }

  /// The last day on or before a day; nil when none lies at or after `limit`.
  mutating func last(onOrBefore day: Int, downTo limit: Int) -> Int? {
    let extent = table.extents[Int(set.position)]
    let start = min(day, extent.upperBound)
    let end = max(limit, extent.lowerBound)
    if start < end { return nil }
    var span = MonthSpan(holding: start)
    var found = days(of: span) & span.bits(from: span.first, through: start)
    while found == 0 {
      if span.first <= end { return nil }
      span.retreat()
      found = days(of: span)
    }
    let result = span.first + 30 - found.leadingZeroBitCount
    return result >= end ? result : nil
  }
}
