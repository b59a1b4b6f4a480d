public import CivilTime

/// Times of day: every combination of named hours, minutes and seconds within a part of the day, or a plain list.
///
/// The canonical form is the first wherever a list is such a combination, so that `[9:00, 10:00]` from any
/// spelling is one value and a dense set is small.
public enum ClockTimes: Hashable, Sendable {
  /// All combinations that lie in a part of the day.
  case masks(ClockMasks)
  /// Ascending, without repeats.
  case list([TimeOfDay])

  /// Makes the canonical form of times in any order.
  public init(_ times: [TimeOfDay]) { self = .canonical(times) }

  /// As `init`, which would have its caller count a reference more.
  @inline(__always) static func canonical(_ times: [TimeOfDay]) -> ClockTimes {
    times.count == 1 ? .masks(ClockMasks(times[0])) : canonical(several: times)
  }

  private static func canonical(several times: [TimeOfDay]) -> ClockTimes {
    var masks = ClockMasks(hours: 0, minutes: 0, seconds: 0)
    var last: Int32 = -1
    var isAscending = true
    for time in times {
      let own = ClockMasks(time)
      masks.hours |= own.hours
      masks.minutes |= own.minutes
      masks.seconds |= own.seconds
      isAscending = isAscending && time.secondsSinceMidnight > last
      last = time.secondsSinceMidnight
    }
    let sorted = isAscending ? times : Set(times).sorted()
    let combinations = masks.hours.nonzeroBitCount * masks.minutes.nonzeroBitCount * masks.seconds.nonzeroBitCount
    return combinations == sorted.count ? .masks(masks) : .list(sorted)
  }
}

/// Named hours, minutes and seconds within a part of the day.
@frozen public struct ClockMasks: Hashable, Sendable {
  /// Bit n for hour n, 0 to 23.
  public var hours: UInt32
  /// Bit n for minute n, 0 to 59.
  public var minutes: UInt64
  /// Bit n for second n, 0 to 59.
  public var seconds: UInt64
  /// The first second of the day that counts.
  public var first: Int32
  /// The last second of the day that counts, included.
  public var last: Int32

  /// Makes masks over a part of the day; bits that no clock has are dropped.
  @inlinable public init(hours: UInt32, minutes: UInt64, seconds: UInt64, first: Int32 = 0, last: Int32 = 86_399) {
    self.hours = hours & 0xFF_FFFF
    self.minutes = minutes & 0xFFF_FFFF_FFFF_FFFF
    self.seconds = seconds & 0xFFF_FFFF_FFFF_FFFF
    self.first = max(0, first)
    self.last = min(86_399, last)
  }
  /// The masks of one time.
  init(_ time: TimeOfDay) {
    let second = UInt64(UInt32(bitPattern: time.secondsSinceMidnight))
    let minute = second / 60
    self.init(hours: 1 &<< UInt32(minute / 60), minutes: 1 &<< (minute % 60), seconds: 1 &<< (second % 60))
  }
}
