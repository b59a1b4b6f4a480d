import CivilTime
import RuleModel

extension PhraseWriter {
  /// A fixed-time trigger's key, and what it leaves out by counting workdays.
  struct Pattern {
    var phrase: TriggerPhrase
    var except: [String] = []

    init(_ key: String, _ entries: [TriggerPhrase.Entry], except: [String] = []) {
      phrase = TriggerPhrase([.init(key, PhraseText.mapping(entries))])
      self.except = except
    }
  }

  /// Days with times; two patterns where a day of the month or of the week is enough.
  func patterns(_ days: DaySetIndex, _ times: ClockTimes) -> [Pattern]? {
    if case .masks(let masks) = graph[days], masks.isEither {
      guard masks.missing == .nothing, masks.cadence == nil else { return nil }
      var byMonth = masks
      (byMonth.isEither, byMonth.weekdays) = (false, WeekdaySet.all.rawValue)
      (byMonth.nthWeekdays, byMonth.nthLastWeekdays) = (0, 0)
      var byWeek = masks
      (byWeek.isEither, byWeek.days, byWeek.lastDays) = (false, DayMasks.allDays, 0)
      guard let first = pattern(byMonth, times), let second = pattern(byWeek, times) else { return nil }
      return [first, second]
    }
    return pattern(days, times).map { [$0] }
  }

  private func pattern(_ days: DaySetIndex, _ times: ClockTimes) -> Pattern? {
    if case .masks(let masks) = graph[days] { return pattern(masks, times) }
    guard let at = at(times) else { return nil }
    let time = TriggerPhrase.Entry("at", at)
    switch graph[days] {
    case .everyDays(let every, _): return Pattern("daily", [time, .init("every", "\(every)")])
    case .intersection(let parts): return weekly(parts, time)
    case .easter, .union: return yearly(days, time)
    case .daysOfYear(let fromStart, let fromEnd, let missing, let cadence):
      let numbers = fromStart.map { "\($0)" } + fromEnd.map { ordinal(fromEnd: Int($0)) }
      return Pattern(
        "yearly", [.init("day_of_year", PhraseText.list(numbers)), time] + every(cadence) + standIn(missing))
    case .isoWeeks(let weeks, let set, let cadence):
      let numbers = PhraseText.list(PhraseText.bits(weeks).map { "\($0)" })
      return Pattern("yearly", [.init("week", numbers), .init("days", weekdays(set)), time] + every(cadence))
    case .workdays(let fromStart, let fromEnd, .all, let cadence, let free):
      guard cadence.map({ $0.unit == .months }) ?? true, let except = obstacles(ofWorkdays: free) else { return nil }
      return Pattern(
        "monthly", [.init("workday", ordinals(fromStart, fromEnd)), time] + every(cadence), except: except)
    case .dates(let dates) where !dates.isEmpty && dates.count <= 32:
      return Pattern("dates", [.init("date", PhraseText.list(dates.map { "\($0)" })), time])
    default: return nil
    }
  }

  /// Few times are listed; many are said by `matching`, where it can, else listed too.
  private func pattern(_ masks: DayMasks, _ times: ClockTimes) -> Pattern? {
    if let at = at(times, most: 6), let pattern = pattern(masks, at: at) { return pattern }
    if case .masks(let clock) = times, let date = dateFields(masks), let time = clockFields(clock, isFixed: true) {
      return Pattern("matching", date + time)
    }
    return at(times).flatMap { pattern(masks, at: $0) }
  }

  private func pattern(_ masks: DayMasks, at: String) -> Pattern? {
    let time = TriggerPhrase.Entry("at", at)
    let isEveryMonth = masks.months == DayMasks.allMonths
    let ordinalWeekdays = masks.nthWeekdays | masks.nthLastWeekdays
    if ordinalWeekdays == 0, masks.missing == .nothing, masks.cadence == nil {
      if masks == DayMasks() {
        var pattern = Pattern("daily", [time])
        pattern.phrase = TriggerPhrase([.init("daily", at)])
        return pattern
      }
      if masks.isWeekdaysAlone, masks.lastDays == 0 {
        return Pattern("weekly", [.init("days", weekdays(WeekdaySet(rawValue: masks.weekdays))), time])
      }
    }
    if masks.years.isEmpty {
      let cadence = every(masks.cadence)
      let isMonthly = isEveryMonth && masks.cadence?.unit != .years
      let months = PhraseText.list(months(masks.months))
      if ordinalWeekdays != 0, masks.weekdays == 0, masks.namesEveryDayOfMonth {
        let named = TriggerPhrase.Entry("weekday", PhraseText.list(ordinalNames(masks)))
        if isMonthly { return Pattern("monthly", [named, time] + cadence) }
        if masks.cadence?.unit != .months { return Pattern("yearly", [.init("month", months), named, time] + cadence) }
      }
      if ordinalWeekdays == 0, masks.namesEveryWeekday, !masks.namesEveryDayOfMonth {
        let rest = [time] + cadence + standIn(masks.missing)
        let day = TriggerPhrase.Entry("day", ordinals(masks.days, masks.lastDays))
        if isMonthly { return Pattern("monthly", [day] + rest) }
        if masks.cadence?.unit != .months {
          if let dates = yearlyDates(masks) { return Pattern("yearly", [.init("date", PhraseText.list(dates))] + rest) }
          return Pattern("yearly", [.init("month", months), day] + rest)
        }
      }
    }
    return nil
  }

