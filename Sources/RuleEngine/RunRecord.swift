public import CivilTime
public import RuleModel

/// The number of a run; its attempts share it.
public struct RunID: Hashable, Sendable, Codable, Comparable, CustomStringConvertible {
  /// Ascending over all runs, from 1.
  public let number: Int64
  /// Makes an identifier of a number.
  public init(_ number: Int64) { self.number = number }
  /// What one start of the run is called where names of folders are needed (`RunOrder.runID`): `12-1`.
  public func startName(attempt: Int) -> String { "\(number)-\(attempt)" }

  /// Reads what `startName` wrote; nil for any other text.
  public static func start(named name: String) -> (id: RunID, attempt: Int)? {
    let parts = name.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 2, let number = Int64(parts[0]), let attempt = Int(parts[1]), number > 0, attempt > 0 else {
      return nil
    }
    return (RunID(number), attempt)
  }

  /// The number in decimal digits.
  public var description: String { String(number) }
  /// Earlier runs come first.
  public static func < (left: RunID, right: RunID) -> Bool { left.number < right.number }
  /// Reads the number.
  public init(from decoder: any Decoder) throws {
    number = try decoder.singleValueContainer().decode(Int64.self)
  }
  /// Stores the number.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(number)
  }
}

/// Where a run stands.
public enum RunPhase: String, Hashable, Sendable, CaseIterable, Codable {
  /// Waits for one of the `limits.parallel` places.
  case waiting
  /// May start; whether it has is not yet known.
  case claimed
  /// Goes on.
  case started
  /// Waits for its next attempt.
  case retrying
  /// Over, with an outcome.
  case ended
}

/// A run from its claim to the end of its last attempt.
public struct RunRecord: Hashable, Sendable, Codable {
  /// Its number.
  public var id: RunID
  /// The rule it belongs to; nil for a step of a request by hand.
  public var rule: RuleID?
  /// The occurrence that started it; nil for a step.
  public var occurrence: OccurrenceKey?
  /// The list of steps that waits for it; nil for the run of a rule.
  public var stepList: Int64?
  /// The action whose step it is.
  public var action: ActionID?
  /// What is executed.
  public var run: ScriptRun
  /// What its outcome does.
  public var handlers: RunHandlers
  /// What the script is told.
  public var facts: Facts
  /// Identifier of the notification it belongs to.
  public var request: String?
  /// Where it stands.
  public var phase: RunPhase
  /// Which start this is, from 1.
  public var attempt: Int
  /// When it was asked for.
  public var queued: Instant
  /// When its first attempt started.
  public var firstStarted: Instant?
  /// When its present or last attempt started.
  public var started: Instant?
  /// When its next attempt comes (`retrying`).
  public var nextAttempt: Instant?
  /// When its last attempt ended.
  public var ended: Instant?
  /// How the last attempt ended.
  public var result: RunFacts?
  /// At how many service starts in a row it was found claimed.
  public var starts: Int

  /// Makes a run that waits for its first attempt.
  public init(id: RunID, rule: RuleID?, run: ScriptRun, handlers: RunHandlers, facts: Facts, queued: Instant) {
    self.id = id
    self.rule = rule
    self.run = run
    self.handlers = handlers
    self.facts = facts
    self.queued = queued
    phase = .waiting
    attempt = 1
    starts = 0
  }
}

/// A list of steps that waits for a run, with what is left of it.
public struct StepList: Hashable, Sendable, Codable {
  /// Its number.
  public var id: Int64
  /// The rule it belongs to; nil for a request by hand.
  public var rule: RuleID?
  /// The notification it acts on: the one answered, else the rule's last one.
  public var request: Request?
  /// The steps after the one that goes on, in order.
  public var rest: [Step]
  /// What insertions and scripts are told.
  public var facts: Facts

  /// Makes a list.
  public init(id: Int64, rule: RuleID?, request: Request?, rest: [Step], facts: Facts) {
    self.id = id
    self.rule = rule
    self.request = request
    self.rest = rest
    self.facts = facts
  }
}
