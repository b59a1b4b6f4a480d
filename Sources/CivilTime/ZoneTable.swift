/// The segments of a zone while they are being laid out, before they are indexed.
struct ZoneTable {
  /// Seconds from UTC that a zone may have: RFC 9636, section 3.2, more than -25 and less than +26 hours.
  static let offsetRange = -89_999...93_599

  /// Starts of the segments, ascending, and at the end the end of the last one.
  var starts: [Int64] = []
  /// Offset of each segment.
  var offsets: [Int32] = []
  /// First start of the part that repeats every 400 years.
  var cycleStart = Int64.max
  /// End of that part and of the table; `Int64.max` when nothing repeats.
  var cycleEnd = Int64.max
  /// Whether the part repeats before its start too, because the rule holds for all time.
  var repeatsBackward = false
  var designations = ZoneDesignations()

  /// One offset for all time.
  init(offset: Int32, abbreviation: String) {
    starts = [.min, .max]
    offsets = [offset]
    designations.ruleOffset = offset
    designations.ruleName = abbreviation
    designations.otherName = abbreviation
  }

  /// The rule of a TZ string, for all time.
  init(posix: String) throws(ZoneDataError) {
    let bytes = Array(posix.utf8)
    guard let rule = ZoneRule(text: bytes.span) else { throw .badRule(ZoneRule.quoted(bytes.span)) }
    try extendForAllTime(by: rule)
  }

  /// No segments yet.
  init() {}

  /// Adds a segment that lasts until the next one; an unchanged offset only makes the one before longer.
  mutating func append(start: Int64, offset: Int32) {
    if offsets.last == offset { return }
    starts.append(start)
    offsets.append(offset)
  }

  /// Lays the index over the finished segments, up to the end of what repeats or the last change.
  func makeBuckets() -> [UInt16] {
    let origin = ZoneRules.bucketOrigin
    let shift = ZoneRules.bucketShift
    let lastChange = cycleEnd == .max ? starts[max(0, starts.count - 2)] : cycleEnd
    // Up to about the year 2900; real tables end before 2500. Beyond, the search walks on from the last bucket.
    let count = Int(min(max((max(lastChange, origin) - origin) >> shift, 0), 4000)) + 1
    return [UInt16](unsafeUninitializedCapacity: count) { buckets, initialized in
      buckets.initialize(repeating: 0)
      // First how many segments begin since the bucket before, then their sum: no branch depends on the data.
      for index in 1..<max(offsets.count, 1) {
        let bucket = (starts[index] - origin + (1 << shift) - 1) >> shift
        if bucket < count { buckets[max(Int(bucket), 0)] &+= 1 }
      }
      var sum: UInt16 = 0
      for bucket in 0..<count {
        sum &+= buckets[bucket]
        buckets[bucket] = sum
      }
      initialized = count
    }
  }
}

/// Short names of a zone's times: those recorded, then those of the rule.
struct ZoneDesignations: Sendable {
  /// Instants from which the name at the same place of `positions` is in use, ascending.
  var starts: [Int64] = []
  /// Where each name begins in `characters`; one more than `starts`, the first for all time before.
  var positions: [UInt8] = []
  /// Names, each ended by a zero byte.
  var characters: [UInt8] = []
  /// From this instant on the rule names the time.
  var ruleStart = Int64.min
  var ruleOffset: Int32 = 0
  /// Name where the offset is `ruleOffset`.
  var ruleName = ""
  /// Name where it is another.
  var otherName = ""

  func text(at seconds: Int64, offset: Int32) -> String {
    if seconds >= ruleStart { return offset == ruleOffset ? ruleName : otherName }
    var low = 0
    var high = starts.count
    while low < high {
      let middle = (low + high) / 2
      if starts[middle] <= seconds { low = middle + 1 } else { high = middle }
    }
    guard low < positions.count, Int(positions[low]) < characters.count else { return "" }
    return String(decoding: characters[Int(positions[low])...].prefix { $0 != 0 }, as: UTF8.self)
  }
}
