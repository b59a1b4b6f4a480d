import CLinux
import CSystemd
import Glibc

/// What three clocks showed at one moment, in microseconds since each one's beginning.
public struct ClockReadings: Hashable, Sendable {
  /// `CLOCK_REALTIME`; negative before 1970.
  public var realtime: Int64
  /// `CLOCK_MONOTONIC`, which stands still while the machine is suspended.
  public var monotonic: Int64
  /// `CLOCK_BOOTTIME`, which goes on while the machine is suspended.
  public var boottime: Int64

  /// Readings that a caller already has.
  public init(realtime: Int64, monotonic: Int64, boottime: Int64) {
    self.realtime = realtime
    self.monotonic = monotonic
    self.boottime = boottime
  }

  /// Reads the clocks now.
  ///
  /// They are read one after the other, so differences of some microseconds are noise.
  public init() {
    func read(_ clock: clockid_t) -> Int64 {
      var time = timespec()
      clock_gettime(clock, &time)
      return Int64(time.tv_sec) &* 1_000_000 &+ Int64(time.tv_nsec) / 1000
    }
    self.init(realtime: read(CLOCK_REALTIME), monotonic: read(CLOCK_MONOTONIC), boottime: read(CLOCK_BOOTTIME))
  }

  /// What happened to the clocks between these readings and later ones.
  public func change(to later: ClockReadings) -> ClockChange {
    let passed = later.boottime &- boottime
    return ClockChange(
      stepMicroseconds: (later.realtime &- realtime) &- passed,
      suspendedMicroseconds: max(0, passed &- (later.monotonic &- monotonic)))
  }
}

/// A step of the wall clock, a suspend, or both.
public struct ClockChange: Hashable, Sendable {
  /// How far the wall clock was set forwards (positive) or back, beyond the time that really passed.
  ///
  /// Slewing by a
  /// time daemon since the last report is in it; below a millisecond it is noise.
  public var stepMicroseconds: Int64
  /// How long the machine was suspended, not negative; below a millisecond it is noise.
  public var suspendedMicroseconds: Int64

  /// A change of known size.
  public init(stepMicroseconds: Int64, suspendedMicroseconds: Int64) {
    self.stepMicroseconds = stepMicroseconds
    self.suspendedMicroseconds = suspendedMicroseconds
  }
}

/// Tells when somebody sets the wall clock and when the machine wakes from suspend.
///
/// sd-event's timers follow a step silently. A timerfd of its own, set far ahead with `TFD_TIMER_CANCEL_ON_SET`,
/// becomes readable with `ECANCELED` on each step, and on resume, where the kernel sets the clock again.
public final class ClockWatch {
  private let source: EventSource

  /// Starts to watch; the handler gets what changed since the last report, or since now.
  public init(on loop: Loop, handler: @escaping (ClockChange) -> Void) throws(LoopError) {
    let descriptor = timerfd_create(CLOCK_REALTIME, Int32(TFD_NONBLOCK) | Int32(TFD_CLOEXEC))
    guard descriptor >= 0 else { throw LoopError("watch clock", code: errno) }
    do throws(LoopError) {
      try ClockWatch.arm(descriptor)
      var last = ClockReadings()
      let callback = Callback<Void> { _ in
        var expirations: UInt64 = 0
        let count = read(descriptor, &expirations, 8)
        if count < 0 && errno == EAGAIN { return }
        // Arming anew comes before the reading of the clocks: a step in between is reported twice, never lost.
        // It fails for no reason that arming the first time did not have.
        try? ClockWatch.arm(descriptor)
        let now = ClockReadings()
        let change = last.change(to: now)
        last = now
        handler(change)
      }
      source = try EventSource.arm(callback, "watch clock") { place, context in
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
    // Before timers: whoever handles a timer should know by then that the clock was set.
    sd_event_source_set_priority(source.pointer, Int64(SD_EVENT_PRIORITY_IMPORTANT))
  }

  private static func arm(_ descriptor: Int32) throws(LoopError) {
    var setting = itimerspec()
    setting.it_value.tv_sec = .max
    let flags = Int32(TFD_TIMER_ABSTIME) | Int32(TFD_TIMER_CANCEL_ON_SET)
    if timerfd_settime(descriptor, flags, &setting, nil) < 0 { throw LoopError("watch clock", code: errno) }
  }
}
