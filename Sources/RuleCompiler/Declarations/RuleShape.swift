import Diagnostics
import JSONText
import RuleModel
import YAMLSyntax

/// The keys that a rule and `defaults` share.
struct RuleFields: Sendable {
  let description: Field<Removable<String>>
  let enabled: Field<Removable<Bool>>
  let missed: Field<Removable<MissedSaying>>
  let grace: Field<Removable<Int64>>
  let labels: Field<Removable<[Label]>>
  let allow: Field<Removable<[String]>>
  let handlers: HandlerFields
  let modifiers: ModifierFields
  /// All of them but `modifiers` and those that are not supported yet.
  let slots: SlotSet

  init(_ builder: inout ShapeBuilder) {
    let first = builder.next
    description = builder.field("description", "A sentence for people.", Grammar<String>.prose.removable())
    enabled = builder.field("enabled", "Whether it fires at all.", Grammar<Bool>.boolean.removable())
    missed = builder.field(
      "missed", "What happens to occurrences that are handled too late: latest, skip, all.",
      Grammar<MissedSaying>.missed.removable())
    grace = builder.field(
      "grace", "How late an occurrence may be handled before it counts as missed; 60s without it.",
      Grammar<Int64>.seconds(zero: true).removable())
    labels = builder.field("labels", "Own keys and texts.", Grammar<[Label]>.labels.removable())
    allow = builder.field("allow", "Warnings that are silenced here.", Grammar<[String]>.allow.removable())
    handlers = HandlerFields(&builder, removable: true)
    slots = SlotSet(first..<builder.next)
    modifiers = ModifierFields(&builder)
    builder.notYet("on_missed", "deadline", "ping")
  }

  static let synonyms = [
    "schedule": "when", "trigger": "when", "triggers": "when", "on": "when", "action": "run", "command": "run",
    "script": "run", "exec": "run", "message": "notify", "title": "write notify: { title: … }",
    "notification": "notify", "name": "write the name as the rule's key", "id": "write the name as the rule's key",
    "tz": "timezone", "start": "from", "end": "until", "disabled": "write enabled: false", "desc": "description",
    "on_open": "write it in the category of the notification",
    "on_dismiss": "write it in the category of the notification", "comment": "description", "on_error": "on_failure",
    "at": "write when: { daily: … }",
    "cron": "write it inside `when`", "daily": "write it inside `when`", "weekly": "write it inside `when`",
    "monthly": "write it inside `when`", "yearly": "write it inside `when`", "hourly": "write it inside `when`",
    "every": "write it inside `when`", "dates": "write it inside `when`", "in": "write it inside `when`",
    "matching": "write it inside `when`", "after": "write it inside `when`", "startup": "write it inside `when`",
    "timeout": "write run: { command: …, timeout: … }", "retry": "write run: { command: …, retry: … }",
    "category": "write notify: { title: …, category: … }", "body": "write notify: { title: …, body: … }",
  ]
}

/// The keys of a rule.
final class RuleShape: Sendable {
  static let shared = RuleShape()
  let when: Field<YAMLNode>
  let notify: Field<YAMLNode>
  let run: Field<YAMLNode>
  let formerly: Field<String>
  let common: RuleFields
  let mapping: MappingShape

  private init() {
    var builder = ShapeBuilder("a rule", "What fires, what is shown, what is run.")
    when = builder.field("when", "What fires it: one trigger or a list.", TriggerShape.grammar)
    notify = builder.field("notify", "What it shows: the title, or a mapping.", ContentShape.grammar)
    run = builder.field("run", "What it runs: a command, a list of arguments, or a mapping.", RunShape.grammar)
    formerly = builder.field("formerly", "The name it had before.", .identifier)
    common = RuleFields(&builder)
    mapping = builder.finish(extensions: true, synonyms: RuleFields.synonyms)
  }
}

/// `missed` as it is said; what is not said depends on the rule.
struct MissedSaying: Sendable {
  var choice: MissedPolicy.Choice?
  var withinSeconds: Int64?
  var spreadSeconds: Int64?
}

/// The mapping form of `missed`.
final class MissedShape: Sendable {
  static let shared = MissedShape()
  let policy: Field<MissedPolicy.Choice>
  let within: Field<CalendarDuration>
  let spread: Field<Int64>
  let mapping: MappingShape

  private init() {
    var builder = ShapeBuilder("`missed`", "What happens to occurrences that are handled too late.")
    policy = builder.field("policy", "Which are made up: latest, skip, all.", .missedChoice)
    within = builder.field("within", "How old an occurrence may be to be made up.", .calendarDuration)
    spread = builder.field(
      "spread", "Catch-ups after a start are delayed by a constant share of this.", .seconds(zero: true))
    mapping = builder.finish()
  }
}

extension Grammar where Value == MissedPolicy.Choice {
  static let missedChoice = Grammar.choice(
    "a way with missed occurrences", MissedPolicy.Choice.allCases.map { ($0.rawValue, $0) })
}

extension Grammar where Value == MissedSaying {
  static let missed = Grammar(
    schema: SchemaParts.either([Grammar<MissedPolicy.Choice>.missedChoice.schema, SchemaParts.reference("missed")])
  ) { node, decoder in
    if node.kind != .mapping {
      return Grammar<MissedPolicy.Choice>.missedChoice.read(node, &decoder).map { MissedSaying(choice: $0) }
    }
    let shape = MissedShape.shared
    let before = decoder.diagnostics.count
    guard let entries = decoder.entries(node, shape.mapping) else { return nil }
    var result = MissedSaying()
    result.choice = decoder.value(shape.policy, entries)
    // A missed occurrence's age is elapsed time; a day of it is 24 hours.
    result.withinSeconds = decoder.value(shape.within, entries).map { Int64($0.days) * 86_400 + $0.seconds }
    result.spreadSeconds = decoder.value(shape.spread, entries)
    return decoder.hasErrors(since: before) ? nil : result
  }
}
