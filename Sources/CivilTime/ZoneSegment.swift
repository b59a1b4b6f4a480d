/// A stretch of time in which a zone's offset stays the same, as long as it can be.
@frozen public struct ZoneSegment: Hashable, Sendable {
  /// First second, in seconds since 1970-01-01T00:00:00Z; `Int64.min` when nothing comes before.
  public let start: Int64
  /// The second after the last one, in seconds since 1970-01-01T00:00:00Z; `Int64.max` when nothing follows.
  public let end: Int64
  /// Seconds to add to UTC for the local clock; east of Greenwich is positive.
  public let offset: Int32

  /// Joins the three.
  @inlinable public init(start: Int64, end: Int64, offset: Int32) {
    self.start = start
    self.end = end
    self.offset = offset
  }

  /// Whether the instant is in the segment.
  @inlinable public func contains(_ instant: Instant) -> Bool {
    start <= instant.epochSeconds && instant.epochSeconds < end
  }
}
