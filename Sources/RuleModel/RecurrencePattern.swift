public import CivilTime

/// An RFC 5545 recurrence rule with what stands beside it in an event: DTSTART, RDATE and EXDATE.
public struct RecurrencePattern: Hashable, Sendable, Codable {
  /// The rule.
  public var rule: RecurrenceRule
  /// DTSTART on the trigger's local clock: fixes phases and what the BY parts leave open.
  ///
  /// Fires only where it matches.
  public var start: LocalDateTime
  /// RDATE: date-times beside those of the rule, ascending, without repeats; COUNT and UNTIL don't touch them.
  public var added: [LocalDateTime]
  /// EXDATE: date-times that are left out again, ascending, without repeats; COUNT counts them all the same.
  public var removed: [LocalDateTime]
  /// Whole days that are left out again, ascending, without repeats.
  public var removedDays: [LocalDate]

  /// Makes a pattern; by default the rule alone.
  public init(
    rule: RecurrenceRule, start: LocalDateTime, added: [LocalDateTime] = [], removed: [LocalDateTime] = [],
    removedDays: [LocalDate] = []
  ) {
    self.rule = rule
    self.start = start
    self.added = added
    self.removed = removed
    self.removedDays = removedDays
  }
}

extension RecurrencePattern {
  /// What the pattern means in English words, without a full stop.
  public var words: String {
    var text = "\(rule.words), starting \(start)"
    let removedCount = removed.count + removedDays.count
    if !added.isEmpty { text += ", and \(added.count) more \(added.count == 1 ? "date" : "dates")" }
    if removedCount > 0 { text += ", without \(removedCount) \(removedCount == 1 ? "date" : "dates")" }
    return text
  }
}

extension TriggerSource {
  /// What a time that a clock change skips becomes where the rule says nothing about it.
  public var defaultGap: GapPolicy {
    switch self {
    case .cron: .nextOfShortGap
    case .calendarExpression: .skip
    case .fixed, .aligned, .interval, .recurrence, .eventFile, .event: .shift
    }
  }

  /// Whether occurrences are the instants at which the clock shows a time, whatever changes it goes through.
  public var isClockAligned: Bool {
    switch self {
    case .aligned: true
    case .cron(let expression): expression.isClockAligned
    case .fixed, .interval, .recurrence, .calendarExpression, .eventFile, .event: false
    }
  }
}
