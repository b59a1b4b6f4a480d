import CivilTime
import RuleModel

// The numbers that begin each part below are stored in ledgers through fingerprints: never change or reuse one.

extension StableHasher {
  /// The hash of a set, given those of the sets it refers to.
  static func hash(of set: DaySet, daySets: [UInt64]) -> UInt64 {
    var hasher = StableHasher()
    switch set {
    case .masks(let masks):
      return hash(of: masks)
    case .everyDays(let every, let phase):
      hasher.combine(2)
      hasher.combine(every)
      hasher.combine(phase)
    case .everyWeeks(let every, let phase):
      hasher.combine(3)
      hasher.combine(every)
      hasher.combine(phase)
    case .isoParity(let parity):
      hasher.combine(parity == .even ? 4 : 5)
    case .easter(let isOrthodox, let offsets, let cadence):
      hasher.combine(isOrthodox ? 6 : 7)
      hasher.combine(numbers: offsets)
      hasher.combine(cadence)
    case .daysOfYear(let fromStart, let fromEnd, let missing, let cadence):
      hasher.combine(8)
      hasher.combine(numbers: fromStart)
      hasher.combine(numbers: fromEnd)
      hasher.combine(missing.rawValue)
      hasher.combine(cadence)
    case .isoWeeks(let weeks, let weekdays, let cadence):
      hasher.combine(9)
      hasher.combine(weeks)
      hasher.combine(weekdays.rawValue)
      hasher.combine(cadence)
    case .workdays(let fromStart, let fromEnd, let months, let cadence, let free):
      hasher.combine(10)
      hasher.combine(fromStart)
      hasher.combine(fromEnd)
      hasher.combine(months.rawValue)
      hasher.combine(cadence)
      hasher.combine(daySets[Int(free.position)])
    case .dates(let dates):
      hasher.combine(11)
      hasher.combine(numbers: dates.map(\.dayNumber))
    case .ranges(let ranges):
      hasher.combine(12)
      hasher.combine(numbers: ranges.flatMap { [$0.first.dayNumber, $0.last.dayNumber] })
    case .union(let sets):
      hasher.combine(13)
      hasher.combine(unordered: sets.map { daySets[Int($0.position)] })
    case .intersection(let sets):
      hasher.combine(14)
      hasher.combine(unordered: sets.map { daySets[Int($0.position)] })
    case .complement(let set):
      hasher.combine(15)
      hasher.combine(daySets[Int(set.position)])
    case .calendar(let id, _):
      // By name alone: new holidays don't make a new trigger.
      hasher.combine(16)
      hasher.combine(id.text)
    case .moved(let set, let free, let move):
      hasher.combine(17)
      hasher.combine(daySets[Int(set.position)])
      hasher.combine(daySets[Int(free.position)])
      hasher.combine(move)
    case .shifted(let set, let days):
      hasher.combine(18)
      hasher.combine(daySets[Int(set.position)])
      hasher.combine(days)
    case .shiftedByWorkdays(let set, let workdays, let free):
      hasher.combine(19)
      hasher.combine(daySets[Int(set.position)])
      hasher.combine(workdays)
      hasher.combine(daySets[Int(free.position)])
    case .nearestWorkdays(let days):
      hasher.combine(20)
      hasher.combine(days)
    case .weekNumbers(let weeks):
      hasher.combine(21)
      hasher.combine(weeks.fromStart)
      hasher.combine(weeks.fromEnd)
      hasher.combine(weeks.weekStart.rawValue)
      hasher.combine(weeks.cadence)
    case .positions(let positions):
      hasher.combine(22)
      hasher.combine(daySets[Int(positions.days.position)])
      hasher.combine(positions.period)
      hasher.combine(numbers: positions.fromStart)
      hasher.combine(numbers: positions.fromEnd)
    }
    return hasher.value
  }

  /// The hash of the set of some masks.
  static func hash(of masks: DayMasks) -> UInt64 {
    var hasher = StableHasher()
    hasher.combine(1)
    hasher.combine(masks)
    return hasher.value
  }

  /// The hash of a set of windows, given those of the sets it refers to.
  static func hash(of set: WindowSet, daySets: [UInt64], windowSets: [UInt64]) -> UInt64 {
    var hasher = StableHasher()
    switch set {
    case .hours(let days, let windows):
      hasher.combine(31)
      hasher.combine(daySets[Int(days.position)])
      hasher.combine(windows.count)
      for window in windows { hasher.combine(window) }
    case .ranges(let ranges):
      hasher.combine(32)
      hasher.combine(numbers: ranges.flatMap { [$0.start.localSeconds, $0.end.localSeconds] })
    case .union(let sets):
      hasher.combine(33)
      hasher.combine(unordered: sets.map { windowSets[Int($0.position)] })
    case .difference(let set, let other):
      hasher.combine(34)
      hasher.combine(windowSets[Int(set.position)])
      hasher.combine(windowSets[Int(other.position)])
    case .zoned(let zone, let set):
      hasher.combine(35)
      hasher.combine(zone.rawValue)
      hasher.combine(windowSets[Int(set.position)])
    case .calendar(let id, _):
      hasher.combine(36)
      hasher.combine(id.text)
    }
    return hasher.value
  }

  private mutating func combine(_ masks: DayMasks) {
    combine(masks.months)
    combine(masks.days)
    combine(masks.lastDays)
    combine(masks.weekdays)
    combine(masks.nthWeekdays)
    combine(masks.nthLastWeekdays)
    combine(masks.isEither ? 1 : 0)
    combine(masks.missing.rawValue)
    if masks.isEveryYear {
      combine(0)
      combine(0)
      return
    }
    combine(masks.cadence)
    let years = masks.years
    combine(years.count * 3)
    for range in years {
      combine(range.first)
      combine(range.last)
      combine(range.step)
    }
  }

  private mutating func combine(_ cadence: Cadence?) {
    guard let cadence else { return combine(0) }
    combine(cadence.unit == .months ? 1 : 2)
    combine(cadence.every)
    combine(cadence.phase)
  }

  private mutating func combine(_ phase: PhasePoint) {
    switch phase {
    case .date(let date):
      combine(1)
      combine(date.dayNumber)
    case .instant(let instant, let zone):
      combine(2)
      combine(instant.epochSeconds)
      combine(zone)
    }
  }

  private mutating func combine(_ period: DayPositions.Period) {
    switch period {
    case .week(let start):
      combine(1)
      combine(start.rawValue)
    case .month: combine(2)
    case .year: combine(3)
    case .weekYear(let start):
      combine(4)
      combine(start.rawValue)
    }
  }

  mutating func combine(_ move: Move) {
    switch move {
    case .drop: combine(0)
    case .next: combine(1)
    case .previous: combine(2)
    case .nearest: combine(3)
    }
  }

  mutating func combine(_ window: TimeWindow) {
    combine(window.start.secondsSinceMidnight)
    combine(window.endSeconds)
  }

  mutating func combine(_ zone: ZoneChoice) {
    switch zone {
    case .local: combine(0)
    case .named(let name):
      combine(1)
      combine(name.rawValue)
    }
  }

  mutating func combine(numbers: [some FixedWidthInteger]) {
    combine(numbers.count)
    for number in numbers { combine(number) }
  }

  mutating func combine(unordered hashes: [UInt64]) {
    combine(numbers: hashes.sorted())
  }
}
