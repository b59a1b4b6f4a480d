import CLinux
import Glibc
import JSONText
import RuleEngine

/// A process that stands ready to supervise: for each run handed to it, it splits off a copy of itself.
///
/// Executing the program for each run takes milliseconds of loading and linking; a copy takes a fraction of one. The
/// copies are children of the service, as if it had started them itself. The standby holds nothing but a socket to
/// the service and ends with it, whatever way that ends; the copies go on.
public final class StandbySupervisor {
  /// The service's end of the socket: readable when there are answers, or the standby has ended.
  public let socket: Int32
  /// The standby, a child of this process.
  public let pid: Int32

  /// How long a standby may leave a full socket unread before it counts as gone, in milliseconds.
  private static let patience: Int32 = 2000

  /// Starts one.
  ///
  /// - Parameter executable: The absolute path of `carillon`, called as `carillon --supervise-many`.
  public init(_ executable: String) throws(RunFileError) {
    var ends: [Int32] = [-1, -1]
    let kind = Int32(SOCK_SEQPACKET.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
    guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else {
      throw RunFileError("make a socket for", executable, code: errno)
    }
    socket = ends[0]
    defer { close(ends[1]) }
    do throws(RunFileError) {
      // What its copies call is bound once.
      pid = try SupervisorStart.spawn(
        executable, ["--supervise-many"], inheriting: ends[1], variables: ["LD_BIND_NOW=1"])
    } catch {
      close(ends[0])
      throw error
    }
  }

  deinit { close(socket) }

  /// Hands a run over.
  ///
  /// The answers come in the order of the runs.
  ///
  /// - Parameters:
  ///   - folder: The claimed folder of the run, with its order.
  ///   - lock: The descriptor from claiming; the caller closes its copy afterwards.
  ///   - takingAnswers: Called while the standby is behind: it may wait for its answers to be read.
  /// - Throws: Where nothing was handed over, because the standby is gone or does not move.
  public func hand(_ folder: RunFolder, lock: Int32, takingAnswers: ([Answer]) -> Void) throws(RunFileError) {
    let path = Array(folder.path.utf8)
    while true {
      if carillon_send_descriptor(socket, path, path.count, lock) >= 0 { return }
      let code = errno
      if code == EINTR { continue }
      guard code == EAGAIN else { throw RunFileError("hand to a supervisor", folder.path, code: code) }
      var wait = pollfd(fd: socket, events: Int16(POLLIN) | Int16(POLLOUT), revents: 0)
      guard poll(&wait, 1, Self.patience) != 0 else {
        throw RunFileError("hand to a supervisor", folder.path, code: ETIMEDOUT)
      }
      takingAnswers(answers())
    }
  }

  /// What became of a run that was handed over.
  public enum Answer: Hashable, Sendable {
    /// A supervisor has it: a child of this process with this number.
    case supervised(Int32)
    /// The system made no process (an `errno` code).
    case failed(Int32)
    /// The standby has ended; there are no further answers.
    case gone
  }

  /// The answers that have come.
  public func answers() -> [Answer] {
    var answers: [Answer] = []
    while true {
      var number: Int32 = 0
      let count = recv(socket, &number, MemoryLayout<Int32>.size, Int32(MSG_DONTWAIT))
      if count == MemoryLayout<Int32>.size {
        answers.append(number > 0 ? .supervised(number) : .failed(-number))
      } else if count < 0 && errno == EAGAIN {
        return answers
      } else if count >= 0 || errno != EINTR {
        return answers + [.gone]
      }
    }
  }
}

/// Stands ready to supervise: the hidden mode `carillon --supervise-many`, with the socket as descriptor 3.
///
/// It is for a process of its own. Returns in the standby when the service has ended, and in each copy when its run
/// has: the caller should end the process with what is returned, one of `SupervisorExit`, by `_exit`.
public func superviseMany() -> Int32 {
  ProcessSetup.prepare()
  let service = carillon_peer(3)
  rehearse()
  var path = [UInt8](repeating: 0, count: Int(PATH_MAX))
  while true {
    var lock: Int32 = -1
    let count = carillon_receive_descriptor(3, &path, path.count, &lock)
    // A service that was killed has left answers unread, which shows here once; what it has handed over still comes.
    if count < 0 && (errno == EINTR || errno == ECONNRESET) { continue }
    guard count > 0, lock >= 0 else { return count == 0 ? SupervisorExit.resultWritten : SupervisorExit.usage }
    let folder = RunFolder(path: String(decoding: path[..<count], as: UTF8.self))
    let pid = carillon_fork_sibling()
    if pid == 0 {
      // The socket is the standby's.
      guard dup3(lock, 3, O_CLOEXEC) == 3 else { return SupervisorExit.unusableFolder }
      close(lock)
      return supervise(folder, isServiceThere: { service > 0 && getppid() == service })
    }
    var answer = pid > 0 ? pid : -errno
    close(lock)
    // That the service has gone is no reason to leave what it has handed over.
    while send(3, &answer, MemoryLayout<Int32>.size, Int32(MSG_NOSIGNAL)) < 0 && errno == EINTR {}
  }
}

/// Does what every supervisor does, so that its copies find it done: types are looked up, pages are there.
private func rehearse() {
  // Nothing can be made or found in there.
  let folder = RunFolder(path: "/proc/nowhere/r")
  let identity = ProcessIdentity(pid: getpid()) ?? ProcessIdentity(pid: 1, startTicks: 1)
  let order = RunOrder(
    runID: "r", command: .arguments([folder.path]), directory: "/", environment: [.init("A", "b")])
  _ = (folder.wasStarted, ResultPlace(folder), try? folder.begin(StartedRecord(supervisor: identity)))
  try? FileAccess.write("/dev/null", StartedRecord(supervisor: identity, command: identity).line)
  try? folder.add(StartedRecord(supervisor: identity, command: identity))
  if let text = try? JSONValue.parse(RunJSON.json(of: order).compactText),
    let order = try? RunJSON.order(from: text, path: "")
  {
    var supervision = Supervision(order, in: folder, supervisor: identity, signals: -1)
    _ = RunJSON.json(of: supervision.run(), run: order.runID, keep: 0).compactText
    _ = Supervision.wait(-1, -1, milliseconds: 0)
    var output = OutputFile(folder.outputPath, keep: 0)
    output.append([10])
  }
  let result = RunResult(
    outcome: .exited(0), startedAt: 0, endedAt: 0, durationMilliseconds: 0, outputCut: false, lastLine: "")
  _ = RunJSON.json(of: result, run: order.runID, keep: 0).compactText
}
