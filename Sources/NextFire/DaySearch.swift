import CivilTime
import RuleModel
import TriggerGraph

/// A month with the days that a search names in it: what a stream keeps from one occurrence to the next.
struct MonthCell {
  var span: MonthSpan
  var days: UInt32

  /// A cell that holds no day.
  init() {
    span = MonthSpan(holding: 0)
    span.length = 0
    days = 0
  }

  @inline(__always) func holds(_ day: Int) -> Bool { day >= span.first && day < span.first &+ span.length }
}

/// A day set, made ready for searching.
final class DaySearch: Sendable {
  /// The set.
  let set: DaySetIndex
  /// Days of the week, bit 0 for Monday, where they alone decide; else 0.
  private let week: UInt32
  private let isPlain: Bool
  private let plain: PlainMasks
  /// The first and last day that can be named.
  let extent: ClosedRange<Int>
  private let repeats: Bool

  /// Prepares a search.
  ///
  /// - Parameter bounds: Local seconds outside which nobody asks.
  init(_ set: DaySetIndex, in table: DayTable, within bounds: (low: Int64, high: Int64)? = nil) {
    self.set = set
    var extent = table.extents[Int(set.position)]
    if let bounds {
      let first = CivilSearch.split(min(max(bounds.low, CivilSearch.range.lowerBound), CivilSearch.range.upperBound))
        .day
      let last = CivilSearch.split(min(max(bounds.high, CivilSearch.range.lowerBound), CivilSearch.range.upperBound))
        .day
      if first <= last { extent = extent.overlaps(first...last) ? extent.clamped(to: first...last) : DayTable.none }
    }
    self.extent = extent
    repeats = table.repeats[Int(set.position)]
    guard case .masks(let masks) = table.sets[Int(set.position)] else {
      plain = PlainMasks(DayMasks())
      isPlain = false
      week = 0
      return
    }
    plain = PlainMasks(masks)
    isPlain = masks.cadence == nil && masks.years.isEmpty && masks.missing == .nothing
    // Days of the week are found at once wherever the search starts, so bounds can wait until after.
    week = isPlain && masks.isWeekdaysAlone ? UInt32(masks.weekdays) >> 1 : 0
  }

  /// A search that finds nothing.
  static let none = DaySearch()

  private init() {
    set = DaySetIndex(0)
    week = 0
    var masks = DayMasks()
    masks.months = 0
    plain = PlainMasks(masks)
    isPlain = true
    extent = DayTable.none
    repeats = true
  }

  @inline(__always) private func days(of span: MonthSpan, _ table: DayTable) -> UInt32 {
    isPlain ? plain.days(of: span) : table.days(of: set, in: span)
  }

  /// The last day that a search from `day` looks at: what repeats every 400 years is looked at for so long.
  private func limit(from day: Int) -> Int {
    repeats ? min(extent.upperBound, day &+ 146_097 &+ 800) : extent.upperBound
  }

  /// The first day of the set on or after a day; nil when there is none.
  @inline(__always) func first(onOrAfter day: Int, _ table: DayTable, _ cell: inout MonthCell) -> Int? {
    if week != 0, day >= DayTable.allDays.lowerBound, day <= DayTable.allDays.upperBound &- 7 {
      let weekday = UInt32(truncatingIfNeeded: day &+ 719_162) % 7
      return day &+ PlainMasks.rotate(week, weekday).trailingZeroBitCount
    }
    if cell.holds(day) {
      let rest = cell.days & (~0 << UInt32(truncatingIfNeeded: day &- cell.span.first &+ 1))
      if rest != 0 { return cell.span.first &+ rest.trailingZeroBitCount &- 1 }
    }
    return firstBeyond(day, table, &cell)
  }

  private func firstBeyond(_ day: Int, _ table: DayTable, _ cell: inout MonthCell) -> Int? {
    let start = max(day, extent.lowerBound)
    if start > extent.upperBound { return nil }
    let end = limit(from: start)
    if cell.holds(start), start == day {
      cell.span.advance()
    } else {
      cell.span = MonthSpan(holding: start)
      cell.days = days(of: cell.span, table)
      let rest = cell.days & (~0 << UInt32(truncatingIfNeeded: start &- cell.span.first &+ 1))
      if rest != 0 { return found(cell.span.first &+ rest.trailingZeroBitCount &- 1, end) }
      cell.span.advance()
    }
    while cell.span.first <= end {
      if isPlain, !plain.names(cell.span.month), !plain.skip(&cell.span) { break }
      cell.days = days(of: cell.span, table)
      if cell.days != 0 { return found(cell.span.first &+ cell.days.trailingZeroBitCount &- 1, end) }
      cell.span.advance()
    }
    cell = MonthCell()
    return nil
  }

  @inline(__always) private func found(_ day: Int, _ end: Int) -> Int? { day <= end ? day : nil }

  /// The last day of the set on or before a day; nil when there is none.
  func last(onOrBefore day: Int, _ table: DayTable) -> Int? {
    let start = min(day, extent.upperBound)
    let end = repeats ? max(extent.lowerBound, start - 146_097 - 800) : extent.lowerBound
    if start < end { return nil }
    var span = MonthSpan(holding: start)
    var found = days(of: span, table) & span.bits(from: span.first, through: start)
    while found == 0 {
      if span.first <= end { return nil }
      span.retreat()
      found = days(of: span, table)
    }
    let result = span.first + 30 - found.leadingZeroBitCount
    return result >= end ? result : nil
  }

  /// Whether a day is in the set.
  func contains(_ day: Int, _ table: DayTable) -> Bool {
    guard extent.contains(day), DayTable.allDays.contains(day) else { return false }
    let span = MonthSpan(holding: day)
    return days(of: span, table) & span.bit(of: day) != 0
  }
}
