public import CivilTime
public import RuleModel

/// What an occurrence is known by in the ledger; unique.
public struct OccurrenceKey: Hashable, Sendable, Codable, Comparable {
  /// The rule.
  public var rule: RuleID
  /// The occurrence's identity within the rule, as `OccurrenceIdentity.ledgerText` or an event's own name.
  public var identity: String
  /// Makes a key.
  public init(rule: RuleID, identity: String) {
    self.rule = rule
    self.identity = identity
  }

  /// Orders by rule, then by identity.
  public static func < (left: OccurrenceKey, right: OccurrenceKey) -> Bool {
    left.rule == right.rule ? left.identity < right.identity : left.rule < right.rule
  }
}

/// Where an occurrence stands; all but `claimed` are final.
public enum LedgerStatus: String, Hashable, Sendable, CaseIterable, Codable {
  /// Taken, and not yet acted on.
  case claimed
  /// Its notification or run was set going.
  case fired
  /// Handled too late and not made up; the reason is the policy that decided.
  case missed
  /// Not fired; the reason says why (`overlap`, `disabled`, …).
  case skipped
  /// It fell while the rule was stopped.
  case stopped
  /// Another identity at the same instant stands for it.
  case superseded
  /// It could not be acted on.
  case failed
}

/// One occurrence in the ledger.
public struct LedgerRow: Hashable, Sendable, Codable {
  /// What it is known by.
  public var key: OccurrenceKey
  /// When it was due.
  public var scheduled: Instant
  /// When the engine took it.
  public var handled: Instant
  /// Where it stands.
  public var status: LedgerStatus
  /// Why, as a stable code: `skip`, `latest`, `within`, `limit`, `distance` (missed), `overlap` (skipped), `crashed` (failed),
  /// an identity (superseded); nil where nothing is to say.
  public var reason: String?
  /// What its notification and run are told.
  public var facts: Facts
  /// Not acted on before this instant; nil for at once.
  public var notBefore: Instant?
  /// Whether it waits for the rule's earlier claimed rows and runs (`missed: all`).
  public var isSerial: Bool
  /// Whether it starts past a run that still goes on.
  public var isForced: Bool
  /// At how many service starts in a row it was found claimed.
  public var starts: Int

  /// Makes a row.
  public init(
    key: OccurrenceKey, scheduled: Instant, handled: Instant, status: LedgerStatus, reason: String? = nil, facts: Facts
  ) {
    self.key = key
    self.scheduled = scheduled
    self.handled = handled
    self.status = status
    self.reason = reason
    self.facts = facts
    isSerial = false
    isForced = false
    starts = 0
  }
}

extension OccurrenceIdentity {
  /// The identity as the ledger stores it; never changes its form, so that rows of older versions stay found.
  public var ledgerText: String {
    switch self {
    case .instant(let instant): return "@\(instant.epochSeconds)"
    case .event(let key, let time): return "\(time.ledgerText) event \(key)"
    case .civil(let dateTime, let zone, let offset, let pass):
      var text = dateTime.description
      if let zone { text += "[\(zone.rawValue)]" }
      switch offset {
      case nil: break
      case .days(let days)?: text += " \(days)d"
      case .workdays(let days)?: text += " \(days)wd"
      case .seconds(let seconds)?: text += " \(seconds)s"
      case .daysAndSeconds(let days, let seconds)?: text += " \(days)d\(seconds)s"
      }
      if pass == .last { text += " 2" }
      return text
    }
  }
}
