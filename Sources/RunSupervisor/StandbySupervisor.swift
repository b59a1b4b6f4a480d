import CLinux
import Glibc
import JSONText
import RuleEngine

/// A process that splits off supervisors: for each run handed to it, a copy of itself.
///
/// Executing the program for each run takes milliseconds of loading and linking; a copy takes a fraction of one. The
/// copies are children of the service, as if it had started them itself. The standby holds nothing but a socket to
/// the service and ends with it, whatever way that ends; the copies go on. Copies can be made before there is a run for
/// them (`makeReady`).
public final class StandbySupervisor {
  /// The service's end of the socket: readable when there are answers, or the standby has ended.
  public let socket: Int32
  /// The standby, a child of this process.
  public let pid: Int32

  private static let mode = "--supervise-many"

  /// The standbys and copies of them that are children of this process, for a folder of runs.
  ///
  /// Those that have ended are left out. Empty where the kernel does not tell.
  ///
  /// - Parameter known: Children that are not asked for.
  public static func children(for runs: String, except known: Set<Int32>) -> [Int32] {
    let listed = (try? FileAccess.read("/proc/self/task/\(getpid())/children", limit: 1 << 20)) ?? []
    let pids = listed.split(separator: UInt8(ascii: " ")).compactMap { Int32(String(decoding: $0, as: UTF8.self)) }
    return pids.filter { pid in
      guard !known.contains(pid), let words = try? FileAccess.read("/proc/\(pid)/cmdline", limit: 1 << 16) else {
        return false
      }
      return words.split(separator: 0).dropFirst().map { String(decoding: $0, as: UTF8.self) } == [mode, runs]
    }
  }

  /// How long a standby may leave a full socket unread before it counts as gone, in milliseconds.
  private static let patience: Int32 = 2000

  /// Starts one.
  ///
  /// - Parameters:
  ///   - executable: The absolute path of `carillon`, called as `carillon --supervise-many RUNS`.
  ///   - runs: The folder of the runs, by which the process and its copies are known.
  public init(_ executable: String, runs: String) throws(RunFileError) {
    let (ours, standbys) = try HandOver.socketPair()
    socket = ours
    defer { close(standbys) }
    do throws(RunFileError) {
      // What its copies call is bound once.
      pid = try SupervisorStart.spawn(
        executable, [Self.mode, runs], inheriting: standbys, variables: ["LD_BIND_NOW=1"])
    } catch {
      close(ours)
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
    while true {
      let code = HandOver.send(folder, lock, to: socket)
      if code == 0 { return }
      guard code == EAGAIN else { throw RunFileError("hand to a supervisor", folder.path, code: code) }
      var wait = pollfd(fd: socket, events: Int16(POLLIN) | Int16(POLLOUT), revents: 0)
      guard poll(&wait, 1, Self.patience) != 0 else {
        throw RunFileError("hand to a supervisor", folder.path, code: ETIMEDOUT)
      }
      takingAnswers(answers())
    }
  }

  /// Has a copy made that stands ready for a run.
  ///
  /// The answer comes in its turn, as that of a run does.
  ///
  /// - Throws: Where none can be asked for now.
  public func makeReady() throws(RunFileError) -> ReadySupervisor {
    let (ours, copys) = try HandOver.socketPair()
    defer { close(copys) }
    let ready = ReadySupervisor(socket: ours)
    let code = HandOver.send([0], copys, to: socket)
    guard code == 0 else { throw RunFileError("ask for", "a supervisor", code: code) }
    return ready
  }

  /// What became of what was handed over.
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
