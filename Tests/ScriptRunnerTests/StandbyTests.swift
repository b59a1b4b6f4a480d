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
