public import EventLoop
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

/// What the service found of a run that an earlier service had claimed.
public enum Adoption: Hashable, Sendable {
  /// It was started; its end is reported, in a later turn also when it has ended already.
  case watching
  /// The command was never started: it may be started now.
  case neverStarted
}

/// Starts runs, each through a supervisor that outlives the service, and tells how they end.
///
/// Everything about a run is in its folder `<runs>/<run id>`, which stays until `remove` or `removeAll`.
public final class ScriptRunner {
  private let loop: Loop
  private let executable: String
  private let runs: String
  private let begun: ([String]) -> Void
  private let ended: (String, RunEnd) -> Void
  private var active: [String: ActiveRun] = [:]
  private var standby: Standby?
  /// Folders that were put aside by this service, for runs to come.
  private var spares: [String] = []
  private var sparesMade = 0
  private static let sparesKept = 128

  /// A run whose end is still to be reported.
  private struct ActiveRun {
    /// `nil` while nobody has said who it is.
    var supervisor: Child?
    /// Set while a supervisor is about to say who it is in its folder.
    var beginning: FileWatch?
    var orphan: OrphanedCommand?
    var isCancelled = false
  }

  /// What splits off supervisors, and the runs that it has not answered yet, in order.
  private struct Standby {
    var supervisor: StandbySupervisor
    var sources: (answers: Descriptor, end: Child)
    var handed: [String] = []
  }

  /// Makes the folder of the runs where it is missing; its parent must exist.
  ///
  /// - Parameters:
  ///   - loop: The loop that reports ends.
  ///   - executable: The absolute path of `carillon`, which is called as `carillon --supervise-many` and, if need be,
  ///     `carillon --supervise FOLDER`.
  ///   - runs: The absolute path of the folder of the runs, without a slash at the end.
  ///   - begun: Called for each run that was started once a supervisor has it, with those that got one together; never
  ///     from within `start` or `adopt`. The end may be reported without it.
  ///   - ended: Called once for each run that was started or adopted, never from within `start` or `adopt`.
  public init(
    on loop: Loop, executable: String, runs: String, begun: @escaping ([String]) -> Void = { _ in },
    ended: @escaping (String, RunEnd) -> Void
  ) throws(ScriptRunnerError) {
    self.loop = loop
    self.executable = executable
    self.runs = runs
    self.begun = begun
    self.ended = ended
    if mkdir(runs, 0o700) != 0 && errno != EEXIST {
      throw .file(RunFileError("make", runs, code: errno))
    }
  }

  /// The runs whose end is still to be reported, in no order.
  public var activeRuns: [String] { Array(active.keys) }

  /// The process that splits off supervisors, for tests that end it.
  package var standbyPID: Int32? { standby?.supervisor.pid }

  // MARK: Start and end

  /// Makes ready for starts that must not wait; without it the first start does this.
  public func prepare() {
    // What fails here fails again at the start of a run, and is told there.
    if standby == nil { standby = try? makeStandby() }
  }

  /// Starts a run.
  ///
  /// Whether its command can be executed is told by the end.
  ///
  /// - Throws: When nothing was started; what was written is used by a later `start` of the same run.
  public func start(_ order: RunOrder) throws(ScriptRunnerError) {
    let runID = order.runID
    let folder = try folder(of: runID)
    guard active[runID] == nil else { throw .alreadyStarted(runID) }
    do {
      if let spare = spares.popLast(), !folder.take(spare: spare) { spares.append(spare) }
      let lock = try folder.claim()
      defer { close(lock) }
      guard !folder.wasStarted else { throw ScriptRunnerError.alreadyStarted(runID) }
      try folder.write(order)
      try supervise(folder, runID, lock)
    } catch let error as RunFileError {
      throw error.code == EWOULDBLOCK ? .alreadyStarted(runID) : .file(error)
    } catch let error as LoopError {
      throw .loop(error)
    } catch let error as ScriptRunnerError {
      throw error
    } catch {
      throw .badRunID(runID)
    }
  }

  /// Asks for the end of a run: TERM, then KILL after the grace of its order.
  ///
  /// The end is reported as always.
  ///
  /// - Returns: Whether the run was still going on.
  @discardableResult
  public func cancel(_ runID: String) -> Bool {
    guard active[runID] != nil else { return false }
    active[runID]?.isCancelled = true
    // Fails only when the supervisor has ended, and then the report is on its way.
    try? active[runID]?.supervisor?.send(SIGTERM)
    return true
  }

  // MARK: Supervisors

  private func makeStandby() throws -> Standby {
    let supervisor = try StandbySupervisor(executable)
    let end = try Child(on: loop, pid: supervisor.pid) { [weak self] _ in self?.take([.gone]) }
    let answers = try Descriptor(on: loop, supervisor.socket, for: .read) { [weak self, weak supervisor] _ in
      if let supervisor { self?.take(supervisor.answers()) }
    }
    return Standby(supervisor: supervisor, sources: (answers, end))
  }

