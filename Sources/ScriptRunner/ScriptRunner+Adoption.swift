import EventLoop
import Glibc
import RunSupervisor

/// What the service found of a run that an earlier service had claimed.
public enum Adoption: Hashable, Sendable {
  /// It goes on; its end is reported.
  case watching
  /// It was started and has ended; its end is reported in a later turn.
  case over
  /// The command was never started: it may be started now.
  case neverStarted
}

extension ScriptRunner {
  /// Takes over a run that an earlier service claimed, whatever has become of it.
  public func adopt(_ runID: String) throws(ScriptRunnerError) -> Adoption {
    let folder = try folder(of: runID)
    guard active[runID] == nil else { return .watching }
    let isClaimed = folder.isClaimed
    if !isClaimed && !folder.wasStarted { return .neverStarted }
    do throws(LoopError) { try watchBeginning(of: folder, runID) } catch { throw .loop(error) }
    return isClaimed ? .watching : .over
  }

  /// Watches for who supervises a run.
  func watchBeginning(of folder: RunFolder, _ runID: String) throws(LoopError) {
    let run = active[runID]
    // Armed before looking, so that what happens in between is seen.
    let beginning = try FileWatch(on: loop, folder: folder.path) { [weak self] _ in self?.look(runID) }
    active[runID] = ActiveRun(
      beginning: beginning, isCancelled: run?.isCancelled ?? false, isHanded: run?.isHanded ?? false)
    loop.post { [weak self] in self?.look(runID) }
  }

  /// Looks who carries out an adopted run.
  ///
  /// While a supervisor has the lock and has not said who it is, its folder is
  /// watched: it writes `started.json`, or lets go of the lock, which both show there.
  func look(_ runID: String) {
    guard let run = active[runID], run.supervisor == nil, run.orphan == nil else { return }
    let folder = RunFolder(runs: runs, runID: runID)
    let isClaimed = folder.isClaimed
    if isClaimed, let started = try? folder.started(), started.isFromThisBoot {
      let child = try? Child(on: loop, pid: started.supervisor.pid) { [weak self] end in
        self?.supervisorEnded(runID, end)
      }
      if let child, started.supervisor.exists {
        active[runID]?.supervisor = child
        active[runID]?.beginning = nil
        if run.isCancelled { try? child.send(SIGTERM) }
        return
      }
    }
    // With the lock taken, the supervisor is beginning or ending, and its folder will change.
    if isClaimed && folder.isClaimed { return }
    active[runID]?.beginning = nil
    if run.isHanded, !folder.wasStarted {
      active[runID]?.isHanded = false
      return seek(runID)
    }
    supervisorEnded(runID, .gone)
  }
}
