import Diagnostics
import Testing

@Suite struct SourceTextTests {
  static let rows: [(name: String, text: String, offset: Int, line: Int, column: Int)] = [
    ("empty", "", 0, 1, 1),
    ("start", "ab\ncd", 0, 1, 1),
    ("before the break", "ab\ncd", 2, 1, 3),
    ("after the break", "ab\ncd", 3, 2, 1),
    ("end", "ab\ncd", 5, 2, 3),
    ("after a last break", "ab\n", 3, 2, 1),
    ("beyond the end", "ab", 99, 1, 3),
    ("below zero", "ab", -1, 1, 1),
    ("windows", "a\r\nb", 3, 2, 1),
    ("lone return", "a\rb", 2, 2, 1),
    ("code points", "ä😀b", 6, 1, 3),
    ("inside a character", "ä😀b", 4, 1, 2),
    ("separators end no line", "a\u{2028}\u{85}b", 6, 1, 4),
  ]

  @Test func positions() {
    for row in Self.rows {
      let position = SourceText(path: "t", text: row.text).position(at: row.offset)
      #expect(position.line == row.line && position.column == row.column, "\(row.name): \(position)")
    }
  }

  @Test func longLinesAgreeWithCounting() {
    let text = "x\n" + String(repeating: "aä😀", count: 3000) + "\ny"
    let source = SourceText(path: "t", text: text)
    var column = 1
    var offset = 2
    for scalar in text.unicodeScalars.dropFirst(2).prefix(9001) {
      #expect(source.position(at: offset) == SourcePosition(offset: offset, line: 2, column: column))
      offset += scalar.utf8.count
      column += 1
    }
    #expect(source.position(at: offset).line == 3)
  }

  @Test func strayBytesCountAsColumns() {
    let source = SourceText(path: "t", bytes: [0x61, 0x80, 0x80, 0xC3, 0xA4, 0x62])
    #expect((0...6).map { source.position(at: $0).column } == [1, 2, 3, 4, 4, 5, 6])
  }

  /// Lines are found eight bytes at a time, so breaks stand in every place among eight.
  @Test func breaksAreFoundWhereverTheyStand() {
    for length in 0..<40 {
      for break1 in ["\n", "\r", "\r\n"] {
        for filling in ["a", "\u{8D}", "\u{8A}", "ä"] {
          let text = String(repeating: filling, count: length) + break1 + "b\n" + filling + break1
          var starts = [0]
          let bytes = Array(text.utf8)
          for (index, byte) in bytes.enumerated() {
            let isFirstOfTwo = byte == 0x0D && index + 1 < bytes.count && bytes[index + 1] == 0x0A
            if byte == 0x0A || byte == 0x0D && !isFirstOfTwo { starts.append(index + 1) }
          }
          #expect(SourceText(path: "t", text: text).lineStarts == starts, "\(length) \(break1.debugDescription)")
        }
      }
    }
  }

  @Test func lines() {
    let source = SourceText(path: "t", text: "ab\r\n\ncd")
    #expect((0...4).map { Array(source.line($0)) } == [[], [0x61, 0x62], [], [0x63, 0x64], []])
  }
}
