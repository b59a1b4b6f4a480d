import CivilTime
import RuleModel

extension TriggerGraphBuilder {
  /// An RFC 5545 recurrence as days with times, bounds and a count where they can say it, else as a node of its own.
  ///
  /// - Parameters:
  ///   - bounds: Those of the trigger; get the rule's start and end in the first case.
  ///   - filter: What leaves days out, if anything does.
  ///   - move: What becomes of those days.
  mutating func recurrence(
    _ pattern: RecurrencePattern, _ bounds: inout Bounds, _ filter: TriggerFilters, _ move: Move
  ) -> NodeIndex {
    let isFiltered = filter.dayOnly != nil || !filter.dayExcept.isEmpty
    let rule = pattern.rule
    let (streams, step) =
      rule.frequency < .daily ? withinDays(rule, pattern.start) : onDays(rule, pattern.start)
    if streams.count == 1, step == nil, pattern.added.isEmpty, pattern.removed.isEmpty, pattern.removedDays.isEmpty,
      let own = self.bounds(of: pattern, within: bounds, isFiltered: isFiltered, move)
    {
      bounds = own
      return index(of: .pattern(streams[0].days, streams[0].times))
    }
    let removedDays =
      pattern.removedDays.isEmpty ? nil : index(of: DaySet.dates(Set(pattern.removedDays).sorted()))
    return index(
      of: .recurrence(
        RecurrenceParts(
          streams: streams, step: step, start: pattern.start, end: rule.end, added: Set(pattern.added).sorted(),
          removed: Set(pattern.removed).sorted(), removedDays: removedDays)))
  }

  /// The bounds that say a rule's start and end together with the trigger's own; nil where none do.
  private func bounds(
    of pattern: RecurrencePattern, within bounds: Bounds, isFiltered: Bool, _ move: Move
  ) -> Bounds? {
    var result = bounds
    guard result.count == nil, !isFiltered || move == .drop else { return nil }
    switch result.from {
    case .instant: return nil
    case .local(let from)?: result.from = .local(max(from, pattern.start))
    case nil: result.from = .local(pattern.start)
    }
    let end: LocalDateTime
    switch pattern.rule.end {
    case .never: return result
    case .count(let count):
      guard !isFiltered, bounds == Bounds(), count <= 1_000_000 else { return nil }
      result.count = count
      return result
    case .untilDate(let date): end = LocalDateTime(date: date, time: LocalDateTime.latest.time)
    case .untilLocal(let dateTime): end = dateTime
    case .untilInstant: return nil
    }
    switch result.until {
    case .instant: return nil
    case .local(let until)?: result.until = .local(min(until, end))
    case nil: result.until = .local(end)
    }
    return result
  }

  // MARK: Within the day

  /// HOURLY, MINUTELY and SECONDLY: days with times, and a step where it does not come out even with the day.
  private mutating func withinDays(
    _ rule: RecurrenceRule, _ start: LocalDateTime
  ) -> (streams: [RecurrenceStream], step: RecurrenceStep?) {
    var times = ClockMasks(
      hours: rule.hours == 0 ? .max : rule.hours, minutes: rule.minutes == 0 ? .max : rule.minutes,
      seconds: rule.seconds == 0 ? .max : rule.seconds)
    let unit: Int64
    switch rule.frequency {
    case .hourly:
      unit = 3600
      if rule.minutes == 0 { times.minutes = 1 << UInt64(start.time.minute) }
      if rule.seconds == 0 { times.seconds = 1 << UInt64(start.time.second) }
    case .minutely:
      unit = 60
      if rule.seconds == 0 { times.seconds = 1 << UInt64(start.time.second) }
    default:
      unit = 1
    }
    var clock = ClockTimes.masks(times)
    if !rule.setPositions.isEmpty { clock = positioned(times, rule) }
    var step: RecurrenceStep?
    if rule.interval > 1 { (clock, step) = stepped(clock, every: Int64(rule.interval), unit, start.time) }
    var parts: [DaySetIndex] = [index(of: dayMasks(rule))]
    if !rule.yearDays.isEmpty { parts.append(yearDays(rule, cadence: nil)) }
    return ([RecurrenceStream(days: intersection(parts.dropping(everyDay)), times: clock)], step)
  }

