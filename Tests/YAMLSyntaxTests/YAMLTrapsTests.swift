import Diagnostics
import JSONText
import TestSupport
import Testing
import YAMLSyntax

/// `Tests/Cases/yaml-traps.jsonl`: what a YAML 1.2 reader must make of texts that have caught others.
@Suite struct YAMLTrapsTests {
  /// Cases for the compiler that the syntax alone decides.
  static let syntaxTopics: Set<String> = [
    "duplicate-key", "tag", "documents", "control", "deep-nesting", "long", "bom", "utf8",
  ]
  static let syntaxCases: Set<String> = [
    "yaml-2394785559", "yaml-b537e57bfb", "yaml-d073ce55de", "yaml-2620fc1ec4", "yaml-db7fd53a75",
  ]

  @Test func everyTrap() throws {
    var count = 0
    for line in try CaseFile.lines(named: "yaml-traps") {
      let name = try #require(line["id"]?.string)
      let topic = try #require(line["topic"]?.string)
      let isSyntax = line["level"] == "yaml" || Self.syntaxTopics.contains(topic) || Self.syntaxCases.contains(name)
      guard isSyntax else { continue }
      count += 1
      let source = SourceText(path: "trap.yaml", bytes: try Self.bytes(of: line))
      let (document, diagnostics) = parseYAML(source)
      for diagnostic in diagnostics where diagnostic.severity == .error {
        #expect(diagnostic.range != nil, "\(name): an error without a place")
      }
      if line["expect_error"] == true {
        #expect(diagnostics.hasErrors, "\(name) must be refused: \(line["why"]?.string ?? "")")
        continue
      }
      if line["accept_error"] == true, diagnostics.hasErrors { continue }
      #expect(diagnostics == [], "\(name) must be accepted")
      var value = try #require(document.map(coreSchemaValue), "\(name) has no document")
      if let path = line["path"]?.string { value = try #require(Self.element(path, of: value), "\(name): no \(path)") }
      let expected = try #require(line["expect"])
      // As bytes, since equal strings may be differently composed.
      #expect(Array(value.compactText.utf8) == Array(expected.compactText.utf8), "\(name)")
    }
    #expect(count >= 50)
  }

  static func bytes(of line: JSONValue) throws -> [UInt8] {
    if let text = line["yaml"]?.string { return Array(text.utf8) }
    if let text = line["yaml_base64"]?.string { return base64(text) }
    let recipe = try #require(line["yaml_gen"])
    let count = Int(recipe["count"]?.integer ?? 0)
    func part(_ name: String) -> String { recipe[name]?.string ?? "" }
    return Array(
      (part("prefix") + String(repeating: part("unit"), count: count)
        + String(repeating: part("suffix_unit"), count: count) + part("suffix")).utf8)
  }

  static func base64(_ text: String) -> [UInt8] {
    let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    var bytes: [UInt8] = []
    var bits = 0
    var value: UInt32 = 0
    for byte in text.utf8 {
      guard let digit = alphabet.firstIndex(of: byte) else { continue }
      value = value << 6 | UInt32(digit)
      bits += 6
      if bits >= 8 {
        bits -= 8
        bytes.append(UInt8(truncatingIfNeeded: value >> UInt32(bits)))
      }
    }
    return bytes
  }

  /// Follows a path such as `rules[0].name`.
  static func element(_ path: String, of value: JSONValue) -> JSONValue? {
    var current = value
    for part in path.split(whereSeparator: { $0 == "." || $0 == "[" || $0 == "]" }) {
      if let index = Int(part) {
        guard let elements = current.array, elements.indices.contains(index) else { return nil }
        current = elements[index]
      } else {
        guard let next = current[String(part)] else { return nil }
        current = next
      }
    }
    return current
  }
}

/// A node typed by the core schema (YAML 1.2.2, 10.3.2), as the cases expect it.
func coreSchemaValue(_ node: YAMLNode) -> JSONValue {
  switch node.kind {
  case .sequence: return .array(node.elements.map(coreSchemaValue))
  case .mapping:
    return .object(JSONObject(node.entries.map { (key: $0.key.text ?? "", value: coreSchemaValue($0.value)) }))
  case .scalar:
    let text = node.text ?? ""
    guard node.style == .plain else { return .string(text) }
    if node.isNull { return .null }
    if ["true", "True", "TRUE"].contains(text) { return true }
    if ["false", "False", "FALSE"].contains(text) { return false }
    if text.hasPrefix("0o"), let value = Int64(text.dropFirst(2), radix: 8) { return .integer(value) }
    if let value = Int64(text) { return .integer(value) }
    return .string(text)
  }
}
