import Diagnostics
import TestSupport
import Testing
import YAMLSyntax

/// Faulty texts with the faulty place marked; each row is the whole list of what is said.
@Suite struct SyntaxErrorTests {
  static let rows: [(name: String, text: String, codes: [String])] = [
    ("empty", "«»", ["empty-document"]),
    ("blank lines", "«»\n\n", ["empty-document"]),
    ("comments only", "«»# nothing here\n", ["empty-document"]),
    ("null", "«null»\n", ["empty-document"]),
    ("only a marker", "---\n«»", ["empty-document"]),
    ("star", "a:\n  cron: «* * * * *»\n  b: c\n", ["quote-text"]),
    ("star alone, twice", "cron: «*/5 * * * *»\nb: c\n", ["quote-text"]),
    ("placeholder", "body: «{{ run.output }}»\nb: c\n", ["quote-text"]),
    ("placeholder and text", "body: «{{ run.output }} was it» # c\nb: c\n", ["quote-text"]),
    ("placeholder inside braces", "a: { body: «{{ x }}», c: d }\n", ["quote-text"]),
    ("bracket and text", "title: «[x] done»\nb: c\n", ["quote-text"]),
    ("at", "title: «@home»\n", ["quote-text"]),
    ("backtick", "title: «`date`»\n", ["quote-text"]),
    ("percent", "title: «%d files»\n", ["quote-text"]),
    ("ampersand", "title: «& more»\n", ["quote-text"]),
    ("in a list", "a:\n  - «@home»\n", ["quote-text"]),
    ("after a quote", "title: \"Hi\" «there»\nb: c\n", ["quote-text"]),
    ("second colon", "title: «Note: this»\n", ["quote-text"]),
    ("greater than", "title: «> 50 percent»\n", ["quote-text"]),
    ("tag", "title: «!important» text\n", ["tag"]),
    ("language tag", "a: «!!python/object/apply:os.system» [\"true\"]\n", ["tag"]),
    ("unknown tag handle", "a: «!x!y z»\n", ["quote-text"]),
    ("flow text with a comma", "a: { title: Bill, «due today» }\n", ["missing-value"]),
    ("flow key alone", "a: { «b» }\n", ["missing-value"]),
    ("no space in flow", "a: { «at:09» }\n", ["missing-space"]),
    ("no space in block", "a:\n  «title:Bill»\n  when: x\n", ["missing-space"]),
    ("no space in a later line", "a: b\n«title:Bill»\nwhen: x\n", ["missing-space"]),
    ("unclosed list", "a:\n  days: «[»mon, tue\n  at: 09:00\n", ["unclosed-bracket"]),
    ("unclosed list at the end", "a: «[»mon, tue\n", ["unclosed-bracket"]),
    ("unclosed mapping", "a: «{» b: c\nd: e\n", ["unclosed-bracket"]),
    ("inner unclosed", "a: { b: «[»c }\nd: e\n", ["unclosed-bracket"]),
    ("colon in flow", "a: { b: c «:» d }\n", ["syntax"]),
    ("extra comma", "a: [b, «,» c]\n", ["syntax"]),
    ("unclosed quote", "a: «\"»unclosed\nb: c\n", ["unclosed-quote"]),
    ("unclosed single quote", "a: «'»unclosed\n", ["unclosed-quote"]),
    ("quote closed by the next one", "a: «\"»unclosed\nb: \"c\"\n", ["unclosed-quote"]),
    ("escape", "a: \"x«\\q»y\"\n", ["bad-escape"]),
    ("hex", "a: \"x«\\x4»g\"\n", ["bad-escape"]),
    ("surrogate", "a: \"«\\uD83D»\\uDE00\"\n", ["bad-escape"]),
    ("tab", "a:\n«\t»- b\n", ["tab-indentation"]),
    ("tab after spaces", "a:\n  «\t»b: c\n", ["tab-indentation"]),
    ("indentation between", "a:\n  - b: c\n «d: e»\n", ["bad-indentation"]),
    ("indentation deeper", "a: b\n  «c»: d\n", ["bad-indentation"]),
    ("colon forgotten before an inner mapping", "a:\n  «b»\n    c: d\n", ["syntax"]),
    ("bracket too many", "a: [b, c]«]»\nd: e\n", ["syntax"]),
    ("no key", "a: b\n«just text»\nc: d\n", ["syntax"]),
    ("list in a line", "a: «-» b\n", ["syntax"]),
    ("key in a list", "- a\n«b: c»\n", ["syntax"]),
    ("duplicate", "a: b\n«a»: c\nd: e\n", ["duplicate-key"]),
    ("duplicate by escape", "name: b\n«\"n\\u0061me\"»: c\n", ["duplicate-key"]),
    ("duplicate by composition", "\u{E9}: b\n«e\u{301}»: c\n", ["duplicate-key"]),
    ("two merges", "a: &x { b: c }\nd:\n  <<: *x\n  «<<»: *x\n", ["duplicate-key"]),
    ("merge of a text", "a:\n  <<: «5»\n", ["merge"]),
    ("merge of a list of texts", "a:\n  <<: [«x»]\n", ["merge"]),
    ("complex key", "«? [a, b]»\n: x\n", ["complex-key", "complex-key"]),
    ("question mark", "«? a»\n: x\n", ["complex-key"]),
    ("question mark in flow", "a: [«?x]»\n", ["complex-key"]),
    ("list as key", "a: { «[b]: c }»\n", ["complex-key"]),
    ("no key before the colon", "a: { «:» b }\n", ["empty-key"]),
    ("undefined alias", "a: «*b»\n", ["undefined-alias"]),
    ("recursive alias", "a: &x [«*x»]\n", ["recursive-alias"]),
    ("second document", "a: b\n«---»\nc: d\n", ["second-document"]),
    ("version", "«%YAML 2.0»\n---\na: b\n", ["directive"]),
    ("unknown directive", "«%FOO bar»\n---\na: b\n", ["directive"]),
    ("tag directive", "«%TAG ! tag:x,2000:»\n---\na: b\n", ["directive"]),
    ("NUL", "a: b«\u{0}»\n", ["control-character"]),
    ("BEL", "a: \"b«\u{7}»\"\n", ["control-character"]),
    ("DEL", "a: b«\u{7F}»\n", ["control-character"]),
    ("NUL escaped", "a: \"b«\\0»c\"\n", ["control-character"]),
    ("NUL escaped by number", "a: \"b\\n«\\u0000»c\"\n", ["control-character"]),
    ("next line", "a: \"b«\u{85}»c\"\n", ["line-separator"]),
    ("separator outside quotes", "a: b«\u{2028}»c\n", ["line-separator"]),
    ("separator in a comment", "a: b # c«\u{2029}»d\ne: f\n", ["line-separator"]),
    ("separator beside a blank", "a: \"b «\u{2028}»c\"\n", ["line-separator"]),
    ("separator in a key", "a: b\nc«\u{2028}»d: e\n", ["line-separator"]),
    ("mark in the middle", "a: b«\u{FEFF}»c\n", ["byte-order-mark"]),
    ("comment without blank behind the last text", "\"b\"«#»c\n", ["syntax"]),
    ("comment without blank behind a block indicator", "a: |«#»c\n  d\n", ["syntax"]),
    ("comment without blank behind block indicators", "a: >2-«#»c\n  d\n", ["syntax"]),
    ("message on one line", "a: { b: c, «d\n  e» }\n", ["missing-value"]),
    ("comment without blank", "a: \"b\"«#»c\n", ["syntax"]),
    ("several", "a: \"\\0\"\nb: !t c\na: d\n", ["control-character", "tag", "duplicate-key"]),
  ]

