import JSONText

/// Pieces of JSON Schema (draft 2020-12) that grammars are made of.
///
/// Editors and validators see scalars as their YAML reader typed them, or all as text; both must pass, so numbers and
/// booleans are taken in both forms.
enum SchemaParts {
  static func reference(_ name: String) -> JSONValue { ["$ref": .string("#/$defs/" + name)] }

  /// Text: whatever a YAML reader makes of it but null.
  static let text: JSONValue = ["type": ["string", "number", "boolean"]]

  static let boolean: JSONValue = ["enum": [true, false, "true", "True", "TRUE", "false", "False", "FALSE"]]

  static func integer(_ range: ClosedRange<Int>) -> JSONValue {
    either([
      [
        "type": "integer", "minimum": .integer(Int64(range.lowerBound)), "maximum": .integer(Int64(range.upperBound)),
      ],
      pattern(range.lowerBound < 0 ? "-?[0-9]+" : "[0-9]+"),
    ])
  }

  /// A string that matches the whole pattern.
  static func pattern(_ pattern: String) -> JSONValue {
    ["type": "string", "pattern": .string("^(" + pattern + ")$")]
  }

  static func words(_ words: [String]) -> JSONValue { ["enum": .array(words.map { .string($0) })] }

  static func list(_ element: JSONValue) -> JSONValue { ["type": "array", "items": element, "minItems": 1] }

  /// Any of several; nested alternatives are laid flat.
  static func either(_ alternatives: [JSONValue]) -> JSONValue {
    var flat: [JSONValue] = []
    for alternative in alternatives {
      if let inner = alternative.object, inner.keys == ["anyOf"], let list = inner["anyOf"]?.array {
        for schema in list where !flat.contains(schema) { flat.append(schema) }
      } else if !flat.contains(alternative) {
        flat.append(alternative)
      }
    }
    return flat.count == 1 ? flat[0] : ["anyOf": .array(flat)]
  }

  /// A mapping from names of a kind to values.
  static func map(_ value: JSONValue, keys: String? = nil) -> JSONValue {
    var schema: JSONObject = JSONObject([("type", "object"), ("additionalProperties", value)])
    if let keys { schema["propertyNames"] = pattern(keys) }
    return .object(schema)
  }

  /// A pattern for a word in any case.
  static func anyCase(_ word: String) -> String {
    word.reduce(into: "") { pattern, letter in
      let lower = letter.lowercased()
      let upper = letter.uppercased()
      pattern += lower == upper ? String(letter) : "[" + upper + lower + "]"
    }
  }

  /// A pattern for one of some words in any case.
  static func anyCase(_ words: [String]) -> String { "(" + words.map(anyCase).joined(separator: "|") + ")" }

  /// The schema of a mapping.
  static func mapping(_ shape: MappingShape) -> JSONValue {
    var properties = JSONObject()
    for field in shape.fields {
      guard let schema = field.schema?() else { continue }
      properties[field.name] = described(schema, field.meaning)
    }
    var result = JSONObject([("type", "object")])
    if !shape.meaning.isEmpty { result["description"] = .string(shape.meaning) }
    result["properties"] = .object(properties)
    let required = shape.fields.filter(\.isRequired).map { JSONValue.string($0.name) }
    if !required.isEmpty { result["required"] = .array(required) }
    if !shape.exactlyOne.isEmpty {
      result["oneOf"] = .array(shape.exactlyOne.map { ["required": [.string($0)]] })
    }
    if shape.allowsExtensions { result["patternProperties"] = ["^x-": true] }
    result["additionalProperties"] = false
    return .object(result)
  }

  /// A schema with a sentence for editors in front.
  static func described(_ schema: JSONValue, _ meaning: String) -> JSONValue {
    guard !meaning.isEmpty, let object = schema.object else { return schema }
    return .object(JSONObject([("description", .string(meaning))] + object.members.filter { $0.key != "description" }))
  }
}
