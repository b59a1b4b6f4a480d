import JSONText
import YAMLSyntax

/// A key of a mapping and what stands behind it.
struct Field<Value: Sendable>: Sendable {
  /// The key.
  let name: String
  /// Its place in its mapping's declaration.
  let slot: Int
  /// What may stand there.
  let grammar: Grammar<Value>
}

/// What a declaration says about a key, whatever the type of its value.
struct FieldDeclaration: Sendable {
  /// The key.
  var name: String
  /// One sentence for editors.
  var meaning: String
  /// JSON Schema of the value; nil for a key that the language knows and this version refuses.
  var schema: (@Sendable () -> JSONValue)?
  /// Whether the mapping is wrong without it.
  var isRequired: Bool
}

/// The keys that a mapping of the language has: the one place that the reader and the JSON Schema follow.
struct MappingShape: Sendable {
  /// What the mapping is, with its article: `a rule`.
  let kind: String
  /// One sentence for editors.
  let meaning: String
  /// The keys in the order they are documented.
  let fields: [FieldDeclaration]
  /// Whether `x-…` keys are ignored here.
  let allowsExtensions: Bool
  /// Keys of which exactly one must stand; empty where any may.
  let exactlyOne: [String]
  /// Words that people write for a key, with the key: `weekdays` for `days`.
  let synonyms: [String: String]
  /// How the mapping looks, for those who write a text or list in its place.
  let example: String?
  /// Slots by key.
  let slots: [String: Int]

  /// Keys that this version takes.
  var knownNames: [String] { fields.map(\.name) }
}

/// Collects the fields of a mapping and numbers them.
struct ShapeBuilder {
  private let kind: String
  private let meaning: String
  private var fields: [FieldDeclaration] = []

  init(_ kind: String, _ meaning: String) {
    self.kind = kind
    self.meaning = meaning
  }

  /// Declares a key.
  mutating func field<Value>(
    _ name: String, _ meaning: String, _ grammar: Grammar<Value>, required: Bool = false
  ) -> Field<Value> {
    fields.append(FieldDeclaration(name: name, meaning: meaning, schema: { grammar.schema }, isRequired: required))
    return Field(name: name, slot: fields.count - 1, grammar: grammar)
  }

  /// Declares keys that the language has and this version refuses with a clear error.
  mutating func notYet(_ names: String...) {
    for name in names {
      fields.append(FieldDeclaration(name: name, meaning: "", schema: nil, isRequired: false))
    }
  }

  func finish(
    extensions: Bool = false, exactlyOne: [String] = [], synonyms: [String: String] = [:],
    example: String? = nil
  ) -> MappingShape {
    precondition(fields.count <= 64, "a mapping has at most 64 keys, one bit each")
    return MappingShape(
      kind: kind, meaning: meaning, fields: fields, allowsExtensions: extensions, exactlyOne: exactlyOne,
      synonyms: synonyms, example: example,
      slots: Dictionary(uniqueKeysWithValues: fields.enumerated().map { ($0.element.name, $0.offset) }))
  }
}

/// The pairs of one mapping of a file, by the slots of its shape.
struct Entries {
  /// The mapping.
  let node: YAMLNode
  private var present: UInt64 = 0
  private var pairs: [(slot: Int, key: YAMLNode, value: YAMLNode)] = []

  init(node: YAMLNode) { self.node = node }

  mutating func add(slot: Int, key: YAMLNode, value: YAMLNode) {
    present |= 1 << UInt64(slot)
    pairs.append((slot, key, value))
  }

  func has<Value>(_ field: Field<Value>) -> Bool { present & (1 << UInt64(field.slot)) != 0 }

  func node<Value>(_ field: Field<Value>) -> YAMLNode? { has(field) ? pair(field.slot)?.value : nil }

  func key<Value>(_ field: Field<Value>) -> YAMLNode? { has(field) ? pair(field.slot)?.key : nil }

  private func pair(_ slot: Int) -> (slot: Int, key: YAMLNode, value: YAMLNode)? { pairs.first { $0.slot == slot } }

  /// The keys that stand in the mapping and belong to its shape.
  var keys: [(slot: Int, key: YAMLNode)] { pairs.map { ($0.slot, $0.key) } }
}
