/// A day of the proleptic Gregorian calendar, years 1 to 9999, in no particular zone.
///
/// Calendar steps are taken on local dates; an instant never steps by "a day".
@frozen public struct LocalDate: Hashable, Comparable, Sendable {
  /// Days since 1970-01-01, in `LocalDate.dayNumbers`.
  public let dayNumber: Int32

  /// Day numbers of 0001-01-01 to 9999-12-31.
  @inlinable public static var dayNumbers: ClosedRange<Int32> { -719_162...2_932_896 }

  /// 0001-01-01.
  @inlinable public static var earliest: LocalDate { LocalDate(uncheckedDayNumber: -719_162) }

  /// 9999-12-31.
  @inlinable public static var latest: LocalDate { LocalDate(uncheckedDayNumber: 2_932_896) }

  @inlinable init(uncheckedDayNumber dayNumber: Int32) { self.dayNumber = dayNumber }

  /// Makes the day that many days after 1970-01-01; `nil` outside the years 1 to 9999.
  @inlinable public init?(dayNumber: Int) {
    guard dayNumber >= -719_162, dayNumber <= 2_932_896 else { return nil }
    self.dayNumber = Int32(truncatingIfNeeded: dayNumber)
  }

  /// Makes the day from its numbers in the calendar.
  ///
  /// - Parameters:
  ///   - year: 1 to 9999.
  ///   - month: 1 to 12.
  ///   - day: 1 to the month's length.
  /// - Returns: `nil` when there is no such day.
  @inlinable public init?(year: Int, month: Int, day: Int) {
    guard year >= 1, year <= 9999, month >= 1, month <= 12, day >= 1 else { return nil }
    guard day <= 28 || day <= LocalDate.daysInMonth(year: year, month: month) else { return nil }
    self.dayNumber = Int32(truncatingIfNeeded: LocalDate.dayNumber(year: year, month: month, day: day))
  }

  /// Days since 1970-01-01 of a day whose numbers are known to be in range.
  ///
  /// The year is counted from March, so that the leap day is its last (Neri and Schneider, "Euclidean
  /// affine functions and their application to calendar algorithms", 2023).
  @inlinable static func dayNumber(year: Int, month: Int, day: Int) -> Int {
    let isEarly = month <= 2
    let marchYear = UInt32(truncatingIfNeeded: isEarly ? year - 1 : year)
    let marchMonth = UInt32(truncatingIfNeeded: isEarly ? month + 12 : month)
    let century = marchYear / 100
    let daysOfYears = (1461 &* marchYear) / 4 &- century &+ century / 4
    let daysOfMonths = (979 &* marchMonth &- 2919) / 32
    return Int(daysOfYears &+ daysOfMonths) &+ day &- 1 &- 719_468
  }

  /// The year (1 to 9999), month (1 to 12) and day of the month (1 to 31).
  @inline(__always) @inlinable public var yearMonthDay: (year: Int, month: Int, day: Int) {
    // Neri and Schneider (2023), figure 12; days counted from 0000-03-01.
    let days = UInt32(bitPattern: dayNumber &+ 719_468)
    let quarterDays = 4 &* days &+ 3
    let century = quarterDays / 146_097
    let daysOfCentury = (quarterDays % 146_097) / 4
    let product = UInt64(2_939_745) &* UInt64(4 &* daysOfCentury &+ 3)
    let yearOfCentury = UInt32(truncatingIfNeeded: product >> 32)
    let dayOfMarchYear = UInt32(truncatingIfNeeded: product) / 2_939_745 / 4
    let scaled = 2141 &* dayOfMarchYear &+ 197_913
    let marchMonth = scaled >> 16
    let day = (scaled & 0xFFFF) / 2141 &+ 1
    let isEarly = dayOfMarchYear >= 306
    return (
      Int(100 &* century &+ yearOfCentury &+ (isEarly ? 1 : 0)),
      Int(isEarly ? marchMonth &- 12 : marchMonth),
      Int(day)
    )
  }

  /// The year, 1 to 9999.
  @inlinable public var year: Int { yearMonthDay.year }

  /// The month, 1 to 12.
  @inlinable public var month: Int { yearMonthDay.month }

  /// The day of the month, 1 to 31.
  @inlinable public var day: Int { yearMonthDay.day }

  /// The day of the week.
  @inlinable public var weekday: Weekday {
    // Counted from 0001-01-01, a Monday.
    Weekday(index: UInt8(truncatingIfNeeded: UInt32(bitPattern: dayNumber &+ 719_162) % 7))
  }

  /// The day of the year: 1 for 1 January, 365 or 366 for 31 December.
  @inlinable public var dayOfYear: Int {
    Int(dayNumber) &- LocalDate.dayNumber(year: year, month: 1, day: 1) &+ 1
  }

  /// The day that many days later, or earlier when negative; `nil` outside the years 1 to 9999.
  @inlinable public func advanced(byDays days: Int) -> LocalDate? {
    let (sum, overflow) = Int(dayNumber).addingReportingOverflow(days)
    return overflow ? nil : LocalDate(dayNumber: sum)
  }

  /// Returns the days from `other` to this day; negative when this one is earlier.
  @inlinable public func days(since other: LocalDate) -> Int {
    Int(dayNumber) &- Int(other.dayNumber)
  }

  /// Whether the year has a 29 February.
  @inlinable public static func isLeap(year: Int) -> Bool {
    year & (year % 25 == 0 ? 15 : 3) == 0
  }

  /// The number of days in a month; 0 when `month` is not 1 to 12.
  @inlinable public static func daysInMonth(year: Int, month: Int) -> Int {
    switch month {
    case 1, 3, 5, 7, 8, 10, 12: 31
    case 4, 6, 9, 11: 30
    case 2: isLeap(year: year) ? 29 : 28
    default: 0
    }
  }

  /// Earlier days come first.
  @inlinable public static func < (left: LocalDate, right: LocalDate) -> Bool {
    left.dayNumber < right.dayNumber
  }
}
