import CivilTime
import Diagnostics
import RuleModel
import YAMLSyntax

/// What `defaults` of a file fill in.
struct FileDefaults: Sendable {
  var at: [TimeOfDay]?
  var notify: PartialContent?
  var run: PartialRun?
  var actionRun: PartialRun?
  var modifiers = Modifiers()
  var rule = RuleSayings()
  /// Whether default handlers act on a notification, which not every rule has.
  var handlersNeedNotification = false
}

/// What a rule or `defaults` say of the keys they share.
struct RuleSayings: Sendable {
  var description: Removable<String>?
  var enabled: Removable<Bool>?
  var missed: Removable<MissedSaying>?
  var grace: Removable<Int64>?
  var labels: Removable<[Label]>?
  var allow: Removable<[String]>?
  var handlers = RunHandlers()
  /// Rules that the handlers start.
  var fires: [NameUse] = []
}

/// A rule of a file with the places that later checks point at.
///
/// A reference, since files, rounds and checks hand many of them on and a rule is a large value.
final class DecodedRule: Sendable {
  let rule: Rule
  /// The rule's name.
  let key: YAMLNode
  /// Where its triggers stand, in their order.
  let sites: [TriggerSite]
  /// Rules that its outcomes start.
  let fires: [NameUse]
  /// Warning codes silenced here.
  let silenced: Set<String>

  init(rule: Rule, key: YAMLNode, sites: [TriggerSite], fires: [NameUse], silenced: Set<String>) {
    self.rule = rule
    self.key = key
    self.sites = sites
    self.fires = fires
    self.silenced = silenced
  }
}

extension Decoder {
  /// Reads the keys that rules and `defaults` share, modifiers left out.
  mutating func sayings(_ entries: Entries, _ fields: RuleFields) -> RuleSayings {
    var result = RuleSayings()
    result.description = value(fields.description, entries)
    result.enabled = value(fields.enabled, entries)
    result.missed = value(fields.missed, entries)
    result.grace = value(fields.grace, entries)
    result.labels = value(fields.labels, entries)
    fires = []
    result.handlers = handlers(entries, fields.handlers)
    result.fires = fires
    fires = []
    return result
  }

  /// Reads a rule.
  mutating func rule(_ node: YAMLNode, key: YAMLNode, named name: String, fileZone: ZoneChoice) -> DecodedRule? {
    let shape = RuleShape.shared
    let before = diagnostics.count
    guard let entries = entries(node, shape.mapping) else { return nil }
    let outer = silenced
    defer { silenced = outer }
    let allow = value(shape.common.allow, entries) ?? fileDefaults.rule.allow
    silenced.formUnion(allow?.value ?? [])

    var rule = Rule(id: RuleID(name))
    rule.allow = allow?.value ?? []
    place = .ruleNotification
    if let node = entries.node(shape.notify) { rule.notify = notification(node) }
    hasNotification = entries.has(shape.notify)
    place = .ruleOutcome
    if let node = entries.node(shape.run), let own = partialRun(node) {
      rule.run = scriptRun(own, defaults: fileDefaults.run, owner: .rule)
    }
    let own = sayings(entries, shape.common)
    let full = filled(own, hasRun: entries.has(shape.run), entries)
    apply(full, to: &rule, hasRun: entries.has(shape.run))
    rule.formerly = value(shape.formerly, entries).map { RuleID($0) }
    if rule.formerly == rule.id, let node = entries.node(shape.formerly) {
      error("contradiction", "a rule's former name is another one than its name", at: node)
    }
    if !entries.has(shape.run) {
      for field in shape.common.handlers.all {
        if let key = entries.key(field), let value = entries.node(field), !isNone(value) {
          error("contradiction", "`\(field.name)` belongs to `run`, which this rule has not", at: key)
        }
      }
    }
    if !entries.has(shape.notify), !entries.has(shape.run), diagnostics.count == before {
      error("empty-rule", "the rule \(quoted(name)) does nothing", at: key, hint: "give it `notify`, `run` or both")
    }

    let ruleModifiers = modifiers(entries, shape.common.modifiers)
    rule.zone = (ruleModifiers.timezone ?? fileDefaults.modifiers.timezone)?.value ?? fileZone
    var sites: [TriggerSite] = []
    if let node = entries.node(shape.when) {
      let sited = triggers(node, rule: ruleModifiers, fileZone: fileZone)
      rule.triggers = sited.triggers
      sites = sited.sites
    } else {
      rule.triggers = assemble([], rule: ruleModifiers, defaults: fileDefaults.modifiers, fileZone: fileZone)
    }
    guard !hasErrors(since: before) else { return nil }
    return DecodedRule(rule: rule, key: key, sites: sites, fires: full.fires, silenced: silenced)
  }

  /// Fills what the rule does not say from `defaults`.
  private mutating func filled(_ own: RuleSayings, hasRun: Bool, _ entries: Entries) -> RuleSayings {
    let defaults = fileDefaults.rule
    var result = own
    result.description = own.description ?? defaults.description
    result.enabled = own.enabled ?? defaults.enabled
    result.missed = own.missed ?? defaults.missed
    result.grace = own.grace ?? defaults.grace
    switch (own.labels, defaults.labels) {
    case (.value(let own), .value(let base)):
      let names = Set(own.map(\.name))
      result.labels = .value(base.filter { !names.contains($0.name) } + own)
    case (let own, let base): result.labels = own ?? base
    }
    guard hasRun else { return result }
    let fields = RuleShape.shared.common.handlers
    // A key that stands in the rule has spoken, `none` included.
    if !entries.has(fields.onSuccess) { result.handlers.onSuccess = defaults.handlers.onSuccess }
    if !entries.has(fields.onFailure) { result.handlers.onFailure = defaults.handlers.onFailure }
    if !entries.has(fields.onTimeout) { result.handlers.onTimeout = defaults.handlers.onTimeout }
    if !entries.has(fields.onOutput) { result.handlers.onOutput = defaults.handlers.onOutput }
    let handlersFromDefaults = [fields.onSuccess, fields.onFailure, fields.onTimeout, fields.onOutput].contains {
      !entries.has($0)
    }
    if handlersFromDefaults {
      result.fires += defaults.fires
      if fileDefaults.handlersNeedNotification, !hasNotification {
        error(
          "needs-notification", "steps that `defaults` give this rule act on its notification, and it has no `notify`",
          at: entries.node)
      }
    }
    return result
  }

  private func apply(_ sayings: RuleSayings, to rule: inout Rule, hasRun: Bool) {
    rule.description = sayings.description?.value
    rule.isEnabled = sayings.enabled?.value ?? true
    rule.graceSeconds = sayings.grace?.value ?? 60
    rule.labels = sayings.labels?.value ?? []
    rule.handlers = sayings.handlers
    var policy = hasRun ? MissedPolicy.runDefault : .notifyDefault
    if let missed = sayings.missed?.value {
      policy.choice = missed.choice ?? policy.choice
      policy.withinSeconds = missed.withinSeconds ?? policy.withinSeconds
      policy.spreadSeconds = missed.spreadSeconds ?? 0
    }
    rule.missed = policy
  }
}
