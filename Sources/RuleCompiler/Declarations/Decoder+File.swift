import CivilTime
import Diagnostics
import RuleModel
import YAMLSyntax

/// A declaration's name and where it stands.
struct Declared: Sendable {
  var name: String
  var key: YAMLNode
}

/// What one file declares, before names are resolved.
struct DecodedFile: Sendable {
  var path = ""
  var folder = ""
  /// Whether the text broke off, so that names declared further down are not known.
  var isBroken = false
  var zone: ZoneChoice = .local
  var includes: [(pattern: String, node: YAMLNode)] = []
  var silenced: Set<String> = []
  var parallel: (value: Int, node: YAMLNode)?
  var calendarNames: [Declared] = []
  var actionNames: [Declared] = []
  var categoryNames: [Declared] = []
  var ruleNames: [Declared] = []
  var calendars: [(CalendarDefinition, YAMLNode, Set<String>)] = []
  var actions: [(Action, YAMLNode)] = []
  var categories: [DecodedCategory] = []
  var rules: [Rule] = []
  /// Where they stand, one for each of them.
  var rulePlaces: [RulePlace] = []
  /// Where their triggers stand, one rule's behind the other's.
  var sites: [TriggerSite] = []
  /// How many lists of triggers the rules have.
  var triggerLists = 1
  /// The mapping at the top.
  var tree: YAMLNode?
  var tests: [RuleTest] = []
  var formerNames: [Declared] = []
  var uses: [NameUse] = []
  var scripts: [ScriptUse] = []
  var eventFiles: [EventFileUse] = []
  var zones = ZoneUses()
  var diagnostics: [Diagnostic] = []
}

extension Decoder {
  /// Reads a whole file.
  mutating func file(_ root: YAMLNode) -> DecodedFile {
    var result = DecodedFile()
    result.path = file.path
    result.folder = file.folder
    guard root.kind == .mapping else {
      let what = root.kind == .sequence ? "a list" : "a text"
      error(
        "wrong-type", "\(what) stands at the top; a rule file is a mapping", at: firstLine(root),
        hint: "write for example rules: { … }")
      return finish(&result)
    }
    result.tree = root
    let shape = FileShape.shared
    guard let entries = entries(root, shape.mapping) else { return finish(&result) }
    silenced = Set(value(shape.allow, entries) ?? [])
    fileSilenced = silenced
    result.silenced = silenced
    _ = value(shape.carillon, entries)
    if let node = entries.node(shape.weekend) {
      if let word = node.text, ["weekends", "weekdays"].contains(lowercasedASCII(word)) {
        error(
          "unknown-weekday", "\(quoted(word)) is what `weekend` itself defines", at: node,
          hint: "write for example [fri, sat]")
      } else if node.kind == .sequence, node.elements.isEmpty {
        weekend = []
      } else if let days = Grammar<WeekdaySet>.weekdays.read(node, &self) {
        weekend = days
      }
    }
    if let zone = value(shape.timezone, entries) { result.zone = zone }
    if let node = entries.node(shape.include) { result.includes = includes(node) }
    if let node = entries.node(shape.defaults) { defaults(node) }
    if let node = entries.node(shape.limits) { result.parallel = limits(node) }
    if let node = entries.node(shape.calendars) {
      declarations(node, "calendars", "a calendar") { name, key, value, decoder in
        result.calendarNames.append(Declared(name: name, key: key))
        decoder.refuseDayNames(name, key)
        if let value, let calendar = decoder.calendar(value, named: name) {
          result.calendars.append((calendar, key, decoder.silenced))
        }
      }
    }
    if let node = entries.node(shape.actions) {
      declarations(node, "actions", "an action") { name, key, value, decoder in
        result.actionNames.append(Declared(name: name, key: key))
        decoder.refuseReserved(name, key)
        if let value, let action = decoder.action(value, named: name) { result.actions.append((action, key)) }
      }
    }
    if let node = entries.node(shape.categories) {
      declarations(node, "categories", "a category") { name, key, value, decoder in
        result.categoryNames.append(Declared(name: name, key: key))
        if let value, let category = decoder.category(value, named: name) { result.categories.append(category) }
      }
    }
    if let node = entries.node(shape.rules) {
      let zone = result.zone
      let count = node.entries.count
      rules.reserveCapacity(count)
      rulePlaces.reserveCapacity(count)
      result.ruleNames.reserveCapacity(count)
      sites.reserveCapacity(count)
      declarations(node, "rules", "a rule") { name, key, value, decoder in
        result.ruleNames.append(Declared(name: name, key: key))
        if let former = value?["formerly"], let text = former.text, text != name {
          result.formerNames.append(Declared(name: text, key: former))
        }
        if let value { decoder.rule(value, key: key, named: name, fileZone: zone) }
      }
    }
    if let node = entries.node(shape.tests) { result.tests = tests(node) }
    return finish(&result)
  }

