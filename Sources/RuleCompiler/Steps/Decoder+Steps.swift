import Diagnostics
import RuleModel
import YAMLSyntax

extension Decoder {
  /// Reads one step or a list of them.
  mutating func steps(_ node: YAMLNode) -> [Step] {
    switch node.kind {
    case .mapping: return step(node).map { [$0] } ?? []
    case .sequence: return node.elements.compactMap { step($0) }
    case .scalar:
      let text = node.text ?? ""
      error(
        "wrong-type", "the text \(quoted(text)) stands where a step is wanted", at: node,
        hint: StepShape.shared.mapping.has(text)
          ? "write { \(text): … }" : "write for example { run: [./script.sh] }")
      return []
    }
  }

  private mutating func step(_ node: YAMLNode) -> Step? {
    let shape = StepShape.shared
    let before = diagnostics.count
    guard let entries = entries(node, shape.mapping) else { return nil }
    let keys = entries.keys.filter { $0.slot <= shape.badge.slot }
    guard let first = keys.first else {
      if diagnostics.count == before { error("missing-key", "this step says nothing to do", at: node) }
      return nil
    }
    guard keys.count == 1 else {
      error(
        "contradiction", "a step has one step key; this is a second one", at: keys[1].key, hint: "write a list of steps"
      )
      return nil
    }
    if first.slot != shape.run.slot {
      for field in shape.handlers.all {
        if let key = entries.key(field) {
          error("contradiction", "`\(field.name)` belongs to `run`, which this step has not", at: key)
        }
      }
    }
    for (slot, name) in [
      (shape.snooze.slot, "snooze"), (shape.advance.slot, "advance"), (shape.update.slot, "update"),
      (shape.remove.slot, "remove"),
    ] where slot == first.slot && !hasNotification {
      error(
        "needs-notification", "`\(name)` acts on the rule's notification, and this rule has no `notify`", at: first.key)
    }
    return meaning(entries)
  }

  private mutating func meaning(_ entries: Entries) -> Step? {
    let shape = StepShape.shared
    if let node = entries.node(shape.run) {
      let own = partialRun(node)
      let handlers = handlers(entries, shape.handlers)
      guard let own, let run = scriptRun(own, defaults: fileDefaults.actionRun, owner: .action) else { return nil }
      return .run(RunStep(run: run, handlers: handlers))
    }
    if let node = entries.node(shape.notify) { return notification(node).map { .notify($0) } }
    if let name = value(shape.fire, entries) {
      if let node = entries.node(shape.fire) { fires.append(NameUse(kind: .rule, name: name, node: node)) }
      return .fire(RuleID(name))
    }
    if let moment = value(shape.snooze, entries) { return .snooze(moment) }
    if let extent = value(shape.stop, entries) { return .stop(extent) }
    if let moment = value(shape.advance, entries) {
      switch moment {
      case .now: return .advance(nil)
      case .later(let moment): return .advance(moment)
      }
    }
    if let node = entries.node(shape.update) { return update(node).map { .update($0) } }
    if entries.has(shape.acknowledge) { return value(shape.acknowledge, entries).map { _ in .acknowledge } }
    if entries.has(shape.remove) { return value(shape.remove, entries).map { _ in .remove } }
    if let change = value(shape.badge, entries) { return .badge(change) }
    return nil
  }

  /// Reads a notification that is complete with what `defaults` fill in.
  mutating func notification(_ node: YAMLNode) -> Content? {
    guard let partial = content(node) else { return nil }
    let content = fileDefaults.isGiven ? partial.filled(from: fileDefaults.notify) : partial.content
    if !saysSomething(content), !content.sequence.contains(where: saysSomething) {
      error("missing-key", "this notification says nothing", at: node, hint: "give it a `title`")
    }
    return content
  }

  private func saysSomething(_ content: Content) -> Bool {
    saysSomething(content.title) || saysSomething(content.body) || saysSomething(content.subtitle)
  }

  private func saysSomething(_ text: Template?) -> Bool {
    guard let text else { return false }
    // What is inserted can be told from nothing only when it fires.
    guard let literal = text.literal else { return true }
    if let first = literal.utf8.first, first > 0x20, first < 0x7F { return true }
    return !literal.allSatisfy(\.isWhitespace)
  }

  private mutating func update(_ node: YAMLNode) -> Content? {
    guard node.kind == .mapping else {
      wrongType(node, wanted: "a mapping of a notification's fields")
      return nil
    }
    guard let partial = content(node) else { return nil }
    for (key, _) in node.entries where key.text == "identifier" || key.text == "sequence" {
      error("contradiction", "an update keeps the `\(key.text ?? "")`", at: key)
    }
    return partial.content
  }

  /// Reads the steps for the outcomes of a run.
  mutating func handlers(_ entries: Entries, _ fields: HandlerFields) -> RunHandlers {
    guard entries.hasAny(of: fields.slots) else { return RunHandlers() }
    let outer = place
    place = place.outcome
    defer { place = outer }
    func read(_ field: Field<YAMLNode>) -> [Step]? {
      guard let node = entries.node(field), !isNone(node) else { return nil }
      return steps(node)
    }
    return RunHandlers(
      onSuccess: read(fields.onSuccess), onFailure: read(fields.onFailure), onTimeout: read(fields.onTimeout),
      onOutput: read(fields.onOutput))
  }

  func isNone(_ node: YAMLNode) -> Bool { node.reads("none") }
}
