/// A length of time in calendar steps and elapsed seconds.
///
/// `d` and `w` are steps on the civil calendar; `h`, `m` and `s` are elapsed time. Days are taken first.
public struct CalendarDuration: Hashable, Sendable, Codable {
  /// Calendar days; negative goes back.
  public let days: Int32
  /// Elapsed seconds, taken after the days; of the same sign as `days` where both are not zero.
  public let seconds: Int64

  /// Makes a duration of both parts.
  public init(days: Int32 = 0, seconds: Int64 = 0) {
    self.days = days
    self.seconds = seconds
  }

  /// Whether it has no calendar step, so that a clock change can't alter its length.
  public var isElapsed: Bool { days == 0 }
}

/// What one entry of `offset` adds to an occurrence.
public enum Offset: Hashable, Sendable, Codable {
  /// Calendar days, taken on the civil date before gap and fold are resolved.
  case days(Int32)
  /// Workdays (neither weekend nor in `except`), taken on the civil date before gap and fold are resolved.
  case workdays(Int32)
  /// Elapsed seconds, taken on the instant.
  case seconds(Int64)
  /// Calendar days, then elapsed seconds: `-1d2h`.
  case daysAndSeconds(days: Int32, seconds: Int64)
}
