/// A point in time: whole seconds of UTC since 1970-01-01T00:00:00Z, without leap seconds.
///
/// Supported are the years 1 to 9999 of UTC, `earliest ... latest`; a value made from outside that range
/// is brought to the nearer end.
@frozen public struct Instant: Hashable, Comparable, Sendable {
  /// Seconds since 1970-01-01T00:00:00Z, in `Instant.secondsRange`.
  public let epochSeconds: Int64

  /// 0001-01-01T00:00:00Z to 9999-12-31T23:59:59Z, in seconds since 1970-01-01T00:00:00Z.
  @inlinable public static var secondsRange: ClosedRange<Int64> { -62_135_596_800...253_402_300_799 }

  /// 0001-01-01T00:00:00Z.
  @inlinable public static var earliest: Instant { Instant(epochSeconds: secondsRange.lowerBound) }

  /// 9999-12-31T23:59:59Z.
  @inlinable public static var latest: Instant { Instant(epochSeconds: secondsRange.upperBound) }

  /// Makes the instant at a count of seconds since 1970-01-01T00:00:00Z.
  ///
  /// - Parameter epochSeconds: Seconds of UTC; a value outside the supported range becomes its nearer end.
  @inlinable public init(epochSeconds: Int64) {
    self.epochSeconds = min(max(epochSeconds, -62_135_596_800), 253_402_300_799)
  }

  /// Returns the instant that many seconds later, or earlier when negative; stops at the range's ends.
  @inlinable public func advanced(bySeconds seconds: Int64) -> Instant {
    let (sum, overflow) = epochSeconds.addingReportingOverflow(seconds)
    if overflow { return seconds < 0 ? .earliest : .latest }
    return Instant(epochSeconds: sum)
  }

  /// Returns the seconds from `other` to this instant; negative when this one is earlier.
  @inlinable public func seconds(since other: Instant) -> Int64 {
    epochSeconds &- other.epochSeconds
  }

  /// Earlier instants come first.
  @inlinable public static func < (left: Instant, right: Instant) -> Bool {
    left.epochSeconds < right.epochSeconds
  }
}
