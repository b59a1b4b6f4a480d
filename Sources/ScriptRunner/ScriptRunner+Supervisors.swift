import EventLoop
import Glibc
import RuleEngine
import RunSupervisor

extension ScriptRunner {
  func makeStandby() throws -> Standby {
    let supervisor = try StandbySupervisor(executable)
    let pid = supervisor.pid
    let end = try Child(on: loop, pid: pid) { [weak self, weak supervisor] _ in
      self?.leaving[pid] = nil
      if let supervisor { self?.take([.gone], from: supervisor) }
    }
    let answers = try Descriptor(on: loop, supervisor.socket, for: .read) { [weak self, weak supervisor] _ in
      if let supervisor { self?.take(supervisor.answers(), from: supervisor) }
    }
    return Standby(supervisor: supervisor, sources: (answers, end))
  }

  /// Has a claimed run supervised: by a copy of the standby or, where that has gone, by a supervisor of its own.
  func supervise(_ folder: RunFolder, _ runID: String, _ lock: Int32) throws {
    if standby == nil { standby = try makeStandby() }
    if let supervisor = standby?.supervisor {
      // Ends are never reported from within a start.
      let handed: Void? = try? supervisor.hand(folder, lock: lock) { answers in
        loop.post { [weak self] in self?.take(answers, from: supervisor) }
      }
      if handed != nil {
        active[runID] = ActiveRun(isHanded: true)
        standby?.handed.append(runID)
        if standby?.patience == nil { expectAnswer() }
        return
      }
      giveUpStandby()
    }
    let pid = try SupervisorStart.start(executable, folder: folder, lock: lock)
    active[runID] = ActiveRun(supervisor: try child(runID, pid))
    loop.post { [weak self] in self?.begun([runID]) }
  }

  /// Gives the standby some time for its next answer.
  private func expectAnswer() {
    guard let supervisor = standby?.supervisor, standby?.handed.isEmpty == false else {
      standby?.patience = nil
      return
    }
    let end = Clock.monotonic.microseconds + patience
    standby?.patience = try? Timer(on: loop, .monotonic, at: end) { [weak self, weak supervisor] in
      if let self, let supervisor, standby?.supervisor === supervisor { giveUpStandby() }
    }
  }

  /// Ends a standby that does not move; what it was handed and has not begun is started without it.
  private func giveUpStandby() {
    guard let stuck = standby else { return }
    standby = nil
    leaving[stuck.supervisor.pid] = stuck.sources.end
    kill(stuck.supervisor.pid, SIGKILL)
    // Ends are never reported from within a start.
    loop.post { [weak self] in for runID in stuck.handed { self?.seek(runID) } }
  }

  func child(_ runID: String, _ pid: Int32) throws(LoopError) -> Child {
    try Child(on: loop, pid: pid) { [weak self] end in self?.supervisorEnded(runID, end) }
  }

  /// Takes answers of the standby, or its end; those of one that was given up are about no run of its successor.
  func take(_ answers: [StandbySupervisor.Answer], from supervisor: StandbySupervisor) {
    guard standby?.supervisor === supervisor else { return }
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
    expectAnswer()
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
