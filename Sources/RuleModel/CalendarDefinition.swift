public import CivilTime

/// A named set of days, or of windows of time where it has hours or timed ranges.
public struct CalendarDefinition: Hashable, Sendable {
  /// Its name.
  public var id: CalendarID
  /// Single dates, ascending.
  public var dates: [LocalDate]
  /// Ranges of days, both ends included.
  public var dayRanges: [DayRange]
  /// Ranges with times, half-open, on the local clock.
  public var timedRanges: [TimedRange]
  /// Dates of every year.
  public var yearly: [YearlyDate]
  /// Days of the week.
  public var weekly: DayPattern?
  /// Days of the month.
  public var monthly: DayPattern?
  /// Days that a recurrence rule names.
  public var recurrence: CalendarRecurrence?
  /// A file whose events belong to it: whole days, and windows where an event has times.
  public var events: EventFile?
  /// First day of the recurring parts; also the phase of `every`.
  public var from: LocalDate?
  /// Last day of the recurring parts.
  public var until: LocalDate?
  /// Hours of its days; empty for whole days.
  public var hours: [TimeWindow]
  /// Other sets whose days are in this one too.
  public var union: [DayItem]
  /// Days taken out again.
  public var except: [DayItem]
  /// Zone of its windows; the trigger's where nil.
  public var zone: ZoneName?
  /// Days that are no workdays, for `workday` patterns.
  public var weekend: WeekdaySet
  /// Whether it is meant to run out, so that nothing is said beyond its end.
  public var mayEnd = false

  /// Makes an empty calendar.
  public init(id: CalendarID, weekend: WeekdaySet = [WeekdaySet(.saturday), WeekdaySet(.sunday)]) {
    self.id = id
    self.weekend = weekend
    dates = []
    dayRanges = []
    timedRanges = []
    yearly = []
    hours = []
    union = []
    except = []
  }
}

/// An RFC 5545 recurrence rule as a set of days.
public struct CalendarRecurrence: Hashable, Sendable {
  /// The rule with its start, RDATE and EXDATE; of date-times the days count.
  ///
  /// One day is one occurrence: FREQ=DAILY or coarser, without BYHOUR, BYMINUTE and BYSECOND.
  public var pattern: RecurrencePattern
  /// The last day that COUNT or UNTIL leave the rule; nil where it goes on for ever.
  public var lastDay: LocalDate?
  /// Joins a rule and the day on which it ends.
  public init(pattern: RecurrencePattern, lastDay: LocalDate?) {
    self.pattern = pattern
    self.lastDay = lastDay
  }
}

/// Days from the first to the last, both included.
public struct DayRange: Hashable, Sendable {
  /// First day.
  public let first: LocalDate
  /// Last day, not before `first`.
  public let last: LocalDate
  /// Makes a range.
  public init(first: LocalDate, last: LocalDate) {
    self.first = first
    self.last = last
  }
}

/// Local date-times from the first to before the last.
public struct TimedRange: Hashable, Sendable {
  /// Inclusive start.
  public let start: LocalDateTime
  /// Exclusive end, after `start`.
  public let end: LocalDateTime
  /// Makes a range.
  public init(start: LocalDateTime, end: LocalDateTime) {
    self.start = start
    self.end = end
  }
}
