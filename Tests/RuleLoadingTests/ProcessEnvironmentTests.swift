import Testing

@testable import RuleLoading

struct ProcessEnvironmentTests {
  struct Row: Sendable {
    var entry: String
    var name: String?
    var value: String?
  }

  static let rows = [
    Row(entry: "LANG=C", name: "LANG", value: "C"),
    Row(entry: "EMPTY=", name: "EMPTY", value: ""),
    Row(entry: "A=b=c", name: "A", value: "b=c"),
    // The mark joins with the sign before it to one character.
    Row(entry: "NAME=\u{301}x", name: "NAME", value: "\u{301}x"),
    Row(entry: "=x"),
    Row(entry: "nothing"),
    Row(entry: ""),
  ]

  @Test(arguments: rows) func entry(_ row: Row) {
    let read = Array(row.entry.utf8).withUnsafeBytes { variable($0) }
    #expect(read?.name == row.name)
    #expect(read?.value == row.value)
  }
}
