import Glibc
import RuleEngine
import ScriptRunner
import TestSupport
import Testing

@Suite struct RunOutcomeTests {
  struct Row: Sendable {
    let name: String
    let command: RunOrder.Command
    let outcome: RunResult.Outcome
    var output = ""
  }

  static let rows = [
    Row(name: "success", command: .shell("exit 0"), outcome: .exited(0)),
    Row(name: "failure", command: .shell("exit 3"), outcome: .exited(3)),
    Row(name: "largest code", command: .shell("exit 255"), outcome: .exited(255)),
    Row(name: "signal", command: .shell("kill -9 $$"), outcome: .signaled(SIGKILL)),
    Row(name: "TERM is not blocked", command: .shell("kill -15 $$"), outcome: .signaled(SIGTERM)),
    Row(name: "PIPE is not ignored", command: .shell("kill -13 $$"), outcome: .signaled(SIGPIPE)),
    Row(name: "HUP is not ignored", command: .shell("kill -1 $$"), outcome: .signaled(SIGHUP)),
    Row(
      name: "both streams in order", command: .shell("echo a; echo b >&2; echo c"), outcome: .exited(0),
      output: "a\nb\nc\n"),
    Row(
      name: "arguments as they are", command: .arguments(["printf", "%s|", "a b", "$HOME", "`x`", "'\"", ""]),
      outcome: .exited(0), output: "a b|$HOME|`x`|'\"||"),
    Row(
      name: "script by sh", command: .script("echo $0 >/dev/null\nread x\necho \"[$x]\""), outcome: .exited(0),
      output: "[]\n"),
    Row(
      name: "script by its first line", command: .script("#!/usr/bin/env python3\nprint('py', end='')"),
      outcome: .exited(0), output: "py"),
    Row(
      name: "interpreter with an argument", command: .script("#! /bin/sh -e\nfalse\necho not reached"),
      outcome: .exited(1)),
    Row(
      name: "only descriptors 0 to 2", command: .shell("ls /proc/self/fd | tr '\\n' ' '"), outcome: .exited(0),
      output: "0 1 2 3 "),  // 3 is ls reading the folder
    Row(
      name: "own session", command: .shell("set -- $(cut -d' ' -f1,5,6 /proc/$$/stat); [ $1 = $2 ] && [ $1 = $3 ]"),
      outcome: .exited(0)),
  ]

  @Test(arguments: rows) func outcome(_ row: Row) throws {
    let result = try RunBench().run(row.command)
    #expect(result.outcome == row.outcome, "\(row.name): \(result)")
    #expect(result.text == row.output, "\(row.name)")
    #expect(!result.timedOut && !result.cancelled && !result.outputCut && result.straysEnded == 0, "\(row.name)")
    #expect(result.durationMilliseconds >= 0 && result.durationMilliseconds < 30_000)
  }

  struct Refusal: Sendable {
    let name: String
    let command: RunOrder.Command
    var change: @Sendable (inout RunOrder) -> Void = { _ in }
    let reason: String
  }

  static let refusals = [
    Refusal(name: "no such file", command: .arguments(["/no/such"]), reason: "there is no /no/such"),
    Refusal(
      name: "not in PATH", command: .arguments(["no-such-program"]),
      reason: "the program 'no-such-program' is not in PATH"),
    Refusal(name: "a folder", command: .arguments(["/tmp"]), reason: "/tmp could not be executed: Permission denied"),
    Refusal(name: "empty", command: .arguments([]), reason: "the command is empty"),
    Refusal(name: "interpreter", command: .script("#!/no/interpreter\n"), reason: "there is no /no/interpreter"),
    Refusal(
      name: "directory", command: .shell("true"), change: { $0.directory = "/no/such" },
      reason: "the directory /no/such can't be entered: No such file or directory"),
    Refusal(
      name: "relative directory", command: .shell("true"), change: { $0.directory = "x" },
      reason: "the directory 'x' is not an absolute path"),
    Refusal(
      name: "too large", command: .shell("true"),
      change: { $0.environment = [.init("X", String(repeating: "x", count: 200_000))] },
      reason: "arguments and environment are too large for the system: "),
    Refusal(
      name: "NUL", command: .shell("true"), change: { $0.environment = [.init("X", "a\0b")] },
      reason: "NUL characters can't be passed to a program, and there is one after 'X=a'"),
    Refusal(
      name: "name", command: .shell("true"), change: { $0.environment = [.init("A=B", "")] },
      reason: "'A=B' is not a variable name"),
    Refusal(
      name: "environment file", command: .shell("true"), change: { $0.environmentFiles = ["/no/such"] },
      reason: "environment file /no/such can't be read: No such file or directory"),
    Refusal(
      name: "user", command: .shell("true"), change: { $0.user = "nobody" },
      reason: "a run as another user is not supported"),
  ]

  @Test(arguments: refusals) func refusal(_ row: Refusal) throws {
    let result = try RunBench().run(row.command, change: row.change)
    guard case .couldNotStart(let reason) = result.outcome else {
      Issue.record("\(row.name): \(result)")
      return
    }
    #expect(reason.hasPrefix(row.reason), "\(row.name): \(reason)")
  }

  @Test func aScriptFileNeedsItsRunBitAndMayLackAFirstLine() throws {
    let bench = try RunBench()
    try bench.folder.write("plain.sh", "echo \"plain $1\"", mode: 0o644)
    let refused = try bench.run(.arguments(["./plain.sh"]))
    #expect(refused.outcome == .couldNotStart("./plain.sh has no run bit (chmod +x)"))
    let other = try RunBench(in: bench.folder)
    chmod(bench.folder.path(of: "plain.sh"), 0o755)
    try other.runner.start(other.order(.arguments(["./plain.sh", "x y"]), runID: "second"))
    #expect(try other.result(of: "second").text == "plain x y\n")
  }

  @Test func nicenessIsTheCommands() throws {
    #expect(try RunBench().run(.shell("nice")) { $0.niceness = 7 }.text == "7\n")
  }
}
