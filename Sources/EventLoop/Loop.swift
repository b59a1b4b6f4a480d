import CSystemd
import Glibc

/// The event loop: waits for timers, processes, descriptors, signals and folders, and calls their handlers.
///
/// One thread makes the loop, arms its sources and runs it; nothing here may cross to another thread. Each turn
/// waits without polling, then calls one handler. A handle (`Timer`, `Descriptor`, …) is armed for as long as it
/// lives; dropping it, also inside its own handler, disarms it.
public final class Loop {
  let pointer: OpaquePointer
  private let soon: PostedWork
  private let quiet: PostedWork

  /// A loop with nothing armed.
  public init() throws(LoopError) {
    var pointer: OpaquePointer?
    try LoopError.check(sd_event_new(&pointer), "make event loop")
    guard let pointer else { throw LoopError("make event loop", code: EINVAL) }
    self.pointer = pointer
    do throws(LoopError) {
      soon = try PostedWork(pointer, priority: Int64(SD_EVENT_PRIORITY_NORMAL))
      quiet = try PostedWork(pointer, priority: Int64(SD_EVENT_PRIORITY_IDLE))
    } catch {
      sd_event_unref(pointer)
      throw error
    }
  }

  deinit { sd_event_unref(pointer) }

  /// Turns until `exit(code:)` is called.
  ///
  /// - Returns: The code given to `exit(code:)`.
  public func run() throws(LoopError) -> Int32 {
    let result = sd_event_loop(pointer)
    // A code is passed through as it is; errors of the loop itself are negative.
    try LoopError.check(result, "run event loop")
    return result
  }

  /// Waits for at most one event and calls its handler.
  ///
  /// - Parameter microseconds: The longest wait; `nil` waits until something happens.
  /// - Returns: Whether an event was handled.
  @discardableResult
  public func turn(atMost microseconds: UInt64?) throws(LoopError) -> Bool {
    let result = sd_event_run(pointer, microseconds ?? .max)
    try LoopError.check(result, "turn event loop")
    return result > 0
  }

  /// Ends `run()` after the handler that is running now.
  ///
  /// - Parameter code: 0 to 255, the exit status of the program.
  public func exit(code: Int32) {
    sd_event_exit(pointer, max(0, min(255, code)))
  }

  /// The code given to `exit(code:)`, `nil` while the loop has not been asked to end.
  public var exitCode: Int32? {
    var code: Int32 = 0
    return sd_event_get_exit_code(pointer, &code) >= 0 ? code : nil
  }

  /// The time at which the current turn began; the present outside of a turn.
  ///
  /// One value for all that is handled in a turn, read once.
  public func microseconds(_ clock: Clock) -> UInt64 {
    var value: UInt64 = 0
    return sd_event_now(pointer, clock.identifier, &value) >= 0 ? value : clock.microseconds
  }

  /// Runs `body` once in the next turn, in the order of posting.
  ///
  /// What a body posts runs one turn later, so that a chain of posts can't starve the other sources.
  public func post(_ body: @escaping () -> Void) { soon.add(body) }

  /// Runs `body` once, after everything that is pending by then has been handled.
  ///
  /// For work that many events share, such as one commit for all that is due. It waits for as long as other
  /// sources are ready without a break.
  public func postWhenQuiet(_ body: @escaping () -> Void) { quiet.add(body) }

  /// Answers the service manager's watchdog from within the loop, at half its interval.
  ///
  /// - Returns: Whether the service manager asked for it.
  @discardableResult
  public func answerWatchdog() throws(LoopError) -> Bool {
    let result = sd_event_set_watchdog(pointer, 1)
    try LoopError.check(result, "answer watchdog")
    return result > 0
  }
}

/// Work posted to a later turn: one deferred source, enabled while there is some.
private final class PostedWork {
  private final class Queue {
    var bodies: [() -> Void] = []
  }

  private let queue = Queue()
  private let source: EventSource

  init(_ loop: OpaquePointer, priority: Int64) throws(LoopError) {
    let queue = queue
    let callback = Callback<Void> { [unowned queue] _ in
      let bodies = queue.bodies
      queue.bodies = []
      for body in bodies { body() }
    }
    source = try EventSource.arm(callback, "post") { place, context in
      sd_event_add_defer(
        loop, place,
        { _, context in
          Callback<Void>.call(context, ())
          return 0
        }, context)
    }
    try LoopError.check(sd_event_source_set_priority(source.pointer, priority), "post")
    try source.enable(SD_EVENT_OFF, "post")
  }

  func add(_ body: @escaping () -> Void) {
    queue.bodies.append(body)
    // Fails only for a loop that has ended, where nothing will run any more.
    sd_event_source_set_enabled(source.pointer, Int32(SD_EVENT_ONESHOT))
  }
}
