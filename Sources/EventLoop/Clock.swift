import Glibc

/// A clock of the kernel that timers can be set on.
public enum Clock: Hashable, Sendable, CaseIterable {
  /// Time since 1970-01-01T00:00:00Z without leap seconds; steps when somebody sets it.
  case realtime
  /// Time since start-up without the time spent suspended; never steps.
  case monotonic
  /// Time since start-up with the time spent suspended; never steps.
  case boottime

  var identifier: clockid_t {
    switch self {
    case .realtime: CLOCK_REALTIME
    case .monotonic: CLOCK_MONOTONIC
    case .boottime: CLOCK_BOOTTIME
    }
  }

  /// What the clock shows, in microseconds since its beginning; a realtime clock before 1970 shows 0.
  public var microseconds: UInt64 {
    var time = timespec()
    clock_gettime(identifier, &time)
    guard time.tv_sec >= 0 else { return 0 }
    return UInt64(time.tv_sec) * 1_000_000 + UInt64(time.tv_nsec) / 1000
  }
}
