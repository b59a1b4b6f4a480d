public import CivilTime

/// One firing of a rule on the clock: the instant, the civil time it was meant for, and why the two differ.
public struct Occurrence: Hashable, Sendable, Codable {
  /// When it fires.
  public var instant: Instant
  /// What it is known by, never empty; more than one where equal instants of one rule were collapsed.
  public var identities: [OccurrenceIdentity]
  /// What happened on the way from pattern to instant, in that order.
  public var reasons: [OccurrenceReason]
  /// The events of calendar files that take place then, in the order of their files; each is announced by itself.
  public var events: [OccurrenceEvent]

  /// Makes an occurrence.
  public init(
    instant: Instant, identities: [OccurrenceIdentity], reasons: [OccurrenceReason] = [],
    events: [OccurrenceEvent] = []
  ) {
    self.instant = instant
    self.identities = identities
    self.reasons = reasons
    self.events = events
  }

  /// The nominal civil date-time, before move and offset; nil for clock-aligned and interval triggers and fixed instants.
  public var nominal: LocalDateTime? { identities.first?.nominal }
}

/// What makes an occurrence the same one whatever the clock, the zone files or a restart do; unique within its rule.
public enum OccurrenceIdentity: Hashable, Sendable, Codable {
  /// A fixed-time trigger: the nominal civil date-time (before move, offset and jitter), the zone when the trigger names one,
  /// the offset and, under `fold: both`, the pass.
  case civil(LocalDateTime, zone: ZoneName?, offset: Offset?, pass: Pass)
  /// A clock-aligned, interval or fixed-instant trigger: the instant before jitter (and the offset it came by).
  case instant(Instant)
  /// An event of a calendar file: what tells it from others, and what its time is known by, `civil` or `instant`.
  indirect case event(String, OccurrenceIdentity)

  /// Which pass of a repeated time.
  public enum Pass: UInt8, Hashable, Sendable, Codable {
    /// The first, or the only one.
    case first = 1
    /// The second.
    case last = 2
  }

  /// The identity without the event.
  public var time: OccurrenceIdentity {
    var result = self
    // One level is all that is ever made; a stored value could nest more.
    while case .event(_, let inner) = result { result = inner }
    return result
  }

  /// The nominal civil date-time, where it is known by one.
  public var nominal: LocalDateTime? {
    if case .civil(let dateTime, _, _, _) = time { dateTime } else { nil }
  }
}

/// One thing that moved an occurrence away from what its pattern says.
public enum OccurrenceReason: Hashable, Sendable, Codable {
  /// The local time was skipped by a forward clock change and the policy placed it elsewhere.
  case gap(policy: GapPolicy, nominal: LocalDateTime)
  /// The local time comes twice; this is that pass of it.
  case fold(pass: OccurrenceIdentity.Pass)
  /// Moved off a day that is left out.
  case moved(from: LocalDate, because: String)
  /// The month lacks the day; another stands in.
  case clamped(missing: MissingDay)
  /// Shifted by an offset.
  case offset(Offset)
  /// Delayed by a constant share of the jitter, in seconds.
  case jitter(seconds: Int64)
  /// Stands for so many other occurrences at the same instant.
  case collapsed(others: Int)
}

/// An occurrence that its pattern names and a rule of the trigger leaves out, for previews.
public struct SkippedOccurrence: Hashable, Sendable, Codable {
  /// Why.
  public enum Reason: Hashable, Sendable, Codable {
    /// Left out by `except`: the name of the calendar, weekday or date.
    case except(String)
    /// Not in `only`.
    case notInOnly
    /// The local time does not exist and the policy is `skip`.
    case gap
    /// The month or year lacks the day.
    case missingDay
    /// No free day was found to move to before the next occurrence.
    case noFreeDay(String)
  }

  /// The civil date-time it was meant for.
  public var nominal: LocalDateTime
  /// Where it would have come in time order.
  public var instant: Instant
  /// Why it does not fire.
  public var reason: Reason

  /// Makes one.
  public init(nominal: LocalDateTime, instant: Instant, reason: Reason) {
    self.nominal = nominal
    self.instant = instant
    self.reason = reason
  }
}
