import CommandKit
import TestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#endif

/// Every command explains itself, and shells accept the completions.
@Suite struct HelpTests {
  static let names = [
    "init", "check", "next", "explain", "graph", "test", "serve", "status", "pending", "delivered", "history", "logs",
    "categories", "add", "update", "fire", "respond", "acknowledge", "snooze", "advance", "stop", "resume", "pause",
    "unpause", "remove", "badge", "reload", "schema", "completions",
  ]

  @Test func programHelpListsEveryCommand() {
    let call = CommandCall("--help")
    #expect(call.status == .success)
    for name in Self.names { #expect(call.output.contains("\n  \(name) ")) }
  }

  @Test(arguments: names) func commandHelpHasAnExample(_ name: String) {
    let call = CommandCall(name, "--help")
    #expect(call.status == .success)
    #expect(call.output.contains("Usage: carillon \(name)"))
    #expect(call.output.contains("Examples:\n  "))
    #expect(call.output == CommandCall("help", name).output)
    #expect(call.output.split(separator: "\n").allSatisfy { $0.count <= 140 })
  }

  @Test func bashTakesItsCompletions() throws {
    let folder = try TemporaryFolder()
    let script = try folder.write("completions.bash", CommandCall("completions", "bash").output)
    let check = """
      source '\(script)'
      COMP_WORDS=(carillon ne); COMP_CWORD=1; _carillon; [ "${COMPREPLY[*]}" = next ] || exit 1
      COMP_WORDS=(carillon next --ski); COMP_CWORD=2; _carillon; [ "${COMPREPLY[*]}" = --skipped ] || exit 2
      COMP_WORDS=(carillon next --format j); COMP_CWORD=3; _carillon; [ "${COMPREPLY[*]}" = json ] || exit 3
      """
    let test = try folder.write("check.bash", check)
    #expect(system("bash '\(test)'") == 0)
  }
}
