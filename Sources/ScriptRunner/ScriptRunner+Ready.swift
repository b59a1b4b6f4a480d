import EventLoop
import Glibc
import RunSupervisor

/// Supervisors that are made before their runs are due: making one takes as long as what it does until its command
/// starts.
extension ScriptRunner {
  /// As many as stand ready at most.
  public static let readyLimit = 128
  /// How long they wait for a run, in microseconds.
  private static let readyTime: UInt64 = 10_000_000

  /// Makes ready for some runs that are to start soon: supervisors and folders.
  ///
  /// What is not used within ten seconds is let go. Runs beyond the number, or beyond 128, start as well, only later.
  public func makeReady(for count: Int) {
    let count = min(count, Self.readyLimit, readyPlaces)
    guard count > 0 else { return }
    prepare()
    let asked = standby?.handed.count { $0.runID == nil } ?? 0
    for _ in 0..<max(0, count - ready.count - asked) {
      // What can't be made now is made when the run is due.
      guard let supervisor = try? standby?.supervisor.makeReady() else { break }
      expect(.ready(supervisor))
    }
    while spares.count < count, let spare = makeSpare() { spares.append(spare) }
    let end = Clock.monotonic.microseconds + Self.readyTime
    dismissal = try? Timer(on: loop, .monotonic, at: end) { [weak self] in self?.dismissReady() }
  }

  /// How many may stand ready, so that the runs themselves find descriptors and processes left.
  ///
  /// Each takes two descriptors, as an active run does, and its command is one process more. What else the user has
  /// running is not known; a quarter of the processes that are allowed leaves room for it.
  private var readyPlaces: Int {
    let unreserved = (DescriptorLimit.present - Self.reservedDescriptors) / 2
    return max(0, min(unreserved - active.count, ProcessLimit.present / 4))
  }

  /// The supervisors that stand ready, for tests that end them.
  package var readyPIDs: [Int32] { ready.map(\.child.pid) }

  /// Lets those go that stand ready.
  package func dismissReady() {
    for waiting in ready { leaving[waiting.child.pid] = waiting.child }
    ready = []
  }

  private func makeSpare() -> String? {
    let place = nextSparePlace()
    if RunFolder.makeSpare(at: place) { return place }
    try? RunFolder(path: place).remove()
    return nil
  }

  /// Takes a supervisor that now exists.
  func standReady(_ supervisor: ReadySupervisor, _ pid: Int32) {
    let task = WaitingSupervisor.Task()
    // Where it has ended already, nobody has lost anything.
    let child = try? Child(on: loop, pid: pid) { [weak self] end in self?.readyEnded(pid, task, end) }
    if let child { return ready.append(WaitingSupervisor(supervisor: supervisor, child: child, task: task)) }
    // Nobody would reap it: it has no run yet, so it can be ended and waited for here.
    kill(pid, SIGKILL)
    waitpid(pid, nil, 0)
  }

  /// Has a claimed run supervised by one that stands ready, where there is one.
  func handToReady(_ folder: RunFolder, _ runID: String, _ lock: Int32) -> Bool {
    while let waiting = ready.popLast() {
      let handed: Void? = try? waiting.supervisor.hand(folder, lock: lock)
      guard handed != nil else {
        leaving[waiting.child.pid] = waiting.child
        continue
      }
      waiting.task.runID = runID
      active[runID] = ActiveRun(supervisor: waiting.child, isHanded: true)
      tellBegun(runID)
      return true
    }
    return false
  }

  /// Tells of a start in a later turn, with all that start until then.
  func tellBegun(_ runID: String) {
    begunAtOnce.append(runID)
    guard begunAtOnce.count == 1 else { return }
    loop.post { [weak self] in
      guard let self else { return }
      let told = begunAtOnce
      begunAtOnce = []
      begun(told)
    }
  }

  private func readyEnded(_ pid: Int32, _ task: WaitingSupervisor.Task, _ end: ProcessEnd) {
    leaving[pid] = nil
    guard let runID = task.runID else { return ready.removeAll { $0.task === task } }
    let wrote = end == .exited(SupervisorExit.resultWritten)
    if !wrote && !RunFolder(runs: runs, runID: runID).wasStarted {
      // It was ended before it took the run.
      active[runID]?.supervisor = nil
      return seek(runID)
    }
    supervisorEnded(runID, end)
  }
}
