public import CivilTime
public import RuleModel

/// What is known about a firing: the values that `{{ … }}`, environment variables and standard input give on.
public struct Facts: Hashable, Sendable, Codable {
  /// The rule that fired; nil for a request by hand.
  public var rule: RuleID?
  /// The instant it was due; for a request by hand the instant it was asked for.
  public var scheduled: Instant
  /// What the local clock shows for it: the nominal date-time of a fixed-time trigger, else the reading at `scheduled`.
  public var nominal: LocalDateTime
  /// Seconds from `scheduled` to when it was handled, 0 or more.
  public var latenessSeconds: Int64
  /// How many missed occurrences it stands for; 0 for one that is not made up.
  public var missedCount: Int
  /// What fired it, where that was another rule.
  public var cause: Cause?
  /// The calendar event that is announced.
  public var event: EventFacts?
  /// The response whose steps go on.
  public var response: ResponseFacts?
  /// The run whose outcome's steps go on.
  public var run: RunFacts?

  /// Makes facts of a firing on time.
  public init(rule: RuleID?, scheduled: Instant, nominal: LocalDateTime) {
    self.rule = rule
    self.scheduled = scheduled
    self.nominal = nominal
    latenessSeconds = 0
    missedCount = 0
  }
}

/// A calendar event as templates and scripts see it.
public struct EventFacts: Hashable, Sendable, Codable {
  /// What it is about.
  public var text: EventText
  /// When it begins and ends; of whole days the first and the last one.
  public var start: EventMoment
  /// See `start`.
  public var end: EventMoment
  /// What the rule's clock shows when it begins.
  public var localStart: LocalDateTime
  /// What the rule's clock shows when it ends.
  public var localEnd: LocalDateTime

  /// Joins the parts.
  public init(
    text: EventText, start: EventMoment, end: EventMoment, localStart: LocalDateTime, localEnd: LocalDateTime
  ) {
    self.text = text
    self.start = start
    self.end = end
    self.localStart = localStart
    self.localEnd = localEnd
  }

  /// The value of a field.
  public func value(of field: EventField) -> String {
    switch field {
    case .summary: text.summary
    case .description: text.details
    case .location: text.location
    case .uid: text.uid
    case .url: text.url
    case .start: Self.words(start, localStart)
    case .end: Self.words(end, localEnd)
    case .date: localStart.date.description
    case .time: isWholeDays ? "" : localStart.time.description
    }
  }

  /// Whether it takes whole days.
  public var isWholeDays: Bool { if case .day = start { true } else { false } }

  private static func words(_ moment: EventMoment, _ local: LocalDateTime) -> String {
    if case .day(let date) = moment { date.description } else { "\(local.date) \(local.time)" }
  }
}

/// The firing of another rule that fired this one, and how it ended.
public struct Cause: Hashable, Sendable, Codable {
  /// The other rule.
  public var rule: RuleID
  /// When the other was due.
  public var scheduled: Instant
  /// How the other's run ended; nil for a `fire` step.
  public var run: RunFacts?
  /// Makes a cause.
  public init(rule: RuleID, scheduled: Instant, run: RunFacts? = nil) {
    self.rule = rule
    self.scheduled = scheduled
    self.run = run
  }
}

/// A response as its steps see it.
public struct ResponseFacts: Hashable, Sendable, Codable {
  /// The action chosen; `open` and `dismiss` included.
  public var action: ActionID
  /// The text given, byte for byte; nil for an action without input.
  public var text: String?
  /// Identifier of the notification that was answered.
  public var request: String
  /// Number of the delivery that was answered.
  public var delivery: Int64
  /// Makes response facts.
  public init(action: ActionID, text: String?, request: String, delivery: Int64) {
    self.action = action
    self.text = text
    self.request = request
    self.delivery = delivery
  }
}

/// How a run ended.
public enum RunOutcome: String, Hashable, Sendable, CaseIterable, Codable {
  /// A success code (0 where none are named).
  case success
  /// Another code, a signal, or it could not be started.
  case failure
  /// Its time limit passed.
  case timeout
  /// It vanished without a result.
  case interrupted
  /// A skip code, or not started because the run before still went on.
  case skipped

  /// The set of this outcome alone.
  public var set: OutcomeSet {
    switch self {
    case .success: .success
    case .failure: .failure
    case .timeout: .timeout
    case .interrupted: .interrupted
    case .skipped: .skipped
    }
  }
}

/// What an ended run leaves for templates and scripts.
public struct RunFacts: Hashable, Sendable, Codable {
  /// How it ended.
  public var outcome: RunOutcome
  /// Exit code, 0 to 255; nil where it did not exit by itself.
  public var exitCode: Int32?
  /// Number of the signal that ended it.
  public var signal: Int32?
  /// Milliseconds from start to end of the last attempt.
  public var durationMilliseconds: Int64
  /// The kept output as text, bytes that are no UTF-8 replaced; at most `output.keep` bytes before that.
  public var output: String
  /// Why it could not be started, where it could not.
  public var problem: String?

  /// Makes run facts.
  public init(
    outcome: RunOutcome, exitCode: Int32? = nil, signal: Int32? = nil, durationMilliseconds: Int64 = 0,
    output: String = "", problem: String? = nil
  ) {
    self.outcome = outcome
    self.exitCode = exitCode
    self.signal = signal
    self.durationMilliseconds = durationMilliseconds
    self.output = output
    self.problem = problem
  }

  /// The last line of the output that is not empty.
  public var lastLine: String {
    output.split(whereSeparator: \.isNewline).last { !$0.allSatisfy(\.isWhitespace) }.map(String.init) ?? ""
  }
}
