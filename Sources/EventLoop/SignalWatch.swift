import CSystemd
import Glibc

/// Tells about a signal sent to this process, within the loop.
public final class SignalWatch {
  private let source: EventSource

  /// Blocks the signal in this thread and starts to watch it.
  ///
  /// Make it before any thread starts: a thread that does not block the signal would get it first, with its
  /// usual effect. The signal stays blocked when the watch is dropped.
  ///
  /// - Parameters:
  ///   - loop: The loop that calls the handler.
  ///   - signal: `SIGTERM`, `SIGINT`, `SIGHUP`, …
  ///   - handler: Called for each delivery; signals sent while one is pending are one delivery.
  public init(on loop: Loop, _ signal: Int32, handler: @escaping () -> Void) throws(LoopError) {
    var set = sigset_t()
    sigemptyset(&set)
    guard sigaddset(&set, signal) == 0 else { throw LoopError("watch signal", "\(signal)", code: EINVAL) }
    let blocked = pthread_sigmask(SIG_BLOCK, &set, nil)
    guard blocked == 0 else { throw LoopError("block signal", "\(signal)", code: blocked) }
    source = try EventSource.arm(Callback<Void>(handler), "watch signal", "\(signal)") { place, context in
      sd_event_add_signal(
        loop.pointer, place, signal,
        { _, _, context in
          Callback<Void>.call(context, ())
          return 0
        }, context)
    }
  }
}