  /// Has a claimed run supervised: by a copy of the standby or, where that has gone, by a supervisor of its own.
  private func supervise(_ folder: RunFolder, _ runID: String, _ lock: Int32) throws {
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

  private func child(_ runID: String, _ pid: Int32) throws(LoopError) -> Child {
    try Child(on: loop, pid: pid) { [weak self] end in self?.supervisorEnded(runID, end) }
  }

  /// Takes answers of the standby, or its end.
  private func take(_ answers: [StandbySupervisor.Answer]) {
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

  private func watch(_ runID: String, _ pid: Int32) {
    guard let run = active[runID] else { return }
    do throws(LoopError) {
      active[runID]?.supervisor = try child(runID, pid)
      if run.isCancelled { try? active[runID]?.supervisor?.send(SIGTERM) }
    } catch {
      seek(runID)
    }
  }

  private func standbyEnded() {
    let handed = standby?.handed ?? []
    standby = nil
    for runID in handed { seek(runID) }
  }

  /// Looks for the supervisor of a run that was handed over; where there is none, starts one.
  private func seek(_ runID: String) {
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

  // MARK: After a restart

  /// Takes over a run that an earlier service claimed, whatever has become of it.
  public func adopt(_ runID: String) throws(ScriptRunnerError) -> Adoption {
    let folder = try folder(of: runID)
    guard active[runID] == nil else { return .watching }
    if !folder.isClaimed && !folder.wasStarted { return .neverStarted }
    do throws(LoopError) { try watchBeginning(of: folder, runID) } catch { throw .loop(error) }
    return .watching
  }

  /// Watches for who supervises a run.
  private func watchBeginning(of folder: RunFolder, _ runID: String) throws(LoopError) {
    let isCancelled = active[runID]?.isCancelled ?? false
    // Armed before looking, so that what happens in between is seen.
    let beginning = try FileWatch(on: loop, folder: folder.path) { [weak self] _ in self?.look(runID) }
    active[runID] = ActiveRun(beginning: beginning, isCancelled: isCancelled)
    loop.post { [weak self] in self?.look(runID) }
  }

  /// Looks who carries out an adopted run.
  ///
  /// While a supervisor has the lock and has not said who it is, its folder is
  /// watched: it writes `started.json`, or lets go of the lock, which both show there.
  private func look(_ runID: String) {
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
    supervisorEnded(runID, .gone)
  }

  private func supervisorEnded(_ runID: String, _ end: ProcessEnd) {
    let folder = RunFolder(runs: runs, runID: runID)
    active[runID]?.supervisor = nil
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
      report(runID, .vanished(error.description))
    }
  }

  private func report(_ runID: String, _ end: RunEnd) {
    guard active.removeValue(forKey: runID) != nil else { return }
    ended(runID, end)
  }

  private static func vanishing(_ end: ProcessEnd) -> String {
    switch end {
    case .exited(SupervisorExit.resultLost): "the result could not be written"
    case .exited(let code): "the supervisor ended without a result (exit \(code))"
    case .signaled(let signal): "the supervisor was ended by signal \(signal)"
    case .gone: "the supervisor is gone and there is no result"
    }
  }

  /// The result of a run whose supervisor ended before it began.
  private static func notBegun(_ end: ProcessEnd) -> RunResult {
    let reason =
      switch end {
      case .exited(SupervisorExit.unusableFolder): "the folder of the run can't be written"
      case .exited(let code): "the supervisor refused to begin (exit \(code))"
      case .signaled(let signal): "signal \(signal) ended the supervisor before it began"
      case .gone: "the supervisor ended before it began"
      }
    return couldNotStart(reason)
  }

  private static func couldNotStart(_ reason: String) -> RunResult {
    let now = Int64(clamping: Clock.realtime.microseconds / 1_000_000)
    return RunResult(outcome: .couldNotStart(reason), startedAt: now, endedAt: now, durationMilliseconds: 0)
  }

  // MARK: Folders

  /// Returns the ids of all runs that have a folder, ascending.
  public func storedRuns() throws(ScriptRunnerError) -> [String] { try entries().filter(RunOrder.isRunID).sorted() }

  private func entries() throws(ScriptRunnerError) -> [String] {
    guard let folder = opendir(runs) else { throw .file(RunFileError("list", runs, code: errno)) }
    defer { closedir(folder) }
    var found: [String] = []
    while let entry = readdir(folder) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      found.append(name)
    }
    return found
  }

  /// Removes what is stored of a run; one that goes on is refused.
  public func remove(_ runID: String) throws(ScriptRunnerError) {
    let folder = try folder(of: runID)
    guard active[runID] == nil, !folder.isClaimed else { throw .stillRunning(runID) }
    if spares.count < Self.sparesKept {
      sparesMade += 1
      let place = "\(runs)/.spare-\(sparesMade)"
      if folder.spare(as: place) { return spares.append(place) }
    }
    do throws(RunFileError) { try folder.remove() } catch { throw .file(error) }
  }

  /// Removes what is stored of all runs but some, and but those that go on; and what an earlier service put aside.
  ///
  /// - Returns: The runs that could not be removed, with the reason.
  public func removeAll(except kept: Set<String>) throws(ScriptRunnerError) -> [(runID: String, reason: String)] {
    var failed: [(runID: String, reason: String)] = []
    for name in try entries() where name.hasPrefix(".spare-") && !spares.contains("\(runs)/\(name)") {
      // After a power cut nobody knows whether what was put aside was cleared before.
      try? RunFolder(runs: runs, runID: name).remove()
    }
    for runID in try storedRuns() where !kept.contains(runID) && active[runID] == nil {
      do throws(ScriptRunnerError) {
        try remove(runID)
      } catch {
        if case .stillRunning = error { continue }
        failed.append((runID, error.description))
      }
    }
    return failed
  }

  private func folder(of runID: String) throws(ScriptRunnerError) -> RunFolder {
    guard RunOrder.isRunID(runID) else { throw .badRunID(runID) }
    return RunFolder(runs: runs, runID: runID)
  }
}
