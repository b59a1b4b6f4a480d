import JSONText
import RuleModel
import YAMLSyntax

extension Grammar where Value == String {
  /// A text of one field that people read: a `#` that cuts it off is worth a warning.
  static let prose = Grammar(schema: SchemaParts.text) { node, decoder in decoder.prose(node, "a text") }

  /// A text for programs: a path, a name of the theme.
  static let text = Grammar(schema: SchemaParts.text) { node, decoder in decoder.plainText(node, "a text") }

  /// The name of a declaration, in NFC.
  static let identifier = Grammar.scalar("a name", SharedSchemas.identifier) { text throws(ScalarFault) in
    try ScalarText.identifier(text)
  }.named("name")

  /// The name of a declaration that must exist.
  static func name(of kind: NameUse.Kind) -> Grammar {
    Grammar(schema: SchemaParts.reference("name")) { node, decoder in
      guard let name = Grammar.identifier.read(node, &decoder) else { return nil }
      decoder.uses.append(NameUse(kind: kind, name: name, node: node))
      return name
    }
  }
}

/// The pattern of a name that is a key of a mapping.
let identifierKeyPattern = "[^-.\\s][^\\s]*"

extension Grammar where Value == Template {
  /// A text with inserted values.
  static let template = Grammar(schema: SchemaParts.text) { node, decoder in
    guard let text = decoder.prose(node, "a text") else { return nil }
    return decoder.template(text, node)
  }
}

extension Grammar where Value == [NamedTemplate] {
  /// Own keys with texts.
  static let templateMap = Grammar(schema: SchemaParts.map(SchemaParts.text)) { node, decoder in
    decoder.freeMap(node, "a mapping of own keys") { name, value, decoder in
      decoder.template(value.text ?? "", value).map { NamedTemplate(name: name, value: $0) }
    }
  }
}

extension Grammar where Value == [Label] {
  /// Own keys with texts that nothing is inserted into.
  static let labels = Grammar(schema: SchemaParts.map(SchemaParts.text)) { node, decoder in
    decoder.freeMap(node, "a mapping of labels") { name, value, _ in Label(name: name, value: value.text ?? "") }
  }
}

extension Decoder {
  /// Reads a scalar's text. (A NUL, which neither a message nor an argument can hold, is refused with the syntax.)
  mutating func plainText(_ node: YAMLNode, _ kind: String) -> String? {
    scalarText(node, kind)
  }

  /// Reads a text for people and warns where a comment cuts it off.
  mutating func prose(_ node: YAMLNode, _ kind: String) -> String? {
    guard let text = plainText(node, kind) else { return nil }
    if let comment = node.cuttingComment {
      warn(
        "comment-in-text", "the text ends at \(quoted(text)), a comment follows", at: comment,
        hint: "quote a text that has # in it")
    }
    return text
  }

  /// Reads a mapping whose keys are the user's own and whose values are texts.
  mutating func freeMap<Element>(
    _ node: YAMLNode, _ kind: String, _ make: (String, YAMLNode, inout Decoder) -> Element?
  ) -> [Element]? {
    guard node.kind == .mapping else {
      wrongType(node, wanted: kind)
      return nil
    }
    var result: [Element] = []
    var isWhole = true
    for (key, value) in node.entries {
      guard let name = plainText(key, "a key") else {
        isWhole = false
        continue
      }
      if value.isNull {
        missingValue(value, "a text behind \(quoted(name))")
        isWhole = false
        continue
      }
      guard prose(value, "a text") != nil, let element = make(name, value, &self) else {
        isWhole = false
        continue
      }
      result.append(element)
    }
    return isWhole ? result : nil
  }
}
