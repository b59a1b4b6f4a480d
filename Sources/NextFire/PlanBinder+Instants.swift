import CivilTime
import RuleModel
import TriggerGraph

extension PlanBinder {
  /// Single local date-times and fixed instants.
  ///
  /// A fixed instant that a move or a civil offset takes elsewhere goes there by its local time.
  mutating func bindPoints(
    _ parts: ChainParts, _ owner: Owner, local: [LocalDateTime], instants: [Instant]
  ) -> [Chain] {
    guard let zone = rules(of: parts.resolve.zone) else { return [] }
    var history = history(parts)
    history.free = free(parts.days)
    var points = local.map { Point(nominal: $0.localSeconds, instant: nil) }
    points += instants.map { Point(nominal: zone.localDateTime(at: $0).localSeconds, instant: $0.epochSeconds) }
    let dates = Set(points.map { CivilSearch.split($0.nominal).day }).sorted().compactMap { LocalDate(dayNumber: $0) }
    let pattern = index(of: .dates(dates))
    history.pattern = pattern
    let (low, high) = civilBounds(parts, owner, zone)
    var kept = points.compactMap { moved($0, pattern, history.free, parts.days?.move ?? .drop) }
    kept = kept.filter { $0.local >= low && $0.local <= high }.sorted { $0.local < $1.local }
    if let count = parts.count { kept = Array(kept.prefix(count.number)) }
    var seconds: Set<Int64> = []
    var fixed: Set<Int64> = []
    for point in kept {
      if let instant = point.instant, point.local == point.nominal, parts.civilOffset == nil {
        fixed.insert(instant)
      } else if let local = shifted(point.local, parts.civilOffset), CivilSearch.range.contains(local) {
        seconds.insert(local)
      }
    }
    history.low = low
    history.high = high
    var result: [Chain] = []
    if !fixed.isEmpty {
      result.append(
        Chain(
          source: .instants(fixed.sorted()), low: Instant.secondsRange.lowerBound,
          high: Instant.secondsRange.upperBound, windows: parts.windows, zone: zone,
          clockOffset: parts.clockSeconds, history: history))
    }
    if !seconds.isEmpty {
      history.isCivil = true
      history.points = Set(kept.map(\.nominal)).sorted()
      result.append(civilChain(CivilSearch(points: seconds.sorted()), parts, zone, history))
    }
    return result
  }

  /// A point of `dates` on its way.
  private struct Point {
    /// The local second that the pattern names.
    let nominal: Int64
    /// The fixed instant, where it is one.
    let instant: Int64?
    /// The local second after a move.
    var local: Int64

    init(nominal: Int64, instant: Int64?) {
      self.nominal = nominal
      self.instant = instant
      local = nominal
    }
  }

  private func moved(_ point: Point, _ pattern: DaySetIndex, _ free: DaySetIndex?, _ move: Move) -> Point? {
    guard let free else { return point }
    let (day, second) = CivilSearch.split(point.local)
    guard let goal = days.target(of: day, pattern: pattern, free: free, move) else { return nil }
    var result = point
    result.local = Int64(goal) * 86_400 + Int64(second)
    return result
  }

  private func shifted(_ local: Int64, _ offset: (offset: Offset, free: DaySetIndex?)?) -> Int64? {
    switch offset {
    case (.days(let days), _)?:
      return local + Int64(days) * 86_400
    case (.workdays(let count), let free?)?:
      let (day, second) = CivilSearch.split(local)
      guard let goal = days.day(day, plusWorkdays: Int(count), free: free) else { return nil }
      return Int64(goal) * 86_400 + Int64(second)
    default:
      return local
    }
  }

