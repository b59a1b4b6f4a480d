import TestSupport
import Testing

@testable import RunSupervisor

@Suite struct EnvironmentFileTests {
  struct Row: Sendable {
    let name: String
    let text: String
    let pairs: [[String]]
  }

  /// Expected values from systemd.exec(5), EnvironmentFile=.
  static let rows = [
    Row(name: "empty", text: "", pairs: []),
    Row(name: "plain", text: "A=1\nB=two words\n", pairs: [["A", "1"], ["B", "two words"]]),
    Row(name: "no newline at the end", text: "A=1", pairs: [["A", "1"]]),
    Row(name: "empty value", text: "A=\nB=", pairs: [["A", ""], ["B", ""]]),
    Row(
      name: "comments and blank lines", text: "# x=1\n; y=2\n\n  \t\n  # z=3\nA=1 # not a comment\n",
      pairs: [["A", "1 # not a comment"]]),
    Row(name: "blanks around", text: "  A = 1  \t\n", pairs: [["A", "1"]]),
    Row(name: "carriage returns", text: "A=1\r\nB=2\r\n", pairs: [["A", "1"], ["B", "2"]]),
    Row(name: "equals signs in the value", text: "A=b=c==\n", pairs: [["A", "b=c=="]]),
    Row(name: "single quotes", text: "A=' $x \\n \"y\" '\n", pairs: [["A", " $x \\n \"y\" "]]),
    Row(
      name: "double quotes", text: "A=\" \\\"q\\\" \\\\ \\$x \\` \\n 'y' \"  \n",
      pairs: [["A", " \"q\" \\ $x ` \\n 'y' "]]),
    Row(name: "quotes side by side", text: "A='a''b'\"c\"\n", pairs: [["A", "abc"]]),
    Row(name: "a quote within a value is itself", text: "A=it's\n", pairs: [["A", "it's"]]),
    Row(name: "quoted lines", text: "A='one\ntwo'\nB=\"x\\\ny\"\n", pairs: [["A", "one\ntwo"], ["B", "xy"]]),
    Row(name: "joined lines", text: "A=one \\\n  two\n", pairs: [["A", "one   two"]]),
    Row(name: "escapes outside of quotes", text: "A=a\\ \\tb\\\\\\'\n", pairs: [["A", "a tb\\'"]]),
    Row(name: "nothing is expanded", text: "A=$HOME `x` $(y)\n", pairs: [["A", "$HOME `x` $(y)"]]),
    Row(name: "any bytes of UTF-8", text: "A=Grüße 🎉\n", pairs: [["A", "Grüße 🎉"]]),
  ]

  @Test(arguments: rows) func assignments(_ row: Row) throws {
    let pairs = try EnvironmentFile(Array(row.text.utf8)).assignments.map {
      [String(decoding: $0.name, as: UTF8.self), String(decoding: $0.value, as: UTF8.self)]
    }
    #expect(pairs == row.pairs, "\(row.name)")
  }

  static let failures: [(String, EnvironmentFile.Failure)] = [
    ("A=1\nwords\nB=2", .init(line: 2, reason: "no '=' after 'words'")),
    ("1A=x", .init(line: 1, reason: "'1A' is not a variable name")),
    ("=x", .init(line: 1, reason: "'' is not a variable name")),
    ("export A=x", .init(line: 1, reason: "'export A' is not a variable name; leave 'export' out")),
    ("A=1\n\nB='x\ny", .init(line: 3, reason: "a quote that is not closed")),
    ("A=\"x\\", .init(line: 1, reason: "a quote that is not closed")),
    ("A=x\0y", .init(line: 1, reason: "a NUL character")),
  ]

  @Test(arguments: failures) func refusals(_ row: (String, EnvironmentFile.Failure)) {
    #expect(throws: row.1) { _ = try EnvironmentFile(Array(row.0.utf8)) }
  }

  @Test func everyInputEnds() {
    var random = SplitMix64(seed: 7)
    let alphabet = Array("AB=='\"\\\n\r #;$`\u{0} é".utf8)
    for _ in 0..<3000 {
      let bytes = (0..<random.below(24)).map { _ in alphabet[random.below(alphabet.count)] }
      _ = try? EnvironmentFile(bytes)
    }
  }
}
