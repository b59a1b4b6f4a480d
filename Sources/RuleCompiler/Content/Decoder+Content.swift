import Diagnostics
import RuleModel
import YAMLSyntax

/// A content as one place gives it, with what that place takes away from `defaults`.
struct PartialContent: Sendable {
  var content = Content()
  /// Takes away what `none` removes here.
  var removals: [@Sendable (inout Content) -> Void] = []

  /// Returns this content with what it does not say taken from `defaults`.
  func filled(from defaults: PartialContent?) -> Content {
    guard let defaults else { return content }
    var base = defaults.content
    for remove in removals { remove(&base) }
    return base.overlaid(by: content)
  }
}

extension Decoder {
  /// Reads a content: a text is the title.
  mutating func content(_ node: YAMLNode, inSequence: Bool = false) -> PartialContent? {
    if node.kind == .scalar {
      guard let text = prose(node, "a title"), let title = template(text, node) else { return nil }
      var result = PartialContent()
      result.content.title = title
      return result
    }
    let shape = ContentShape.shared
    let before = diagnostics.count
    guard let entries = entries(node, shape.mapping) else { return nil }
    var result = PartialContent()
    func read<Value: Sendable>(
      _ field: Field<Removable<Value>>, _ set: @escaping @Sendable (inout Content, Value?) -> Void
    ) {
      guard entries.has(field) else { return }
      switch value(field, entries) {
      case .value(let value): set(&result.content, value)
      case .removed: result.removals.append { set(&$0, nil) }
      case nil: break
      }
    }
    read(shape.title) { $0.title = $1 }
    read(shape.subtitle) { $0.subtitle = $1 }
    read(shape.body) { $0.body = $1 }
    read(shape.identifier) { $0.identifier = $1 }
    read(shape.thread) { $0.thread = $1 }
    read(shape.userInfo) { $0.userInfo = $1 }
    read(shape.icon) { $0.icon = $1 }
    read(shape.launchImage) { $0.launchImage = $1 }
    read(shape.badge) { $0.badge = $1 }
    read(shape.level) { $0.level = $1 }
    read(shape.channels) { $0.channels = $1 }
    read(shape.expires) { $0.expires = $1 }
    switch value(shape.category, entries) {
    case .value(let name): result.content.category = CategoryID(name)
    case .removed: result.removals.append { $0.category = nil }
    case nil: break
    }
    if entries.has(shape.sound) { result.content.sound = value(shape.sound, entries) }
    if let node = entries.node(shape.sequence) {
      if inSequence, let key = entries.key(shape.sequence) {
        error("contradiction", "a sequence can't stand inside a sequence", at: key)
      } else if node.reads("none") {
        result.removals.append { $0.sequence = [] }
      } else {
        result.content.sequence = sequence(node)
      }
    }
    return diagnostics.count == before || !hasErrors(since: before) ? result : nil
  }

  private mutating func sequence(_ node: YAMLNode) -> [Content] {
    guard node.kind == .sequence else {
      wrongType(node, wanted: "a list of contents")
      return []
    }
    if node.elements.isEmpty { error("empty-list", "the list is empty; a content is wanted", at: node) }
    return node.elements.compactMap { content($0, inSequence: true)?.content }
  }

  func hasErrors(since count: Int) -> Bool { diagnostics[count...].hasErrors }
}