  @Test func wholeList() {
    for row in Self.rows {
      let text = marked(row.text)
      let diagnostics = parseYAML(text.source).diagnostics
      #expect(diagnostics.map(\.code) == row.codes, "\(row.name): \(diagnostics)")
      guard text.ranges.count == 1 else { continue }
      #expect(diagnostics.first?.range == text.ranges.first, "\(row.name): \(diagnostics)")
    }
  }

  @Test func unclosedBracketShowsBothPlaces() {
    let text = marked("a: «[»mon, tue\nat«:» 09:00\n")
    let diagnostics = parseYAML(text.source).diagnostics
    #expect(diagnostics.map(\.range) == [text.ranges[0]])
    #expect(diagnostics.first?.related.map(\.range) == [text.ranges[1]])
  }

  @Test func duplicateShowsBothPlaces() {
    let text = marked("«a»: b\n«a»: c\n")
    let diagnostics = parseYAML(text.source).diagnostics
    #expect(diagnostics.map(\.range) == [text.ranges[1]])
    #expect(diagnostics.first?.related.map(\.range) == [text.ranges[0]])
  }

  @Test func commaTextIsQuotedInTheHint() {
    let diagnostics = parseYAML(SourceText(path: "t", text: "a: { title: Bill, due today }\n")).diagnostics
    #expect(diagnostics.first?.hint == #"quote a text that contains a comma: "Bill, due today""#)
  }

  static let byteRows: [(name: String, bytes: [UInt8], code: String, offset: Int)] = [
    ("UTF-16 with mark", [0xFF, 0xFE, 0x61, 0], "encoding", 0),
    ("UTF-16 without mark", [0, 0x61, 0, 0x3A], "encoding", 0),
    ("UTF-32", [0, 0, 0xFE, 0xFF], "encoding", 0),
    ("stray continuation", [0x61, 0x80], "invalid-utf8", 1),
    ("overlong", [0x61, 0xC0, 0xAF], "invalid-utf8", 1),
    ("overlong of three", [0xE0, 0x80, 0xAF], "invalid-utf8", 0),
    ("surrogate", [0x61, 0x62, 0xED, 0xA0, 0x80], "invalid-utf8", 2),
    ("above U+10FFFF", [0xF4, 0x90, 0x80, 0x80], "invalid-utf8", 0),
    ("cut off", [0x61, 0xE2, 0x82], "invalid-utf8", 1),
  ]

  @Test func encodings() {
    for row in Self.byteRows {
      let (document, diagnostics) = parseYAML(SourceText(path: "t", bytes: row.bytes))
      #expect(document == nil)
      #expect(diagnostics.map(\.code) == [row.code], "\(row.name)")
      #expect(diagnostics.first?.range?.start.offset == row.offset, "\(row.name)")
    }
  }
}
