/// The instants at which a zone's clock shows a given local date and time: one, none or several.
@frozen public enum LocalMeaning: Hashable, Sendable {
  /// The clock shows it once.
  case once(Instant)
  /// The clock jumps over it.
  case skipped(ZoneGap)
  /// The clock is set back and shows it more than once: at `first`, and for the last time at `last`.
  case repeated(first: Instant, last: Instant)
}

/// A jump forward of a zone's clock: local times that it never shows.
@frozen public struct ZoneGap: Hashable, Sendable {
  /// The instant at which the clock jumps; it then shows `firstValid`.
  public let instant: Instant
  /// Seconds from UTC to the local clock until the jump.
  public let offsetBefore: Int32
  /// Seconds from UTC to the local clock from the jump on; larger than `offsetBefore`.
  public let offsetAfter: Int32

  /// Joins the three.
  @inlinable public init(instant: Instant, offsetBefore: Int32, offsetAfter: Int32) {
    self.instant = instant
    self.offsetBefore = offsetBefore
    self.offsetAfter = offsetAfter
  }

  /// How far the clock jumps, in seconds; 86 400 where a whole day is left out.
  @inlinable public var lengthSeconds: Int64 { Int64(offsetAfter) &- Int64(offsetBefore) }

  /// The first local time that is never shown.
  @inlinable public var firstInvalid: LocalDateTime {
    LocalDateTime(clampingLocalSeconds: instant.epochSeconds &+ Int64(offsetBefore))
  }

  /// The local time that is shown right after the jump: the gap's end, itself not skipped.
  @inlinable public var firstValid: LocalDateTime {
    LocalDateTime(clampingLocalSeconds: instant.epochSeconds &+ Int64(offsetAfter))
  }
}

extension LocalDateTime {
  /// As `init(localSeconds:)`, but takes the nearer end for what lies outside the years 1 to 9999.
  @inlinable public init(clampingLocalSeconds seconds: Int64) {
    self = LocalDateTime(localSeconds: seconds) ?? (seconds < 0 ? .earliest : .latest)
  }
}
