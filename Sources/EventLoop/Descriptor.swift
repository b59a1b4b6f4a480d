import CSystemd
import Glibc

/// Watches a descriptor for readiness to be read or written.
///
/// The descriptor stays the caller's: drop the watch first, then close it. A regular file can't be watched
/// (`EPERM`): it is always ready.
public final class Descriptor {
  /// Kinds of readiness.
  public struct Readiness: OptionSet, Hashable, Sendable {
    /// The bits of epoll(7).
    public let rawValue: UInt32

    /// A set from the bits of epoll(7).
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// There is something to read, or the end.
    public static let read = Readiness(rawValue: 0x1)
    /// There is room to write.
    public static let write = Readiness(rawValue: 0x4)
    /// An error is pending; reported without being asked for.
    public static let failed = Readiness(rawValue: 0x8)
    /// The other side has gone; reported without being asked for.
    public static let hungUp = Readiness(rawValue: 0x10)
  }

  private let source: EventSource

  /// Starts to watch.
  ///
  /// - Parameters:
  ///   - loop: The loop that calls the handler.
  ///   - descriptor: An open descriptor, not owned.
  ///   - readiness: What to wait for; empty waits for `failed` and `hungUp` only.
  ///   - handler: Called in each turn in which the descriptor is ready, until it is no longer.
  public init(
    on loop: Loop, _ descriptor: Int32, for readiness: Readiness, handler: @escaping (Readiness) -> Void
  ) throws(LoopError) {
    source = try EventSource.arm(
      Callback<Readiness>(handler), "watch descriptor", "\(descriptor)"
    ) { place, context in
      sd_event_add_io(
        loop.pointer, place, descriptor, readiness.rawValue,
        { _, _, events, context in
          Callback<Readiness>.call(context, Readiness(rawValue: events))
          return 0
        }, context)
    }
  }

  /// Changes what is waited for.
  public func wait(for readiness: Readiness) throws(LoopError) {
    try LoopError.check(sd_event_source_set_io_events(source.pointer, readiness.rawValue), "watch descriptor")
  }

  /// Stops the calls for a while, those for `failed` and `hungUp` included.
  public func pause() throws(LoopError) { try source.enable(SD_EVENT_OFF, "pause descriptor") }

  /// Starts the calls again.
  public func resume() throws(LoopError) { try source.enable(SD_EVENT_ON, "resume descriptor") }
}
