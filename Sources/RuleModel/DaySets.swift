public import CivilTime

/// A set of days of the week.
@frozen public struct WeekdaySet: OptionSet, Hashable, Sendable, Codable {
  /// Bit `n` stands for the ISO weekday number `n`, 1 (Monday) to 7 (Sunday); bit 0 is never set.
  public let rawValue: UInt8
  /// Makes a set of its bits.
  @inlinable public init(rawValue: UInt8) { self.rawValue = rawValue & 0b1111_1110 }

  /// The set of one day.
  @inlinable public init(_ day: Weekday) { self.init(rawValue: 1 << day.rawValue) }

  /// Whether the day is in the set.
  @inlinable public func contains(_ day: Weekday) -> Bool { rawValue & (1 << day.rawValue) != 0 }

  /// All seven days.
  @inlinable public static var all: WeekdaySet { WeekdaySet(rawValue: 0b1111_1110) }
  /// Saturday and Sunday.
  @inlinable public static var usualWeekend: WeekdaySet { WeekdaySet(rawValue: 0b1100_0000) }
}

/// A set of months of the year.
@frozen public struct MonthSet: OptionSet, Hashable, Sendable, Codable {
  /// Bit `n` stands for the month `n`, 1 to 12; bit 0 is never set.
  public let rawValue: UInt16
  /// Makes a set of its bits.
  @inlinable public init(rawValue: UInt16) { self.rawValue = rawValue & 0b1_1111_1111_1110 }

  /// The set of one month.
  @inlinable public init(_ month: Month) { self.init(rawValue: 1 << UInt16(month.rawValue)) }

  /// Whether the month with the number 1 to 12 is in the set.
  @inlinable public func contains(number: Int) -> Bool { number >= 1 && number <= 12 && rawValue & (1 << number) != 0 }

  /// All twelve months.
  @inlinable public static var all: MonthSet { MonthSet(rawValue: 0b1_1111_1111_1110) }
}

/// A position counted from the start or from the end.
public enum Ordinal: Hashable, Sendable, Codable {
  /// 1 is the first.
  case fromStart(UInt8)
  /// 1 is the last, 2 the second last; `last-2` is 3.
  case fromEnd(UInt8)
}

/// Which days of a month a `monthly` or `yearly` pattern means.
public enum MonthDays: Hashable, Sendable, Codable {
  /// Days by number, 1 to 31 from the start or from the end.
  case days([Ordinal])
  /// Ordinal weekdays such as the second Tuesday or the last Friday.
  case weekdays([OrdinalWeekday])
  /// The n-th workdays of the month.
  case workdays([Ordinal])
}

/// A weekday counted in its month.
public struct OrdinalWeekday: Hashable, Sendable, Codable {
  /// Which one of the month's, 1 to 5.
  public let ordinal: Ordinal
  /// The day of the week.
  public let weekday: Weekday
  /// Makes an ordinal weekday.
  public init(_ ordinal: Ordinal, _ weekday: Weekday) {
    self.ordinal = ordinal
    self.weekday = weekday
  }
}

/// A date that comes every year.
public enum YearlyDate: Hashable, Sendable, Codable {
  /// A month and a day of it, 1 to 31; `feb 29` is one.
  case day(Month, Int)
  /// Days from Easter Sunday of the Gregorian calendar.
  case easter(offsetDays: Int)
  /// Days from Easter Sunday of the Julian calendar, as most Orthodox churches keep it.
  case orthodoxEaster(offsetDays: Int)
}

/// What happens with a day that a month or year lacks.
public enum MissingDay: Hashable, Sendable, Codable {
  /// Nothing fires; `isExplicit` where the file says so and no warning is wanted.
  case skip(isExplicit: Bool)
  /// The month's last day stands in.
  case last
  /// The first day of the next month stands in.
  case next
}

/// Whether a weekly pattern keeps to even or odd ISO week numbers.
public enum WeekParity: Hashable, Sendable, Codable {
  /// Weeks with an even ISO number.
  case even
  /// Weeks with an odd ISO number.
  case odd
}

/// A part of the day on the local clock.
public struct TimeWindow: Hashable, Sendable, Codable {
  /// The first second, 0 to 86,399.
  public let start: TimeOfDay
  /// The end in seconds since midnight, 1 to 86,400.
  ///
  /// Not after `start` where the window wraps midnight; it then belongs to
  /// the day it starts on.
  public let endSeconds: Int32
  /// Makes a window.
  public init(start: TimeOfDay, endSeconds: Int32) {
    self.start = start
    self.endSeconds = endSeconds
  }

  /// Whether the window goes over midnight.
  public var wrapsMidnight: Bool { endSeconds <= start.secondsSinceMidnight }
}
