import CSystemd

/// A timer that fires once at an instant of a clock, and again each time it is set anew.
public final class Timer {
  private let source: EventSource

  /// Arms a timer.
  ///
  /// - Parameters:
  ///   - loop: The loop that calls the handler.
  ///   - clock: The clock that `microseconds` is read on. A realtime timer follows steps of the clock without
  ///     saying so (`ClockWatch` tells); a monotonic one stands still during suspend.
  ///   - microseconds: The instant, since the clock's beginning; one that has passed fires in the next turn;
  ///     `nil` is a timer that is not set yet.
  ///   - handler: Called at or just after the instant.
  public init(
    on loop: Loop, _ clock: Clock, at microseconds: UInt64?, handler: @escaping () -> Void
  ) throws(LoopError) {
    // An accuracy of 0 would mean sd-event's default of 250 ms.
    source = try EventSource.arm(Callback<Void>(handler), "arm timer") { place, context in
      sd_event_add_time(
        loop.pointer, place, clock.identifier, microseconds ?? .max, 1,
        { _, _, context in
          Callback<Void>.call(context, ())
          return 0
        }, context)
    }
    if microseconds == nil { try source.enable(SD_EVENT_OFF, "arm timer") }
  }

  /// Sets the timer to another instant of its clock; a timer that has fired is armed again.
  public func set(at microseconds: UInt64) throws(LoopError) {
    try LoopError.check(sd_event_source_set_time(source.pointer, microseconds), "set timer")
    try source.enable(SD_EVENT_ONESHOT, "set timer")
  }

  /// Keeps the timer from firing until it is set again.
  public func unset() throws(LoopError) { try source.enable(SD_EVENT_OFF, "unset timer") }
}
