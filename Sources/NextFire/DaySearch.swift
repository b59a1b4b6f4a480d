import CivilTime
import RuleModel
import TriggerGraph

/// A day set, made ready for searching.
final class DaySearch: Sendable {
  /// The set.
  let set: DaySetIndex
  /// The days where months, days of the month and days of the week say all; nil where the set is looked up.
  let plain: PlainDays?
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
    plain = table.plainDays(of: set)
  }

  /// A search that finds nothing.
  static let none = DaySearch()

  private init() {
    set = DaySetIndex(0)
    var masks = DayMasks()
    masks.months = 0
    plain = PlainDays(masks)
    extent = DayTable.none
    repeats = true
  }

  private func days(of span: MonthSpan, _ table: DayTable) -> UInt32 {
    plain?.masks.days(of: span) ?? table.days(of: set, in: span)
  }

  /// The last day that a search from `day` looks at: what repeats every 400 years is looked at for so long.
  private func limit(from day: Int) -> Int {
    repeats ? min(extent.upperBound, day &+ DayTable.cycle) : extent.upperBound
  }

  /// The first day of the set on or after a day; nil when there is none.
  func first(onOrAfter day: Int, _ table: DayTable, _ cell: inout MonthCell) -> Int? {
    if let plain {
      let start = max(day, extent.lowerBound)
      if start > extent.upperBound { return nil }
      let found = plain.first(onOrAfter: start, &cell)
      return found <= extent.upperBound ? found : nil
    }
    if cell.holds(day) {
      let rest = cell.rest(from: day)
      if rest != 0 { return cell.first(of: rest) }
      cell.span.advance()
    } else {
      let start = max(day, extent.lowerBound)
      if start > extent.upperBound { return nil }
      cell.span = MonthSpan(holding: start)
      cell.days = table.days(of: set, in: cell.span)
      let rest = cell.rest(from: start)
      if rest != 0 { return within(cell.first(of: rest)) }
      cell.span.advance()
    }
    let end = limit(from: cell.span.first)
    let numbered = table.numberedDays(of: set)
    while cell.span.first <= end {
      if let numbered {
        guard let found = table.firstDay(of: numbered, onOrAfter: cell.span.first, through: end) else { break }
        cell.span = MonthSpan(holding: found)
      }
      cell.days = table.days(of: set, in: cell.span)
      if cell.days != 0 { return within(cell.first(of: cell.days)) }
      cell.span.advance()
    }
    cell = MonthCell()
    return nil
  }

  private func within(_ day: Int) -> Int? { day <= extent.upperBound ? day : nil }

  /// The last day of the set on or before a day; nil when there is none.
  func last(onOrBefore day: Int, _ table: DayTable) -> Int? {
    let start = min(day, extent.upperBound)
    let end = repeats ? max(extent.lowerBound, start - DayTable.cycle) : extent.lowerBound
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
