public import CivilTime

/// What an RFC 5545 recurrence rule (3.3.10, with the SKIP of RFC 7529) means, without its DTSTART.
///
/// A BY part that is not given is an empty mask or list; the parser refuses parts that are given and empty. Parts whose
/// order does not matter are ascending and without repeats, so that equal meanings are equal values.
public struct RecurrenceRule: Hashable, Sendable, Codable {
  /// FREQ.
  public var frequency: RecurrenceFrequency
  /// INTERVAL: 1 to 2,147,483,647.
  public var interval: Int
  /// COUNT or UNTIL.
  public var end: RecurrenceEnd
  /// BYSECOND: bit n for second n, 0 to 59; 60 is kept as 59 (RFC 5545 3.3.12, for clocks without leap seconds).
  public var seconds: UInt64
  /// BYMINUTE: bit n for minute n, 0 to 59.
  public var minutes: UInt64
  /// BYHOUR: bit n for hour n, 0 to 23.
  public var hours: UInt32
  /// BYDAY without a number.
  public var weekdays: WeekdaySet
  /// BYDAY with a number, counted in the month or year; only with MONTHLY and YEARLY.
  ///
  /// By number, those from the end last, then by weekday.
  public var ordinalWeekdays: [RecurrenceWeekday]
  /// BYMONTHDAY above 0: bit n for day n, 1 to 31.
  public var monthDays: UInt32
  /// BYMONTHDAY below 0: bit n for day -n, 1 (the last day) to 31.
  public var monthDaysFromEnd: UInt32
  /// BYYEARDAY: -366 to 366 without 0; those from the start first.
  public var yearDays: [Int16]
  /// BYWEEKNO above 0: bit n for week n, 1 to 53.
  public var weekNumbers: UInt64
  /// BYWEEKNO below 0: bit n for week -n, 1 (the last week) to 53.
  public var weekNumbersFromEnd: UInt64
  /// BYMONTH.
  public var months: MonthSet
  /// BYSETPOS: -366 to 366 without 0; those from the start first.
  public var setPositions: [Int16]
  /// WKST: the day on which weeks begin, for `interval` of WEEKLY and for week numbers.
  public var weekStart: Weekday
  /// SKIP: what becomes of a date that its month or year does not have.
  public var skip: RecurrenceSkip

  /// Makes a rule; by default without end and without BY parts, weeks beginning on Monday.
  public init(
    frequency: RecurrenceFrequency, interval: Int = 1, end: RecurrenceEnd = .never, seconds: UInt64 = 0,
    minutes: UInt64 = 0, hours: UInt32 = 0, weekdays: WeekdaySet = [], ordinalWeekdays: [RecurrenceWeekday] = [],
    monthDays: UInt32 = 0, monthDaysFromEnd: UInt32 = 0, yearDays: [Int16] = [], weekNumbers: UInt64 = 0,
    weekNumbersFromEnd: UInt64 = 0, months: MonthSet = [], setPositions: [Int16] = [], weekStart: Weekday = .monday,
    skip: RecurrenceSkip = .omit
  ) {
    self.frequency = frequency
    self.interval = interval
    self.end = end
    self.seconds = seconds
    self.minutes = minutes
    self.hours = hours
    self.weekdays = weekdays
    self.ordinalWeekdays = ordinalWeekdays
    self.monthDays = monthDays
    self.monthDaysFromEnd = monthDaysFromEnd
    self.yearDays = yearDays
    self.weekNumbers = weekNumbers
    self.weekNumbersFromEnd = weekNumbersFromEnd
    self.months = months
    self.setPositions = setPositions
    self.weekStart = weekStart
    self.skip = skip
  }

  /// Whether BYDAY is given.
  public var hasWeekdays: Bool { !weekdays.isEmpty || !ordinalWeekdays.isEmpty }

  /// Whether BYMONTHDAY is given.
  public var hasMonthDays: Bool { monthDays != 0 || monthDaysFromEnd != 0 }

  /// Whether BYWEEKNO is given.
  public var hasWeekNumbers: Bool { weekNumbers != 0 || weekNumbersFromEnd != 0 }

  /// Whether any BY part but BYSETPOS is given.
  public var hasByParts: Bool {
    hasWeekdays || hasMonthDays || hasWeekNumbers || !yearDays.isEmpty || !months.isEmpty || hours != 0 || minutes != 0
      || seconds != 0
  }
}

/// How often a recurrence rule repeats: the unit of its interval, the finest first.
public enum RecurrenceFrequency: UInt8, CaseIterable, Hashable, Comparable, Sendable, Codable {
  /// Every second.
  case secondly
  /// Every minute.
  case minutely
  /// Every hour.
  case hourly
  /// Every day.
  case daily
  /// Every week.
  case weekly
  /// Every month.
  case monthly
  /// Every year.
  case yearly

  /// The finer frequency comes first.
  public static func < (left: RecurrenceFrequency, right: RecurrenceFrequency) -> Bool {
    left.rawValue < right.rawValue
  }
}

/// When a recurrence rule ends; COUNT and UNTIL exclude each other.
public enum RecurrenceEnd: Hashable, Sendable, Codable {
  /// Never.
  case never
  /// COUNT: after so many occurrences, 1 to 2,147,483,647.
  case count(Int)
  /// UNTIL as a date: the last day, all of it.
  case untilDate(LocalDate)
  /// UNTIL on the local clock, included.
  case untilLocal(LocalDateTime)
  /// UNTIL in UTC, included.
  case untilInstant(Instant)
}

/// A weekday counted in its month or year, as in `BYDAY=-1FR`.
public struct RecurrenceWeekday: Hashable, Sendable, Codable {
  /// 1 to 53 from the start, -1 to -53 from the end.
  public let ordinal: Int8
  /// The day of the week.
  public let weekday: Weekday
  /// Makes a counted weekday.
  public init(_ ordinal: Int8, _ weekday: Weekday) {
    self.ordinal = ordinal
    self.weekday = weekday
  }
}

/// What becomes of a date that its month or year does not have (RFC 7529, SKIP).
public enum RecurrenceSkip: UInt8, CaseIterable, Hashable, Sendable, Codable {
  /// Nothing fires.
  case omit
  /// The day before stands in: the month's last.
  case backward
  /// The day after stands in: the first of the next month.
  case forward
}
