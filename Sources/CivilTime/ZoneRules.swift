/// The offsets of one time zone for all supported instants; immutable.
///
/// Holds offsets only: whether a stretch counts as daylight saving time has no meaning here, and a clock
/// change is any change of the offset, of whatever size. The rule for the years after the last recorded
/// transition repeats every 400 years with the calendar, so one cycle of it is laid out and all others are
/// mapped onto it.
public final class ZoneRules: Sendable {
  /// The zone's name.
  public let name: ZoneName

  // Segment `i` lasts from `starts[i]` until `starts[i + 1]` and has `offsets[i]`; `starts` is one longer.
  @usableFromInline let starts: [Int64]
  @usableFromInline let offsets: [Int32]
  /// For each 2^23 s (97 days) from `bucketOrigin` on, the segment that holds the bucket's first second.
  @usableFromInline let buckets: [UInt16]
  /// The table repeats from here on.
  @usableFromInline let cycleStart: Int64
  /// The table repeats up to here, where it ends; `Int64.max` when nothing repeats.
  @usableFromInline let cycleEnd: Int64
  /// Earlier than this the table repeats too; `Int64.min` when it does not.
  @usableFromInline let cycleFloor: Int64

  /// How far the largest and the smallest offset lie apart, in seconds: no change of the clock is larger.
  public let offsetSpread: Int32

  let designations: ZoneDesignations

  init(name: ZoneName, table: ZoneTable) {
    self.name = name
    starts = table.starts
    offsets = table.offsets
    buckets = table.makeBuckets()
    cycleStart = table.cycleStart
    cycleEnd = table.cycleEnd
    cycleFloor = table.repeatsBackward ? table.cycleStart : Int64.min
    designations = table.designations
    offsetSpread = (table.offsets.max() ?? 0) - (table.offsets.min() ?? 0)
  }

  /// Reads a zone file.
  ///
  /// - Parameters:
  ///   - name: What the zone shall be called.
  ///   - tzif: The file's bytes, RFC 9636, versions 1 to 4.
  /// - Throws: `ZoneDataError` for anything that is not a whole, consistent zone file without leap seconds.
  /// - Complexity: a few microseconds: one pass over the file and one cycle (800 changes) of its last rule.
  public convenience init(name: ZoneName, tzif: [UInt8]) throws(ZoneDataError) {
    self.init(name: name, table: try ZoneTable(tzif: tzif))
  }

  /// Makes a zone from a POSIX TZ string such as `CET-1CEST,M3.5.0,M10.5.0/3`; its rule holds for all years.
  ///
  /// - Parameters:
  ///   - name: What the zone shall be called.
  ///   - posix: The string, with the hours -167 to 167 of RFC 9636, section 3.3.1. A second name needs its rule.
  /// - Throws: `ZoneDataError.badRule`.
  public convenience init(name: ZoneName, posix: String) throws(ZoneDataError) {
    self.init(name: name, table: try ZoneTable(posix: posix))
  }

  /// Coordinated universal time.
  public static let utc = ZoneRules(name: .utc, table: ZoneTable(offset: 0, abbreviation: "UTC"))

  /// Makes a zone with one offset for all time.
  ///
  /// - Parameters:
  ///   - offsetSeconds: Seconds to add to UTC, more than -25 and less than +26 hours.
  ///   - name: What the zone shall be called; also its abbreviation.
  /// - Returns: `nil` when the offset is out of its range.
  public static func fixed(offsetSeconds: Int, name: ZoneName) -> ZoneRules? {
    guard ZoneTable.offsetRange.contains(offsetSeconds) else { return nil }
    let offset = Int32(truncatingIfNeeded: offsetSeconds)
    return ZoneRules(name: name, table: ZoneTable(offset: offset, abbreviation: name.rawValue))
  }

  /// The seconds to add to UTC for the local clock at an instant.
  @inlinable public func offset(at instant: Instant) -> Int32 {
    segment(atSeconds: instant.epochSeconds).offset
  }

  /// The stretch of unchanged offset that holds an instant.
  ///
  /// - Complexity: O(1), a few nanoseconds, no allocation.
  @inline(__always) @inlinable public func segment(at instant: Instant) -> ZoneSegment {
    segment(atSeconds: instant.epochSeconds)
  }

  /// What the local clock shows at an instant; near the ends of the range, the nearest local time there is.
  @inlinable public func localDateTime(at instant: Instant) -> LocalDateTime {
    LocalDateTime(clampingLocalSeconds: instant.epochSeconds &+ Int64(offset(at: instant)))
  }

  /// The first change of the offset strictly after an instant; `nil` when none follows by the year 9999.
  @inlinable public func nextTransition(after instant: Instant) -> Instant? {
    let end = segment(atSeconds: instant.epochSeconds).end
    return Instant.secondsRange.contains(end) ? Instant(epochSeconds: end) : nil
  }

  /// The last change of the offset strictly before an instant; `nil` when there is none since the year 1.
  @inlinable public func previousTransition(before instant: Instant) -> Instant? {
    let start = segment(atSeconds: instant.epochSeconds &- 1).start
    return Instant.secondsRange.contains(start) ? Instant(epochSeconds: start) : nil
  }

  /// The zone's own short name for its time at an instant, such as `CEST`; for display only.
  public func abbreviation(at instant: Instant) -> String {
    designations.text(at: instant.epochSeconds, offset: offset(at: instant))
  }

  /// 1850-01-01T00:00:00Z: hardly a zone changes before it, so buckets start here.
  @inlinable static var bucketOrigin: Int64 { -3_786_825_600 }

  /// Binary logarithm of a bucket's seconds.
  @inlinable static var bucketShift: Int64 { 23 }

  /// 400 Gregorian years are 146 097 days, a whole number of weeks, so every yearly rule repeats.
  @inlinable static var cycleSeconds: Int64 { 146_097 * 86_400 }

  /// As `segment(at:)`, for seconds that may lie some days outside the range of instants.
  @inline(__always) @inlinable func segment(atSeconds seconds: Int64) -> ZoneSegment {
    if seconds >= cycleEnd || seconds < cycleFloor { return segmentInOtherCycle(atSeconds: seconds) }
    let index = segmentIndex(atSeconds: seconds)
    return ZoneSegment(start: starts[index], end: starts[index &+ 1], offset: offsets[index])
  }

  /// The segment of an instant in the table's own range.
  @inline(__always) @inlinable func segmentIndex(atSeconds seconds: Int64) -> Int {
    let bucket = (seconds &- ZoneRules.bucketOrigin) >> ZoneRules.bucketShift
    var index = Int(buckets[min(max(Int(bucket), 0), buckets.count &- 1)])
    // Without a jump: half of the buckets hold a transition, so a jump would be guessed wrong at every fourth query.
    index &+= starts[index &+ 1] <= seconds ? 1 : 0
    while starts[index &+ 1] <= seconds { index &+= 1 }
    while starts[index] > seconds { index &-= 1 }
    return index
  }

  @usableFromInline func segmentInOtherCycle(atSeconds seconds: Int64) -> ZoneSegment {
    let cycle = ZoneRules.cycleSeconds
    let (quotient, remainder) = (seconds - cycleStart).quotientAndRemainder(dividingBy: cycle)
    let shift = (remainder < 0 ? quotient - 1 : quotient) * cycle
    let index = segmentIndex(atSeconds: seconds - shift)
    return ZoneSegment(start: starts[index] + shift, end: starts[index + 1] + shift, offset: offsets[index])
  }
}
