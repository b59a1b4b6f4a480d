import CivilTime
import JSONText
import RuleModel
import YAMLSyntax

/// The keys of a rule file.
final class FileShape: Sendable {
  static let shared = FileShape()
  let carillon: Field<Int>
  let timezone: Field<ZoneChoice>
  let weekend: Field<YAMLNode>
  let include: Field<[String]>
  let defaults: Field<YAMLNode>
  let limits: Field<YAMLNode>
  let allow: Field<[String]>
  let calendars: Field<YAMLNode>
  let actions: Field<YAMLNode>
  let categories: Field<YAMLNode>
  let rules: Field<YAMLNode>
  let tests: Field<YAMLNode>
  let mapping: MappingShape

  private init() {
    func map(_ name: String) -> Grammar<YAMLNode> {
      .node(SchemaParts.map(SchemaParts.reference(name), keys: identifierKeyPattern))
    }
    var builder = ShapeBuilder("a rule file", "Rules of Carillon: what rings when, and what then.")
    carillon = builder.field("carillon", "Version of the language.", .languageVersion)
    timezone = builder.field("timezone", "Zone of this file's triggers that name none.", .zone)
    weekend = builder.field(
      "weekend", "Days that are no workdays; Saturday and Sunday without it, none where the list is empty.",
      .node(SchemaParts.either([SchemaParts.reference("weekdays"), ["type": "array", "maxItems": 0]])))
    include = builder.field(
      "include", "Files, globs or folders, relative to this file.", .oneOrMany(.text, "a file"))
    defaults = builder.field(
      "defaults", "What rules, triggers, notifications and runs of this file don't say themselves.",
      .node(SchemaParts.reference("defaults")))
    limits = builder.field("limits", "Limits over all rules.", .node(SchemaParts.reference("limits")))
    allow = builder.field("allow", "Warnings that are silenced in this file.", .allow)
    calendars = builder.field("calendars", "Named sets of days, or of windows of time.", map("calendar"))
    actions = builder.field("actions", "Buttons of notifications.", map("action"))
    categories = builder.field("categories", "Actions of a kind of notification.", map("category"))
    rules = builder.field("rules", "The rules by name.", map("rule"))
    tests = builder.field(
      "tests", "What rules are expected to do.", .node(SchemaParts.list(SchemaParts.reference("test"))))
    builder.notYet("channels")
    mapping = builder.finish(
      extensions: true,
      synonyms: [
        "rule": "rules", "tz": "timezone", "version": "carillon", "includes": "include", "calendar": "calendars",
        "action": "actions", "category": "categories", "test": "tests", "default": "defaults", "limit": "limits",
        "reminders": "rules", "notifications": "rules", "jobs": "rules", "triggers": "rules",
      ])
  }
}

/// `limits`.
final class LimitsShape: Sendable {
  static let shared = LimitsShape()
  let parallel: Field<Int>
  let mapping: MappingShape

  private init() {
    var builder = ShapeBuilder("`limits`", "Limits over all rules.")
    parallel = builder.field("parallel", "How many runs go on at once; others wait in order.", .integer(1...10_000))
    builder.notYet("rate")
    mapping = builder.finish(synonyms: ["runs": "parallel", "jobs": "parallel", "concurrency": "parallel"])
  }
}

/// `defaults`.
final class DefaultsShape: Sendable {
  static let shared = DefaultsShape()
  let at: Field<[TimeOfDay]>
  let notify: Field<YAMLNode>
  let run: Field<YAMLNode>
  let actionRun: Field<YAMLNode>
  let common: RuleFields
  let mapping: MappingShape

  private init() {
    var builder = ShapeBuilder(
      "`defaults`", "What rules, triggers, notifications and runs of this file don't say themselves.")
    at = builder.field("at", "Times of day of triggers that name none.", .times)
    notify = builder.field("notify", "For every notification.", .node(SchemaParts.reference("content")))
    run = builder.field("run", "For the runs of rules.", .node(SchemaParts.reference("run-defaults")))
    actionRun = builder.field(
      "action_run", "For the runs of actions and steps.", .node(SchemaParts.reference("run-defaults")))
    common = RuleFields(&builder)
    mapping = builder.finish(
      synonyms: RuleFields.synonyms.merging([
        "when": "a trigger is no default; `at` and every modifier are", "time": "at", "at": "at",
        "formerly": "a former name is no default",
      ]) { $1 })
  }
}
