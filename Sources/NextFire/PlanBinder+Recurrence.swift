import CivilTime
import RuleModel
import TriggerGraph

extension PlanBinder {
  /// A recurrence that days, times, bounds and a count don't say.
  ///
  /// Steps that are not the same each day are counted on the pattern's days: `move` drops and workdays don't shift them.
  mutating func bindRecurrence(_ parts: ChainParts, _ owner: Owner, _ recurrence: RecurrenceParts) -> [Chain] {
    guard let zone = rules(of: parts.resolve.zone) else { return [] }
    var history = history(parts)
    history.isCivil = true
    history.free = free(parts.days)
    let start = recurrence.start.localSeconds
    let end = self.end(of: recurrence, zone)
    let nominal = nominalStreams(recurrence, from: start, through: end)
    history.nominal = search(recurrence, nominal, from: start, through: end, shift: 0)
    history.pattern = union(Array(Set(nominal.map(\.days))).sorted())
    history.times = nominal.map(\.times).reduce(nil as ClockTimes?) { joined($0, $1) }

    let free = history.free
    let move = recurrence.step == nil ? parts.days?.move ?? .drop : .drop
    var streams = nominal.map { stream in
      var stream = stream
      guard let free else { return stream }
      stream.days =
        move == .drop ? intersection([stream.days, free]) : index(of: .moved(stream.days, free: free, move))
      return stream
    }
    var (low, high) = civilBounds(parts, owner, zone)
    history.low = low
    history.high = high
    if let count = parts.count {
      let search = search(recurrence, streams, from: start, through: end, shift: 0)
      high =
        count.number == 0 ? low - 1 : min(high, search.local(ofNumber: count.number, from: low, self.days) ?? high)
      history.high = high
    }
    var shift: Int64 = 0
    switch parts.civilOffset {
    case (.days(let days), _)?:
      shift = Int64(days)
      streams = streams.map { RecurrenceStream(days: index(of: .shifted($0.days, days: days)), times: $0.times) }
      low += shift * 86_400
      high += shift * 86_400
    case (.workdays(let count), let workdays?)? where recurrence.step == nil:
      streams = cut(streams, from: low, through: high).map {
        RecurrenceStream(
          days: index(of: .shiftedByWorkdays($0.days, workdays: count, free: workdays)), times: $0.times)
      }
      low = CivilSearch.range.lowerBound
      high = CivilSearch.range.upperBound
    default: break
    }
    let source = search(recurrence, streams, from: start, through: end, shift: shift)
      .bounded(low: max(low, CivilSearch.range.lowerBound), high: min(high, CivilSearch.range.upperBound))
    guard case .untilInstant(let last) = recurrence.end, recurrence.added.isEmpty, parts.civilOffset == nil,
      move == .drop
    else { return [civilChain(source, parts, zone, history)] }
    let resolution = LocalResolution(zone: zone, gap: parts.resolve.gap, fold: parts.resolve.fold)
    return [
      Chain(
        source: .civil(CivilChain(civil: source, resolution: resolution)), low: Instant.secondsRange.lowerBound,
        high: last.epochSeconds, windows: parts.windows, zone: zone, clockOffset: parts.clockSeconds,
        history: history)
    ]
  }

  /// The rule's streams within its start and end and without what is left out, and those of what is added.
  ///
  /// With a step the first stream alone is the rule's, not cut.
  private mutating func nominalStreams(
    _ recurrence: RecurrenceParts, from start: Int64, through end: Int64
  ) -> [RecurrenceStream] {
    var streams = recurrence.streams
    if let days = recurrence.removedDays {
      let kept = index(of: .complement(days))
      streams = streams.map { RecurrenceStream(days: intersection([$0.days, kept]), times: $0.times) }
    }
    if recurrence.step == nil {
      streams = cut(removing(recurrence.removed, from: streams), from: start, through: end)
    }
    for (second, days) in daysByTime(recurrence.added) {
      guard let time = TimeOfDay(secondsSinceMidnight: second) else { continue }
      streams.append(RecurrenceStream(days: index(of: .dates(days)), times: ClockTimes([time])))
    }
    return streams
  }

  /// What a recurrence's streams name, with its step where it has one.
  private func search(
    _ recurrence: RecurrenceParts, _ streams: [RecurrenceStream], from start: Int64, through end: Int64, shift: Int64
  ) -> CivilSearch {
    let dayTimes = streams.map { DayTimes(days: DaySearch($0.days, in: self.days), times: ClockSearch($0.times)) }
    var stepped: SteppedTimes?
    if let step = recurrence.step, let first = dayTimes.first {
      let seconds = shift * 86_400
      stepped = SteppedTimes(
        days: first.days, times: first.times, step: step, start: start + seconds,
        low: max(start + seconds, CivilSearch.range.lowerBound),
        high: min(end + seconds, CivilSearch.range.upperBound),
        removed: recurrence.removed.map { $0.localSeconds + seconds })
    }
    return CivilSearch(
      stepped == nil ? dayTimes : Array(dayTimes.dropFirst()), stepped: stepped, low: CivilSearch.range.lowerBound,
      high: CivilSearch.range.upperBound)
  }

