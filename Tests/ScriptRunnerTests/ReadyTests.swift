import EventLoop
import Glibc
import RuleEngine
import RunSupervisor
import ScriptRunner
import TestSupport
import Testing

/// Supervisors that are made before there is a run for them.
@Suite struct ReadyTests {
  /// A bench with some that stand ready.
  private func bench(ready count: Int) throws -> RunBench {
    let bench = try RunBench()
    try bench.runner.makeReady(for: count)
    while try bench.runner.readyPIDs.count < count { try bench.loop.turn(atMost: 1_000_000) }
    return bench
  }

  private func log(_ bench: RunBench) throws -> [String] {
    String(decoding: try readFile(bench.folder.path(of: "log")), as: UTF8.self).split(separator: "\n").map(String.init)
  }

  /// Turns the loop until none of some processes is there, not even as a zombie.
  private func waitForEnd(of pids: [Int32], _ bench: RunBench) throws {
    let limit = Clock.monotonic.microseconds + 20_000_000
    while pids.contains(where: { kill($0, 0) == 0 }) {
      try #require(Clock.monotonic.microseconds < limit, "one of \(pids) stays")
      try bench.loop.turn(atMost: 100_000)
    }
  }

  @Test func theyTakeRunsAndThoseBeyondStartAsWell() throws {
    let bench = try bench(ready: 5)
    let ready = try Set(bench.runner.readyPIDs)
    let names = (1...8).map { "\($0)-1" }
    for name in names { try bench.runner.start(bench.order(.shell("echo \(name) $PPID >>log; exit 3"), runID: name)) }
    for name in names { #expect(try bench.result(of: name).outcome == .exited(3)) }
    let lines = try log(bench)
    #expect(lines.map { String($0.prefix { $0 != " " }) }.sorted() == names)
    let parents = Set(lines.compactMap { $0.split(separator: " ").last.flatMap { Int32($0) } })
    #expect(ready.isSubset(of: parents))
    #expect(parents.count == 8)
    #expect(bench.begun.sorted() == names)
    #expect(try bench.runner.readyPIDs.isEmpty)
  }

  @Test func oneThatWasKilledBeforeItTookItsRunLosesNothing() throws {
    let bench = try bench(ready: 3)
    let ready = try bench.runner.readyPIDs
    // Stopped, they take nothing of what they are handed.
    for pid in ready { kill(pid, SIGSTOP) }
    for name in ["a", "b"] { try bench.runner.start(bench.order(.shell("echo \(name) >>log; exit 4"), runID: name)) }
    for pid in ready { kill(pid, SIGKILL) }
    for name in ["a", "b"] { #expect(try bench.result(of: name).outcome == .exited(4)) }
    // The third had nothing, and is not asked any more.
    #expect(try bench.run(.shell("echo c >>log; exit 5"), runID: "c").outcome == .exited(5))
    #expect(try log(bench).sorted() == ["a", "b", "c"])
    try waitForEnd(of: ready, bench)
  }

  @Test func theyNeedNoStandby() throws {
    let bench = try bench(ready: 2)
    let standby = try #require(try bench.runner.standbyPID)
    kill(standby, SIGKILL)
    for name in ["a", "b", "c"] {
      try bench.runner.start(bench.order(.shell("echo \(name) >>log; exit 4"), runID: name))
    }
    for name in ["a", "b", "c"] { #expect(try bench.result(of: name).outcome == .exited(4)) }
    #expect(try log(bench).sorted() == ["a", "b", "c"])
    try waitForEnd(of: [standby], bench)
  }

  @Test func thoseWithoutARunAreLetGo() throws {
    let bench = try bench(ready: 4)
    let ready = try bench.runner.readyPIDs
    try bench.runner.dismissReady()
    #expect(try bench.runner.readyPIDs.isEmpty)
    try waitForEnd(of: ready, bench)
    #expect(try bench.run(.shell("exit 6")).outcome == .exited(6))
  }

  @Test func theyEndWithTheService() throws {
    let ready: [Int32]
    do {
      let service = try bench(ready: 3)
      ready = try service.runner.readyPIDs
    }
    for pid in ready {
      var status: Int32 = -1
      while waitpid(pid, &status, 0) < 0 && errno == EINTR {}
      #expect(status == 0)
    }
  }

  @Test func aRunThatIsCancelledAtOnceEnds() throws {
    let bench = try bench(ready: 1)
    try bench.runner.start(bench.order(.shell("exec sleep 100")))
    #expect(try bench.runner.cancel("r"))
    switch try bench.result().outcome {
    case .signaled(SIGTERM), .couldNotStart: break
    case let other: Issue.record("\(other)")
    }
  }

  @Test func aStandbyThatIsKilledInABurstLeavesNoZombie() throws {
    let bench = try RunBench()
    try bench.runner.prepare()
    let standby = try #require(try bench.runner.standbyPID)
    let names = (1...20).map { "\($0)-1" }
    for name in names { try bench.runner.start(bench.order(.shell("echo $PPID >>log"), runID: name)) }
    // It has made supervisors, some of which have ended, and nobody has read of them yet.
    try bench.wait(for: bench.folder.path(of: "log"))
    kill(standby, SIGKILL)
    for name in names { #expect(try bench.result(of: name).outcome == .exited(0)) }
    let supervisors = try log(bench).compactMap { Int32($0) }
    #expect(supervisors.count == 20)
    try waitForEnd(of: supervisors + [standby], bench)
  }
}
