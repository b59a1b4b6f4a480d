import EventLoop
import Glibc
public import RuleEngine
import RunSupervisor

/// How a run came to its end.
public indirect enum RunEnd: Hashable, Sendable {
  /// With a result.
  case ended(RunResult)
  /// It was started and is gone without a result: the supervisor was killed, or the machine went down. The reason is
  /// one sentence.
  case vanished(String)
}

extension ScriptRunner {
  func supervisorEnded(_ runID: String, _ end: ProcessEnd) {
    let folder = RunFolder(runs: runs, runID: runID)
    active[runID]?.supervisor = nil
    // One that nobody has told of may have been a child of ours all the same.
    if end == .gone, let started = try? folder.started(), started.isFromThisBoot, started.supervisor.exists {
      watchOrphan(started.supervisor.pid)
    }
    do throws(RunFileError) {
      if let result = try folder.result() { return report(runID, .ended(result)) }
      guard let started = try folder.started() else {
        return report(runID, .ended(Self.notBegun(end)))
      }
      // The supervisor is gone and can't end the command any more; until that is gone too, the run goes on.
      if started.isFromThisBoot, let command = started.command, command.isRunning {
        let seconds = (try? folder.order().killAfterSeconds) ?? 0
        let orphan = OrphanedCommand(command, on: loop, killAfterSeconds: seconds) { [weak self] in
          self?.report(runID, .vanished("the supervisor ended without a result, its command was ended"))
        }
        if let orphan {
          active[runID]?.orphan = orphan
          return
        }
      }
      report(runID, .vanished(Self.vanishing(end)))
    } catch {
      // What is there can be read once others have ended.
      if error.code == EMFILE || error.code == ENFILE, lookAgain(at: runID, end) { return }
      report(runID, .vanished(error.description))
    }
  }

  /// Looks for the result of a run anew a little later; false where no timer can be had.
  private func lookAgain(at runID: String, _ end: ProcessEnd) -> Bool {
    let instant = Clock.monotonic.microseconds + 250_000
    let timer = try? Timer(on: loop, .monotonic, at: instant) { [weak self] in
      self?.lookingAgain[runID] = nil
      self?.supervisorEnded(runID, end)
    }
    guard let timer else { return false }
    lookingAgain[runID] = timer
    return true
  }

  func report(_ runID: String, _ end: RunEnd) {
    guard active.removeValue(forKey: runID) != nil else { return }
    if !waiting.isEmpty { loop.post { [weak self] in self?.startWaiting() } }
    ended(runID, end)
  }

  /// Starts what waits for a place, as far as there are some.
  private func startWaiting() {
    while active.count < places, !waiting.isEmpty {
      let order = waiting.removeFirst()
      do throws(ScriptRunnerError) {
        try start(order)
      } catch {
        ended(order.runID, .ended(Self.couldNotStart(error.description)))
      }
    }
  }

  static func vanishing(_ end: ProcessEnd) -> String {
    switch end {
    case .exited(SupervisorExit.resultLost): "the result could not be written"
    case .exited(let code): "the supervisor ended without a result (exit \(code))"
    case .signaled(let signal): "the supervisor was ended by signal \(signal)"
    case .gone: "the supervisor is gone and there is no result"
    }
  }

  /// The result of a run whose supervisor ended before it began.
  static func notBegun(_ end: ProcessEnd) -> RunResult {
    let reason =
      switch end {
      case .exited(SupervisorExit.unusableFolder): "the folder of the run can't be written"
      case .exited(let code): "the supervisor refused to begin (exit \(code))"
      case .signaled(let signal): "signal \(signal) ended the supervisor before it began"
      case .gone: "the supervisor ended before it began"
      }
    return couldNotStart(reason)
  }

  static func couldNotStart(_ reason: String) -> RunResult {
    let now = Int64(clamping: Clock.realtime.microseconds / 1_000_000)
    return RunResult(outcome: .couldNotStart(reason), startedAt: now, endedAt: now, durationMilliseconds: 0)
  }
}
