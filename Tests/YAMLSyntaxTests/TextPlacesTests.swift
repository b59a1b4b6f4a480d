import Diagnostics
import Testing
import YAMLSyntax

/// Texts that are looked at eight bytes at a time, or that stay in the source until somebody asks.
@Suite struct TextPlacesTests {
  private func read(_ text: String) -> (node: YAMLNode?, codes: [String]) {
    let (node, diagnostics) = parseYAML(SourceText(path: "t", text: text))
    return (node, diagnostics.map(\.code))
  }

  @Test(arguments: ["\u{1}", "\u{1F}", "\u{7F}", "\u{80}", "\u{FFFE}"])
  func whatIsNotAllowedIsFoundWhereverItStands(_ character: String) {
    for length in 0..<30 {
      let before = "a: " + String(repeating: "b", count: length)
      let (node, diagnostics) = parseYAML(SourceText(path: "t", text: before + character + "ccccccccccc\n"))
      #expect(node == nil)
      #expect(diagnostics.map(\.code) == ["control-character"], "\(length)")
      #expect(diagnostics.first?.range?.start.offset == before.utf8.count, "\(length)")
    }
  }

  static let keys: [(name: String, pair: (String, String), isEqual: Bool)] = [
    ("the same", ("abc", "abc"), true),
    ("another length", ("abc", "abcd"), false),
    ("eight letters", ("abcdefgh", "abcdefgh"), true),
    ("another ninth letter", ("abcdefghi", "abcdefghj"), false),
    ("in quotes", ("abc", "'abc'"), true),
    ("by an escape", ("abc", #""a\x62c""#), true),
    ("composed in two ways", ("\u{E9}", "e\u{301}"), true),
    ("composed by an escape", ("e\u{301}", #""\u00e9""#), true),
    ("other letters", ("\u{E9}", "\u{E8}"), false),
  ]

  /// Few keys are compared with each other, and many by their hashes.
  @Test(arguments: keys.indices, [0, 100]) func equalKeysAreFound(_ index: Int, _ others: Int) {
    let row = Self.keys[index]
    let between = (0..<others).map { "k\($0): x\n" }.joined()
    let (node, codes) = read("\(row.pair.0): 1\n\(between)\(row.pair.1): 2\n")
    #expect(codes == (row.isEqual ? ["duplicate-key"] : []), "\(row.name)")
    #expect(node?.entries.count == others + (row.isEqual ? 1 : 2), "\(row.name)")
  }

  @Test func wordsAreFound() throws {
    let words = ["a", "at", "on_calendar", "on_calendaR", "timezone", "timezones", "timezonf", ""]
    let list = WordList(words)
    for (place, word) in words.enumerated() {
      let node = try #require(read("- \"\(word)\"\n").node?.elements.first)
      #expect(list.place(of: node) == place, "\(word)")
    }
    for word in ["b", "timezon", "on_calenda", "on_calendar_", "tImezone"] {
      let node = try #require(read("[\(word)]").node?.elements.first)
      #expect(list.place(of: node) == nil, "\(word)")
    }
    let root = try #require(read("[[a]]").node)
    #expect(list.place(of: root) == nil)
  }

  @Test func writtenTextsAreEqualWhereTheirBytesAre() throws {
    let root = try #require(
      read("a: { b: c, d: [1] }\nb: { b: c, d: [1] }\nc: { b: c, d: [2] }\nd:\n  b: c\n  d: [1]\n").node)
    let texts = root.entries.map { WrittenText($0.value, longest: 100) }
    #expect(texts[0] != nil && texts[0] == texts[1])
    #expect(texts[2] != nil && texts[0] != texts[2])
    #expect(texts[3] == nil)
    #expect(WrittenText(root.entries[0].value, longest: 15) == nil)
    let anchored = try #require(read("a: &x 1\nb: { c: *x }\n").node)
    #expect(WrittenText(anchored.entries[1].value, longest: 100) == nil)
  }

  @Test func aTextIsTheSameWhereverItIsKept() throws {
    let root = try #require(read("a: plain\nb: 'it''s'\nc: \"x\\ty\"\nd: two\n  lines\ne: |\n  literal\nf: ''\n").node)
    #expect(root.entries.map(\.value.text) == ["plain", "it's", "x\ty", "two lines", "literal\n", ""])
    let plain = root.entries[0].value
    #expect(plain.reads("plain") && !plain.reads("plaim") && !plain.reads("plai") && !root.reads("plain"))
    #expect(root["d"]?.textContains(UInt8(ascii: " ")) == true && root["a"]?.textContains(UInt8(ascii: " ")) == false)
    #expect(root["z"] == nil)
    let place = plain.range(ofWrittenBytes: 1..<3)
    #expect(place.start.offset == 4 && place.end.offset == 6)
    #expect(plain.node(identity: root.identity)?.kind == .mapping && plain.node(identity: 1000) == nil)
  }
}
