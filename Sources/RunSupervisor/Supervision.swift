import CLinux
import Glibc
import RuleEngine

/// One command from its start to the end of its last process.
struct Supervision {
  private enum Stage {
    /// The command runs; its time limit, if any.
    case running(until: Int64?)
    /// TERM was sent; KILL follows.
    case ending(killAt: Int64)
    /// KILL was sent; what is still there then can't be ended by us.
    case killing(until: Int64)
  }

  private let order: RunOrder
  private let folder: RunFolder
  private let supervisor: ProcessIdentity
  private let signals: Int32
  private var output: OutputFile
  private var outputEnd: Int32 = -1
  private var stage = Stage.running(until: nil)
  private var main: pid_t = 0
  private var status: Int32?
  private var childrenRemain = true
  private var strays = 0
  private var startedAt = Int64(time(nil))
  private var endedAt = Int64(time(nil))
  private var startedMilliseconds = MonotonicClock.milliseconds
  private var endedMilliseconds = MonotonicClock.milliseconds
  private var timedOut = false
  private var cancelled = false

  /// How long processes are waited for after KILL, in milliseconds: one in the middle of a disk access that hangs
  /// may stay for ever.
  private static let killPatience: Int64 = 10_000

  init(_ order: RunOrder, in folder: RunFolder, supervisor: ProcessIdentity, signals: Int32) {
    self.order = order
    self.folder = folder
    self.supervisor = supervisor
    self.signals = signals
    output = OutputFile(folder.outputPath, keep: order.outputKeepBytes)
  }

  mutating func run() -> RunResult {
    do {
      try start()
    } catch {
      output.close()
      return result(.couldNotStart(error.reason))
    }
    while !isFinished { turn() }
    readOutput(limit: 1 << 20)  // a pipe holds less; a process that nobody can end may go on writing
    if outputEnd >= 0 { close(outputEnd) }
    output.close()
    return result(outcome)
  }

  // MARK: Start

  private mutating func start() throws(StartFailure) {
    if order.user != nil { throw StartFailure("a run as another user is not supported") }
    guard order.directory.hasPrefix("/") else {
      throw StartFailure("the directory '\(order.directory)' is not an absolute path")
    }
    let command = try PreparedCommand(order, in: folder)
    if let niceness = order.niceness {
      // Our own, which the command inherits: there is no moment at which it runs without.
      if setpriority(Int32(PRIO_PROCESS.rawValue), 0, Int32(clamping: niceness)) != 0 {
        throw StartFailure("niceness \(niceness) is not allowed: \(String(cString: strerror(errno)))")
      }
    }
    let input = open(order.standardInput == nil ? "/dev/null" : folder.inputPath, O_RDONLY | O_CLOEXEC)
    guard input >= 0 else { throw StartFailure("standard input can't be read: \(String(cString: strerror(errno)))") }
    defer { close(input) }
    var ends: [Int32] = [-1, -1]
    guard pipe2(&ends, O_CLOEXEC) == 0 else {
      throw StartFailure("no pipe for the output: \(String(cString: strerror(errno)))")
    }
    defer { close(ends[1]) }
    outputEnd = ends[0]
    _ = fcntl(outputEnd, F_SETFL, O_NONBLOCK)
    startedAt = Int64(time(nil))
    startedMilliseconds = MonotonicClock.milliseconds
    do throws(StartFailure) {
      main = try CommandStart.start(command, directory: order.directory, input: input, output: ends[1])
    } catch {
      close(outputEnd)
      throw error
    }
    if let seconds = order.timeoutSeconds {
      stage = .running(until: startedMilliseconds + Self.milliseconds(seconds))
    }
    // For a service that finds the supervisor killed: then it knows whom to end. Not having it is no reason to stop.
    let record = StartedRecord(supervisor: supervisor, command: ProcessIdentity(pid: main))
    try? folder.add(record)
  }

  /// Milliseconds of a span in seconds: not negative, and so bounded that sums stay far from overflow.
  private static func milliseconds(_ seconds: Int64) -> Int64 { max(0, min(seconds, 1 << 40)) * 1000 }

  // MARK: Turns

  private var isFinished: Bool {
    if case .killing(let until) = stage, MonotonicClock.milliseconds >= until { return true }
    return status != nil && !childrenRemain
  }

