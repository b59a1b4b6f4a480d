import EventLoop
import Glibc
import RuleEngine
import RunSupervisor
import ScriptRunner
import TestSupport
import Testing

/// Deaths of the service and of the supervisor, at each point where they can happen.
@Suite struct RunRestartTests {
  /// A command that says it is here, and goes on when a pipe is written to.
  static func waiting(_ folder: TemporaryFolder) -> RunOrder.Command {
    mkfifo(folder.path(of: "go"), 0o600)
    return .shell("echo before; touch here; read x <go; echo after $x; exit 6")
  }

  static func release(_ folder: TemporaryFolder) {
    let pipe = open(folder.path(of: "go"), O_WRONLY)
    write(pipe, "x\n", 2)
    close(pipe)
  }

  @Test func aRunOutlivesItsServiceAndIsAdopted() throws {
    let folder = try TemporaryFolder()
    do {
      let service = try RunBench(in: folder)
      try service.runner.start(service.order(Self.waiting(folder)))
      try service.wait(for: folder.path(of: "here"))
    }
    let next = try RunBench(in: folder)
    #expect(try next.runner.storedRuns() == ["r"])
    #expect(throws: ScriptRunnerError.alreadyStarted("r")) { try next.runner.start(next.order(.shell("true"))) }
    #expect(throws: ScriptRunnerError.stillRunning("r")) { try next.runner.remove("r") }
    #expect(try next.runner.removeAll(except: []).isEmpty)
    #expect(try next.runner.adopt("r") == .watching)
    #expect(try next.runner.adopt("r") == .watching)
    while try next.loop.turn(atMost: 0) {}
    #expect(next.ends.isEmpty)
    Self.release(folder)
    let result = try next.result()
    #expect(result.outcome == .exited(6))
    #expect(result.text == "before\nafter x\n")
    #expect(try next.runner.activeRuns.isEmpty)
    try next.runner.remove("r")
    #expect(try next.runner.storedRuns().isEmpty)
  }

  @Test func aRunOutlivesTheDeathOfItsParentProcess() throws {
    // The parent is a shell that starts the supervisor as a service would, and is killed with its whole group.
    let bench = try RunBench()
    let order = bench.order(Self.waiting(bench.folder))
    let folder = RunFolder(runs: bench.folder.path(of: "runs"), runID: "r")
    let lock = try folder.claim()
    try folder.write(order)
    close(lock)
    let parent = try startShell("\(superviseProbe()) --supervise \(folder.path) & wait")
    try bench.wait(for: bench.folder.path(of: "here"))
    kill(-parent, SIGKILL)
    var status: Int32 = 0
    waitpid(parent, &status, 0)
    #expect(try bench.runner.adopt("r") == .watching)
    Self.release(bench.folder)
    #expect(try bench.result().outcome == .exited(6))
  }

  @Test func aRunThatEndedMeanwhileIsReported() throws {
    let folder = try TemporaryFolder()
    do {
      let service = try RunBench(in: folder)
      _ = try service.run(.shell("echo done; exit 2"))
    }
    let next = try RunBench(in: folder)
    #expect(try next.runner.adopt("r") == .over)
    #expect(next.ends.isEmpty)
    let result = try next.result()
    #expect(result.outcome == .exited(2))
    #expect(result.lastLine == "done")
  }

  @Test func whatWasNeverStartedMayBeStarted() throws {
    let bench = try RunBench()
    #expect(try bench.runner.adopt("r") == .neverStarted)
    let folder = RunFolder(runs: bench.folder.path(of: "runs"), runID: "r")
    close(try folder.claim())
    try folder.write(bench.order(.shell("exit 1")))
    #expect(try bench.runner.adopt("r") == .neverStarted)
    #expect(try bench.run(.shell("exit 8")).outcome == .exited(8))
  }

  @Test func aSupervisorThatIsJustBeginningIsWaitedFor() throws {
    let bench = try RunBench()
    let folder = RunFolder(runs: bench.folder.path(of: "runs"), runID: "r")
    let lock = try folder.claim()
    try folder.write(bench.order(.shell("exit 8")))
    #expect(try bench.runner.adopt("r") == .watching)
    while try bench.loop.turn(atMost: 0) {}
    #expect(bench.ends.isEmpty)
    let pid = try SupervisorStart.start(superviseProbe(), folder: folder, lock: lock)
    close(lock)
    #expect(try bench.result().outcome == .exited(8))
    var status: Int32 = 0
    waitpid(pid, &status, 0)
    #expect(status == 0)
  }

