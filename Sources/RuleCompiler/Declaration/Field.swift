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
final class MappingShape: Sendable {
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
  /// The keys, each at its slot.
  let names: WordList
  /// Keys that the language knows and this version refuses.
  let refused: SlotSet
  /// Slots of the keys without which the mapping is wrong.
  let required: [Int]

  fileprivate init(
    _ builder: ShapeBuilder, _ extensions: Bool, _ exactlyOne: [String], _ synonyms: [String: String],
    _ example: String?
  ) {
    kind = builder.kind
    meaning = builder.meaning
    fields = builder.fields
    allowsExtensions = extensions
    self.exactlyOne = exactlyOne
    self.synonyms = synonyms
    self.example = example
    names = WordList(builder.fields.map(\.name))
    var refused = SlotSet()
    for (slot, field) in builder.fields.enumerated() where field.schema == nil { refused.insert(slot) }
    self.refused = refused
    required = builder.fields.indices.filter { builder.fields[$0].isRequired }
  }

  /// Keys that this version takes.
  var knownNames: [String] { fields.map(\.name) }

  /// Whether the language has a key here.
  func has(_ name: String) -> Bool { fields.contains { $0.name == name } }
}

/// Some slots of a mapping, one bit each.
struct SlotSet: Sendable {
  private var bits: UInt64 = 0

  init() {}

  init(_ slots: Range<Int>) { for slot in slots { insert(slot) } }

  mutating func insert(_ slot: Int) { bits |= 1 << UInt64(slot) }

  func contains(_ slot: Int) -> Bool { bits & (1 << UInt64(slot)) != 0 }

  func overlaps(_ other: SlotSet) -> Bool { bits & other.bits != 0 }
}

/// Collects the fields of a mapping and numbers them.
struct ShapeBuilder {
  fileprivate let kind: String
  fileprivate let meaning: String
  fileprivate var fields: [FieldDeclaration] = []
  /// The slot of the next key.
  var next: Int { fields.count }

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
    return MappingShape(self, extensions, exactlyOne, synonyms, example)
  }
}

/// The pairs of one mapping of a file, by the slots of its shape.
///
/// An object, since it goes through many hands while its mapping is read.
final class Entries {
  /// The mapping.
  let node: YAMLNode
  private let all: YAMLEntries
  private var present = SlotSet()
  /// The place of a slot's pair in the mapping, where it is present.
  private var places = InlineArray<64, Int32>(repeating: 0)

  init(node: YAMLNode) {
    self.node = node
    all = node.entries
  }

  /// Notes that the pair at a place of the mapping belongs to a slot.
  func add(slot: Int, at place: Int) {
    present.insert(slot)
    places[slot] = Int32(truncatingIfNeeded: place)
  }

  func has(slot: Int) -> Bool { present.contains(slot) }

  func has<Value>(_ field: Field<Value>) -> Bool { present.contains(field.slot) }

  /// Whether a key of some slots stands there.
  func hasAny(of slots: SlotSet) -> Bool { present.overlaps(slots) }

  func node<Value>(_ field: Field<Value>) -> YAMLNode? {
    present.contains(field.slot) ? all.value(Int(places[field.slot])) : nil
  }

  func key<Value>(_ field: Field<Value>) -> YAMLNode? {
    present.contains(field.slot) ? all.key(Int(places[field.slot])) : nil
  }

  /// The keys that stand in the mapping and belong to its shape, in the order of the text.
  var keys: [(slot: Int, key: YAMLNode)] {
    let slots = places.indices.filter { present.contains($0) }.sorted { places[$0] < places[$1] }
    return slots.map { ($0, all.key(Int(places[$0]))) }
  }
}
