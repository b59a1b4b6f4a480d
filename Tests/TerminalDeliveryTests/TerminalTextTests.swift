import Testing

@testable import TerminalDelivery

@Suite struct TerminalTextTests {
  static let lines: [(String, [String])] = [
    ("plain", ["plain"]), ("", [""]), ("a\nb\r\nc\u{2028}d\u{85}e", ["a", "b", "c", "d", "e"]),
    ("\n\na\n\nb\n\n", ["a", "", "b"]), ("a\tb", ["a b"]),
    ("\u{1B}[31mred\u{1B}]0;title\u{7}", ["␛[31mred␛]0;title␇"]), ("\0\u{8}\u{7F}", ["␀␈␡"]),
    ("\u{9B}2J\u{90}", ["\u{FFFD}2J\u{FFFD}"]), ("user\u{202E}txt.exe\u{202C}\u{2066}\u{200F}", ["usertxt.exe"]),
    ("\u{FEFF}x\u{E0041}y", ["xy"]), ("Grüße 日本語 👩‍👩‍👧 e\u{301}", ["Grüße 日本語 👩‍👩‍👧 e\u{301}"]),
  ]

  @Test(arguments: lines) func nothingControlsTheTerminal(_ row: (String, [String])) {
    #expect(TerminalText.lines(row.0) == row.1)
    #expect(TerminalText.line(row.0) == row.1.joined(separator: " "))
  }

  @Test func everyScalarIsHarmless() {
    for value in Array(UInt32(0)...0x1FFFF) + Array(0xE0000...0xE0FFF) {
      guard let scalar = Unicode.Scalar(value) else { continue }
      for shown in TerminalText.line("a" + String(scalar) + "b").unicodeScalars {
        let isControl = shown.properties.generalCategory == .control
        if isControl || shown.properties.isBidiControl { Issue.record("U+\(String(value, radix: 16))") }
      }
    }
  }

  static let wraps: [(String, [String])] = [
    ("", [""]), ("0123456789", ["0123456789"]), ("0123456789a", ["0123456789", "a"]),
    ("one two three", ["one two", "three"]), ("0123456789 next", ["0123456789", "next"]),
    ("one 0123456789012", ["one", "0123456789", "012"]), ("日本語日本語", ["日本語日本", "語"]),
    ("ab 日本語日本", ["ab", "日本語日本"]),
  ]

  @Test(arguments: wraps) func wrapsAtTenColumns(_ row: (String, [String])) {
    #expect(TerminalText.wrapped(row.0, width: 10) == row.1)
  }
}

@Suite struct TerminalLinesTests {
  @Test func linesComeFromPieces() {
    var lines = TerminalLines()
    #expect(lines.take(Array("1.".utf8)[...]) == [])
    #expect(lines.take(Array("2\r\nd\n\nx".utf8)[...]) == [.text("1.2"), .text("d"), .text("")])
    #expect(lines.take([0xFF, 0x0A]) == [.text("x\u{FFFD}")])
  }

  @Test func aLineBeyondTheLimitIsLostAlone() {
    var lines = TerminalLines()
    let long = [UInt8](repeating: 0x61, count: TerminalLines.limit + 1)
    #expect(lines.take(long[...]) == [])
    #expect(lines.take(Array("\nok\n".utf8)[...]) == [.tooLong, .text("ok")])
  }
}
