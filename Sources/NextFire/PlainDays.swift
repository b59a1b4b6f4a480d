import CivilTime
import TriggerGraph

/// A month with the days that a search names in it: what a stream keeps from one occurrence to the next.
struct MonthCell {
  var span: MonthSpan
  var days: UInt32

  /// A cell that holds no day.
  @inline(__always) init() {
    span = MonthSpan(first: 0, length: 0)
    days = 0
  }

  @inline(__always) func holds(_ day: Int) -> Bool { day >= span.first && day < span.first &+ span.length }

  /// The days of the cell that lie on or after one of its days.
  @inline(__always) func rest(from day: Int) -> UInt32 {
    days & (~0 << UInt32(truncatingIfNeeded: day &- span.first &+ 1))
  }

  /// The first of some days of the cell, of which there is at least one.
  @inline(__always) func first(of rest: UInt32) -> Int { span.first &+ rest.trailingZeroBitCount &- 1 }
}

/// Days named by months, days of the month and days of the week alone: found without looking anything up.
///
/// A class, so that a query passes its address and copies nothing.
final class PlainDays: Sendable {
  let masks: PlainMasks
  /// Days of the week, bit 0 for Monday, where they alone decide; else 0.
  let week: UInt32
  /// Months that can have a day: bit `w * 4 + length - 28` for those that begin on weekday w, Monday being 0.
  private let fitting: UInt32

  /// Stands for no day.
  static let none = Int.max

  /// Days named by masks of which years, phases and stand-ins say nothing.
  init(_ masks: DayMasks) {
    self.masks = PlainMasks(masks)
    week = masks.isWeekdaysAlone ? UInt32(masks.weekdays) >> 1 : 0
    fitting = self.masks.narrowsBothHalves ? self.masks.fittingMonths : ~0
  }

  /// Whether masks name days by nothing but months, days of the month and days of the week.
  static func describes(_ masks: DayMasks) -> Bool {
    masks.isEveryYear && masks.missing == .nothing
  }

  /// The first day on or after a day; `none` when there is none.
  ///
  /// Days of the week are found at once; everything else is looked for within one cycle of 400 years.
  func first(onOrAfter day: Int, _ cell: inout MonthCell) -> Int {
    if week != 0, day >= DayTable.allDays.lowerBound, day <= DayTable.allDays.upperBound &- 7 {
      let weekday = UInt32(truncatingIfNeeded: day &+ 719_162) % 7
      return day &+ PlainMasks.rotate(week, weekday).trailingZeroBitCount
    }
    if cell.holds(day) {
      let rest = cell.rest(from: day)
      if rest != 0 { return cell.first(of: rest) }
    } else {
      let start = max(day, DayTable.allDays.lowerBound)
      if start > DayTable.allDays.upperBound { return PlainDays.none }
      cell.span = MonthSpan(holding: start)
      cell.days = masks.days(of: cell.span)
      let rest = cell.rest(from: start)
      if rest != 0 { return cell.first(of: rest) }
    }
    return firstInLaterMonth(&cell)
  }

  /// The first day after the cell's month.
  func firstInLaterMonth(_ cell: inout MonthCell) -> Int {
    cell.span.advance()
    let end = min(DayTable.allDays.upperBound, cell.span.first &+ DayTable.cycle)
    var weekday = cell.span.firstWeekday
    while cell.span.first <= end {
      if !masks.names(cell.span.month) {
        if !masks.skip(&cell.span) { break }
        weekday = cell.span.firstWeekday
      }
      let excess = UInt32(truncatingIfNeeded: cell.span.length &- 28)
      if fitting & (1 &<< (weekday &* 4 &+ excess)) != 0 {
        cell.days = masks.days(of: cell.span)
        if cell.days != 0 { return cell.first(of: cell.days) }
      }
      weekday &+= excess
      if weekday >= 7 { weekday &-= 7 }
      cell.span.advance()
    }
    cell = MonthCell()
    return PlainDays.none
  }
}
