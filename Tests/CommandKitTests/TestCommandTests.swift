import CommandKit
import TestSupport
import Testing

/// `carillon test` on tests that pass and on tests that must not.
@Suite struct TestCommandTests {
  struct Row: Sendable, CustomTestStringConvertible {
    let name: String
    let test: String
    let isPassing: Bool
    var testDescription: String { name }
  }

  static let rows = [
    Row(name: "prefix", test: "from: 2027-03-27, expect: [2027-03-27 02:30]", isPassing: true),
    Row(name: "wrong time", test: "from: 2027-03-27, expect: [2027-03-27 02:31]", isPassing: false),
    Row(
      name: "until is exact", test: "from: 2027-03-27, until: 2027-03-28, expect: [2027-03-27 02:30]", isPassing: false),
    Row(
      name: "until includes its day",
      test: "from: 2027-03-27, until: 2027-03-28, expect: [2027-03-27 02:30, 2027-03-28T03:30+02:00]", isPassing: true),
    Row(name: "none", test: "day: 2027-03-28, expect: none", isPassing: false),
    Row(name: "a day", test: "day: 2027-03-28, expect: [2027-03-28T03:30+02:00]", isPassing: true),
    Row(name: "too many", test: "day: 2027-03-29, expect: [2027-03-29 02:30, 2027-03-30 02:30]", isPassing: false),
  ]

  @Test(arguments: rows) func outcome(_ row: Row) throws {
    let folder = try TemporaryFolder()
    let file = try folder.write(
      "a.yaml",
      """
      rules:
        a: { when: { daily: 02:30, timezone: Europe/Berlin }, notify: x }
      tests:
        - { name: it, rule: a, \(row.test) }
      """)
    let call = CommandCall("test", file)
    #expect(call.status == (row.isPassing ? .success : .failure))
    #expect(call.output.hasPrefix(row.isPassing ? "passed: it\n" : "failed: it\n  expected: "))
  }
}
