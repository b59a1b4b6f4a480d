import CivilTime
import RuleModel
import TriggerGraph

extension PlanBinder {
  /// Binds one chain; none where its zone is not known or the clock does not fire it.
  mutating func bind(_ parts: ChainParts, _ owner: Owner) -> [Chain] {
    if let filter = parts.windows, noteUnknownZones(of: filter) { return [] }
    switch parts.source {
    case .pattern(let days, let times):
      return bindPattern(parts, owner, days: days, times: times)
    case .aligned(let aligned):
      return bindAligned(parts, owner, aligned)
    case .points(let local, let instants):
      return bindPoints(parts, owner, local: local, instants: instants)
    case .interval(let interval):
      return bindInterval(parts, owner, interval)
    case .once(let delay, let from, let zone):
      return bindOnce(parts, owner, after: delay, from: from, zone)
    case .recurrence(let recurrence):
      return bindRecurrence(parts, owner, recurrence)
    case .event:
      noteEvent()
      return []
    case .days, .bounds, .count, .civilOffset, .resolve, .windows, .clockOffset, .jitter, .union, .labelled, .eventFile:
      return []
    }
  }

  /// A history that holds what all chains have in common.
  func history(_ parts: ChainParts) -> ChainHistory {
    var history = ChainHistory()
    history.labels = parts.labels
    history.filter = parts.days
    history.civilOffset = parts.civilOffset?.offset
    history.workdays = parts.civilOffset?.free
    history.clockOffset = parts.clockOffset
    if case .named(let name) = parts.resolve.zone { history.zoneName = name }
    history.keepsPass = parts.resolve.fold == .both
    return history
  }

  /// First and last local second of the bounds; an instant stands for what the zone's clock shows then.
  func civilBounds(_ parts: ChainParts, _ owner: Owner, _ zone: ZoneRules) -> (low: Int64, high: Int64) {
    var low = CivilSearch.range.lowerBound
    var high = CivilSearch.range.upperBound
    func local(_ point: DateTimePoint) -> Int64 {
      switch point {
      case .local(let dateTime): dateTime.localSeconds
      case .instant(let instant): zone.localDateTime(at: instant).localSeconds
      }
    }
    if let from = parts.bounds?.from { low = max(low, local(from)) }
    if let until = parts.bounds?.until { high = min(high, local(until)) }
    if let count = parts.count, count.isFirstLoad { low = max(low, local(.instant(anchor(of: owner)))) }
    return (low, high)
  }

  private mutating func bindPattern(
    _ parts: ChainParts, _ owner: Owner, days: DaySetIndex, times: ClockTimes
  ) -> [Chain] {
    guard let zone = rules(of: parts.resolve.zone) else { return [] }
    var history = history(parts)
    history.isCivil = true
    history.pattern = days
    history.times = times
    history.free = free(parts.days)
    var set = days
    if let free = history.free {
      let move = parts.days?.move ?? .drop
      set = move == .drop ? intersection([days, free]) : index(of: .moved(days, free: free, move))
    }
    var (low, high) = civilBounds(parts, owner, zone)
    if let count = parts.count {
      let stream = DayTimes(days: DaySearch(set, in: self.days), times: ClockSearch(times))
      let last = stream.local(ofNumber: count.number, from: low, self.days)
      high = min(high, last ?? high)
      if count.number == 0 { high = low - 1 }
    }
    history.low = low
    history.high = high
    var streams: [DayTimes]
    switch parts.civilOffset {
    case (.days(let distance), _)?:
      set = index(of: .shifted(set, days: distance))
      low += Int64(distance) * 86_400
      high += Int64(distance) * 86_400
      streams = [DayTimes(days: DaySearch(set, in: self.days, within: (low, high)), times: ClockSearch(times))]
    case (.workdays(let distance), let free?)?:
      streams = shiftedByWorkdays(set, times, distance, free: free, low: low, high: high)
      low = CivilSearch.range.lowerBound
      high = CivilSearch.range.upperBound
    default:
      streams = [DayTimes(days: DaySearch(set, in: self.days, within: (low, high)), times: ClockSearch(times))]
    }
    low = max(low, CivilSearch.range.lowerBound)
    high = min(high, CivilSearch.range.upperBound)
    return [civilChain(CivilSearch(streams, low: low, high: high), parts, zone, history)]
  }

  /// Streams whose days are moved by workdays, the days that the bounds cut apart from the others.
  private mutating func shiftedByWorkdays(
    _ set: DaySetIndex, _ times: ClockTimes, _ distance: Int32, free: DaySetIndex, low: Int64, high: Int64
  ) -> [DayTimes] {
    guard low <= high else { return [] }
    let (firstDay, firstSecond) = CivilSearch.split(low)
    let (lastDay, lastSecond) = CivilSearch.split(high)
    var streams: [DayTimes] = []
    func add(_ binder: inout PlanBinder, _ first: Int, _ last: Int, _ times: ClockTimes) {
      guard let start = LocalDate(dayNumber: first), let end = LocalDate(dayNumber: last), start <= end else { return }
      let range = binder.index(of: .ranges([DayRange(first: start, last: end)]))
      let part = binder.intersection([set, range])
      let shifted = binder.index(of: .shiftedByWorkdays(part, workdays: distance, free: free))
      streams.append(
        DayTimes(days: DaySearch(shifted, in: binder.days), times: ClockSearch(times)))
    }
    if firstDay == lastDay {
      add(&self, firstDay, firstDay, times.cut(from: firstSecond, through: lastSecond))
      return streams
    }
    var start = firstDay
    var end = lastDay
    if firstSecond > 0 {
      add(&self, firstDay, firstDay, times.cut(from: firstSecond, through: 86_399))
      start += 1
    }
    if lastSecond < 86_399 {
      add(&self, lastDay, lastDay, times.cut(from: 0, through: lastSecond))
      end -= 1
    }
    add(&self, start, end, times)
    return streams
  }

