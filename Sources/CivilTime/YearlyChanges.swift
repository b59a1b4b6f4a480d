/// The two changes of each year that a rule makes.
///
/// A year is one of fourteen kinds, leap or not and by the weekday it starts with, so the rule's days are
/// worked out fourteen times and not for each year.
struct YearlyChanges {
  /// Offset after a year's first change, where all years have the same order and no two changes meet.
  ///
  /// `nil` where that is not so: then changes have to be merged one by one.
  private let firstOffset: Int32?
  private let standardOffset: Int32
  private let daylightOffset: Int32

  /// From the start of a year of each kind to the change that comes first, as `firstOffset` says, or to the
  /// change to the rule's second time.
  private let toFirst: [Int64]
  /// The same for the other change.
  private let toSecond: [Int64]

  init(standard: ZoneRule.Time, _ daylight: ZoneRule.Daylight) {
    func seconds(_ change: ZoneRule.Change, from offset: Int32) -> [Int64] {
      (0..<14).map { kind in
        let day = change.dayOfYear(isLeap: kind >= 7, firstWeekday: kind % 7)
        return Int64(day * 86_400 + change.seconds) - Int64(offset)
      }
    }
    standardOffset = standard.offset
    daylightOffset = daylight.time.offset
    let toDaylight = seconds(daylight.start, from: standard.offset)
    let toStandard = seconds(daylight.end, from: daylight.time.offset)
    if YearlyChanges.alternate(toDaylight, toStandard) {
      firstOffset = daylight.time.offset
      (toFirst, toSecond) = (toDaylight, toStandard)
    } else if YearlyChanges.alternate(toStandard, toDaylight) {
      firstOffset = standard.offset
      (toFirst, toSecond) = (toStandard, toDaylight)
    } else {
      firstOffset = nil
      (toFirst, toSecond) = (toDaylight, toStandard)
    }
  }

  /// Whether in every kind of year `first` comes before `second`, and that before the next year's `first`.
  private static func alternate(_ first: [Int64], _ second: [Int64]) -> Bool {
    guard let earliest = first.min(), let latest = second.max() else { return false }
    return zip(first, second).allSatisfy { $0 < $1 } && latest < earliest + 365 * 86_400
  }

  /// The changes of some years, in order, without those that never come to be, each with the offset after it.
  ///
  /// The shorter of a year's two times is an interval from one change to the other. Where such intervals of
  /// neighbouring years touch or overlap they are one, which is how a TZ string writes permanent daylight
  /// saving time (RFC 9636, section 3.3.1: `EST5EDT,0/0,J365/25`). The last year's changes are left out where
  /// they fall into it: it has no successor that could swallow them, so they tell nothing.
  func laidOut(years: ClosedRange<Int>) -> (starts: [Int64], offsets: [Int32]) {
    var starts = times(years: years)
    var offsets: [Int32]
    if let firstOffset {
      let secondOffset = firstOffset == standardOffset ? daylightOffset : standardOffset
      offsets = [Int32](unsafeUninitializedCapacity: starts.count) { buffer, initialized in
        for index in 0..<buffer.count { buffer[index] = index & 1 == 0 ? firstOffset : secondOffset }
        initialized = buffer.count
      }
    } else {
      (starts, offsets) = merged(starts)
    }
    let lastNewYear = YearlyChanges.newYear(years.upperBound)
    while let last = starts.last, last >= lastNewYear {
      starts.removeLast()
      offsets.removeLast()
    }
    return (starts, offsets)
  }

  private func merged(_ times: [Int64]) -> (starts: [Int64], offsets: [Int32]) {
    var starts: [Int64] = []
    var offsets: [Int32] = []
    func append(_ start: Int64, _ offset: Int32) {
      while let last = starts.last, last >= start {
        starts.removeLast()
        offsets.removeLast()
      }
      if offsets.last == offset { return }
      starts.append(start)
      offsets.append(offset)
    }
    for index in stride(from: 0, to: times.count - 1, by: 2) {
      let toDaylight = times[index]
      let toStandard = times[index + 1]
      if toDaylight < toStandard {
        append(toDaylight, daylightOffset)
        append(toStandard, standardOffset)
      } else {
        append(toStandard, standardOffset)
        append(toDaylight, daylightOffset)
      }
    }
    return (starts, offsets)
  }

  /// Both changes of each year, years ascending; of a year the one in `toFirst` first.
  private func times(years: ClosedRange<Int>) -> [Int64] {
    [Int64](unsafeUninitializedCapacity: 2 * years.count) { buffer, initialized in
      var newYear = YearlyChanges.newYear(years.lowerBound)
      var weekday = Int((newYear / 86_400 + 4) % 7)  // 1970-01-01 was a Thursday, 4.
      if weekday < 0 { weekday += 7 }
      for year in years {
        let isLeap = LocalDate.isLeap(year: year)
        let kind = isLeap ? weekday + 7 : weekday
        buffer[initialized] = newYear + toFirst[kind]
        buffer[initialized + 1] = newYear + toSecond[kind]
        initialized += 2
        newYear += isLeap ? 366 * 86_400 : 365 * 86_400
        weekday += isLeap ? 2 : 1
        if weekday >= 7 { weekday -= 7 }
      }
    }
  }

  /// Seconds from 1970 to the first instant of a year in UTC; the year may be 0 or less.
  static func newYear(_ year: Int) -> Int64 {
    // Taken a cycle later, where the formula has no negative year.
    Int64(LocalDate.dayNumber(year: year + 400, month: 1, day: 1) - 146_097) * 86_400
  }
}
