import Diagnostics
import JSONText
import RuleModel
import YAMLSyntax

/// The keys of a category.
final class CategoryShape: Sendable {
  static let shared = CategoryShape()
  let actions: Field<YAMLNode>
  let onOpen: Field<YAMLNode>
  let onDismiss: Field<YAMLNode>
  let mapping: MappingShape

  private init() {
    var builder = ShapeBuilder("a category", "The actions of a kind of notification.")
    actions = builder.field(
      "actions", "Its actions: names, or actions with `id`; up to ten.",
      .node([
        "type": "array", "minItems": 1, "maxItems": 10,
        "items": SchemaParts.either([SchemaParts.reference("name"), SchemaParts.reference("action")]),
      ]))
    onOpen = builder.field("on_open", "Steps when it is opened.", StepShape.grammar)
    onDismiss = builder.field("on_dismiss", "Steps when it is dismissed, besides closing.", StepShape.grammar)
    builder.notYet("transform", "view", "presentation", "summary", "hidden_body")
    mapping = builder.finish(
      extensions: true,
      synonyms: ["action": "actions", "buttons": "actions", "on_click": "on_open", "on_close": "on_dismiss"])
  }
}

/// A category as it stands in the file; the names of its actions are resolved when all files are read.
struct DecodedCategory: Sendable {
  indirect enum Entry: Sendable {
    case named(ActionID, YAMLNode)
    case inline(Action, YAMLNode)
  }

  var id: CategoryID
  var actions: [Entry]
  var onOpen: [Step]
  var onDismiss: [Step]
}

extension Decoder {
  mutating func category(_ node: YAMLNode, named name: String) -> DecodedCategory? {
    let shape = CategoryShape.shared
    let before = diagnostics.count
    guard let entries = entries(node, shape.mapping) else { return nil }
    var result = DecodedCategory(id: CategoryID(name), actions: [], onOpen: [], onDismiss: [])
    if let list = entries.node(shape.actions) { result.actions = actionList(list) }
    let outer = place
    place = .response
    defer { place = outer }
    if let node = entries.node(shape.onOpen) { result.onOpen = steps(node) }
    if let node = entries.node(shape.onDismiss) { result.onDismiss = steps(node) }
    return hasErrors(since: before) ? nil : result
  }

  private mutating func actionList(_ node: YAMLNode) -> [DecodedCategory.Entry] {
    guard node.kind == .sequence else {
      wrongType(node, wanted: "a list of actions")
      return []
    }
    let children = node.elements
    if children.isEmpty {
      error("empty-list", "the list is empty; an action is wanted", at: node, hint: "leave it out")
    }
    if children.count > 10 { error("too-many-actions", "a category has at most ten actions", at: children[10]) }
    var seen: [String: YAMLNode] = [:]
    var result: [DecodedCategory.Entry] = []
    for child in children {
      let entry: DecodedCategory.Entry
      let id: String
      if child.kind == .mapping {
        guard let action = action(child, named: nil) else { continue }
        id = action.id.text
        entry = .inline(action, child)
      } else {
        guard let name = Grammar<String>.name(of: .action).read(child, &self) else { continue }
        id = name
        entry = .named(ActionID(name), child)
      }
      if let first = seen[id] {
        diagnostics.append(
          Diagnostic(
            .error, "duplicate-definition", "the action \(quoted(id)) stands in this category twice", at: child.range,
            related: [Diagnostic.Related("first here", at: first.range)]))
        continue
      }
      seen[id] = child
      result.append(entry)
    }
    return result
  }
}
