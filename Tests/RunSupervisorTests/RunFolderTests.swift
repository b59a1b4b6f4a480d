import Glibc
import RuleEngine
import TestSupport
import Testing

@testable import RunSupervisor

@Suite struct RunFolderTests {
  static let orders = [
    RunOrder(runID: "a", command: .shell("echo \"x\"\n"), directory: "/"),
    RunOrder(
      runID: "b.1-2_3", command: .arguments(["x", "", "ü\u{1B}"]), directory: "/tmp/a b",
      environment: [.init("A", "=\u{2028}\n"), .init("A", "")], environmentFiles: ["/x", "/y"], timeoutSeconds: 3600,
      killAfterSeconds: 0, outputKeepBytes: 0, attempt: 4, niceness: -3, user: "root"),
    RunOrder(runID: "c", command: .script("#!/bin/sh\n"), directory: "/", timeoutSeconds: .max, outputKeepBytes: .max),
  ]

  @Test(arguments: orders) func anOrderComesBackAsItWas(_ order: RunOrder) throws {
    let folder = RunFolder(path: try TemporaryFolder().path + "x")
    close(try folder.claim())
    defer { try? folder.remove() }
    try folder.write(order)
    #expect(try folder.order() == order)
  }

  static let outcomes: [RunResult.Outcome] = [.exited(0), .exited(255), .signaled(9), .couldNotStart("no \"x\"\n")]

  @Test(arguments: outcomes) func aResultComesBackAsItWas(_ outcome: RunResult.Outcome) throws {
    let result = RunResult(
      outcome: outcome, timedOut: true, cancelled: true, startedAt: 1_700_000_000, endedAt: -5,
      durationMilliseconds: 12, outputCut: true, lastLine: "l\u{1B}", straysEnded: 2)
    let value = RunJSON.json(of: result, run: "r", keep: 10)
    let (back, keep) = try RunJSON.result(from: value, path: "")
    #expect(back == result)
    #expect(keep == 10)
  }

  private static func result(lastLine: String) -> RunResult {
    RunResult(outcome: .exited(0), startedAt: 0, endedAt: 0, durationMilliseconds: 0, lastLine: lastLine)
  }

  @Test(arguments: [false, true]) func theResultOfAFolderThatIsUsedAgainIsThatOfItsRun(_ hasService: Bool) throws {
    let outer = try TemporaryFolder()
    let first = RunFolder(runs: outer.path, runID: "1-1")
    close(try first.claim())
    let place = try #require(ResultPlace(first))
    let long = Self.result(lastLine: String(repeating: "x", count: 1000))
    #expect(place.write(long, keep: 0, until: -1, isServiceThere: { hasService }))
    #expect(try first.result() == long)

    // What a power cut may leave of a result that was not waited for: the file of the next run with older contents.
    let next = RunFolder(runs: outer.path, runID: "2-1")
    #expect(rename(first.path, next.path) == 0)
    #expect(try next.result() == nil)

    #expect(rename(next.resultPath, next.resultPlacePath) == 0)
    let nextPlace = try #require(ResultPlace(next))
    let short = Self.result(lastLine: "y")
    #expect(nextPlace.write(short, keep: 0, until: -1, isServiceThere: { hasService }))
    #expect(try next.result() == short)
  }

  @Test func whatIsWrittenOverALongerFileIsAllThereIs() throws {
    let outer = try TemporaryFolder()
    let path = try outer.write("file", "a longer text")
    try FileAccess.write(path, Array("short".utf8))
    #expect(try FileAccess.read(path, limit: 100) == Array("short".utf8))
    try FileAccess.append(path, Array("er".utf8))
    #expect(try FileAccess.read(path, limit: 100) == Array("shorter".utf8))
    #expect(throws: RunFileError(path, makesNoSense: "larger than 3 bytes")) { _ = try FileAccess.read(path, limit: 3) }
  }

  @Test func theLockTellsWhetherSomebodySupervises() throws {
    let outer = try TemporaryFolder()
    let folder = RunFolder(runs: outer.path, runID: "r")
    #expect(!folder.isClaimed)
    let lock = try folder.claim()
    #expect(folder.isClaimed)
    #expect(throws: RunFileError("lock", folder.path + "/order.json", code: EWOULDBLOCK)) { _ = try folder.claim() }
    close(lock)
    #expect(!folder.isClaimed)
    var facts = stat()
    stat(folder.path, &facts)
    #expect(facts.st_mode & 0o777 == 0o700)
  }

  @Test func removingFollowsNoLinks() throws {
    let outer = try TemporaryFolder()
    try outer.write("kept/file", "x")
    let folder = RunFolder(runs: outer.path, runID: "r")
    try outer.write("r/a/b/c", "x")
    symlink(outer.path(of: "kept"), outer.path(of: "r/a/link"))
    try folder.remove()
    #expect(access(folder.path, F_OK) != 0)
    #expect(access(outer.path(of: "kept/file"), F_OK) == 0)
    try folder.remove()
  }

  @Test func thisProcessHasAnIdentity() throws {
    let identity = try #require(ProcessIdentity(pid: getpid()))
    #expect(identity.exists)
    #expect(!ProcessIdentity(pid: getpid(), startTicks: identity.startTicks &+ 1).exists)
    #expect(ProcessIdentity(pid: .max) == nil)
  }
}