  mutating func bindInterval(_ parts: ChainParts, _ owner: Owner, _ interval: IntervalParts) -> [Chain] {
    let choice = intervalZone(parts, interval.zone)
    guard let zone = rules(of: choice) else { return [] }
    var history = history(parts)
    history.free = free(parts.days)
    var dates: [DaySetIndex] = history.free.map { [$0] } ?? []
    var week = DayMasks()
    week.weekdays = interval.weekdays.rawValue
    let weekdays = index(of: .masks(week))
    if interval.between == nil, interval.weekdays != .all { dates.append(weekdays) }
    let allowed = dates.isEmpty ? nil : DaySearch(intersection(dates), in: days)
    let source = IntervalSearch(
      seconds: interval.seconds, anchor: interval.from.map { instant(of: $0, zone) } ?? 0, window: interval.between,
      windowDays: DaySearch(weekdays, in: days), dates: allowed, zone: zone)
    let (low, high) = instantBounds(parts, owner, zone)
    return [finished(.interval(source), parts, zone, history, low: low, high: high)]
  }

  mutating func bindOnce(
    _ parts: ChainParts, _ owner: Owner, after delay: CalendarDuration, from: DateTimePoint?, _ zone: ZoneChoice
  ) -> [Chain] {
    guard let zone = rules(of: intervalZone(parts, zone)) else { return [] }
    var history = history(parts)
    history.free = free(parts.days)
    let limit: Int64 = 1 << 40
    var instant = from.map { self.instant(of: $0, zone) } ?? anchor(of: owner).epochSeconds
    if delay.days != 0 {
      let local = zone.localDateTime(at: Instant(epochSeconds: instant)).localSeconds + Int64(delay.days) * 86_400
      guard CivilSearch.range.contains(local) else { return [] }
      instant = shiftedInstant(ofLocal: local, zone)
    }
    instant += min(max(delay.seconds, -limit), limit)
    guard Instant.secondsRange.contains(instant) else { return [] }
    let day = CivilSearch.split(zone.localDateTime(at: Instant(epochSeconds: instant)).localSeconds).day
    if let free = history.free, !days.contains(free, day) { return [] }
    let (low, high) = instantBounds(parts, owner, zone)
    return [finished(.instants([instant]), parts, zone, history, low: low, high: high)]
  }

  /// The zone of whatever in an interval's chain looks at the local clock.
  private func intervalZone(_ parts: ChainParts, _ own: ZoneChoice) -> ZoneChoice {
    for zone in [own, parts.days?.zone, parts.bounds?.zone, parts.windows?.zone] {
      if case .named? = zone, let zone { return zone }
    }
    return .local
  }

  /// First and last instant of the bounds.
  private func instantBounds(_ parts: ChainParts, _ owner: Owner, _ zone: ZoneRules) -> (low: Int64, high: Int64) {
    var low = Instant.secondsRange.lowerBound
    var high = Instant.secondsRange.upperBound
    if let from = parts.bounds?.from { low = instant(of: from, zone) }
    switch parts.bounds?.until {
    case nil: break
    case .instant(let instant)?: high = instant.epochSeconds
    case .local(let dateTime)?:
      switch zone.meaning(of: dateTime) {
      case .once(let instant), .repeated(_, let instant): high = instant.epochSeconds
      case .skipped(let gap): high = gap.instant.epochSeconds - 1
      }
    }
    if let count = parts.count, count.isFirstLoad { low = max(low, anchor(of: owner).epochSeconds) }
    return (low, high)
  }

  private func instant(of point: DateTimePoint, _ zone: ZoneRules) -> Int64 {
    switch point {
    case .instant(let instant): instant.epochSeconds
    case .local(let dateTime): shiftedInstant(ofLocal: dateTime.localSeconds, zone)
    }
  }

  /// The instant of a local time: the first pass; of one in a gap, later by the gap.
  private func shiftedInstant(ofLocal local: Int64, _ zone: ZoneRules) -> Int64 {
    switch zone.resolve(localSeconds: local) {
    case .once(let instant), .repeated(let instant, _): instant.epochSeconds
    case .skipped(let gap): local - Int64(gap.offsetBefore)
    }
  }
}
