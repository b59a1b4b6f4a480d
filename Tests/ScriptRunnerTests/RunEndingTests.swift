import Glibc
import RuleEngine
import ScriptRunner
import TestSupport
import Testing

/// Time limits, strays and cancelling: what ends besides the command itself.
@Suite struct RunEndingTests {
  @Test func aTimeLimitSendsTerm() throws {
    let result = try RunBench().run(.shell("sleep 1000 & sleep 1000")) { $0.timeoutSeconds = 0 }
    #expect(result.outcome == .signaled(SIGTERM))
    #expect(result.timedOut && !result.cancelled)
  }

  @Test func whatIgnoresTermGetsKill() throws {
    let result = try RunBench().run(.shell("trap '' TERM; while :; do sleep 1000; done")) {
      $0.timeoutSeconds = 1
      $0.killAfterSeconds = 0
    }
    #expect(result.outcome == .signaled(SIGKILL))
    #expect(result.timedOut)
    #expect(result.durationMilliseconds >= 1000)
  }

  @Test func aCommandMayAnswerTermWithItsOwnCode() throws {
    let result = try RunBench().run(.shell("trap 'echo cleaned; exit 9' TERM; sleep 1000 & wait")) {
      $0.timeoutSeconds = 1
    }
    #expect(result.outcome == .exited(9))
    #expect(result.timedOut)
    #expect(result.text == "cleaned\n")
  }

  @Test func aStoppedCommandEndsToo() throws {
    let result = try RunBench().run(.shell("kill -STOP $$")) { $0.timeoutSeconds = 1 }
    #expect(result.outcome == .signaled(SIGTERM))
  }

  static let strays: [(String, Int)] = [
    ("in the group", 1), ("in its own session", 1), ("deaf to TERM", 1), ("several, nested", 3),
  ]

  @Test(arguments: strays) func straysAreEnded(_ row: (String, Int)) throws {
    let bench = try RunBench()
    let pids = bench.folder.path(of: "pids")
    let stray = "echo $$ >>\(pids); exec sleep 1000"
    let script =
      switch row.0 {
      case "in the group": "sh -c '\(stray)' &"
      case "in its own session": "setsid sh -c '\(stray)' &"
      case "deaf to TERM": "sh -c 'trap \"\" TERM; \(stray)' &"
      default: "for i in 1 2 3; do (setsid sh -c '\(stray)' &); done"
      }
    let result = try bench.run(.shell("\(script)\nuntil [ \"$(wc -l <\(pids))\" = \(row.1) ]; do :; done; exit 5")) {
      $0.killAfterSeconds = 1
    }
    #expect(result.outcome == .exited(5))
    #expect(result.straysEnded == row.1)
    for line in String(decoding: try readFile(pids), as: UTF8.self).split(separator: "\n") {
      let pid = try #require(Int32(line))
      #expect(kill(pid, 0) != 0 && errno == ESRCH, "\(row.0): \(pid) still exists")
    }
  }

  @Test func cancellingEndsARunAndSaysSo() throws {
    let bench = try RunBench()
    let here = bench.folder.path(of: "here")
    try bench.runner.start(bench.order(.shell("touch \(here); sleep 1000")))
    try bench.wait(for: here)
    #expect(try bench.runner.cancel("r"))
    let result = try bench.result()
    #expect(result.outcome == .signaled(SIGTERM))
    #expect(result.cancelled && !result.timedOut)
    #expect(try !bench.runner.cancel("r"))
    #expect(try !bench.runner.cancel("other"))
  }
}
