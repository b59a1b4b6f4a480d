public import CivilTime

/// One VEVENT of an iCalendar file (RFC 5545 3.6.1): when it is, and what is said about it.
public struct CalendarEvent: Hashable, Sendable, Codable {
  /// UID; events with the same one belong together.
  ///
  /// Empty where the file has none.
  public var uid: String
  /// SUMMARY.
  public var summary: String
  /// DESCRIPTION.
  public var details: String
  /// LOCATION.
  public var location: String
  /// URL.
  public var url: String
  /// DTSTART.
  public var start: EventTime
  /// DTEND or DURATION.
  public var end: EventEnd
  /// RRULE; more than one is rare.
  public var rules: [RecurrenceRule]
  /// RDATE, in the order of the file; of periods their starts.
  public var additions: [EventTime]
  /// EXDATE, in the order of the file.
  public var exceptions: [EventTime]
  /// RECURRENCE-ID: which occurrence of the other event with this UID it replaces.
  public var replaces: EventTime?
  /// Whether `replaces` reaches all later occurrences too (RANGE=THISANDFUTURE).
  public var replacesFollowing = false
  /// SEQUENCE: of two that replace the same occurrence the higher counts.
  public var sequence = 0
  /// Whether STATUS is CANCELLED: nothing takes place, and what it replaces does not either.
  public var isCancelled: Bool

  /// Makes an event that takes place once.
  public init(
    uid: String = "", summary: String = "", details: String = "", location: String = "", url: String = "",
    start: EventTime, end: EventEnd = .none, rules: [RecurrenceRule] = [], additions: [EventTime] = [],
    exceptions: [EventTime] = [], replaces: EventTime? = nil, isCancelled: Bool = false
  ) {
    self.uid = uid
    self.summary = summary
    self.details = details
    self.location = location
    self.url = url
    self.start = start
    self.end = end
    self.rules = rules
    self.additions = additions
    self.exceptions = exceptions
    self.replaces = replaces
    self.isCancelled = isCancelled
  }
}

/// A DATE or DATE-TIME in one of its forms (RFC 5545 3.3.4 and 3.3.5).
public enum EventTime: Hashable, Sendable, Codable {
  /// A whole day.
  case date(LocalDate)
  /// A time on whatever clock the reader has.
  case floating(LocalDateTime)
  /// A time on the clock of a zone.
  case zoned(LocalDateTime, ZoneName)
  /// A time in UTC.
  case instant(Instant)
}

/// How long an event lasts.
public enum EventEnd: Hashable, Sendable, Codable {
  /// Not said: a day's event lasts that day, any other no time (RFC 5545 3.6.1).
  case none
  /// DTEND, not included.
  case at(EventTime)
  /// DURATION: calendar days (weeks as seven), then exact seconds; both at least 0, at most 2,147,483,647.
  case after(days: Int, seconds: Int)
}