  private mutating func turn() {
    let ready = Self.wait(signals, outputEnd, milliseconds: waitMilliseconds)
    if ready.second { readOutput(limit: 1 << 20) }
    if ready.first {
      let seen = SignalReader.read(signals)
      if seen.childChanged { reap() }
      if seen.asksForEnd { askedToEnd() }
    }
    advance()
  }

  /// Waits until one of two descriptors is readable; a negative one never is.
  static func wait(_ first: Int32, _ second: Int32, milliseconds: Int32) -> (first: Bool, second: Bool) {
    var waits = [
      pollfd(fd: first, events: Int16(POLLIN), revents: 0), pollfd(fd: second, events: Int16(POLLIN), revents: 0),
    ]
    guard poll(&waits, 2, milliseconds) > 0 else { return (false, false) }
    return (waits[0].revents != 0, waits[1].revents != 0)
  }

  /// How long nothing needs to be done, rounded up; -1 is for ever.
  private var waitMilliseconds: Int32 {
    let now = MonotonicClock.milliseconds
    switch stage {
    case .running(nil): return -1
    case .running(.some(let instant)), .ending(let instant): return Int32(clamping: max(0, instant - now))
    // A process that started another while KILL went round is found again by looking, within a bounded time.
    case .killing(let until): return Int32(clamping: max(0, min(until - now, 50)))
    }
  }

  private mutating func advance() {
    let now = MonotonicClock.milliseconds
    switch stage {
    case .running(.some(let limit)) where status == nil && now >= limit:
      timedOut = true
      beginEnding()
    case .ending(let killAt) where now >= killAt:
      stage = .killing(until: now + Self.killPatience)
      send(SIGKILL)
    case .killing: if childrenRemain { send(SIGKILL) }
    default: break
    }
  }

  private mutating func askedToEnd() {
    if status == nil { cancelled = true }
    if case .running = stage { beginEnding() }
  }

  private mutating func beginEnding() {
    stage = .ending(killAt: MonotonicClock.milliseconds + Self.milliseconds(order.killAfterSeconds))
    send(SIGTERM)
    send(SIGCONT)  // a stopped process would not notice
  }

  /// Takes the status of every child that has ended: the command, and orphans that came to us.
  private mutating func reap() {
    while true {
      var ended: Int32 = 0
      let pid = waitpid(-1, &ended, WNOHANG)
      if pid < 0 && errno == EINTR { continue }
      if pid <= 0 {
        childrenRemain = pid == 0
        break
      }
      guard pid == main else { continue }
      status = ended
      endedAt = Int64(time(nil))
      endedMilliseconds = MonotonicClock.milliseconds
    }
    guard status != nil, childrenRemain, case .running = stage else { return }
    strays = ProcessTable.descendants(of: supervisor.pid).count
    beginEnding()
  }

  /// Sends a signal to every process of the run: the command's group at once, and each one that has left it.
  private func send(_ signal: Int32) {
    // Until it is reaped the number of the group can't belong to anybody else.
    if status == nil { kill(-main, signal) }
    for row in ProcessTable.descendants(of: supervisor.pid) where status != nil || row.group != main {
      kill(row.pid, signal)
    }
  }

  private mutating func readOutput(limit: Int) {
    var taken = 0
    while outputEnd >= 0, taken < limit {
      var count = 0
      let part = [UInt8](unsafeUninitializedCapacity: 64 << 10) { buffer, filled in
        count = read(outputEnd, buffer.baseAddress, buffer.count)
        filled = max(0, count)
      }
      if count > 0 {
        output.append(part[...])
        taken += count
      } else if count < 0 && errno == EINTR {
        continue
      } else if count < 0 && errno == EAGAIN {
        return
      } else {
        close(outputEnd)
        outputEnd = -1  // poll(2) passes over it from now on
      }
    }
  }

  // MARK: Result

  private var outcome: RunResult.Outcome {
    // Without a status the command could not be ended, not even by KILL.
    guard let status else { return .signaled(SIGKILL) }
    let signal = status & 0x7f
    return signal == 0 ? .exited((status >> 8) & 0xff) : .signaled(signal)
  }

  private func result(_ outcome: RunResult.Outcome) -> RunResult {
    RunResult(
      outcome: outcome, timedOut: timedOut, cancelled: cancelled, startedAt: startedAt, endedAt: endedAt,
      durationMilliseconds: max(0, endedMilliseconds - startedMilliseconds), outputCut: output.isCut,
      lastLine: output.lastLine, straysEnded: strays)
  }
}
