import Diagnostics
import TestSupport
import Testing
import YAMLSyntax

@Suite struct YAMLLimitsTests {
  static func codes(_ text: String, _ limits: YAMLLimits = YAMLLimits()) -> [String] {
    parseYAML(SourceText(path: "t", text: text), limits: limits).diagnostics.map(\.code)
  }

  static func nested(_ levels: Int) -> String {
    String(repeating: "[", count: levels) + String(repeating: "]", count: levels)
  }

  @Test func depth() {
    #expect(Self.codes(Self.nested(64)) == [])
    #expect(Self.codes(Self.nested(65)) == ["too-deep"])
    #expect(Self.codes(String(repeating: "[", count: 200_000)) == ["too-deep"])
    #expect(Self.codes(String(repeating: "- ", count: 200_000)) == ["too-deep"])
    #expect(Self.codes((0..<100).map { String(repeating: " ", count: $0) + "a:\n" }.joined()) == ["too-deep"])
  }

  @Test func depthThroughAliases() {
    let half = "a: &x \(Self.nested(40))\nb: "
    #expect(Self.codes(half + "[*x]\n") == [])
    #expect(
      Self.codes(half + String(repeating: "[", count: 30) + "*x" + String(repeating: "]", count: 30)) == ["too-deep"])
  }

  @Test func bytes() {
    #expect(Self.codes("a: b", YAMLLimits(bytes: 4)) == [])
    #expect(Self.codes("a: bc", YAMLLimits(bytes: 4)) == ["too-large"])
  }

  @Test func nodes() {
    #expect(Self.codes("[a, b]", YAMLLimits(nodes: 3)) == [])
    #expect(Self.codes("[a, b, c]", YAMLLimits(nodes: 3)) == ["too-many-nodes"])
  }

  @Test func expansionOfAliases() {
    var text = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n"
    for level in 1...20 {
      text += "a\(level): &a\(level) [" + repeatElement("*a\(level - 1)", count: 10).joined(separator: ", ") + "]\n"
    }
    #expect(Self.codes(text) == ["too-much-expansion"])
  }

  @Test func expansionOfMergeKeys() {
    let keys = (0..<1000).map { "k\($0): v" }.joined(separator: ", ")
    let merges = (0..<100).map { "m\($0): { <<: *x }\n" }.joined()
    #expect(Self.codes("a: &x { \(keys) }\n" + merges) == [])
    #expect(Self.codes("a: &x { \(keys) }\n" + merges, YAMLLimits(expansion: 100_000)) == ["too-much-expansion"])
  }

  @Test func longKeys() {
    #expect(Self.codes(String(repeating: "k", count: 1000) + ": 1\n") == [])
    #expect(Self.codes("a: b\n" + String(repeating: "k", count: 2000) + ": 1\n") == ["key-too-long"])
    #expect(Self.codes(String(repeating: "k", count: 2000) + ": 1\n") == ["key-too-long"])
  }

  /// Many faults end the reading, and their number does not make it slow.
  @Test func manyErrors() {
    let rows = [
      String(repeating: "*x, ", count: 100_000), String(repeating: "!t x, ", count: 100_000),
      String(repeating: "{{ x }}, ", count: 100_000), String(repeating: "? x, ", count: 100_000),
    ]
    for row in rows {
      let codes = Self.codes("[" + row + "x]")
      #expect(codes.count >= 1000 && codes.count <= 1003)
      #expect(codes.contains("too-many-errors"))
    }
    let twice = (0..<5000).map { _ in "a: b\n" }.joined()
    #expect(Self.codes(twice).count == 1001)
  }

  @Test func manyKeys() {
    let text = (0..<5000).map { "key\($0): value\n" }.joined()
    #expect(Self.codes(text) == [])
    #expect(Self.codes(text + "key4711: again\n") == ["duplicate-key"])
  }
}