  @Test func aSupervisorThatDiesBeforeItBeginsStartedNothing() throws {
    let bench = try RunBench()
    let folder = RunFolder(runs: bench.folder.path(of: "runs"), runID: "r")
    let lock = try folder.claim()
    #expect(try bench.runner.adopt("r") == .watching)
    while try bench.loop.turn(atMost: 0) {}
    close(lock)
    #expect(try bench.result().outcome == .couldNotStart("the supervisor ended before it began"))
  }

  @Test func aKilledSupervisorIsAVanishedRunAndItsCommandIsEnded() throws {
    let bench = try RunBench()
    try bench.runner.start(bench.order(Self.waiting(bench.folder)))
    try bench.wait(for: bench.folder.path(of: "here"))
    let folder = RunFolder(runs: bench.folder.path(of: "runs"), runID: "r")
    let supervisor = try #require(try folder.started()?.supervisor.pid)
    let command = try #require(try folder.started()?.command)
    #expect(command.isRunning)
    kill(supervisor, SIGKILL)
    guard case .vanished = try bench.end() else {
      Issue.record("\(bench.ends)")
      return
    }
    #expect(!command.isRunning)
  }

  @Test func aSupervisorKilledWhileTheServiceWasAwayIsAVanishedRun() throws {
    let folder = try TemporaryFolder()
    var supervisor: Int32 = 0
    do {
      let service = try RunBench(in: folder)
      try service.runner.start(service.order(Self.waiting(folder)))
      try service.wait(for: folder.path(of: "here"))
      supervisor = try #require(
        try RunFolder(runs: folder.path(of: "runs"), runID: "r").started()?.supervisor.pid)
    }
    kill(supervisor, SIGKILL)
    var status: Int32 = 0
    waitpid(supervisor, &status, 0)
    let next = try RunBench(in: folder)
    #expect(try next.runner.adopt("r") == .over)
    guard case .vanished = try next.end() else {
      Issue.record("\(next.ends)")
      return
    }
  }

  @Test func aRecordOfAnotherBootOrProcessIsNotBelieved() throws {
    let rows = [
      // This test's own process has the number, but not the start time; then another boot altogether.
      "{\"version\":1,\"supervisor\":{\"pid\":\(getpid()),\"start_ticks\":1},\"boot_id\":\"other\","
        + "\"command\":{\"pid\":\(getpid()),\"start_ticks\":1}}",
      "{\"version\":1,\"supervisor\":{\"pid\":1,\"start_ticks\":1},\"boot_id\":\"\",\"command\":null}", "{", "",
    ]
    for text in rows {
      let bench = try RunBench()
      try bench.folder.write("runs/r/started.json", text)
      #expect(try bench.runner.adopt("r") == .over)
      guard case .vanished = try bench.end() else {
        Issue.record("\(text): \(bench.ends)")
        return
      }
    }
  }

  @Test func anUnreadableOrderIsAResult() throws {
    let bench = try RunBench()
    let path = try bench.folder.write("runs/r/order.json", "{\"version\":1}")
    #expect(superviseByHand(try superviseProbe(), String(path.dropLast("/order.json".count))) == 65)
    #expect(try bench.runner.adopt("r") == .over)
    guard case .couldNotStart(let reason) = try bench.result().outcome else { return }
    #expect(reason == "understand \(path): a member is missing or has the wrong type")
  }

  @Test func theSupervisorRefusesWhatItCannotDoSafely() throws {
    let bench = try RunBench()
    let probe = try superviseProbe()
    #expect(superviseByHand(probe, "relative") == SupervisorExit.usage)
    #expect(superviseByHand(probe, bench.folder.path(of: "none/at/all")) == SupervisorExit.alreadyStarted)
    _ = try bench.run(.shell("true"))
    #expect(superviseByHand(probe, bench.folder.path(of: "runs/r")) == SupervisorExit.alreadyStarted)
  }

  @Test func aMissingExecutableIsAnError() throws {
    let bench = try RunBench(executable: "/no/carillon")
    #expect(throws: ScriptRunnerError.file(RunFileError("execute", "/no/carillon", code: ENOENT))) {
      try bench.runner.start(bench.order(.shell("true")))
    }
    #expect(try bench.runner.adopt("r") == .neverStarted)
  }

  @Test(arguments: ["", ".", "..", "a/b", "-x", "ä", String(repeating: "x", count: 129)])
  func anIdThatIsNoFileNameIsRefused(_ runID: String) throws {
    let bench = try RunBench()
    #expect(throws: ScriptRunnerError.badRunID(runID)) {
      try bench.runner.start(bench.order(.shell("true"), runID: runID))
    }
    #expect(throws: ScriptRunnerError.badRunID(runID)) { try bench.runner.remove(runID) }
  }
}
