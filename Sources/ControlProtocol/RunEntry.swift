public import CivilTime
public import JSONText
public import RuleEngine
public import RuleModel

/// A run, from its claim to the end of its last attempt.
public struct RunEntry: ControlEntry {
  /// Its number.
  public var id: Int64
  /// The rule it belongs to; nil for a step of a request by hand.
  public var rule: RuleID?
  /// The action whose step it is; nil for the run of a rule.
  public var action: ActionID?
  /// Identifier of the notification it belongs to.
  public var request: String?
  /// When the firing that it belongs to was due.
  public var scheduled: Instant
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
  /// When its next attempt comes.
  public var nextAttempt: Instant?
  /// When its last attempt ended.
  public var ended: Instant?
  /// How the last attempt ended, with its kept output; of an output above 512 KiB the end.
  public var result: RunFacts?

  /// The entry of a record.
  public init(_ run: RunRecord) {
    id = run.id.number
    rule = run.rule
    action = run.action
    request = run.request
    scheduled = run.facts.scheduled
    phase = run.phase
    attempt = run.attempt
    queued = run.queued
    firstStarted = run.firstStarted
    started = run.started
    nextAttempt = run.nextAttempt
    ended = run.ended
    result = run.result
    if let output = result?.output { result?.output = ControlText.end(of: output) }
  }

  /// Its members; what is not there is left out.
  public var json: JSONValue {
    var fields = JSONFields()
    fields.set("run", id)
    fields.set("rule", rule)
    fields.set("action", action)
    fields.set("request", request)
    fields.set("scheduled", scheduled)
    fields.set("phase", phase.rawValue)
    fields.set("attempt", attempt)
    fields.set("queued", queued)
    fields.set("first_started", firstStarted)
    fields.set("started", started)
    fields.set("next_attempt", nextAttempt)
    fields.set("ended", ended)
    if let result {
      fields.set("outcome", result.outcome.rawValue)
      fields.set("exit_code", result.exitCode)
      fields.set("signal", result.signal)
      fields.set("duration_ms", result.durationMilliseconds)
      fields.set("problem", result.problem)
      fields.set("output", result.output)
    }
    return fields.value
  }

  /// Reads what `json` made.
  public init(json: JSONValue) throws(ControlError) {
    var reader = try FieldReader(json, "run")
    id = try reader.neededInteger("run", in: Int64.min...Int64.max)
    rule = try reader.id("rule", RuleID.self)
    action = try reader.id("action", ActionID.self)
    request = try reader.text("request")
    scheduled = try reader.neededInstant("scheduled")
    phase = try reader.neededWord("phase", RunPhase.self)
    attempt = try reader.count("attempt")
    queued = try reader.neededInstant("queued")
    firstStarted = try reader.instant("first_started")
    started = try reader.instant("started")
    nextAttempt = try reader.instant("next_attempt")
    ended = try reader.instant("ended")
    let outcome = try reader.word("outcome", RunOutcome.self)
    let codes = Int64(Int32.min)...Int64(Int32.max)
    let facts = RunFacts(
      outcome: outcome ?? .interrupted, exitCode: try reader.integer("exit_code", in: codes).map { Int32($0) },
      signal: try reader.integer("signal", in: codes).map { Int32($0) },
      durationMilliseconds: try reader.integer("duration_ms", in: Int64.min...Int64.max) ?? 0,
      output: try reader.text("output") ?? "", problem: try reader.text("problem"))
    result = outcome.map { _ in facts }
    try reader.finish()
  }
}