  /// Times at the places of BYSETPOS within each hour, minute or second.
  private func positioned(_ times: ClockMasks, _ rule: RecurrenceRule) -> ClockTimes {
    var result = times
    switch rule.frequency {
    case .hourly:
      let minutes = bits(times.minutes)
      let seconds = bits(times.seconds)
      let chosen = rule.chosen(of: minutes.count * seconds.count)
      var list: [TimeOfDay] = []
      for hour in bits(UInt64(times.hours)) {
        for place in chosen {
          let (minute, second) = (minutes[place / seconds.count], seconds[place % seconds.count])
          if let time = TimeOfDay(hour: hour, minute: minute, second: second) { list.append(time) }
        }
      }
      return ClockTimes(list)
    case .minutely:
      let seconds = bits(times.seconds)
      result.seconds = rule.chosen(of: seconds.count).reduce(0) { $0 | 1 << UInt64(seconds[$1]) }
    default:
      if rule.chosen(of: 1).isEmpty { result.hours = 0 }
    }
    return .masks(result.canonical)
  }

  /// Narrows times to every n-th unit of the day where that is the same each day, else returns the step.
  private func stepped(
    _ times: ClockTimes, every: Int64, _ unit: Int64, _ start: TimeOfDay
  ) -> (ClockTimes, RecurrenceStep?) {
    let step = RecurrenceStep(unitSeconds: unit, every: every)
    guard 86_400 / unit % every == 0 else { return (times, step) }
    let phase = Int64(start.secondsSinceMidnight) / unit
    if case .masks(var masks) = times {
      if unit == 3600 {
        for hour in 0..<24 where (Int64(hour) - phase) % every != 0 { masks.hours &= ~(1 << UInt32(hour)) }
        return (.masks(masks.canonical), nil)
      }
      if 60 % every == 0 {
        var kept: UInt64 = 0
        for value in 0..<60 where (Int64(value) - phase) % every == 0 { kept |= 1 << UInt64(value) }
        if unit == 60 { masks.minutes &= kept } else { masks.seconds &= kept }
        return (.masks(masks.canonical), nil)
      }
    }
    if case .list(let list) = times {
      return (ClockTimes(list.filter { (Int64($0.secondsSinceMidnight) / unit - phase) % every == 0 }), nil)
    }
    // A list of more times takes more room than the step takes time.
    let most = 4096
    var list: [TimeOfDay] = []
    var second: Int64 = 0
    while second < 86_400 {
      if (second / unit - phase) % every != 0 {
        second += unit
        continue
      }
      let time = TimeOfDay(secondsSinceMidnight: Int(second))
      if let time, times.contains(time) {
        list.append(time)
        if list.count > most { return (times, step) }
      }
      second += 1
    }
    return (ClockTimes(list), nil)
  }

  // MARK: On days

  /// DAILY to YEARLY: days with times; several where BYSETPOS picks different times on different days.
  mutating func onDays(
    _ rule: RecurrenceRule, _ start: LocalDateTime
  ) -> (streams: [RecurrenceStream], step: RecurrenceStep?) {
    let times = ClockMasks(
      hours: rule.hours == 0 ? 1 << UInt32(start.time.hour) : rule.hours,
      minutes: rule.minutes == 0 ? 1 << UInt64(start.time.minute) : rule.minutes,
      seconds: rule.seconds == 0 ? 1 << UInt64(start.time.second) : rule.seconds)
    let days = recurrenceDays(rule, start.date)
    if rule.setPositions.isEmpty { return ([RecurrenceStream(days: days, times: .masks(times))], nil) }
    let all = times.all
    if rule.frequency == .daily {
      return ([RecurrenceStream(days: days, times: ClockTimes(rule.chosen(of: all.count).map { all[$0] }))], nil)
    }
    // Date-times of a period are numbered day by day, so a place is a place among its days and one among the times.
    var placesOfTime: [Int: DayPlaces] = [:]
    for position in rule.setPositions where position != 0 {
      let place = Int(position.magnitude) - 1
      let day = UInt16(place / all.count + 1)
      if position > 0 {
        placesOfTime[place % all.count, default: DayPlaces()].fromStart.insert(day)
      } else {
        placesOfTime[all.count - 1 - place % all.count, default: DayPlaces()].fromEnd.insert(day)
      }
    }
    var timesOfPlaces: [DayPlaces: [TimeOfDay]] = [:]
    for (time, places) in placesOfTime { timesOfPlaces[places, default: []].append(all[time]) }
    var streams = timesOfPlaces.map { places, times in
      RecurrenceStream(days: positioned(days, rule, start.date, places), times: ClockTimes(times.sorted()))
    }
    streams.sort { ($0.days, $0.times.first) < ($1.days, $1.times.first) }
    return (streams, nil)
  }

