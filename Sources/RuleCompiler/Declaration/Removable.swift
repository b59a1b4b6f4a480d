import JSONText
import YAMLSyntax

/// A value, or `none`, which takes away what `defaults` would fill in.
enum Removable<Value: Sendable>: Sendable {
  case value(Value)
  case removed

  /// The value, where it is one.
  var value: Value? { if case .value(let value) = self { value } else { nil } }
}

extension Grammar {
  /// Returns the grammar that takes `none` too.
  func removable() -> Grammar<Removable<Value>> {
    Grammar<Removable<Value>>(schema: SchemaParts.either([schema, ["const": "none"]])) { node, decoder in
      if node.reads("none") { return .removed }
      return read(node, &decoder).map { .value($0) }
    }
  }
}
