public import CivilTime
public import RuleModel

/// What an RFC 5545 recurrence comes down to where one set of days with times, bounds and a count don't say it.
public struct RecurrenceParts: Hashable, Sendable {
  /// What the rule names, all of them together.
  public var streams: [RecurrenceStream]
  /// Narrows the streams to every n-th hour, minute or second from `start`.
  public var step: RecurrenceStep?
  /// The first date-time that counts, included.
  public var start: LocalDateTime
  /// How the rule ends.
  public var end: RecurrenceEnd
  /// Date-times beside the rule's, ascending.
  public var added: [LocalDateTime]
  /// Date-times of the rule that are left out, and counted all the same; ascending.
  public var removed: [LocalDateTime]
  /// Days of the rule that are left out, and counted all the same.
  public var removedDays: DaySetIndex?

  /// Makes the parts.
  public init(
    streams: [RecurrenceStream], step: RecurrenceStep?, start: LocalDateTime, end: RecurrenceEnd,
    added: [LocalDateTime], removed: [LocalDateTime], removedDays: DaySetIndex?
  ) {
    self.streams = streams
    self.step = step
    self.start = start
    self.end = end
    self.added = added
    self.removed = removed
    self.removedDays = removedDays
  }
}

/// Days with times of day.
public struct RecurrenceStream: Hashable, Sendable {
  /// The days.
  public var days: DaySetIndex
  /// The times on each of them.
  public var times: ClockTimes
  /// Joins the two.
  public init(days: DaySetIndex, times: ClockTimes) {
    self.days = days
    self.times = times
  }
}

/// Every n-th hour, minute or second of the local clock.
public struct RecurrenceStep: Hashable, Sendable {
  /// Seconds of the unit: 3600, 60 or 1.
  public var unitSeconds: Int64
  /// How many units lie between two that count, 2 or more.
  public var every: Int64
  /// Makes a step.
  public init(unitSeconds: Int64, every: Int64) {
    self.unitSeconds = unitSeconds
    self.every = every
  }
}

/// Weeks by their number in the year: a week belongs to the year that holds four days of it or more.
public struct WeekNumbers: Hashable, Sendable {
  /// Bit n for week n, 1 to 53.
  public var fromStart: UInt64
  /// Bit n for the n-th last week, 1 to 53.
  public var fromEnd: UInt64
  /// The day on which weeks begin.
  public var weekStart: Weekday
  /// Every how many years of weeks, where more than one.
  public var cadence: Cadence?
  /// Makes a set of weeks.
  public init(fromStart: UInt64, fromEnd: UInt64, weekStart: Weekday, cadence: Cadence?) {
    self.fromStart = fromStart
    self.fromEnd = fromEnd
    self.weekStart = weekStart
    self.cadence = cadence
  }
}

/// Places among the days of a set, counted anew in each week, month or year.
public struct DayPositions: Hashable, Sendable {
  /// In what the places are counted.
  public enum Period: Hashable, Sendable {
    /// Weeks that begin on a day.
    case week(Weekday)
    /// Calendar months.
    case month
    /// Calendar years.
    case year
    /// Years of whole weeks that begin on a day, as week numbers have them.
    case weekYear(Weekday)
  }

  /// The set.
  public var days: DaySetIndex
  /// In what the places are counted.
  public var period: Period
  /// Places from the start, ascending from 1 to 366.
  public var fromStart: [UInt16]
  /// Places from the end, ascending from 1 (the last) to 366.
  public var fromEnd: [UInt16]
  /// Makes the places.
  public init(days: DaySetIndex, period: Period, fromStart: [UInt16], fromEnd: [UInt16]) {
    self.days = days
    self.period = period
    self.fromStart = fromStart
    self.fromEnd = fromEnd
  }
}
