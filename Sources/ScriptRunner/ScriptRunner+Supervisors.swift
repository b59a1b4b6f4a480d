import EventLoop
import Glibc
import RuleEngine
import RunSupervisor

extension ScriptRunner {
  func makeStandby() throws -> Standby {
    let supervisor = try StandbySupervisor(executable, runs: runs)
    let pid = supervisor.pid
    let end = try Child(on: loop, pid: pid) { [weak self] _ in self?.ended(supervisor) }
    let answers = try Descriptor(on: loop, supervisor.socket, for: .read) { [weak self, weak supervisor] _ in
      if let supervisor { self?.take(supervisor.answers(), from: supervisor) }
    }
    return Standby(supervisor: supervisor, sources: (answers, end))
  }

  /// Has a claimed run supervised: by a copy of the standby or, where that has gone, by a supervisor of its own.
  func supervise(_ folder: RunFolder, _ runID: String, _ lock: Int32) throws {
    if handToReady(folder, runID, lock) { return }
    if standby == nil { standby = try makeStandby() }
    if let supervisor = standby?.supervisor {
      // Ends are never reported from within a start.
      let handed: Void? = try? supervisor.hand(folder, lock: lock) { answers in
        loop.post { [weak self] in self?.take(answers, from: supervisor) }
      }
      if handed != nil {
        active[runID] = ActiveRun(isHanded: true)
        expect(.run(runID))
        return
      }
      giveUpStandby()
    }
    let pid = try SupervisorStart.start(executable, folder: folder, lock: lock)
    active[runID] = ActiveRun(supervisor: try child(runID, pid))
    tellBegun(runID)
  }

  /// Expects an answer of the standby, after those that are due already.
  func expect(_ handed: Handed) {
    standby?.handed.append(handed)
    if standby?.patience == nil { expectAnswer() }
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
    loop.post { [weak self] in for runID in stuck.handed.compactMap(\.runID) { self?.seek(runID) } }
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
      guard let handed = standby?.handed.first else { continue }
      standby?.handed.removeFirst()
      switch (handed, answer) {
      case (.run(let runID), .supervised(let pid)):
        watch(runID, pid)
        supervised.append(runID)
      case (.run(let runID), .failed(let code)):
        report(runID, .ended(Self.couldNotStart("no process can be made: \(String(cString: strerror(code)))")))
      case (.ready(let supervisor), .supervised(let pid)): standReady(supervisor, pid)
      // There will be one less, and its run is handed to the standby.
      case (.ready, .failed), (_, .gone): break
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

  /// Takes the end of a standby, and what it has answered before.
  private func ended(_ supervisor: StandbySupervisor) {
    let answers = supervisor.answers()
    if standby?.supervisor === supervisor {
      take(answers + [.gone], from: supervisor)
    } else {
      for case .supervised(let pid) in answers { watchOrphan(pid) }
    }
    leaving[supervisor.pid] = nil
    // One that was made and not answered any more.
    for pid in StandbySupervisor.children(for: runs, except: knownChildren) { watchOrphan(pid) }
  }

  private var knownChildren: Set<Int32> {
    var known = Set(leaving.keys).union(ready.map(\.child.pid)).union(active.values.compactMap { $0.supervisor?.pid })
    if let standby { known.insert(standby.supervisor.pid) }
    return known
  }

  /// Watches a child that is about nothing, since it would stay for ever when it ends.
  func watchOrphan(_ pid: Int32) {
    guard !knownChildren.contains(pid) else { return }
    leaving[pid] = try? Child(on: loop, pid: pid) { [weak self] _ in self?.leaving[pid] = nil }
  }

  private func standbyEnded() {
    guard let gone = standby else { return }
    standby = nil
    // Its socket has ended first, mostly.
    leaving[gone.supervisor.pid] = gone.sources.end
    for runID in gone.handed.compactMap(\.runID) { seek(runID) }
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
