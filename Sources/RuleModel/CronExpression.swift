public import CivilTime

/// What a cron expression means: the fields of Debian's cron (vixie), with `L`, `W` and `#`.
///
/// Two texts with the same meaning give equal values: `@daily` and `0 0 * * *`, `1-3` and `1,2,3`.
public struct CronExpression: Hashable, Sendable, Codable {
  /// Whether the text had six fields, the first for seconds.
  public var hasSeconds: Bool
  /// Seconds of the minute: bit n for second n, 0 to 59; only bit 0 without a field for seconds.
  public var seconds: UInt64
  /// Minutes of the hour: bit n for minute n, 0 to 59.
  public var minutes: UInt64
  /// Hours of the day: bit n for hour n, 0 to 23.
  public var hours: UInt32
  /// The day-of-month field.
  public var monthDays: CronMonthDays
  /// Months.
  public var months: MonthSet
  /// The day-of-week field.
  public var weekdays: CronWeekdays
  /// Fields that began with `*` (or are `?`).
  public var starred: CronStarredFields

  /// Makes an expression; by default every minute.
  public init(
    hasSeconds: Bool = false, seconds: UInt64 = 1, minutes: UInt64 = 0xFFF_FFFF_FFFF_FFFF, hours: UInt32 = 0xFF_FFFF,
    monthDays: CronMonthDays = CronMonthDays(), months: MonthSet = .all, weekdays: CronWeekdays = CronWeekdays(),
    starred: CronStarredFields = .all
  ) {
    self.hasSeconds = hasSeconds
    self.seconds = seconds
    self.minutes = minutes
    self.hours = hours
    self.monthDays = monthDays
    self.months = months
    self.weekdays = weekdays
    self.starred = starred
  }

  /// Whether one matching day field is enough (cron's OR): so where neither of the two begins with `*`.
  public var eitherDayFieldMatches: Bool { starred.isDisjoint(with: [.dayOfMonth, .dayOfWeek]) }

  /// Whether the expression follows the clock through its changes: skipped in a gap, twice in a fold.
  ///
  /// So where minute or hour begins with `*`, or where a six-field expression has seconds other than 0; every other
  /// one fires at the end of a gap of at most three hours and in the first pass of a fold.
  public var isClockAligned: Bool { !starred.isDisjoint(with: [.minute, .hour]) || seconds != 1 }

  /// Whether month and day fields match a date.
  public func contains(_ date: LocalDate) -> Bool {
    let (year, month, day) = date.yearMonthDay
    guard months.contains(number: month) else { return false }
    let length = LocalDate.daysInMonth(year: year, month: month)
    let byMonth = monthDays.contains(day: day, ofLength: length, weekday: date.weekday)
    let byWeek = weekdays.contains(date.weekday, day: day, ofLength: length)
    return eitherDayFieldMatches ? byMonth || byWeek : byMonth && byWeek
  }
}

/// The day-of-month field of a cron expression: the union of its parts.
public struct CronMonthDays: Hashable, Sendable, Codable {
  /// Days by number: bit n for day n, 1 to 31.
  public var days: UInt32
  /// Days counted back from the month's last: bit n for `L-n`, 0 (`L`) to 30.
  public var daysBeforeLast: UInt32
  /// `nW`, the day from Monday to Friday that is nearest to day n, in the same month: bit n for day n, 1 to 31.
  public var nearestWorkdays: UInt32
  /// `LW`, the month's last day from Monday to Friday.
  public var lastWorkday: Bool

  /// Makes a field; by default every day.
  public init(
    days: UInt32 = 0xFFFF_FFFE, daysBeforeLast: UInt32 = 0, nearestWorkdays: UInt32 = 0, lastWorkday: Bool = false
  ) {
    self.days = days
    self.daysBeforeLast = daysBeforeLast
    self.nearestWorkdays = nearestWorkdays
    self.lastWorkday = lastWorkday
  }

  /// Whether there are parts other than numbers.
  public var hasSpecialDays: Bool { daysBeforeLast != 0 || nearestWorkdays != 0 || lastWorkday }

