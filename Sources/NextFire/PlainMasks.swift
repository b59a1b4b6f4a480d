import CivilTime
import RuleModel
import TriggerGraph

/// The masks of a pattern without years, phases and stand-ins, held without references so that a query copies nothing.
struct PlainMasks {
  var months: UInt16
  var days: UInt32
  var lastDays: UInt32
  /// Bit 0 is Monday.
  var weekdays: UInt32
  var nthWeekdays: UInt64
  var nthLastWeekdays: UInt64
  var isEither: Bool

  /// The masks alone, whatever else `masks` says.
  init(_ masks: DayMasks) {
    months = masks.months
    days = masks.days
    lastDays = masks.lastDays
    weekdays = UInt32(masks.weekdays) >> 1
    nthWeekdays = masks.nthWeekdays
    nthLastWeekdays = masks.nthLastWeekdays
    isEither = masks.isEither
  }

  /// Whether a month, 1 to 12, is named.
  @inline(__always) func names(_ month: Int) -> Bool { months & (1 << UInt16(truncatingIfNeeded: month)) != 0 }

  /// Goes on to the next month that is named; false when none is.
  func skip(_ span: inout MonthSpan) -> Bool {
    if months == 0 { return false }
    let later = months & (~0 << UInt16(truncatingIfNeeded: span.month))
    let year = later == 0 ? span.year &+ 1 : span.year
    let month = (later == 0 ? months : later).trailingZeroBitCount
    guard let first = LocalDate(year: year, month: month, day: 1) else { return false }
    span.year = year
    span.month = month
    span.first = Int(first.dayNumber)
    span.length = LocalDate.daysInMonth(year: year, month: month)
    return true
  }

  /// The days of a month that match: bit n for day n.
  @inline(__always) func days(of span: MonthSpan) -> UInt32 {
    if months & (1 << UInt16(truncatingIfNeeded: span.month)) == 0 { return 0 }
    let all = span.allDays
    var dayHalf = days
    if lastDays != 0 { dayHalf |= fromEnd(span.length) }
    if weekdays == 127 && !isEither { return dayHalf & all }
    let first = span.firstWeekday
    var weekdayHalf = PlainMasks.spread(weekdays, first)
    if nthWeekdays | nthLastWeekdays != 0 { weekdayHalf |= ordinals(span, first) }
    return (isEither ? dayHalf | weekdayHalf : dayHalf & weekdayHalf) & all
  }

  /// The bits of `lastDays` as days of a month of that length.
  private func fromEnd(_ length: Int) -> UInt32 {
    var result: UInt32 = 0
    var rest = lastDays
    while rest != 0 {
      let number = rest.trailingZeroBitCount
      rest &= rest &- 1
      if number <= length { result |= 1 << UInt32(length &+ 1 &- number) }
    }
    return result
  }

  /// Seven days of the week repeated from the first of the month; the result's bit 1 is that day.
  @inline(__always) static func spread(_ week: UInt32, _ first: UInt32) -> UInt32 {
    let rotated = rotate(week, first)
    return UInt32(truncatingIfNeeded: UInt64(rotated) &* 0x2040_8102)
  }

  /// Seven days of the week from the one at place `first` on.
  @inline(__always) static func rotate(_ week: UInt32, _ first: UInt32) -> UInt32 {
    ((week >> first) | (week << (7 &- first))) & 127
  }

  private func ordinals(_ span: MonthSpan, _ first: UInt32) -> UInt32 {
    var result: UInt64 = 0
    var week: UInt64 = 0
    var rest = nthWeekdays
    while rest != 0 {
      // The n-th of each weekday lies in the n-th seven days, which all begin with the same weekday.
      result |= UInt64(PlainMasks.rotate(UInt32(rest & 127), first)) << (week * 7 + 1)
      rest >>= 7
      week += 1
    }
    var start = span.length &- 6
    rest = nthLastWeekdays
    while rest != 0 {
      let weekday = (first &+ UInt32(truncatingIfNeeded: start &+ 34)) % 7
      let days = UInt64(PlainMasks.rotate(UInt32(rest & 127), weekday))
      result |= start >= 0 ? days << UInt64(start) : days >> UInt64(-start)
      rest >>= 7
      start &-= 7
    }
    return UInt32(truncatingIfNeeded: result) & ~1
  }
}
