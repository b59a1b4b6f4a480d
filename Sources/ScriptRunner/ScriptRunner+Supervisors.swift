import EventLoop
import Glibc
import RuleEngine
import RunSupervisor

extension ScriptRunner {
  func makeStandby() throws -> Standby {
    let supervisor = try StandbySupervisor(executable)
    let end = try Child(on: loop, pid: supervisor.pid) { [weak self] _ in self?.take([.gone]) }
    let answers = try Descriptor(on: loop, supervisor.socket, for: .read) { [weak self, weak supervisor] _ in
      if let supervisor { self?.take(supervisor.answers()) }
    }
    return Standby(supervisor: supervisor, sources: (answers, end))
  }

  /// Has a claimed run supervised: by a copy of the standby or, where that has gone, by a supervisor of its own.
  func supervise(_ folder: RunFolder, _ runID: String, _ lock: Int32) throws {
    if standby == nil { standby = try makeStandby() }
    if let supervisor = standby?.supervisor {
      // Ends are never reported from within a start.
      let handed: Void? = try? supervisor.hand(folder, lock: lock) { answers in
        loop.post { [weak self] in self?.take(answers) }
      }
      if handed != nil {
        active[runID] = ActiveRun()
        standby?.handed.append(runID)
        return
      }
    }
    let pid = try SupervisorStart.start(executable, folder: folder, lock: lock)
    active[runID] = ActiveRun(supervisor: try child(runID, pid))
    loop.post { [weak self] in self?.begun([runID]) }
  }

  func child(_ runID: String, _ pid: Int32) throws(LoopError) -> Child {
    try Child(on: loop, pid: pid) { [weak self] end in self?.supervisorEnded(runID, end) }
  }

  /// Takes answers of the standby, or its end.
  func take(_ answers: [StandbySupervisor.Answer]) {
    var supervised: [String] = []
    for answer in answers {
      if case .gone = answer {
        standbyEnded()
        break
      }
      guard let runID = standby?.handed.first else { continue }
      standby?.handed.removeFirst()
      switch answer {
      case .supervised(let pid):
        watch(runID, pid)
        supervised.append(runID)
      case .failed(let code):
        report(runID, .ended(Self.couldNotStart("no process can be made: \(String(cString: strerror(code)))")))
      case .gone: break
      }
    }
    if !supervised.isEmpty { begun(supervised) }
  }

  func watch(_ runID: String, _ pid: Int32) {
    guard let run = active[runID] else { return }
    do throws(LoopError) {
      active[runID]?.supervisor = try child(runID, pid)
      if run.isCancelled { try? active[runID]?.supervisor?.send(SIGTERM) }
    } catch {
      seek(runID)
    }
  }

  func standbyEnded() {
    let handed = standby?.handed ?? []
    standby = nil
    for runID in handed { seek(runID) }
  }

  /// Looks for the supervisor of a run that was handed over; where there is none, starts one.
  func seek(_ runID: String) {
    let folder = RunFolder(runs: runs, runID: runID)
    do {
      if folder.isClaimed || folder.wasStarted { return try watchBeginning(of: folder, runID) }
      let lock = try folder.claim()
      defer { close(lock) }
      active[runID]?.supervisor = try child(runID, SupervisorStart.start(executable, folder: folder, lock: lock))
      if active[runID]?.isCancelled ?? false { try? active[runID]?.supervisor?.send(SIGTERM) }
    } catch {
      report(runID, .ended(Self.couldNotStart("\(error)")))
    }
  }
}