  private func finish(_ result: inout DecodedFile) -> DecodedFile {
    result.uses = uses
    result.scripts = scripts
    result.eventFiles = eventFiles
    result.zones = zones
    result.rules = rules
    result.rulePlaces = rulePlaces
    result.sites = sites
    result.triggerLists = triggerLists
    result.diagnostics = diagnostics
    return result
  }

  /// A document's first line is enough to point at all of it.
  private func firstLine(_ node: YAMLNode) -> YAMLNode { node.elements.first ?? node }

  /// Reads a mapping from names to declarations.
  private mutating func declarations(
    _ node: YAMLNode, _ key: String, _ kind: String, _ read: (String, YAMLNode, YAMLNode?, inout Decoder) -> Void
  ) {
    guard node.kind == .mapping else {
      if node.kind == .sequence {
        let first = node.elements.first ?? node
        error(
          "wrong-type", "a list stands where names with \(kind) each are wanted", at: first,
          hint: "write \(key): { name: … }")
      } else {
        wrongType(node, wanted: "a mapping of names")
      }
      return
    }
    for (key, value) in node.entries {
      guard let text = key.text, let name = attempt(key, { () throws(ScalarFault) in try ScalarText.identifier(text) })
      else { continue }
      if value.isNull {
        // The name is declared all the same, so that its uses are not faults of their own.
        missingValue(ofKey: key, value, text)
        read(name, key, nil, &self)
      } else {
        read(name, key, value, &self)
      }
    }
  }

  private mutating func refuseDayNames(_ name: String, _ key: YAMLNode) {
    if ScalarText.isDayWord(name) || ScalarText.isDate(name) || ScalarText.looksLikeDate(name) {
      error("bad-identifier", "a calendar can't be named \(quoted(name)), which means a day already", at: key)
    }
  }

  private mutating func includes(_ node: YAMLNode) -> [(pattern: String, node: YAMLNode)] {
    let nodes = node.kind == .sequence ? Array(node.elements) : [node]
    if nodes.isEmpty { error("empty-list", "the list is empty; a file is wanted", at: node) }
    var result: [(String, YAMLNode)] = []
    for node in nodes {
      guard let text = plainText(node, "a file") else { continue }
      if text.isEmpty {
        error("missing-value", "a file is wanted, but the text is empty", at: node)
      } else {
        result.append((absolute(text), node))
      }
    }
    return result
  }

  private mutating func limits(_ node: YAMLNode) -> (value: Int, node: YAMLNode)? {
    let shape = LimitsShape.shared
    guard let entries = entries(node, shape.mapping), let value = value(shape.parallel, entries),
      let node = entries.node(shape.parallel)
    else { return nil }
    return (value, node)
  }

  private mutating func tests(_ node: YAMLNode) -> [RuleTest] {
    guard node.kind == .sequence else {
      wrongType(node, wanted: "a list of tests")
      return []
    }
    if node.elements.isEmpty { error("empty-list", "the list is empty; a test is wanted", at: node) }
    return node.elements.compactMap { test($0) }
  }

  private mutating func defaults(_ node: YAMLNode) {
    let shape = DefaultsShape.shared
    guard let entries = entries(node, shape.mapping) else { return }
    place = .defaults
    var result = FileDefaults()
    result.isGiven = true
    result.at = value(shape.at, entries)
    if let node = entries.node(shape.notify) {
      if node.kind == .mapping {
        result.notify = content(node)
      } else {
        wrongType(node, wanted: "a mapping of a notification's fields")
      }
    }
    if let node = entries.node(shape.run) { result.run = runDefaults(node) }
    if let node = entries.node(shape.actionRun) { result.actionRun = runDefaults(node) }
    // Steps among the defaults are filled like all others.
    fileDefaults = result
    result.rule = sayings(entries, shape.common)
    result.rule.allow = value(shape.common.allow, entries)
    result.modifiers = modifiers(entries, shape.common.modifiers)
    let handlers = result.rule.handlers
    result.handlersNeedNotification = [handlers.onSuccess, handlers.onFailure, handlers.onTimeout, handlers.onOutput]
      .contains { ($0 ?? []).contains(where: actsOnNotification) }
    fileDefaults = result
    removesText = result.notify != nil
  }

  private mutating func runDefaults(_ node: YAMLNode) -> PartialRun? {
    guard node.kind == .mapping else {
      wrongType(node, wanted: "a mapping of a run's fields")
      return nil
    }
    return partialRun(node, isDefault: true)
  }

  private func actsOnNotification(_ step: Step) -> Bool {
    switch step {
    case .snooze, .advance, .update, .remove: true
    default: false
    }
  }
}