  /// The days at places within each week, month or year.
  private mutating func positioned(
    _ days: DaySetIndex, _ rule: RecurrenceRule, _ start: LocalDate, _ places: DayPlaces
  ) -> DaySetIndex {
    let period: DayPositions.Period
    switch rule.frequency {
    case .weekly:
      if rule.months.isEmpty {
        // Each week has the same days, so the places are days of the week.
        let first = Int(rule.weekStart.rawValue) - 1
        let named = rule.weekdays.isEmpty ? WeekdaySet(start.weekday) : rule.weekdays
        let order = (0..<7).compactMap { Weekday(rawValue: UInt8((first + $0) % 7 + 1)) }.filter { named.contains($0) }
        var chosen: WeekdaySet = []
        for place in places.fromStart where Int(place) <= order.count {
          chosen.insert(WeekdaySet(order[Int(place) - 1]))
        }
        for place in places.fromEnd where Int(place) <= order.count {
          chosen.insert(WeekdaySet(order[order.count - Int(place)]))
        }
        return weeks(rule, chosen, start)
      }
      period = .week(rule.weekStart)
    case .monthly: period = .month
    default: period = rule.hasWeekNumbers ? .weekYear(rule.weekStart) : .year
    }
    return index(
      of: DaySet.positions(
        DayPositions(
          days: days, period: period, fromStart: places.fromStart.sorted(), fromEnd: places.fromEnd.sorted())))
  }

  private func bits(_ mask: UInt64) -> [Int] { (0..<60).filter { mask & (1 << UInt64($0)) != 0 } }
}

/// Places of days within a period.
private struct DayPlaces: Hashable {
  var fromStart: Set<UInt16> = []
  var fromEnd: Set<UInt16> = []
}

extension RecurrenceRule {
  /// The places, from 0, that BYSETPOS picks among so many, ascending.
  fileprivate func chosen(of count: Int) -> [Int] {
    var result: Set<Int> = []
    for position in setPositions {
      let place = position > 0 ? Int(position) - 1 : count + Int(position)
      if place >= 0, place < count { result.insert(place) }
    }
    return result.sorted()
  }
}

extension ClockTimes {
  /// Whether a time is one of them.
  fileprivate func contains(_ time: TimeOfDay) -> Bool {
    switch self {
    case .masks(let masks):
      masks.hours & (1 << UInt32(time.hour)) != 0 && masks.minutes & (1 << UInt64(time.minute)) != 0
        && masks.seconds & (1 << UInt64(time.second)) != 0 && time.secondsSinceMidnight >= masks.first
        && time.secondsSinceMidnight <= masks.last
    case .list(let times): times.contains(time)
    }
  }

  /// The earliest time in seconds since midnight, only to put streams in order.
  fileprivate var first: Int32 {
    switch self {
    case .masks(let masks): masks.all.first?.secondsSinceMidnight ?? -1
    case .list(let times): times.first?.secondsSinceMidnight ?? -1
    }
  }
}

extension ClockMasks {
  /// The times one by one, ascending.
  var all: [TimeOfDay] {
    var result: [TimeOfDay] = []
    for hour in 0..<24 where hours & (1 << UInt32(hour)) != 0 {
      for minute in 0..<60 where minutes & (1 << UInt64(minute)) != 0 {
        for second in 0..<60 where seconds & (1 << UInt64(second)) != 0 {
          guard let time = TimeOfDay(hour: hour, minute: minute, second: second),
            time.secondsSinceMidnight >= first, time.secondsSinceMidnight <= last
          else { continue }
          result.append(time)
        }
      }
    }
    return result
  }
}
