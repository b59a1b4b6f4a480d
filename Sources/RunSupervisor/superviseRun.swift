import Glibc
import RuleEngine

/// Exit statuses of the supervisor.
public enum SupervisorExit {
  /// The result is written.
  public static let resultWritten: Int32 = 0
  /// Called in the wrong way (`EX_USAGE`).
  public static let usage: Int32 = 64
  /// The order can't be read; a result says so (`EX_DATAERR`).
  public static let unreadableOrder: Int32 = 65
  /// Somebody else supervises this run, or it has been started before; nothing was done (`EX_CANTCREAT`).
  public static let alreadyStarted: Int32 = 73
  /// The run's folder can't take what must be written before a start; nothing was started (`EX_IOERR`).
  public static let unusableFolder: Int32 = 74
  /// The command has ended, but its result could not be written (`EX_TEMPFAIL`).
  public static let resultLost: Int32 = 75
}

/// Carries out the run of a folder: the hidden mode `carillon --supervise FOLDER`.
///
/// It becomes leader of its own session, starts the command in a further one, keeps its output, holds it to its time
/// limit, ends what the command leaves behind, and writes the result as the last thing. It needs nobody: the service
/// that started it may die and come back. TERM and INT end the run early. It is for a process of its own and
/// changes signals, descriptors and directory of this one.
///
/// - Parameter arguments: What follows `--supervise`: the absolute path of the run's folder.
/// - Returns: One of `SupervisorExit`.
public func superviseRun(_ arguments: [String]) -> Int32 {
  guard arguments.count == 1, let path = arguments.first, path.hasPrefix("/") else { return SupervisorExit.usage }
  let folder = RunFolder(path: path)
  ProcessSetup.prepare()
  guard let lock = inheritedLock(of: folder) ?? (try? folder.claim()) else { return SupervisorExit.alreadyStarted }
  defer { close(lock) }
  ProcessSetup.lead()
  return supervise(folder, as: ProcessIdentity(pid: getpid()), isServiceThere: { false })
}

/// Carries out the run of a folder that this process, a leader, holds the lock of.
///
/// - Parameters:
///   - identity: This process.
///   - resting: Milliseconds from now for which this process should be no burden to others that start with it, once
///     its command has ended.
///   - isServiceThere: Asked at the end: whether there is a service that takes the result.
func supervise(
  _ folder: RunFolder, as identity: ProcessIdentity?, resting: Int64 = 0, isServiceThere: () -> Bool
) -> Int32 {
  let begin = MonotonicClock.milliseconds
  guard !folder.wasStarted else { return SupervisorExit.alreadyStarted }
  let signals = ProcessSetup.openSignals()
  guard signals >= 0, let identity, let place = ResultPlace(folder) else {
    return SupervisorExit.unusableFolder
  }
  do {
    // Not waited for: what is on the disk matters after the machine went down, and then a run without a record that
    // was about to start counts as started.
    try folder.begin(StartedRecord(supervisor: identity))
  } catch {
    return SupervisorExit.unusableFolder
  }

  let order: RunOrder
  do {
    order = try folder.order()
  } catch {
    let now = Int64(time(nil))
    let result = RunResult(
      outcome: .couldNotStart(error.description), startedAt: now, endedAt: now, durationMilliseconds: 0)
    let written = place.write(result, keep: 0, until: signals, isServiceThere: isServiceThere)
    return written ? SupervisorExit.unreadableOrder : SupervisorExit.resultLost
  }
  var supervision = Supervision(order, in: folder, supervisor: identity, signals: signals)
  let result = supervision.run()
  // Those that are about to start go first: their commands are late, and what is left here is late for nobody.
  let rest = resting - (MonotonicClock.milliseconds - begin)
  if rest > 0 { poll(nil, 0, Int32(clamping: rest)) } else { sched_yield() }
  let written = place.write(
    result, keep: order.outputKeepBytes, until: signals, isServiceThere: isServiceThere)
  return written ? SupervisorExit.resultWritten : SupervisorExit.resultLost
}

/// Descriptor 3, when it is the lock that the service has taken for us.
private func inheritedLock(of folder: RunFolder) -> Int32? {
  var inherited = stat()
  var file = stat()
  guard fstat(3, &inherited) == 0, stat(folder.orderPath, &file) == 0, inherited.st_ino == file.st_ino,
    inherited.st_dev == file.st_dev, flock(3, LOCK_EX | LOCK_NB) == 0
  else {
    close(3)  // whatever it is, it is not ours
    return nil
  }
  _ = fcntl(3, F_SETFD, FD_CLOEXEC)
  return 3
}
