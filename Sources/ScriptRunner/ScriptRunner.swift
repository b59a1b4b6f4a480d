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
  /// Supervisors that wait for a run.
  var ready: [WaitingSupervisor] = []
  /// Runs that wait for a place, in order.
  var waiting: [RunOrder] = []
  /// How many runs are watched at a time: each takes a descriptor, or two while its supervisor is looked for.
  package var places: Int
  /// Runs whose results could not be read for want of a descriptor.
  var lookingAgain: [String: Timer] = [:]
  /// Lets those go for which there was no run.
  var dismissal: Timer?
  /// Runs that were handed to such supervisors and are to be told of.
  var begunAtOnce: [String] = []
  /// What was given up, or has lost its standby, until it has ended.
  var leaving: [Int32: Child] = [:]
  /// Folders that were put aside by this service, for runs to come.
  var spares: [String] = []
  var sparesMade = 0

  /// Descriptors that are left to everything but runs: the store, channels, sockets.
  static let reservedDescriptors = 256

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

  /// What splits off supervisors, and what it has not answered yet, in order.
  struct Standby {
    var supervisor: StandbySupervisor
    var sources: (answers: Descriptor, end: Child)
    var handed: [Handed] = []
    /// Set while answers are due.
    var patience: Timer?
  }

  /// What a standby was handed.
  enum Handed {
    case run(String)
    /// One that is to stand ready.
    case ready(ReadySupervisor)

    var runID: String? { if case .run(let runID) = self { runID } else { nil } }
  }

  /// A supervisor that stands ready.
  struct WaitingSupervisor {
    var supervisor: ReadySupervisor
    var child: Child
    var task: Task

    /// The run that it was given.
    final class Task {
      var runID: String?
    }
  }

  /// Makes the folder of the runs where it is missing; its parent must exist.
  ///
  /// - Parameters:
  ///   - loop: The loop that reports ends.
  ///   - executable: The absolute path of `carillon`, which is called as `carillon --supervise-many RUNS` and, if
  ///     need be, `carillon --supervise FOLDER`.
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
    places = max(8, (DescriptorLimit.present - Self.reservedDescriptors) / 2)
    do throws(RunFileError) { try makeRuns() } catch { throw .file(error) }
  }

  /// The runs whose end is still to be reported, in no order.
  public var activeRuns: [String] { active.keys + waiting.map(\.runID) }

  /// The process that splits off supervisors, for tests that end it.
  package var standbyPID: Int32? { standby?.supervisor.pid }

  /// Makes ready for starts that must not wait; without it the first start does this.
  public func prepare() {
    // What fails here fails again at the start of a run, and is told there.
    if standby == nil { standby = try? makeStandby() }
  }

  /// Starts a run.
  ///
  /// Whether its command can be executed is told by the end. Where this process can watch no more runs, it waits until
  /// another has ended.
  ///
  /// - Throws: When nothing was started; what was written is used by a later `start` of the same run.
  public func start(_ order: RunOrder) throws(ScriptRunnerError) {
    let runID = order.runID
    let folder = try folder(of: runID)
    guard active[runID] == nil, !waiting.contains(where: { $0.runID == runID }) else { throw .alreadyStarted(runID) }
    guard active.count < places else { return waiting.append(order) }
    do {
      let lock = try claim(folder)
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
    if let index = waiting.firstIndex(where: { $0.runID == runID }) {
      waiting.remove(at: index)
      // Ends are never reported from within this.
      loop.post { [weak self] in self?.ended(runID, .ended(Self.couldNotStart("cancelled before it could start"))) }
      return true
    }
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
