public import EventLoop
import Glibc
public import RuleEngine
import RunSupervisor

/// Starts runs, each through a supervisor that outlives the service, and tells how they end.
///
/// Everything about a run is in its folder `<runs>/<run id>`, which stays until `remove` or `removeAll`.
public final class ScriptRunner {
  let loop: Loop
  let executable: String
  let runs: String
  let begun: ([String]) -> Void
  let ended: (String, RunEnd) -> Void
  var active: [String: ActiveRun] = [:]
  var standby: Standby?
  /// How long a standby may leave runs unanswered before it counts as stuck, in microseconds.
  package var patience: UInt64 = 5_000_000
  /// Standbys that were given up, until they have ended.
  var leaving: [Int32: Child] = [:]
  /// Folders that were put aside by this service, for runs to come.
  var spares: [String] = []
  var sparesMade = 0

  /// A run whose end is still to be reported.
  struct ActiveRun {
    /// `nil` while nobody has said who it is.
    var supervisor: Child?
    /// Set while a supervisor is about to say who it is in its folder.
    var beginning: FileWatch?
    var orphan: OrphanedCommand?
    var isCancelled = false
    /// Handed to a standby by this service: where nobody has begun with it, it is started after all.
    var isHanded = false
  }

  /// What splits off supervisors, and the runs that it has not answered yet, in order.
  struct Standby {
    var supervisor: StandbySupervisor
    var sources: (answers: Descriptor, end: Child)
    var handed: [String] = []
    /// Set while answers are due.
    var patience: Timer?
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

  func folder(of runID: String) throws(ScriptRunnerError) -> RunFolder {
    guard RunOrder.isRunID(runID) else { throw .badRunID(runID) }
    return RunFolder(runs: runs, runID: runID)
  }
}
