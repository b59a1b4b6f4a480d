import CLinux
import CSystemd
import Glibc

/// How a watched process ended.
public enum ProcessEnd: Hashable, Sendable {
  /// By itself, with an exit status from 0 to 255.
  case exited(Int32)
  /// By a signal.
  case signaled(Int32)
  /// Without a status for us: it was not our child, or somebody else has taken its status.
  case gone
}

/// Watches a process by its pidfd and tells once when it ends.
///
/// Children are reaped here through the pidfd, so nothing depends on SIGCHLD being blocked in every thread; it
/// must not be ignored, though, or the kernel throws the status away.
public final class Child {
  /// The process.
  public let pid: Int32
  private let source: EventSource
  private let descriptor: Int32

  /// Starts to watch a process of ours, or any other: one that was started before this service, say.
  ///
  /// A number can have passed to another process by now. Compare its start time after this returns: from then
  /// on, the watch holds this very process.
  ///
  /// - Throws: `ESRCH` when there is no such process.
  public init(on loop: Loop, pid: Int32, handler: @escaping (ProcessEnd) -> Void) throws(LoopError) {
    self.pid = pid
    descriptor = pid > 0 ? pidfd_open(pid, 0) : -1
    guard descriptor >= 0 else { throw LoopError("watch process", "\(pid)", code: pid > 0 ? errno : ESRCH) }
    let descriptor = descriptor
    let state = State()
    let callback = Callback<Void> { _ in
      guard !state.ended else { return }
      guard let end = Child.reap(descriptor) else { return }
      state.ended = true
      state.source.map { _ = sd_event_source_set_enabled($0, Int32(SD_EVENT_OFF)) }
      handler(end)
    }
    do throws(LoopError) {
      source = try EventSource.arm(callback, "watch process", "\(pid)") { place, context in
        sd_event_add_io(
          loop.pointer, place, descriptor, UInt32(EPOLLIN.rawValue),
          { _, _, _, context in
            Callback<Void>.call(context, ())
            return 0
          }, context)
      }
    } catch {
      close(descriptor)
      throw error
    }
    sd_event_source_set_io_fd_own(source.pointer, 1)
    state.source = source.pointer
  }

  /// Sends a signal to this very process, never to a later one of the same number.
  ///
  /// - Throws: `ESRCH` when it has ended.
  public func send(_ signal: Int32) throws(LoopError) {
    if pidfd_send_signal(descriptor, signal, nil, 0) < 0 {
      throw LoopError("send signal \(signal) to process", "\(pid)", code: errno)
    }
  }

  private final class State {
    var ended = false
    var source: OpaquePointer?
  }

  /// The end of the process behind a pidfd, `nil` when it has not ended.
  private static func reap(_ descriptor: Int32) -> ProcessEnd? {
    var information = siginfo_t()
    let options = WEXITED | WNOHANG
    while waitid(P_PIDFD, id_t(descriptor), &information, options) < 0 {
      if errno != EINTR { return .gone }  // ECHILD: not our child
    }
    guard information.si_signo == SIGCHLD else { return nil }
    let status = information._sifields._sigchld.si_status
    return information.si_code == CLD_EXITED ? .exited(status) : .signaled(status)
  }
}
