import CommandKit
import Testing

/// Wrong calls end with status 2 and say what would be right; nothing else is printed.
@Suite struct UsageTests {
  struct Row: Sendable, CustomTestStringConvertible {
    let words: [String]
    let message: String
    var testDescription: String { words.joined(separator: " ") }

    init(_ words: String..., says message: String) {
      self.words = words
      self.message = message
    }
  }

  static let rows = [
    Row("chek", says: "there is no command 'chek'; did you mean 'check'?"),
    Row("--foo", says: "options stand after the command; see 'carillon --help'"),
    Row("next", "--cuont", "3", says: "'next' has no option '--cuont'; did you mean '--count'?"),
    Row("next", "--count", says: "--count needs a value: --count N"),
    Row("next", "--count", "0", says: "--count takes a whole number from 1 to 1000000, not '0'"),
    Row(
      "next", "--count", "99999999999999999999",
      says: "--count takes a whole number from 1 to 1000000, not '99999999999999999999'"),
    Row("next", "--count", "1", "--count=2", says: "--count is given twice"),
    Row("next", "--skipped=yes", says: "--skipped takes no value"),
    Row("next", "--format", "xml", says: "--format is one of table, json, csv, ics, not 'xml'"),
    Row("next", "--format", "ics", "--skipped", says: "--skipped has no place in a calendar of rings"),
    Row("help", "next", "check", says: "'help' takes no further argument 'check'; see 'carillon help --help'"),
    Row("help", "--man", "next", says: "--man is one page of all commands; 'next' is one argument too many"),
    Row("--help", "nxt", says: "there is no command 'nxt'; did you mean 'next'?"),
    Row("respond", "tea", says: "'respond' needs ACTION: an action's id, 'open' or 'dismiss'"),
    Row("fire", says: "'fire' needs RULE: the rule's id"),
    Row("pause", "now", says: "'pause' takes no further argument 'now'; see 'carillon pause --help'"),
    Row("completions", "tcsh", says: "completions are for bash, zsh and fish, not 'tcsh'"),
    Row("remove", says: "'remove' needs identifiers, a condition such as --match 'trip.*', or --all"),
    Row("remove", "tea", "--all", says: "--all stands alone"),
    Row("add", says: "'add' needs something to show: --title TEXT"),
    Row("add", "--title", "x", "--in", "5", says: "--in: '5' has no unit; write 5s, 5m or 5h"),
    Row("add", "--title", "x", "--in", "5s", "--every", "5s", says: "--in and --every don't go together"),
    Row(
      "add", "--title", "x", "--badge", "many",
      says: "a badge is a whole number such as 5, or a change such as +1, not 'many'"),
    Row("add", "--title", "x", "--user-info", "novalue", says: "--user-info takes NAME=TEXT, not 'novalue'"),
    Row("add", "--user-info=\u{301}x", says: "--user-info takes NAME=TEXT, not '\u{301}x'"),
    Row("add", "--user-info=mark=\u{301}x", says: "'add' needs something to show: --title TEXT"),
    Row("update", "tea", says: "'update' needs a field to change, such as --title TEXT"),
    Row("history", "--missed", "--responses", says: "--missed and --responses don't go together"),
  ]

  @Test(arguments: rows) func wrongCall(_ row: Row) {
    let call = CommandCall(row.words)
    #expect(call.status == .usage)
    #expect(call.errors == "carillon: \(row.message)\n")
    #expect(call.output == "")
  }

  @Test func noCommandShowsHelp() {
    let call = CommandCall()
    #expect(call.status == .usage)
    #expect(
      call.errors.hasPrefix("Carillon \(Program.version): notification rules as code.\n\nUsage: carillon COMMAND"))
  }

  @Test func version() {
    let call = CommandCall("--version")
    #expect(call.status == .success)
    #expect(call.output == "carillon \(Program.version)\n")
  }

  /// What needs a service says where it looked for one, and ends with status 4.
  @Test(arguments: [
    "status", "pending", "delivered", "history", "logs", "categories", "pause", "unpause", "reload", "badge",
  ])
  func withoutService(_ command: String) {
    let call = CommandCall(command, "--state", "/nonexistent/state")
    #expect(call.status == .noService)
    #expect(
      call.errors
        == "carillon: no service is running (nothing listens at /nonexistent/state/control.sock); start one with 'carillon serve'\n"
    )
  }
}
