import CivilTime
import JSONText
import RuleModel
import YAMLSyntax

/// One step: exactly one step key; a run's outcomes stand beside it.
final class StepShape: Sendable {
  static let shared = StepShape()
  let run: Field<YAMLNode>
  let notify: Field<YAMLNode>
  let fire: Field<String>
  let snooze: Field<Moment>
  let stop: Field<StopExtent>
  let advance: Field<AdvanceMoment>
  let update: Field<YAMLNode>
  let acknowledge: Field<YAMLNode>
  let remove: Field<YAMLNode>
  let badge: Field<BadgeChange>
  let handlers: HandlerFields
  let mapping: MappingShape

  private init() {
    var builder = ShapeBuilder("a step", "One thing to do: exactly one step key.")
    run = builder.field("run", "Runs a script and waits for its end; a failure ends the list.", RunShape.grammar)
    notify = builder.field("notify", "Delivers a notification.", ContentShape.grammar)
    fire = builder.field("fire", "Starts another rule.", .name(of: .rule))
    snooze = builder.field(
      "snooze", "Delivers the notification again: after 10m, at 18:00, tomorrow 08:00.", .moment)
    stop = builder.field("stop", "Stops the rule: true, today, for a duration, until a time or date.", .stopExtent)
    advance = builder.field(
      "advance", "Delivers the notification again with the next entry of its sequence: true (now), 5s.", .advance)
    update = builder.field("update", "Lays fields over the notification.", .node(SchemaParts.reference("content")))
    acknowledge = builder.field("acknowledge", "Ends the escalation.", .onlyTrue)
    remove = builder.field("remove", "Withdraws the notification everywhere.", .onlyTrue)
    badge = builder.field("badge", "Sets the badge, or adds to it.", .badge)
    handlers = HandlerFields(&builder)
    builder.notYet("open")
    mapping = builder.finish(
      extensions: true,
      exactlyOne: ["run", "notify", "fire", "snooze", "stop", "advance", "update", "acknowledge", "remove", "badge"],
      synonyms: [
        "script": "run", "command": "run", "exec": "run", "delay": "snooze", "later": "snooze", "next": "advance",
        "ack": "acknowledge", "dismiss": "remove", "cancel": "remove", "delete": "remove", "message": "notify",
        "start": "fire", "rule": "fire", "trigger": "fire", "set": "update",
      ])
  }

  static let grammar = Grammar<YAMLNode>.node(stepsSchema)
}

/// One step or a list of them, which may be empty to say that nothing is done.
let stepsSchema = SchemaParts.either([
  SchemaParts.reference("step"), ["type": "array", "items": SchemaParts.reference("step")],
])

/// The keys for the outcomes of a run.
struct HandlerFields: Sendable {
  let onSuccess: Field<YAMLNode>
  let onFailure: Field<YAMLNode>
  let onTimeout: Field<YAMLNode>
  let onOutput: Field<YAMLNode>
  /// All of them.
  let slots: SlotSet

  /// - Parameter removable: Whether `none` may take away what `defaults` give.
  init(_ builder: inout ShapeBuilder, removable: Bool = false) {
    let first = builder.next
    let schema = removable ? SchemaParts.either([stepsSchema, ["const": "none"]]) : stepsSchema
    onSuccess = builder.field("on_success", "Steps after a success.", .node(schema))
    onFailure = builder.field(
      "on_failure", "Steps after a failure, a timeout or an interruption; [] keeps a failure silent.", .node(schema))
    onTimeout = builder.field("on_timeout", "Steps after a timeout, instead of on_failure.", .node(schema))
    onOutput = builder.field("on_output", "Steps after a run that wrote something.", .node(schema))
    slots = SlotSet(first..<builder.next)
  }

  var all: [Field<YAMLNode>] { [onSuccess, onFailure, onTimeout, onOutput] }
}

/// What `advance` says.
enum AdvanceMoment: Sendable {
  case now
  case later(Moment)
}

extension Grammar where Value == Moment {
  static let moment = Grammar.scalar("a moment", momentSchema) { text throws(ScalarFault) in
    try ScalarText.moment(text)
  }
}

private let momentPattern =
  "([0-9]+ *[wdhms] *)+|P([0-9]+W)?([0-9]+D)?(T[0-9HMS]+)?|\\+?([0-9]+ *[wdhms] *)+|" + TimePatterns.time + "|"
  + SchemaParts.anyCase("tomorrow") + " +" + TimePatterns.time + "|" + TimePatterns.date + "|" + TimePatterns.dateTime
private let momentSchema = SchemaParts.pattern(momentPattern)

extension Grammar where Value == StopExtent {
  static let stopExtent = Grammar.scalar(
    "how long to stop",
    SchemaParts.either([["enum": [true, "true", "True", "TRUE"]], SchemaParts.pattern("today|" + momentPattern)])
  ) { text throws(ScalarFault) in
    switch text {
    case "true", "True", "TRUE": return .untilResumed
    case "today": return .today
    default: return .until(try ScalarText.moment(text))
    }
  }
}

extension Grammar where Value == AdvanceMoment {
  static let advance = Grammar.scalar(
    "when to advance",
    SchemaParts.either([["enum": [true, "true", "True", "TRUE"]], momentSchema])
  ) { text throws(ScalarFault) in
    switch text {
    case "true", "True", "TRUE": return .now
    default: return .later(try ScalarText.moment(text))
    }
  }
}

extension Grammar where Value == YAMLNode {
  /// `true`, since a step that is not taken is left out.
  static let onlyTrue = Grammar(schema: ["enum": [true, "true", "True", "TRUE"]]) { node, decoder in
    guard let value = Grammar<Bool>.boolean.read(node, &decoder) else { return nil }
    if !value {
      decoder.error("contradiction", "only true is possible here", at: node, hint: "leave the step out")
      return nil
    }
    return node
  }
}
