public import CivilTime

/// First and last civil date-time at which a pattern may fire, and how often.
public struct Bounds: Hashable, Sendable, Codable {
  /// The first date-time that may fire, included; it anchors the phase of `every`.
  public var from: DateTimePoint?
  /// The last date-time that may fire, included; a date stands for its last second.
  public var until: DateTimePoint?
  /// How many occurrences that survive the bounds, counted from the anchor (`from`, else the first load), 1 to 1,000,000;
  /// `repeats: false` is 1.
  public var count: Int?
  /// Makes bounds; by default none.
  public init(from: DateTimePoint? = nil, until: DateTimePoint? = nil, count: Int? = nil) {
    self.from = from
    self.until = until
    self.count = count
  }

  /// Whether they bound nothing.
  public var isOpen: Bool { from == nil && until == nil && count == nil }

  /// Whether the stored anchor of the first load is needed.
  public var needsAnchor: Bool { count != nil && from == nil }
}

/// One entry of `only`, `except` or a calendar's `union` and `except`.
public enum DayItem: Hashable, Sendable, Codable {
  /// Days of the week.
  case weekdays(WeekdaySet)
  /// One date.
  case date(LocalDate)
  /// A date of every year.
  case yearly(YearlyDate)
  /// A calendar by name: a set of days, or of windows where it has hours or timed ranges.
  case calendar(CalendarID)
}

/// Where an occurrence goes whose day is left out.
public enum Move: Hashable, Sendable, Codable {
  /// Nowhere.
  case drop
  /// To the next free day.
  case next
  /// To the free day before.
  case previous
  /// To the nearer free day; of two the earlier.
  case nearest
}

/// What becomes of a local time that a forward clock change skips.
public enum GapPolicy: Hashable, Sendable, Codable {
  /// Later by the length of the gap, as RFC 5545 3.3.5 reads it.
  case shift
  /// The first instant after the gap.
  case next
  /// The first instant after a gap of at most three hours; nothing after a longer one, as in Debian's cron.
  case nextOfShortGap
  /// Earlier by the length of the gap.
  case previous
  /// Nothing fires.
  case skip
}

/// Which pass of a repeated local time fires.
public enum FoldPolicy: Hashable, Sendable, Codable {
  /// The first pass.
  case first
  /// The last pass.
  case last
  /// Each pass.
  case both
}
