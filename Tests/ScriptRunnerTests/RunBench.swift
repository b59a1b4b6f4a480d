import EventLoop
import Glibc
import RuleEngine
import ScriptRunner
import TestSupport
import Testing

/// The program built beside the tests that supervises as `carillon` does.
func superviseProbe() throws -> String {
  var buffer = [CChar](repeating: 0, count: 4096)
  let count = readlink("/proc/self/exe", &buffer, buffer.count)
  let bytes = buffer.prefix(max(0, count)).map { UInt8(bitPattern: $0) }
  let end = try #require(bytes.lastIndex(of: UInt8(ascii: "/")))
  return String(decoding: bytes[...end], as: UTF8.self) + "SuperviseProbe"
}

/// A loop, a runner and a fresh folder; a second bench on the folder is the service after a restart.
final class RunBench {
  let loop: Loop
  let folder: TemporaryFolder
  private(set) var ends: [String: RunEnd] = [:]
  private(set) var begun: [String] = []
  private var built: ScriptRunner?

  init(in folder: TemporaryFolder? = nil, executable: String? = nil) throws {
    loop = try Loop()
    self.folder = try folder ?? TemporaryFolder()
    built = try ScriptRunner(
      on: loop, executable: executable ?? superviseProbe(), runs: self.folder.path(of: "runs"),
      begun: { [unowned self] in begun += $0 }, ended: { [unowned self] runID, end in ends[runID] = end })
  }

  var runner: ScriptRunner { get throws { try #require(built) } }

  func order(
    _ command: RunOrder.Command, runID: String = "r", change: (inout RunOrder) -> Void = { _ in }
  ) -> RunOrder {
    var order = RunOrder(runID: runID, command: command, directory: folder.path, killAfterSeconds: 5)
    change(&order)
    return order
  }

  /// Turns the loop until the run has ended.
  func end(of runID: String = "r") throws -> RunEnd {
    let limit = Clock.monotonic.microseconds + 30_000_000
    while ends[runID] == nil {
      try #require(Clock.monotonic.microseconds < limit, "run \(runID) does not end")
      try loop.turn(atMost: 1_000_000)
    }
    return try #require(ends[runID])
  }

  func result(of runID: String = "r") throws -> RunResult {
    let end = try end(of: runID)
    guard case .ended(let result) = end else {
      Issue.record("\(end)")
      throw CancellationError()
    }
    return result
  }

  /// Starts a run and waits for its result.
  func run(
    _ command: RunOrder.Command, runID: String = "r", change: (inout RunOrder) -> Void = { _ in }
  ) throws -> RunResult {
    try runner.start(order(command, runID: runID, change: change))
    return try result(of: runID)
  }

  /// Turns the loop until a file is there, which a command makes to say how far it is.
  func wait(for path: String) throws {
    let watch = try FileWatch(on: loop, folder: folder.path) { _ in }
    while access(path, F_OK) != 0 { try loop.turn(atMost: 30_000_000) }
    withExtendedLifetime(watch) {}
  }
}

extension RunResult {
  var text: String { String(decoding: output, as: UTF8.self) }
}
