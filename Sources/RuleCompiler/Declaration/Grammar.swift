import JSONText
import YAMLSyntax

/// What may stand in one place of a rule file: how it is read, and the same as JSON Schema for editors.
///
/// The schema takes whatever the reader takes; where the grammar is too fine for a schema it takes more.
struct Grammar<Value: Sendable>: Sendable {
  /// Reads a node; reports and returns nil where it does not fit.
  let read: @Sendable (YAMLNode, inout Decoder) -> Value?
  private let makeSchema: @Sendable () -> JSONValue

  /// A grammar whose schema is made when it is asked for: readers never do.
  init(
    schema: @autoclosure @escaping @Sendable () -> JSONValue,
    read: @escaping @Sendable (YAMLNode, inout Decoder) -> Value?
  ) {
    self.read = read
    makeSchema = schema
  }

  /// JSON Schema (draft 2020-12) of the value.
  var schema: JSONValue { makeSchema() }

  /// Returns the grammar with another meaning for what was read.
  func map<Other>(_ change: @escaping @Sendable (Value) -> Other) -> Grammar<Other> {
    Grammar<Other>(schema: schema) { node, decoder in read(node, &decoder).map(change) }
  }

  /// Returns the grammar whose schema is named, so that it stands in the schema once.
  func named(_ name: String) -> Grammar { Grammar(schema: SchemaParts.reference(name), read: read) }

  /// Returns the grammar whose scalars have a usual spelling.
  ///
  /// - Parameter spelling: Says the same as the text that was read.
  func spelled(_ spelling: @escaping @Sendable (String) -> String) -> Grammar {
    Grammar(schema: schema) { node, decoder in
      let value = read(node, &decoder)
      if value != nil, decoder.notesSpellings, let text = node.text { decoder.note(spelling(text), for: node) }
      return value
    }
  }
}

extension Grammar {
  /// A scalar of a kind, read from its raw text.
  ///
  /// - Parameter kind: What is wanted, with its article, for example `a duration`.
  static func scalar(
    _ kind: String, _ schema: @autoclosure @escaping @Sendable () -> JSONValue,
    _ parse: @escaping @Sendable (String) throws(ScalarFault) -> Value
  ) -> Grammar {
    Grammar(schema: schema()) { node, decoder in
      guard let text = decoder.scalarText(node, kind) else { return nil }
      return decoder.attempt(node) { () throws(ScalarFault) in try parse(text) }
    }
  }

  /// A list, not empty.
  static func list<Element>(_ element: Grammar<Element>, _ kind: String, most: Int = 10_000) -> Grammar
  where Value == [Element] {
    Grammar(schema: SchemaParts.list(element.schema)) { node, decoder in
      guard node.kind == .sequence else {
        decoder.wrongType(node, wanted: kind)
        return nil
      }
      return decoder.elements(node, element, kind)
    }
  }

  /// One value, or a list of them, not empty.
  static func oneOrMany<Element>(_ element: Grammar<Element>, _ kind: String) -> Grammar where Value == [Element] {
    Grammar(schema: SchemaParts.either([element.schema, SchemaParts.list(element.schema)])) { node, decoder in
      if node.kind == .sequence { return decoder.elements(node, element, kind) }
      return element.read(node, &decoder).map { [$0] }
    }
  }

  /// One of some words.
  static func choice(_ kind: String, _ words: [(String, Value)], code: String = "unknown-choice") -> Grammar {
    let names = words.map(\.0)
    return Grammar(schema: SchemaParts.words(names)) { node, decoder in
      guard let text = decoder.scalarText(node, kind) else { return nil }
      if let word = words.first(where: { $0.0 == text }) { return word.1 }
      decoder.unknownWord(text, node, kind: kind, words: names, code: code)
      return nil
    }.spelled { $0 }
  }
}
