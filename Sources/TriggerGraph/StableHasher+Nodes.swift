import CivilTime
import RuleModel

// The numbers that begin each part below are stored in ledgers through fingerprints: never change or reuse one.

extension StableHasher {
  /// The hash of a node, given those of the sets and nodes it refers to.
  static func hash(
    of node: TriggerNode, daySets: [UInt64], windowSets: [UInt64], input hash: (NodeIndex) -> UInt64
  ) -> UInt64 {
    var hasher = StableHasher()
    if case .eventFile(_, let form) = node {
      hasher.combine(70)
      hasher.combine(form.name)
      hasher.combine(form.modifiers.rawValue)
      return hasher.value
    }
    if let input = node.input { hasher.combine(hash(input)) }
    switch node {
    case .pattern(let days, let times):
      hasher.combine(51)
      hasher.combine(daySets[Int(days.position)])
      hasher.combine(times)
    case .points(let local, let instants):
      hasher.combine(52)
      hasher.combine(numbers: local.map(\.localSeconds))
      hasher.combine(numbers: instants.map(\.epochSeconds))
    case .aligned(let parts):
      hasher.combine(53)
      hasher.combine(daySets[Int(parts.days.position)])
      hasher.combine(parts.times)
      if let after = parts.timesAfterMidnight { hasher.combine(after) }
    case .interval(let parts):
      hasher.combine(54)
      hasher.combine(parts.seconds)
      hasher.combine(parts.from)
      if let between = parts.between { hasher.combine(between) }
      hasher.combine(parts.weekdays.rawValue)
      hasher.combine(parts.zone)
    case .once(let delay, let from, let zone):
      hasher.combine(55)
      hasher.combine(delay.days)
      hasher.combine(delay.seconds)
      hasher.combine(from)
      hasher.combine(zone)
    case .recurrence(let parts):
      hasher.combine(69)
      hasher.combine(parts.streams.count)
      for stream in parts.streams {
        hasher.combine(daySets[Int(stream.days.position)])
        hasher.combine(stream.times)
      }
      hasher.combine(parts.step?.unitSeconds ?? 0)
      hasher.combine(parts.step?.every ?? 0)
      hasher.combine(parts.start.localSeconds)
      hasher.combine(parts.end)
      hasher.combine(numbers: parts.added.map(\.localSeconds))
      hasher.combine(numbers: parts.removed.map(\.localSeconds))
      if let days = parts.removedDays { hasher.combine(daySets[Int(days.position)]) }
    case .event(.after(let rule, let outcomes)):
      hasher.combine(56)
      hasher.combine(rule.text)
      hasher.combine(outcomes.rawValue)
    case .labelled, .eventFile:
      // Never part of a form: an event file's node stands above.
      hasher.combine(71)
    case .event(.startup(let kind)):
      hasher.combine(kind == .boot ? 57 : 58)
    case .days(_, let filter):
      hasher.combine(59)
      hasher.combine(filter.only == nil ? 0 : 1)
      hasher.combine(unordered: (filter.only ?? []).map { daySets[Int($0.position)] })
      hasher.combine(unordered: filter.except.map { daySets[Int($0.position)] })
      hasher.combine(filter.move)
      hasher.combine(filter.zone)
    case .bounds(_, let from, let until, let zone):
      hasher.combine(60)
      hasher.combine(from)
      hasher.combine(until)
      hasher.combine(zone)
    case .count(_, let count, let isFirstLoad):
      hasher.combine(isFirstLoad ? 61 : 62)
      hasher.combine(count)
    case .civilOffset(_, let offset, let free):
      hasher.combine(63)
      hasher.combine(offset)
      if let free { hasher.combine(daySets[Int(free.position)]) }
    case .resolve(_, let zone, let gap, let fold):
      hasher.combine(64)
      hasher.combine(zone)
      hasher.combine(gap)
      hasher.combine(fold)
    case .windows(_, let filter):
      hasher.combine(65)
      hasher.combine(filter.only == nil ? 0 : 1)
      hasher.combine(unordered: (filter.only ?? []).map { windowSets[Int($0.position)] })
      hasher.combine(unordered: filter.except.map { windowSets[Int($0.position)] })
      hasher.combine(filter.zone)
    case .clockOffset(_, let offset):
      hasher.combine(66)
      hasher.combine(offset)
    case .jitter(_, let seconds):
      hasher.combine(67)
      hasher.combine(seconds)
    case .union(let inputs):
      hasher.combine(68)
      hasher.combine(unordered: inputs.map(hash))
    }
    return hasher.value
  }

  private mutating func combine(_ times: ClockTimes) {
    switch times {
    case .masks(let masks):
      combine(1)
      combine(masks)
    case .list(let times):
      combine(2)
      combine(numbers: times.map(\.secondsSinceMidnight))
    }
  }

  private mutating func combine(_ masks: ClockMasks) {
    combine(masks.hours)
    combine(masks.minutes)
    combine(masks.seconds)
    combine(masks.first)
    combine(masks.last)
  }

  private mutating func combine(_ point: DateTimePoint?) {
    switch point {
    case nil: combine(0)
    case .local(let dateTime):
      combine(1)
      combine(dateTime.localSeconds)
    case .instant(let instant):
      combine(2)
      combine(instant.epochSeconds)
    }
  }

  private mutating func combine(_ end: RecurrenceEnd) {
    switch end {
    case .never: combine(0)
    case .count(let count):
      combine(1)
      combine(count)
    case .untilDate(let date):
      combine(2)
      combine(date.dayNumber)
    case .untilLocal(let dateTime):
      combine(3)
      combine(dateTime.localSeconds)
    case .untilInstant(let instant):
      combine(4)
      combine(instant.epochSeconds)
    }
  }

  private mutating func combine(_ offset: Offset) {
    switch offset {
    case .days(let days):
      combine(1)
      combine(days)
    case .workdays(let days):
      combine(2)
      combine(days)
    case .seconds(let seconds):
      combine(3)
      combine(seconds)
    case .daysAndSeconds(let days, let seconds):
      combine(4)
      combine(days)
      combine(seconds)
    }
  }

  private mutating func combine(_ gap: GapPolicy) {
    switch gap {
    case .shift: combine(0)
    case .next: combine(1)
    case .previous: combine(2)
    case .skip: combine(3)
    case .nextOfShortGap: combine(4)
    }
  }

  private mutating func combine(_ fold: FoldPolicy) {
    switch fold {
    case .first: combine(0)
    case .last: combine(1)
    case .both: combine(2)
    }
  }
}
