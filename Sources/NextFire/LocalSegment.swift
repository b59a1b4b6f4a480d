import CivilTime

/// A zone's segment with ends that arithmetic can't overflow.
struct LocalSegment {
  /// First second of UTC.
  var start: Int64
  /// The second of UTC after the last one.
  var end: Int64
  /// Seconds from UTC to the local clock.
  var offset: Int64

  /// From here on nothing on the local clock is touched by the transitions before.
  var clearStart: Int64
  /// From here on something may be touched by the transitions after.
  var clearEnd: Int64
  private var isExact = false

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
    clearStart = start
    clearEnd = end
  }

  /// The segment of a zone that holds a second of UTC (the nearest one within the supported years).
  @inline(__always) init(_ zone: ZoneRules, at seconds: Int64) {
    let segment = zone.segment(at: Instant(epochSeconds: seconds))
    start = max(segment.start, -1 << 60)
    end = min(segment.end, 1 << 60)
    offset = Int64(segment.offset)
    // Neither a gap nor two passes are longer than offsets differ.
    let spread = Int64(zone.offsetSpread)
    clearStart = start &+ spread
    clearEnd = end &- spread
  }

  /// Whether a second is far enough from transitions; looks at them only where it is near.
  @inline(__always) mutating func isClear(_ seconds: Int64, _ zone: ZoneRules) -> Bool {
    if seconds >= clearStart, seconds < clearEnd { return true }
    if isExact { return false }
    measure(zone)
    return seconds >= clearStart && seconds < clearEnd
  }

  /// Finds how far the transitions before and after reach into the segment: as far as the offsets differ.
  private mutating func measure(_ zone: ZoneRules) {
    isExact = true
    let range = Instant.secondsRange
    clearStart = start
    var segment = self
    while segment.start > range.lowerBound, segment.start > start - 2 * LocalSegment.reach {
      let before = LocalSegment(zone, at: segment.start - 1)
      let change = max(abs(before.offset - segment.offset), abs(before.offset - offset))
      clearStart = max(clearStart, segment.start + change)
      segment = before
    }
    clearEnd = end
    segment = self
    while segment.end <= range.upperBound, segment.end < end + 2 * LocalSegment.reach {
      let after = LocalSegment(zone, at: segment.end)
      let change = max(abs(after.offset - segment.offset), abs(after.offset - offset))
      clearEnd = min(clearEnd, segment.end - change)
      segment = after
    }
  }

  @inline(__always) func holds(_ seconds: Int64) -> Bool { start <= seconds && seconds < end }

  /// Whether the segment's local clock shows a local second.
  func shows(_ local: Int64) -> Bool { holds(local - offset) }
}
