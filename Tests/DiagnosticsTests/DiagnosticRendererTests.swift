import Diagnostics
import TestSupport
import Testing

@Suite struct DiagnosticRendererTests {
  static func rendered(_ text: String, hint: String? = nil, width: Int = 120) -> String {
    let marked = marked(text, file: "t.yaml")
    let related = marked.ranges.dropFirst().map { Diagnostic.Related("first here", at: $0) }
    let diagnostic = Diagnostic(.error, "code", "a message", at: marked.ranges.first, hint: hint, related: related)
    return DiagnosticRenderer(width: width).text([diagnostic], sources: [marked.source])
  }

  static let rows: [(name: String, text: String, hint: String?, shown: String)] = [
    (
      "carets and hint", "a\n  days: «wekdays», at\n", "did you mean 'weekdays'?",
      "t.yaml:2:9: error[code]: a message\n    2 |   days: wekdays, at\n      |         ^^^^^^^ did you mean 'weekdays'?\n"
    ),
    ("empty range", "a:«»\n", nil, "t.yaml:1:3: error[code]: a message\n    1 | a:\n      |   ^\n"),
    ("empty line", "a\n«»\nb", nil, "t.yaml:2:1: error[code]: a message\n    2 |\n      | ^\n"),
    ("wide characters", "日本: «語x»\n", nil, "t.yaml:1:5: error[code]: a message\n    1 | 日本: 語x\n      |       ^^^\n"),
    (
      "combining mark", "e\u{301}: «x»\n", nil,
      "t.yaml:1:5: error[code]: a message\n    1 | e\u{301}: x\n      |    ^\n"
    ),
    ("tab", "\ta:\t«x»\n", nil, "t.yaml:1:5: error[code]: a message\n    1 |     a:  x\n      |         ^\n"),
    ("several lines", "a: «b\n  c»\n", nil, "t.yaml:1:4: error[code]: a message\n    1 | a: b\n      |    ^\n"),
    (
      "escape sequence", "\u{1B}[2J «x»", nil,
      "t.yaml:1:6: error[code]: a message\n    1 | \\u{1B}[2J x\n      |           ^\n"
    ),
    (
      "zero width", "«a\u{200B}b»", nil, "t.yaml:1:1: error[code]: a message\n    1 | a\\u{200B}b\n      | ^^^^^^^^^^\n"
    ),
    (
      "two places", "b: «x»\na: «y»\n", nil,
      "t.yaml:1:4: error[code]: a message\n    1 | b: x\n      |    ^\nt.yaml:2:4: note: first here\n    2 | a: y\n      |    ^\n"
    ),
  ]

  @Test func excerpts() {
    for row in Self.rows {
      #expect(Self.rendered(row.text, hint: row.hint) == row.shown, "\(row.name)")
    }
  }

  @Test func placesWithoutText() {
    let renderer = DiagnosticRenderer()
    let unplaced = Diagnostic(.warning, "w", "no \u{7}place", at: nil, hint: "try")
    #expect(renderer.text([unplaced], sources: []) == "warning[w]: no \\u{7}place\n  try\n")
    let other = Diagnostic(.note, "n", "m", at: SourceText(path: "x\u{1B}", text: "a").range(0, 1))
    #expect(renderer.text([other], sources: []) == "x\\u{1B}:1:1: note[n]: m\n")
  }

  @Test func color() {
    let source = SourceText(path: "t", text: "a")
    let diagnostic = Diagnostic(.error, "c", "m", at: source.range(0, 1))
    let text = DiagnosticRenderer(usesColor: true).text([diagnostic], sources: [source])
    #expect(
      text
        == "t:1:1: \u{1B}[1;31merror[c]\u{1B}[0m: m\n\u{1B}[34m    1 |\u{1B}[0m a\n\u{1B}[34m      |\u{1B}[0m \u{1B}[1;31m^\u{1B}[0m\n"
    )
  }

  /// A long line is cut around the carets, which still stand below the marked text.
  @Test func longLines() {
    for before in [0, 10, 60, 100, 101, 5000, 1_000_000] {
      for after in [0, 10, 100, 5000] {
        let text = String(repeating: "a", count: before) + "«MARKED»" + String(repeating: "b", count: after)
        let lines = Self.rendered(text, width: 80).split(separator: "\n")
        #expect(lines.count == 3)
        guard lines.count == 3 else { continue }
        #expect(lines[1].count <= 80)
        let carets = Array(lines[2])
        let under = zip(lines[1], carets).filter { $0.1 == "^" }.map(\.0)
        #expect(String(under) == "MARKED", "\(before) before, \(after) after")
        #expect(carets.filter { $0 == "^" }.count == 6)
        #expect((before > 0 || after > 0) == lines[1].contains { $0 == "a" || $0 == "b" })
      }
    }
  }

  @Test func brokenBytes() {
    let source = SourceText(path: "t", bytes: [0x61, 0xFF, 0x80, 0x62])
    let diagnostic = Diagnostic(.error, "c", "m", at: source.range(2, 3))
    #expect(
      DiagnosticRenderer().text([diagnostic], sources: [source]).hasSuffix("    1 | a\\xFF\\x80b\n      |      ^^^^\n"))
  }
}

@Suite struct DiagnosticTests {
  @Test func fileOrder() {
    let a = SourceText(path: "a", text: "x\ny")
    let b = SourceText(path: "b", text: "x\ny")
    let list = [
      Diagnostic(.warning, "3", "", at: b.range(2, 3)), Diagnostic(.error, "4", "", at: b.range(2, 3)),
      Diagnostic(.error, "2", "", at: b.range(0, 1)), Diagnostic(.note, "1", "", at: a.range(2, 3)),
      Diagnostic(.error, "0", "", at: nil),
    ]
    #expect(list.inFileOrder().map(\.code) == ["0", "1", "2", "4", "3"])
    #expect(list.inFileOrder(files: ["b", "a"]).map(\.code) == ["0", "2", "4", "3", "1"])
    #expect(list.hasErrors)
  }
}

@Suite struct DisplayWidthTests {
  static let rows: [(text: String, width: Int)] = [
    ("", 0), ("abc", 3), ("é", 1), ("e\u{301}", 1), ("日本", 4), ("ｱ", 1), ("Ａ", 2), ("😀", 2), ("\u{200D}", 0), ("한", 2),
    ("…", 1),
    ("─", 1), ("⌚", 2), ("☃", 1), ("\u{3099}", 0), ("\u{20000}", 2),
  ]
  @Test func widths() {
    for row in Self.rows { #expect(displayWidth(of: row.text) == row.width, "\(row.text)") }
  }
}