  /// The last local second that UNTIL or COUNT lets through.
  ///
  /// Of a COUNT above a million that has to be counted one by one, the million is searched; what is beyond never ends.
  private func end(of recurrence: RecurrenceParts, _ zone: ZoneRules) -> Int64 {
    switch recurrence.end {
    case .never: return CivilSearch.range.upperBound
    case .untilDate(let date): return Int64(date.dayNumber) * 86_400 + 86_399
    case .untilLocal(let dateTime): return dateTime.localSeconds
    case .untilInstant(let instant):
      let local = zone.localDateTime(at: instant).localSeconds
      guard case .repeated(let first, _) = zone.resolve(localSeconds: local), first < instant else { return local }
      // In the last pass, all of the first one is over.
      let segment = LocalSegment(zone, at: instant.epochSeconds)
      return max(local, segment.start - 1 + LocalSegment(zone, at: segment.start - 1).offset)
    case .count(let count):
      let open = search(
        recurrence, recurrence.streams, from: recurrence.start.localSeconds, through: CivilSearch.range.upperBound,
        shift: 0)
      return open.local(ofNumber: count, from: recurrence.start.localSeconds, self.days)
        ?? CivilSearch.range.upperBound
    }
  }

  /// Takes single date-times out of streams.
  private mutating func removing(_ removed: [LocalDateTime], from streams: [RecurrenceStream]) -> [RecurrenceStream] {
    if removed.isEmpty { return streams }
    let byTime = daysByTime(removed)
    var result: [RecurrenceStream] = []
    for stream in streams {
      let search = ClockSearch(stream.times)
      var rest: [TimeOfDay] = []
      var second = search.first(from: 0)
      while second >= 0 {
        if let time = TimeOfDay(secondsSinceMidnight: second) {
          if let days = byTime[second] {
            let kept = index(of: .complement(index(of: .dates(days))))
            result.append(
              RecurrenceStream(days: intersection([stream.days, kept]), times: ClockTimes([time])))
          } else {
            rest.append(time)
          }
        }
        second = second < 86_399 ? search.first(from: second + 1) : -1
      }
      if !rest.isEmpty { result.append(RecurrenceStream(days: stream.days, times: ClockTimes(rest))) }
    }
    return result
  }

  /// The days of date-times by their second of the day.
  private func daysByTime(_ dateTimes: [LocalDateTime]) -> [Int: [LocalDate]] {
    Dictionary(grouping: dateTimes) { Int($0.time.secondsSinceMidnight) }.mapValues { $0.map(\.date) }
  }

  /// The parts of streams between two local seconds, both included; the days at the ends apart where times are cut.
  private mutating func cut(
    _ streams: [RecurrenceStream], from low: Int64, through high: Int64
  ) -> [RecurrenceStream] {
    guard low <= high else { return [] }
    var result: [RecurrenceStream] = []
    for stream in streams {
      var (first, firstSecond) = CivilSearch.split(max(low, CivilSearch.range.lowerBound))
      var (last, lastSecond) = CivilSearch.split(min(high, CivilSearch.range.upperBound))
      let times = ClockSearch(stream.times)
      if times.first(from: 0) >= firstSecond { firstSecond = 0 }
      if times.last(through: 86_399) <= lastSecond { lastSecond = 86_399 }
      if first == last {
        add(stream, first, last, stream.times.cut(from: firstSecond, through: lastSecond), &result)
        continue
      }
      if firstSecond > 0 {
        add(stream, first, first, stream.times.cut(from: firstSecond, through: 86_399), &result)
        first += 1
      }
      if lastSecond < 86_399 {
        add(stream, last, last, stream.times.cut(from: 0, through: lastSecond), &result)
        last -= 1
      }
      add(stream, first, last, stream.times, &result)
    }
    return result
  }

  private mutating func add(
    _ stream: RecurrenceStream, _ first: Int, _ last: Int, _ times: ClockTimes, _ result: inout [RecurrenceStream]
  ) {
    guard let start = LocalDate(dayNumber: first), let end = LocalDate(dayNumber: last), start <= end else { return }
    let range = index(of: .ranges([DayRange(first: start, last: end)]))
    result.append(RecurrenceStream(days: intersection([stream.days, range]), times: times))
  }

  /// All times of both.
  private func joined(_ left: ClockTimes?, _ right: ClockTimes) -> ClockTimes {
    guard let left else { return right }
    switch (left, right) {
    case (.masks(let one), .masks(let other)):
      return .masks(
        ClockMasks(
          hours: one.hours | other.hours, minutes: one.minutes | other.minutes, seconds: one.seconds | other.seconds))
    case (.list(let list), .masks(let masks)), (.masks(let masks), .list(let list)):
      var result = masks
      for time in list {
        result.hours |= 1 << UInt32(time.hour)
        result.minutes |= 1 << UInt64(time.minute)
        result.seconds |= 1 << UInt64(time.second)
      }
      return .masks(ClockMasks(hours: result.hours, minutes: result.minutes, seconds: result.seconds))
    case (.list(let one), .list(let other)):
      return ClockTimes(one + other)
    }
  }
}

extension CivilSearch {
  /// The n-th local second at or after `low`, n from 1; nil when there are fewer, or more than a million to count.
  func local(ofNumber number: Int, from low: Int64, _ table: DayTable) -> Int64? {
    if let stream = onlyStream { return stream.local(ofNumber: number, from: low, table) }
    guard number > 0, number <= 1_000_000 else { return nil }
    var cell = MonthCell()
    var local = low
    for _ in 1..<number {
      guard let found = first(from: local, table, &cell) else { return nil }
      local = found + 1
    }
    return first(from: local, table, &cell)
  }
}
