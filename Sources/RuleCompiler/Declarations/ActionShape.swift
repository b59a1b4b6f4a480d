import Diagnostics
import JSONText
import RuleModel
import YAMLSyntax

/// The keys of an action.
final class ActionShape: Sendable {
  static let shared = ActionShape()
  let id: Field<String>
  let title: Field<String>
  let icon: Field<String>
  let input: Field<TextInput>
  let foreground: Field<Bool>
  let destructive: Field<Bool>
  let steps: Field<YAMLNode>
  let mapping: MappingShape

  private init() {
    var builder = ShapeBuilder("an action", "A button of a notification.")
    id = builder.field("id", "Its name, where the action stands in a category.", .identifier)
    title = builder.field("title", "What the button says.", .prose, required: true)
    icon = builder.field("icon", "A theme name or a file.", .text)
    input = builder.field("input", "Asks for a text.", .textInput)
    foreground = builder.field("foreground", "Whether it brings an application to the front.", .boolean)
    destructive = builder.field("destructive", "Whether it destroys something.", .boolean)
    steps = builder.field("do", "What it does: a step or a list of them.", StepShape.grammar)
    builder.notYet("authentication_required")
    mapping = builder.finish(
      extensions: true,
      synonyms: [
        "steps": "do", "action": "do", "label": "title", "name": "title", "text": "title",
        "run": "write do: { run: … }",
        "snooze": "write do: { snooze: … }", "reply": "input",
      ])
  }
}

/// `input`.
final class TextInputShape: Sendable {
  static let shared = TextInputShape()
  let button: Field<String>
  let placeholder: Field<String>
  let mapping: MappingShape

  private init() {
    var builder = ShapeBuilder("`input`", "How an action asks for a text.")
    button = builder.field("button", "What the sending button says.", .prose)
    placeholder = builder.field("placeholder", "What stands in the empty field.", .prose)
    mapping = builder.finish(synonyms: ["title": "button", "hint": "placeholder"])
  }
}

extension Grammar where Value == TextInput {
  static let textInput = Grammar(schema: SchemaParts.reference("input")) { node, decoder in
    let shape = TextInputShape.shared
    guard let entries = decoder.entries(node, shape.mapping) else { return nil }
    return TextInput(
      button: decoder.value(shape.button, entries), placeholder: decoder.value(shape.placeholder, entries))
  }
}

extension Decoder {
  /// Reads an action.
  ///
  /// - Parameter name: Its name where it stands among `actions`; nil inside a category, where `id` gives it.
  mutating func action(_ node: YAMLNode, named name: String?) -> Action? {
    let shape = ActionShape.shared
    let before = diagnostics.count
    guard let entries = entries(node, shape.mapping) else { return nil }
    var id = name
    if let key = entries.key(shape.id), name != nil {
      error("contradiction", "`id` belongs to an action inside a category; this one has its name already", at: key)
    } else if name == nil {
      id = value(shape.id, entries)
      if !entries.has(shape.id) { error("missing-key", "an action inside a category needs `id`", at: node) }
      if let id, let node = entries.node(shape.id) { refuseReserved(id, node) }
    }
    let outer = place
    place = .response
    defer { place = outer }
    let title = value(shape.title, entries)
    let icon = value(shape.icon, entries)
    let input = value(shape.input, entries)
    let isForeground = value(shape.foreground, entries) ?? false
    let isDestructive = value(shape.destructive, entries) ?? false
    let steps = entries.node(shape.steps).map { self.steps($0) } ?? []
    guard let id, let title, !hasErrors(since: before) else { return nil }
    return Action(
      id: ActionID(id), title: title, icon: icon, input: input, isForeground: isForeground,
      isDestructive: isDestructive, steps: steps)
  }

  mutating func refuseReserved(_ name: String, _ node: YAMLNode) {
    guard name == ActionID.open.text || name == ActionID.dismiss.text else { return }
    error("bad-identifier", "\(quoted(name)) is reserved: every notification has it", at: node)
  }
}
