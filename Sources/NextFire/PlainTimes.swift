import TriggerGraph

extension FixedWidthInteger {
  /// Whether exactly one bit is set; quicker than counting them all, for which the usual x86-64 has no instruction.
  @inline(__always) fileprivate var hasOneBit: Bool { self != 0 && self & (self &- 1) == 0 }
}

/// Times of day as masks, held without references.
struct PlainTimes {
  /// The only time of day; -1 where there are others.
  private let single: Int
  private let masks: ClockMasks

  init(_ masks: ClockMasks) {
    self.masks = masks
    var single = -1
    if masks.hours.hasOneBit, masks.minutes.hasOneBit, masks.seconds.hasOneBit {
      let hour = masks.hours.trailingZeroBitCount
      let time = hour * 3600 + masks.minutes.trailingZeroBitCount * 60 + masks.seconds.trailingZeroBitCount
      if time >= Int(masks.first), time <= Int(masks.last) { single = time }
    }
    self.single = single
  }

  /// No time of day.
  static let none = PlainTimes(ClockMasks(hours: 0, minutes: 0, seconds: 0))

  /// The first time at or after a second of the day, 0 to 86,400; -1 when there is none.
  @inline(__always) func first(from second: Int) -> Int {
    if single >= 0 { return second <= single ? single : -1 }
    let start = max(second, Int(masks.first))
    if start > Int(masks.last) { return -1 }
    let found = firstMatch(from: start)
    return found <= Int(masks.last) ? found : -1
  }

  @inline(__always) private func firstMatch(from start: Int) -> Int {
    let from = UInt32(truncatingIfNeeded: start)
    let hour = from / 3600
    let inHour = from &- hour &* 3600
    let minute = inHour / 60
    let second = inHour &- minute &* 60
    if masks.hours & (1 << hour) != 0 {
      if masks.minutes & (1 << UInt64(minute)) != 0 {
        let seconds = masks.seconds >> UInt64(second)
        if seconds != 0 { return start &+ seconds.trailingZeroBitCount }
      }
      let minutes = masks.minutes & (~1 << UInt64(minute))
      if minutes != 0 {
        return Int(hour) &* 3600 &+ minutes.trailingZeroBitCount &* 60 &+ masks.seconds.trailingZeroBitCount
      }
    }
    let hours = masks.hours & (~1 << hour)
    if hours == 0 { return -1 }
    return hours.trailingZeroBitCount &* 3600 &+ masks.minutes.trailingZeroBitCount &* 60
      &+ masks.seconds.trailingZeroBitCount
  }

  /// The last time at or before a second of the day; -1 when there is none.
  func last(through second: Int) -> Int {
    let end = min(second, Int(masks.last))
    if end < Int(masks.first) { return -1 }
    let found = lastMatch(through: end)
    return found >= Int(masks.first) ? found : -1
  }

  private func lastMatch(through end: Int) -> Int {
    let hour = UInt64(end / 3600)
    let minute = UInt64(end / 60 % 60)
    let second = UInt64(end % 60)
    let lastSecond = 63 - masks.seconds.leadingZeroBitCount
    let lastMinute = 63 - masks.minutes.leadingZeroBitCount
    if masks.hours & (1 << UInt32(hour)) != 0 {
      if masks.minutes & (1 << minute) != 0 {
        let seconds = masks.seconds & ((2 << second) &- 1)
        if seconds != 0 { return end / 60 * 60 + 63 - seconds.leadingZeroBitCount }
      }
      let minutes = masks.minutes & ((1 << minute) &- 1)
      if minutes != 0 { return Int(hour) * 3600 + (63 - minutes.leadingZeroBitCount) * 60 + lastSecond }
    }
    let hours = masks.hours & ((1 << UInt32(hour)) &- 1)
    if hours == 0 { return -1 }
    return (31 - hours.leadingZeroBitCount) * 3600 + lastMinute * 60 + lastSecond
  }

  /// The number of times in a day.
  var count: Int {
    var result = 0
    var second = first(from: 0)
    // By hours: only those that a part of the day cuts are counted one by one.
    let perHour = masks.minutes.nonzeroBitCount * masks.seconds.nonzeroBitCount
    while second >= 0 {
      let hourStart = second / 3600 * 3600
      if hourStart >= Int(masks.first), hourStart + 3599 <= Int(masks.last) {
        result += perHour
        second = hourStart + 3600 < 86_400 ? first(from: hourStart + 3600) : -1
      } else {
        result += 1
        second = second + 1 < 86_400 ? first(from: second + 1) : -1
      }
    }
    return result
  }
}
