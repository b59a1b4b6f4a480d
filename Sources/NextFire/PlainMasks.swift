import CivilTime
import RuleModel
import TriggerGraph

/// The masks of a pattern without years, phases and stand-ins, held without references so that a query copies nothing.
struct PlainMasks {
  var months: UInt16
  var days: UInt32
  /// Days counted from the end, turned round: bit 32 - n for the n-th last.
  private let lastDays: UInt64
  /// Bit 0 is Monday.
  var weekdays: UInt32
  /// Seven bits for the first of each weekday, seven for the second, and so on.
  private let nthWeekdays: UInt64
  /// The same counted from the end, the fifth last first.
  private let nthLastWeekdays: UInt64
  private let isEither: Bool
  /// Whether days of the week say nothing.
  private let isMonthDaysAlone: Bool

  /// The masks alone, whatever else `masks` says.
  init(_ masks: DayMasks) {
    months = masks.months
    days = masks.days
    var turned: UInt64 = 0
    for number in 1...31 where masks.lastDays & (1 << UInt32(number)) != 0 { turned |= 1 << UInt64(32 - number) }
    lastDays = turned
    weekdays = UInt32(masks.weekdays) >> 1
    nthWeekdays = masks.nthWeekdays & PlainMasks.allOrdinals
    var fromEnd: UInt64 = 0
    for week in 0..<5 { fromEnd |= (masks.nthLastWeekdays >> UInt64(week * 7) & 127) << UInt64((4 - week) * 7) }
    nthLastWeekdays = fromEnd
    isEither = masks.isEither
    isMonthDaysAlone = weekdays == 127 && !isEither
  }

  /// Five times seven bits.
  private static let allOrdinals: UInt64 = (1 << 35) - 1

  /// Whether a month, 1 to 12, is named.
  @inline(__always) func names(_ month: Int) -> Bool { months & (1 << UInt16(truncatingIfNeeded: month)) != 0 }

  /// Whether days of the month and days of the week both leave days out, so that many months have none.
  var narrowsBothHalves: Bool { !isMonthDaysAlone && !isEither && days != DayMasks.allDays }

  /// The months that have a day, named or not: bit `w * 4 + length - 28` for those that begin on weekday w.
  var fittingMonths: UInt32 {
    var result: UInt32 = 0
    var masks = self
    masks.months = DayMasks.allMonths
    for weekday in 0..<7 {
      for length in 28...31 {
        // 0001-01-01 is a Monday.
        let span = MonthSpan(first: Int(LocalDate.earliest.dayNumber) + weekday, length: length)
        if masks.days(of: span) != 0 { result |= 1 << UInt32(weekday * 4 + length - 28) }
      }
    }
    return result
  }

  /// Goes on from a month that is not named to the next that is, also past the year 9999; false when none is.
  @inline(__always) func skip(_ span: inout MonthSpan) -> Bool {
    if months == 0 { return false }
    let later = months & (~0 << UInt16(truncatingIfNeeded: span.month))
    span.advance(to: (later == 0 ? months : later).trailingZeroBitCount)
    return true
  }

  /// The days of a month that match: bit n for day n.
  @inline(__always) func days(of span: MonthSpan) -> UInt32 {
    if !names(span.month) { return 0 }
    let all = span.allDays
    let length = UInt64(truncatingIfNeeded: span.length)
    // In a month of 31 days the n-th last is day 32 - n; a shorter one brings all nearer to its first.
    let dayHalf = days | UInt32(truncatingIfNeeded: lastDays &>> (31 &- length))
    if isMonthDaysAlone { return dayHalf & all }
    let first = span.firstWeekday
    var weekdayHalf = PlainMasks.spread(weekdays, first)
    if nthWeekdays | nthLastWeekdays != 0 {
      // The n-th of each weekday lies in the n-th seven days, which all begin with the same weekday.
      weekdayHalf |= UInt32(truncatingIfNeeded: PlainMasks.rotateEach(nthWeekdays, first) << 1)
      let last = (first &+ UInt32(truncatingIfNeeded: span.length)) % 7
      // Five weeks before the end: day n is bit n + 34 - length.
      weekdayHalf |= UInt32(truncatingIfNeeded: PlainMasks.rotateEach(nthLastWeekdays, last) &>> (34 &- length))
    }
    return (isEither ? dayHalf | weekdayHalf : dayHalf & weekdayHalf) & all
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

  /// As `rotate`, for each of five weeks.
  @inline(__always) private static func rotateEach(_ weeks: UInt64, _ first: UInt32) -> UInt64 {
    let ones: UInt64 = 1 | 1 << 7 | 1 << 14 | 1 << 21 | 1 << 28
    let kept = ones &* (127 &>> UInt64(first))
    return (weeks &>> UInt64(first)) & kept | (weeks &<< UInt64(7 &- first)) & (ones &* 127 &- kept)
  }
}