  /// The date fields of `matching`; nil where days are named in another way.
  func dateFields(_ masks: DayMasks) -> [TriggerPhrase.Entry]? {
    guard masks.nthWeekdays | masks.nthLastWeekdays == 0, masks.lastDays == 0, !masks.isEither,
      masks.missing == .nothing, masks.cadence == nil, masks.days != 0, masks.weekdays != 0, masks.months != 0
    else { return nil }
    var entries: [TriggerPhrase.Entry] = []
    if !masks.years.isEmpty { entries.append(.init("year", PhraseText.list(masks.years.map(text)))) }
    if masks.months != DayMasks.allMonths {
      entries.append(.init("month", PhraseText.list(months(masks.months))))
    }
    if !masks.namesEveryDayOfMonth {
      entries.append(.init("day", PhraseText.numbers(PhraseText.bits(UInt64(masks.days)))))
    }
    if !masks.namesEveryWeekday { entries.append(.init("weekday", weekdays(WeekdaySet(rawValue: masks.weekdays)))) }
    return entries
  }

  private func text(_ range: SteppedRange) -> String {
    if range.first == range.last { return "\(range.first)" }
    return "\(range.first)-\(range.last)\(range.step > 1 ? "/\(range.step)" : "")"
  }

  private func weekly(_ parts: [DaySetIndex], _ time: TriggerPhrase.Entry) -> Pattern? {
    var days: WeekdaySet?
    var every: Int32?
    var parity: WeekParity?
    for part in parts {
      switch graph[part] {
      case .masks(let masks) where masks.isWeekdaysAlone && masks.lastDays == 0 && days == nil:
        days = WeekdaySet(rawValue: masks.weekdays)
      case .everyWeeks(let number, _) where every == nil: every = number
      case .isoParity(let side) where parity == nil: parity = side
      default: return nil
      }
    }
    guard let days else { return nil }
    var entries = [TriggerPhrase.Entry("days", weekdays(days)), time]
    if let every { entries.append(.init("every", "\(every)")) }
    if let parity { entries.append(.init("weeks", "\(parity)")) }
    return Pattern("weekly", entries)
  }

  /// Dates of the year: Easter's, or several sets of them.
  private func yearly(_ days: DaySetIndex, _ time: TriggerPhrase.Entry) -> Pattern? {
    var parts = [days]
    if case .union(let sets) = graph[days] { parts = sets }
    var dates: [String] = []
    var cadences: Set<Cadence?> = []
    var missing = MissingStandIn.nothing
    for part in parts {
      switch graph[part] {
      case .easter(let isOrthodox, let offsets, let cadence):
        cadences.insert(cadence)
        dates += offsets.map { easter(isOrthodox, $0) }
      case .masks(let masks) where masks.cadence?.unit != .months:
        guard let named = yearlyDates(masks, most: 366) else { return nil }
        cadences.insert(masks.cadence)
        dates += named
        if masks.missing != .nothing { missing = masks.missing }
      default: return nil
      }
    }
    guard cadences.count == 1, let cadence = cadences.first, dates.count <= 32 else { return nil }
    return Pattern("yearly", [.init("date", PhraseText.list(dates)), time] + every(cadence) + standIn(missing))
  }

  /// `dec 25`, where few dates are named and each exists; nil otherwise.
  func yearlyDates(_ masks: DayMasks, most: Int = 4) -> [String]? {
    guard masks.lastDays == 0, masks.namesEveryWeekday, masks.nthWeekdays | masks.nthLastWeekdays == 0,
      masks.years.isEmpty, !masks.isEither, !masks.namesEveryDayOfMonth,
      masks.months.nonzeroBitCount * masks.days.nonzeroBitCount <= most
    else { return nil }
    var dates: [String] = []
    for month in PhraseText.bits(UInt64(masks.months)) {
      guard let name = Month(rawValue: UInt8(truncatingIfNeeded: month))?.shortName else { return nil }
      for day in PhraseText.bits(UInt64(masks.days)) {
        guard day <= LocalDate.daysInMonth(year: 2000, month: month) else { return nil }
        dates.append("\(name) \(day)")
      }
    }
    return dates
  }
}
