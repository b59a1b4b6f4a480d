import CivilTime

/// A zone's segment with ends that arithmetic can't overflow.
struct LocalSegment {
  /// First second of UTC.
  var start: Int64
  /// The second of UTC after the last one.
  var end: Int64
  /// Seconds from UTC to the local clock.
  var offset: Int64

  /// No segment: holds no second.
  static let none = LocalSegment(start: 0, end: 0, offset: 0)

  /// More than any change of a clock, and more than any two offsets differ: RFC 9636 allows less than 51 hours.
  ///
  /// What happens on the local clock farther than this from a transition is not touched by it.
  static let reach: Int64 = 51 * 3600

  @inline(__always) init(start: Int64, end: Int64, offset: Int64) {
    self.start = start
    self.end = end
    self.offset = offset
  }

  /// The segment of a zone that holds a second of UTC (the nearest one within the supported years).
  @inline(__always) init(_ zone: ZoneRules, at seconds: Int64) {
    let segment = zone.segment(at: Instant(epochSeconds: seconds))
    start = max(segment.start, -1 << 60)
    end = min(segment.end, 1 << 60)
    offset = Int64(segment.offset)
  }

  @inline(__always) func holds(_ seconds: Int64) -> Bool { start <= seconds && seconds < end }

  /// Whether the segment's local clock shows a local second.
  func shows(_ local: Int64) -> Bool { holds(local - offset) }
}
