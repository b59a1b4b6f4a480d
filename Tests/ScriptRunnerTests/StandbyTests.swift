import EventLoop
import Glibc
import RuleEngine
import RunSupervisor
import ScriptRunner
import TestSupport
import Testing

/// Supervisors that are copies of a standby, and folders that are used again.
@Suite struct StandbyTests {
  @Test func manyRunsAtOnceEachStartOnce() throws {
    let bench = try RunBench()
    let names = (1...300).map { "\($0)-1" }
    for name in names { try bench.runner.start(bench.order(.shell("echo \(name) >>log"), runID: name)) }
    for name in names { #expect(try bench.result(of: name).outcome == .exited(0)) }
    let log = String(decoding: try readFile(bench.folder.path(of: "log")), as: UTF8.self)
    #expect(log.split(separator: "\n").map(String.init).sorted() == names.sorted())
    #expect(bench.begun.sorted() == names.sorted())
  }

  @Test func aStandbyThatIsKilledLosesNoRun() throws {
    let bench = try RunBench()
    #expect(try bench.run(.shell("exit 3")).outcome == .exited(3))
    let standby = try #require(try bench.runner.standbyPID)
    // Stopped, it takes nothing of what it is handed.
    kill(standby, SIGSTOP)
    for name in ["a", "b"] { try bench.runner.start(bench.order(.shell("echo \(name) >>log; exit 4"), runID: name)) }
    kill(standby, SIGKILL)
    for name in ["a", "b"] { #expect(try bench.result(of: name).outcome == .exited(4)) }
    #expect(try bench.run(.shell("exit 5"), runID: "c").outcome == .exited(5))
    let log = String(decoding: try readFile(bench.folder.path(of: "log")), as: UTF8.self)
    #expect(log.split(separator: "\n").sorted() == ["a", "b"])
  }

  @Test func aStandbyThatDoesNotMoveIsGivenUp() throws {
    let bench = try RunBench()
    try bench.runner.patience = 20_000
    try bench.runner.prepare()
    let standby = try #require(try bench.runner.standbyPID)
    kill(standby, SIGSTOP)
    for name in ["a", "b"] { try bench.runner.start(bench.order(.shell("echo \(name) >>log; exit 4"), runID: name)) }
    for name in ["a", "b"] { #expect(try bench.result(of: name).outcome == .exited(4)) }
    #expect(try bench.run(.shell("exit 5"), runID: "c").outcome == .exited(5))
    let log = String(decoding: try readFile(bench.folder.path(of: "log")), as: UTF8.self)
    #expect(log.split(separator: "\n").sorted() == ["a", "b"])
    #expect(try bench.runner.standbyPID != standby)
  }

  @Test func aFolderOfRunsThatWasRemovedIsMadeAgain() throws {
    let bench = try RunBench()
    #expect(try bench.run(.shell("exit 3"), runID: "a").outcome == .exited(3))
    // Put aside for the next run, and gone with all else.
    try bench.runner.remove("a")
    try RunFolder(path: bench.folder.path(of: "runs")).remove()
    #expect(try bench.run(.shell("exit 4"), runID: "b").outcome == .exited(4))
    try bench.runner.remove("b")
    #expect(try bench.run(.shell("exit 5"), runID: "c").outcome == .exited(5))
  }

  @Test func runsBeyondThePlacesWait() throws {
    let bench = try RunBench()
    try bench.runner.places = 2
    let names = (1...5).map { "\($0)-1" }
    for name in names {
      // Beside it runs at most one other.
      let command = "mkdir -p on; touch on/\(name); ls on | wc -l >>counts; rm on/\(name); exit 3"
      try bench.runner.start(bench.order(.shell(command), runID: name))
    }
    #expect(try bench.runner.activeRuns.sorted() == names)
    #expect(throws: ScriptRunnerError.alreadyStarted("5-1")) {
      try bench.runner.start(bench.order(.shell("true"), runID: "5-1"))
    }
    #expect(try bench.runner.cancel("5-1"))
    #expect(try bench.result(of: "5-1").outcome == .couldNotStart("cancelled before it could start"))
    for name in names.dropLast() { #expect(try bench.result(of: name).outcome == .exited(3)) }
    #expect(try bench.runner.activeRuns.isEmpty)
    let counts = String(decoding: try readFile(bench.folder.path(of: "counts")), as: UTF8.self)
    let most = counts.split(whereSeparator: { $0 == "\n" || $0 == " " }).compactMap { Int($0) }
    #expect(most.count == 4 && most.allSatisfy { $0 <= 2 })
  }

  @Test func commandsKeepTheLimitOfDescriptorsThatTheServiceWasStartedWith() throws {
    var limit = rlimit()
    getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    DescriptorLimit.raise()
    let result = try RunBench().run(.shell("ulimit -n"))
    #expect(result.text == "\(limit.rlim_cur)\n")
  }

  @Test func aFolderThatIsUsedAgainTellsOnlyOfItsRun() throws {
    let bench = try RunBench()
    let kept = bench.folder.path(of: "kept")
    for round in 1...6 {
      let name = "\(round)-1"
      let order = bench.order(
        .shell(round == 2 ? "ln $CARILLON_EVENT_FILE \(kept); echo two" : round == 4 ? "touch more; exit 9" : "true"),
        runID: name
      ) { order in
        order.event = Array("event \(round)".utf8)
        if round == 3 { order.command = .arguments(["/no/such/program"]) }
        if round == 4 { order.directory = "\(bench.folder.path)/runs/\(name)" }
      }
      try bench.runner.start(order)
      let result = try bench.result(of: name)
      #expect(result.text == (round == 2 ? "two\n" : ""), "round \(round)")
      switch result.outcome {
      case .exited(let code): #expect(code == (round == 4 ? 9 : 0), "round \(round)")
      default: #expect(round == 3)
      }
      #expect(try readFile("\(bench.folder.path)/runs/\(name)/event.json") == order.event)
      try bench.runner.remove(name)
      #expect(try bench.runner.storedRuns().isEmpty)
      #expect(try bench.runner.adopt(name) == .neverStarted)
    }
    // What a script has linked elsewhere is not written over.
    #expect(try readFile(kept) == Array("event 2".utf8))
    // A service after this one does not rely on what was put aside.
    let next = try RunBench(in: bench.folder)
    #expect(try next.runner.removeAll(except: []).isEmpty)
    #expect(rmdir(bench.folder.path(of: "runs")) == 0)
  }
}