  private mutating func bindAligned(_ parts: ChainParts, _ owner: Owner, _ aligned: AlignedParts) -> [Chain] {
    guard let zone = rules(of: parts.resolve.zone) else { return [] }
    var history = history(parts)
    history.free = free(parts.days)
    var streams: [DayTimes] = []
    let after = aligned.timesAfterMidnight.map { (index(of: .shifted(aligned.days, days: 1)), $0) }
    for (days, times) in [(aligned.days, aligned.times), after].compactMap({ $0 }) {
      var set = days
      if let free = history.free { set = intersection([set, free]) }
      if case (.days(let distance), _)? = parts.civilOffset { set = index(of: .shifted(set, days: distance)) }
      streams.append(DayTimes(days: DaySearch(set, in: self.days), times: ClockSearch(times)))
    }
    history.pattern = aligned.days
    var low = CivilSearch.range.lowerBound
    var high = CivilSearch.range.upperBound
    var first = Instant.secondsRange.lowerBound
    var last = Instant.secondsRange.upperBound
    switch parts.bounds?.from {
    case .local(let dateTime)?: low = dateTime.localSeconds
    case .instant(let instant)?: first = instant.epochSeconds
    case nil: break
    }
    switch parts.bounds?.until {
    case .local(let dateTime)?: high = dateTime.localSeconds
    case .instant(let instant)?: last = instant.epochSeconds
    case nil: break
    }
    if let count = parts.count, count.isFirstLoad { first = max(first, anchor(of: owner).epochSeconds) }
    let chain = CivilChain(
      civil: CivilSearch(streams, low: low, high: high),
      resolution: LocalResolution(zone: zone, gap: parts.resolve.gap, fold: parts.resolve.fold))
    return [finished(.civil(chain), parts, zone, history, low: first, high: last)]
  }

  /// A chain of local date-times.
  func civilChain(
    _ civil: CivilSearch, _ parts: ChainParts, _ zone: ZoneRules, _ history: ChainHistory
  ) -> Chain {
    let chain = CivilChain(
      civil: civil,
      resolution: LocalResolution(zone: zone, gap: parts.resolve.gap, fold: parts.resolve.fold))
    return Chain(
      source: .civil(chain), low: Instant.secondsRange.lowerBound, high: Instant.secondsRange.upperBound,
      windows: parts.windows, zone: zone, clockOffset: parts.clockSeconds, history: history)
  }

  /// A chain of instants, ended after `count` of them.
  func finished(
    _ source: Chain.Source, _ parts: ChainParts, _ zone: ZoneRules, _ history: ChainHistory, low: Int64, high: Int64
  ) -> Chain {
    func chain(through high: Int64) -> Chain {
      Chain(
        source: source, low: low, high: high, windows: parts.windows, zone: zone, clockOffset: parts.clockSeconds,
        history: history)
    }
    let open = chain(through: high)
    guard let count = parts.count else { return open }
    if count.number == 0 { return chain(through: low - 1) }
    let tables = finishedTables
    var state = SearchState()
    var from = low
    for _ in 1..<count.number {
      guard from <= high, let found = open.sourceNext(from: from, tables, &state) else { return open }
      from = found + 1
    }
    guard from <= high, let last = open.sourceNext(from: from, tables, &state) else { return open }
    return chain(through: min(high, last))
  }
}

extension ClockTimes {
  /// The times in a part of the day, both ends included.
  func cut(from first: Int, through last: Int) -> ClockTimes {
    switch self {
    case .masks(var masks):
      masks.first = max(masks.first, Int32(truncatingIfNeeded: first))
      masks.last = min(masks.last, Int32(truncatingIfNeeded: last))
      return .masks(masks)
    case .list(let times):
      return .list(times.filter { Int($0.secondsSinceMidnight) >= first && Int($0.secondsSinceMidnight) <= last })
    }
  }
}

extension DayTimes {
  /// The n-th local second at or after `low`, n from 1; nil when there are fewer.
  ///
  /// Counted by whole months, so that a million takes no longer than some months' masks.
  func local(ofNumber number: Int, from low: Int64, _ table: DayTable) -> Int64? {
    let perDay = times.count
    guard number > 0, perDay > 0 else { return nil }
    var rest = number
    var cell = MonthCell()
    var (day, second) = CivilSearch.split(low)
    if second > 0 {
      if days.contains(day, table) {
        var time = times.first(from: second)
        while time >= 0 {
          rest -= 1
          if rest == 0 { return Int64(day) * 86_400 + Int64(time) }
          time = time < 86_399 ? times.first(from: time + 1) : -1
        }
      }
      day += 1
      second = 0
    }
    guard let first = days.first(onOrAfter: day, table, &cell) else { return nil }
    var span = MonthSpan(holding: first)
    var bits = table.days(of: days.set, in: span) & (~0 << UInt32(first - span.first + 1))
    while bits.nonzeroBitCount * perDay < rest {
      rest -= bits.nonzeroBitCount * perDay
      span.advance()
      guard span.first <= days.extent.upperBound else { return nil }
      bits = table.days(of: days.set, in: span)
    }
    while rest > perDay {
      bits &= bits &- 1
      rest -= perDay
    }
    var time = times.first(from: 0)
    while rest > 1, time >= 0 {
      time = times.first(from: time + 1)
      rest -= 1
    }
    guard bits != 0, time >= 0 else { return nil }
    return Int64(span.first + bits.trailingZeroBitCount - 1) * 86_400 + Int64(time)
  }
}