  /// Whether the field matches a day, 1 to `length`, of a month with that many days.
  public func contains(day: Int, ofLength length: Int, weekday: Weekday) -> Bool {
    if days & bit(day) != 0 { return true }
    guard hasSpecialDays else { return false }
    if daysBeforeLast & bit(length - day) != 0 { return true }
    guard weekday <= .friday else { return false }
    if lastWorkday, day + daysUntilWorkday(weekday) > length { return true }
    return nearestWorkdays != 0 && isNearest(day: day, ofLength: length, weekday: weekday)
  }

  /// Days from a workday to the next one.
  private func daysUntilWorkday(_ weekday: Weekday) -> Int { weekday == .friday ? 3 : 1 }

  private func isNearest(day: Int, ofLength length: Int, weekday: Weekday) -> Bool {
    if nearestWorkdays & bit(day) != 0 { return true }
    switch weekday {
    case .friday:
      // Saturday goes back to Friday; a Sunday that ends the month too, since Monday is in the next one.
      if day + 1 <= length, nearestWorkdays & bit(day + 1) != 0 { return true }
      return day + 2 == length && nearestWorkdays & bit(day + 2) != 0
    case .monday:
      // Sunday goes on to Monday; a Saturday that begins the month too.
      if day > 1, nearestWorkdays & bit(day - 1) != 0 { return true }
      return day == 3 && nearestWorkdays & bit(1) != 0
    default: return false
    }
  }

  private func bit(_ number: Int) -> UInt32 { number >= 0 && number < 32 ? 1 << UInt32(number) : 0 }
}

/// The day-of-week field of a cron expression: the union of its parts.
public struct CronWeekdays: Hashable, Sendable, Codable {
  /// Days of every week.
  public var days: WeekdaySet
  /// `d#n`, the month's n-th such weekday: bit 8 × n + ISO weekday number, n from 1 to 5.
  public var ordinals: UInt64
  /// `dL`, the month's last such weekday.
  public var last: WeekdaySet

  /// Makes a field; by default every day.
  public init(days: WeekdaySet = .all, ordinals: UInt64 = 0, last: WeekdaySet = []) {
    self.days = days
    self.ordinals = ordinals
    self.last = last
  }

  /// Whether the month's n-th such weekday is named; `false` when `n` is not 1 to 5.
  public func contains(_ n: Int, _ weekday: Weekday) -> Bool {
    n >= 1 && n <= 5 && ordinals & Self.bit(n, weekday) != 0
  }

  /// Adds the month's n-th such weekday; nothing when `n` is not 1 to 5.
  public mutating func insert(_ n: Int, _ weekday: Weekday) {
    if n >= 1, n <= 5 { ordinals |= Self.bit(n, weekday) }
  }

  /// Whether the field matches a weekday that is a day, 1 to `length`, of a month with that many days.
  public func contains(_ weekday: Weekday, day: Int, ofLength length: Int) -> Bool {
    days.contains(weekday) || contains((day - 1) / 7 + 1, weekday) || (last.contains(weekday) && day + 7 > length)
  }

  private static func bit(_ n: Int, _ weekday: Weekday) -> UInt64 { 1 << UInt64(8 * n + Int(weekday.rawValue)) }
}

/// Fields of a cron expression that began with `*`; a step (`*/2`) or more items may follow it.
public struct CronStarredFields: OptionSet, Hashable, Sendable, Codable {
  /// One bit a field.
  public let rawValue: UInt8
  /// Makes a set of its bits.
  public init(rawValue: UInt8) { self.rawValue = rawValue }
  /// Minutes.
  public static let minute = CronStarredFields(rawValue: 1)
  /// Hours.
  public static let hour = CronStarredFields(rawValue: 2)
  /// Days of the month.
  public static let dayOfMonth = CronStarredFields(rawValue: 4)
  /// Days of the week.
  public static let dayOfWeek = CronStarredFields(rawValue: 8)
  /// All four fields for which the star matters.
  public static let all: CronStarredFields = [.minute, .hour, .dayOfMonth, .dayOfWeek]
}
