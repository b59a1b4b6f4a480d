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
  /// Whether the file has `defaults`.
  var isGiven = false
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

/// Where a rule of a file stands and what later checks want to know of it; the rule itself stands in another array.
///
/// Nodes stand here by their identity in the file's tree, and what few rules have stands apart.
struct RulePlace: Sendable {
  /// The place of the file among those that are linked.
  var file: UInt32 = 0
  /// The rule's name.
  var key: UInt32
  /// Where the places of its triggers begin among those of its file, in their order.
  var firstSite: UInt32
  var siteCount: UInt32
  /// The number of its list of triggers: rules with the same one have the same list.
  var list: UInt32
  var notes: RuleNotes?
}

/// What few rules have.
final class RuleNotes: Sendable {
  /// Rules that its outcomes start.
  let fires: [NameUse]
  /// Warning codes silenced here.
  let silenced: Set<String>

  init(fires: [NameUse], silenced: Set<String>) {
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

  /// Reads a rule and adds it to `rules` where nothing is wrong with it.
  mutating func rule(_ node: YAMLNode, key: YAMLNode, named name: String, fileZone: ZoneChoice) {
    let shape = RuleShape.shared
    let before = diagnostics.count
    guard let entries = entries(node, shape.mapping) else { return }
    let outer = silenced
    defer { silenced = outer }
    var rule = Rule(id: RuleID(name))
    if let allow = value(shape.common.allow, entries) ?? fileDefaults.rule.allow, let codes = allow.value {
      silenced.formUnion(codes)
      rule.allow = codes
    }
    place = .ruleNotification
    if let node = entries.node(shape.notify) { rule.notify = notification(node) }
    hasNotification = entries.has(shape.notify)
    place = .ruleOutcome
    let hasRun = entries.has(shape.run)
    if let node = entries.node(shape.run), let own = partialRun(node) {
      rule.run = scriptRun(own, defaults: fileDefaults.run, owner: .rule)
    }
    let fires = applySayings(entries, to: &rule, hasRun: hasRun)
    if let node = entries.node(shape.formerly) {
      rule.formerly = value(shape.formerly, entries).map { RuleID($0) }
      if rule.formerly == rule.id {
        error("contradiction", "a rule's former name is another one than its name", at: node)
      }
    }
    if !hasRun, entries.hasAny(of: shape.common.handlers.slots) { refuseHandlers(entries) }
    if !hasNotification, !hasRun, diagnostics.count == before {
      error("empty-rule", "the rule \(quoted(name)) does nothing", at: key, hint: "give it `notify`, `run` or both")
    }

    let ruleModifiers = modifiers(entries, shape.common.modifiers)
    rule.zone = (ruleModifiers.timezone ?? fileDefaults.modifiers.timezone)?.value ?? fileZone
    var place = RulePlace(
      key: UInt32(truncatingIfNeeded: key.identity), firstSite: UInt32(truncatingIfNeeded: sites.count), siteCount: 0,
      list: 0)
    if let node = entries.node(shape.when) {
      let sited = triggers(node, rule: ruleModifiers, fileZone: fileZone)
      rule.triggers = sited.triggers
      place.siteCount = UInt32(truncatingIfNeeded: sites.count - sited.firstSite)
      place.list = UInt32(truncatingIfNeeded: sited.list)
    } else {
      rule.triggers = assemble([], rule: ruleModifiers, defaults: fileDefaults.modifiers, fileZone: fileZone)
    }
    if diagnostics.count > before, hasErrors(since: before) { return }
    if !fires.isEmpty || silenced != fileSilenced { place.notes = RuleNotes(fires: fires, silenced: silenced) }
    rules.append(rule)
    rulePlaces.append(place)
  }

  /// Reads what rules share with `defaults`, and fills in what these say.
  ///
  /// - Returns: The rules that its outcomes start.
  private mutating func applySayings(_ entries: Entries, to rule: inout Rule, hasRun: Bool) -> [NameUse] {
    let fields = RuleShape.shared.common
    guard fileDefaults.isGiven || entries.hasAny(of: fields.slots) else {
      if hasRun { rule.missed = .runDefault }
      return []
    }
    let full = filled(sayings(entries, fields), hasRun: hasRun, entries)
    apply(full, to: &rule, hasRun: hasRun)
    return full.fires
  }

  /// Reports the steps for the outcomes of a run that is not there.
  private mutating func refuseHandlers(_ entries: Entries) {
    for field in RuleShape.shared.common.handlers.all {
      if let key = entries.key(field), let value = entries.node(field), !isNone(value) {
        error("contradiction", "`\(field.name)` belongs to `run`, which this rule has not", at: key)
      }
    }
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
    if let description = sayings.description?.value { rule.description = description }
    rule.isEnabled = sayings.enabled?.value ?? true
    rule.graceSeconds = sayings.grace?.value ?? 60
    if let labels = sayings.labels?.value { rule.labels = labels }
    if sayings.handlers != RunHandlers() { rule.handlers = sayings.handlers }
    var policy = hasRun ? MissedPolicy.runDefault : .notifyDefault
    if let missed = sayings.missed?.value {
      policy.choice = missed.choice ?? policy.choice
      policy.withinSeconds = missed.withinSeconds ?? policy.withinSeconds
      policy.spreadSeconds = missed.spreadSeconds ?? 0
    }
    rule.missed = policy
  }
}
