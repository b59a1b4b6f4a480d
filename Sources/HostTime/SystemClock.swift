public import CivilTime
import Glibc

/// The machine's real-time clock.
public struct SystemClock: Sendable {
  /// Makes a reader of the clock.
  public init() {}

  /// The current second of UTC: `CLOCK_REALTIME`, its fraction dropped.
  public func now() -> Instant {
    var time = timespec()
    // Fails only for an unknown clock or a bad address, neither of which can be here.
    clock_gettime(CLOCK_REALTIME, &time)
    return Instant(epochSeconds: Int64(time.tv_sec))
  }
}
