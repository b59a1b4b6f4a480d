import CivilTime
import JSONText
import RuleModel
import YAMLSyntax

/// `hourly`: minutes past the hour, or `{ at, every }`.
final class HourlyShape: Sendable {
  static let shared = HourlyShape()
  let at: Field<[Int]>
  let every: Field<Int>
  let mapping: MappingShape

  private init() {
    var builder = ShapeBuilder("`hourly`", "Minutes past every hour, or every n-th.")
    at = builder.field("at", "Minutes past the hour.", Self.minutes, required: true)
    every = builder.field("every", "Every n-th hour of the day, from 0 or from the window's start.", .integer(2...24))
    mapping = builder.finish(
      synonyms: triggerSynonyms.merging(["minute": "at", "minutes": "at", "days": "write `days` beside `hourly`"]) {
        $1
      })
  }

  static let minutes = Grammar<[Int]>.oneOrMany(.minute, "a minute")
  static let grammar = Grammar<YAMLNode>.node(SchemaParts.either([minutes.schema, SchemaParts.reference("hourly")]))
}

extension Grammar where Value == Int {
  /// A minute past the hour.
  fileprivate static let minute = scalar("a minute", SchemaParts.integer(0...59)) { text throws(ScalarFault) in
    if text.utf8.contains(UInt8(ascii: ":")) {
      throw ScalarFault(
        "bad-number", "\(quoted(text)) is not a number of minutes past the hour",
        hint: "write for example 5, or daily for a time of day")
    }
    return try ScalarText.integer(text, in: 0...59)
  }
}

/// `after`: the name of a rule, or `{ rule, outcome }`.
final class AfterShape: Sendable {
  static let shared = AfterShape()
  let rule: Field<String>
  let outcome: Field<[OutcomeSet]>
  let mapping: MappingShape

  private init() {
    var builder = ShapeBuilder("`after`", "When another rule's run has ended.")
    rule = builder.field("rule", "The rule whose end counts.", .name(of: .rule))
    outcome = builder.field(
      "outcome", "Which ends count, one or a list; success without it.", .oneOrMany(.outcome, "an outcome"))
    builder.notYet("all", "within")
    mapping = builder.finish(synonyms: ["outcomes": "outcome", "rules": "all", "on": "outcome"])
  }

  static let grammar = Grammar<YAMLNode>.node(
    SchemaParts.either([SchemaParts.reference("name"), SchemaParts.reference("after")]))
}

extension Grammar where Value == OutcomeSet {
  static let outcome = Grammar.choice(
    "an outcome",
    [
      ("success", .success), ("failure", .anyFailure), ("timeout", .timeout), ("interrupted", .interrupted),
      ("skipped", .skipped), ("any", .any),
    ])
}

extension Decoder {
  mutating func hourly(_ node: YAMLNode, between: TimeWindow?, days: WeekdaySet?) -> DecodedSource? {
    var minutes: [Int]?
    var every: Int?
    if node.kind == .mapping {
      let shape = HourlyShape.shared
      guard let entries = entries(node, shape.mapping) else { return nil }
      minutes = value(shape.at, entries)
      every = value(shape.every, entries)
      if isWrong(every, shape.every, entries) { return nil }
    } else {
      minutes = HourlyShape.minutes.read(node, &self)
    }
    guard let minutes else { return nil }
    return DecodedSource(
      source: .aligned(
        AlignedPattern(
          days: DateFields(weekdays: days ?? .all),
          minutes: minutes.reduce(0) { $0 | 1 << UInt64($1) }, between: between, everyHours: every ?? 1)))
  }

  mutating func every(_ node: YAMLNode, between: TimeWindow?, days: WeekdaySet?) -> DecodedSource? {
    guard let text = scalarText(node, "a duration") else { return nil }
    do throws(ScalarFault) {
      let duration = try ScalarText.duration(text, ScalarText.DurationRules())
      return DecodedSource(source: .interval(.every(seconds: duration.seconds, between: between, days: days ?? .all)))
    } catch {
      if error.code == "calendar-step" {
        self.error(
          "calendar-step", "\(quoted(text)) counts calendar days, and `every` counts elapsed time", at: node,
          hint: calendarTrigger(text))
      } else {
        report(error, at: node)
      }
      return nil
    }
  }

  /// Returns how to write a distance in calendar days as a trigger.
  private func calendarTrigger(_ text: String) -> String? {
    let rules = ScalarText.DurationRules(allowsCalendarSteps: true)
    guard let duration = try? ScalarText.duration(text, rules) else { return nil }
    guard duration.seconds == 0 else { return "write hours, minutes and seconds" }
    let isWeeks = duration.days % 7 == 0
    let count = isWeeks ? duration.days / 7 : duration.days
    let key = isWeeks ? "weekly" : "daily"
    return count == 1 ? "write \(key)" : "write \(key): { every: \(count), … }"
  }

  mutating func after(_ node: YAMLNode) -> DecodedSource? {
    if node.kind != .mapping {
      guard let name = Grammar<String>.name(of: .rule).read(node, &self) else { return nil }
      return DecodedSource(source: .event(.after(rule: RuleID(name), outcomes: .success)))
    }
    let shape = AfterShape.shared
    let before = diagnostics.count
    guard let entries = entries(node, shape.mapping) else { return nil }
    let outcomes = value(shape.outcome, entries)
    guard entries.has(shape.rule) else {
      if diagnostics.count == before { error("missing-key", "`after` needs `rule`", at: node) }
      return nil
    }
    guard let name = value(shape.rule, entries), !isWrong(outcomes, shape.outcome, entries) else { return nil }
    let all = outcomes?.reduce(into: OutcomeSet()) { $0.formUnion($1) }
    return DecodedSource(source: .event(.after(rule: RuleID(name), outcomes: all ?? .success)))
  }
}
