public import CivilTime
public import JSONText
public import RuleEngine
public import RuleModel

/// An occurrence that was handled, or that is taken and waits.
public struct HistoryEntry: ControlEntry {
  /// The rule.
  public var rule: RuleID
  /// The occurrence's identity within the rule, as the ledger has it.
  public var identity: String
  /// When it was due.
  public var scheduled: Instant
  /// When it was taken.
  public var handled: Instant
  /// Where it stands.
  public var status: LedgerStatus
  /// Why, as a stable code; see `LedgerRow.reason`.
  public var reason: String?
  /// How many missed occurrences it stands for.
  public var missedCount: Int
  /// The rule that fired this one.
  public var cause: RuleID?
  /// What the calendar event that it announces is called.
  public var event: String?
  /// Until when it waits.
  public var notBefore: Instant?

  /// The entry of a ledger row.
  public init(_ row: LedgerRow) {
    rule = row.key.rule
    identity = row.key.identity
    scheduled = row.scheduled
    handled = row.handled
    status = row.status
    reason = row.reason
    missedCount = row.facts.missedCount
    cause = row.facts.cause?.rule
    event = row.facts.event.map { ControlText.bounded($0.text.summary) }
    notBefore = row.notBefore
  }

  /// Its members; what is not there is left out.
  public var json: JSONValue {
    var fields = JSONFields()
    fields.set("rule", rule)
    fields.set("identity", identity)
    fields.set("scheduled", scheduled)
    fields.set("handled", handled)
    fields.set("status", status.rawValue)
    fields.set("reason", reason)
    if missedCount != 0 { fields.set("missed_count", missedCount) }
    fields.set("cause", cause)
    fields.set("event", event)
    fields.set("not_before", notBefore)
    return fields.value
  }

  /// Reads what `json` made.
  public init(json: JSONValue) throws(ControlError) {
    var reader = try FieldReader(json, "history")
    rule = RuleID(try reader.neededName("rule"))
    identity = try reader.neededText("identity")
    scheduled = try reader.neededInstant("scheduled")
    handled = try reader.neededInstant("handled")
    status = try reader.neededWord("status", LedgerStatus.self)
    reason = try reader.text("reason")
    missedCount = Int(try reader.integer("missed_count", in: 0...1 << 40) ?? 0)
    cause = try reader.id("cause", RuleID.self)
    event = try reader.text("event")
    notBefore = try reader.instant("not_before")
    try reader.finish()
  }
}

/// A response.
public struct ResponseEntry: ControlEntry {
  /// Identifier of the notification that was answered.
  public var identifier: String
  /// Number of the delivery that was answered.
  public var delivery: Int64
  /// The action chosen; `open` and `dismiss` included.
  public var action: ActionID
  /// The text given.
  public var text: String?
  /// When it came.
  public var received: Instant
  /// The channel or command it came by.
  public var source: String
  /// Whether another response had won already.
  public var isTooLate: Bool

  /// The entry of a record.
  public init(_ record: ResponseRecord) {
    identifier = record.facts.request
    delivery = record.facts.delivery
    action = record.facts.action
    text = record.facts.text
    received = record.received
    source = record.source
    isTooLate = record.isTooLate
  }

  /// Its members; what is not there is left out.
  public var json: JSONValue {
    var fields = JSONFields()
    fields.set("identifier", identifier)
    fields.set("delivery", delivery)
    fields.set("action", action)
    fields.set("text", text)
    fields.set("received", received)
    fields.set("source", source)
    fields.set("too_late", flag: isTooLate)
    return fields.value
  }

  /// Reads what `json` made.
  public init(json: JSONValue) throws(ControlError) {
    var reader = try FieldReader(json, "response")
    identifier = try reader.neededText("identifier")
    delivery = try reader.neededInteger("delivery", in: Int64.min...Int64.max)
    action = ActionID(try reader.neededName("action"))
    text = try reader.text("text")
    received = try reader.neededInstant("received")
    source = try reader.neededText("source")
    isTooLate = try reader.flag("too_late")
    try reader.finish()
  }
}
