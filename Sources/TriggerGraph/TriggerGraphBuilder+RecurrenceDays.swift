import CivilTime
import RuleModel

extension TriggerGraphBuilder {
  /// The days on which a rule of FREQ=DAILY to YEARLY can have occurrences, BYSETPOS left out (RFC 5545 3.3.10).
  mutating func recurrenceDays(_ rule: RecurrenceRule, _ start: LocalDate) -> DaySetIndex {
    switch rule.frequency {
    case .weekly: return weeks(rule, rule.weekdays.isEmpty ? WeekdaySet(start.weekday) : rule.weekdays, start)
    case .monthly: return months(rule, start)
    case .yearly: return years(rule, start)
    default:
      var parts = [index(of: dayMasks(rule))]
      if rule.interval > 1 {
        let phase = canonical(.date(start), days: rule.interval)
        parts.append(index(of: DaySet.everyDays(narrow(rule.interval), phase: phase)))
      }
      return intersection(parts.dropping(everyDay))
    }
  }

  /// BYMONTH, BYMONTHDAY and BYDAY without numbers, where each only narrows.
  func dayMasks(_ rule: RecurrenceRule) -> DayMasks {
    var masks = DayMasks()
    if !rule.months.isEmpty { masks.months = rule.months.rawValue }
    if !rule.weekdays.isEmpty { masks.weekdays = rule.weekdays.rawValue }
    if rule.hasMonthDays { setMonthDays(rule.monthDays, rule.monthDaysFromEnd, in: &masks) }
    return masks
  }

  private func setMonthDays(_ days: UInt32, _ fromEnd: UInt32, in masks: inout DayMasks) {
    masks.days = days & DayMasks.allDays
    masks.lastDays = masks.namesEveryDayOfMonth ? 0 : fromEnd & DayMasks.allDays
  }

  /// BYYEARDAY; SKIP stands in for day 366 alone.
  mutating func yearDays(_ rule: RecurrenceRule, cadence: Cadence?) -> DaySetIndex {
    let fromStart = rule.yearDays.filter { $0 > 0 }.map { UInt16($0.magnitude) }.sorted()
    let fromEnd = rule.yearDays.filter { $0 < 0 }.map { $0.magnitude }.sorted()
    let missing: MissingStandIn = fromStart.contains(366) ? standIn(rule.skip) : .nothing
    guard missing != .nothing, fromEnd.contains(366) else {
      return index(
        of: DaySet.daysOfYear(fromStart: fromStart, fromEnd: fromEnd, missing: missing, cadence: cadence))
    }
    return union([
      index(of: DaySet.daysOfYear(fromStart: fromStart, fromEnd: [], missing: missing, cadence: cadence)),
      index(of: DaySet.daysOfYear(fromStart: [], fromEnd: fromEnd, missing: .nothing, cadence: cadence)),
    ])
  }

  private func standIn(_ skip: RecurrenceSkip) -> MissingStandIn {
    switch skip {
    case .omit: .nothing
    case .backward: .lastDay
    case .forward: .nextFirst
    }
  }

  /// FREQ=WEEKLY: days of the week in every n-th week, which begins on WKST.
  mutating func weeks(_ rule: RecurrenceRule, _ days: WeekdaySet, _ start: LocalDate) -> DaySetIndex {
    var masks = DayMasks()
    if !rule.months.isEmpty { masks.months = rule.months.rawValue }
    masks.weekdays = days.rawValue
    guard rule.interval > 1 else { return index(of: masks) }
    let first = rule.weekStart.rawValue
    let week = Int(start.dayNumber) - (Int(start.weekday.rawValue) + 7 - Int(first)) % 7
    // A week that begins on another day lies in two weeks that begin on Monday, its later days in the second.
    let late = WeekdaySet(rawValue: UInt8((UInt16(1) << UInt16(first)) - 2))
    let monday = week - Int(first) + 1
    var parts: [DaySetIndex] = []
    for (part, monday) in [(days.subtracting(late), monday), (days.intersection(late), monday + 7)] where !part.isEmpty
    {
      masks.weekdays = part.rawValue
      let phase = canonical(.date(LocalDate(dayNumber: monday) ?? start), days: rule.interval * 7)
      let every = index(of: DaySet.everyWeeks(narrow(rule.interval), phase: phase))
      parts.append(intersection([index(of: masks), every]))
    }
    return union(parts)
  }

  /// FREQ=MONTHLY.
  private mutating func months(_ rule: RecurrenceRule, _ start: LocalDate) -> DaySetIndex {
    var days = DayMasks()
    if !rule.months.isEmpty { days.months = rule.months.rawValue }
    days.cadence = cadence(.months, rule.interval, .date(start))
    if rule.hasMonthDays {
      setMonthDays(rule.monthDays, rule.monthDaysFromEnd, in: &days)
    } else if !rule.hasWeekdays {
      days.days = 1 << UInt32(start.day)
    }
    return joined(days, rule, ordinals: rule.ordinalWeekdays)
  }

  /// Days of the month and days of the week in one; SKIP stands in before the days of the week narrow.
  private mutating func joined(_ days: DayMasks, _ rule: RecurrenceRule, ordinals: [RecurrenceWeekday]) -> DaySetIndex {
    var week = DayMasks()
    if !rule.weekdays.isEmpty || !ordinals.isEmpty { week.weekdays = rule.weekdays.rawValue }
    for day in ordinals where !rule.weekdays.contains(day.weekday) && day.ordinal.magnitude <= 5 {
      let bit = UInt64(day.ordinal.magnitude - 1) * 7 + UInt64(day.weekday.rawValue) - 1
      if day.ordinal > 0 { week.nthWeekdays |= 1 << bit } else { week.nthLastWeekdays |= 1 << bit }
    }
    var days = days
    var positive = days
    positive.lastDays = 0
    if rule.skip == .omit || days.namesEveryDayOfMonth || !lacksDays(positive) {
      days.weekdays = week.weekdays
      days.nthWeekdays = week.nthWeekdays
      days.nthLastWeekdays = week.nthLastWeekdays
      return index(of: days)
    }
    positive.missing = standIn(rule.skip)
    var parts = [index(of: positive)]
    if days.lastDays != 0 {
      days.days = 0
      parts.append(index(of: days))
    }
    return intersection([union(parts), index(of: week)].dropping(everyDay))
  }

  /// FREQ=YEARLY.
  private mutating func years(_ rule: RecurrenceRule, _ start: LocalDate) -> DaySetIndex {
    var rule = rule
    let cadence = cadence(.years, rule.interval, .date(start))
    if !rule.hasMonthDays, !rule.hasWeekdays, rule.yearDays.isEmpty {
      if rule.hasWeekNumbers {
        rule.weekdays = WeekdaySet(start.weekday)
      } else {
        rule.monthDays = 1 << UInt32(start.day)
        if rule.months.isEmpty { rule.months = MonthSet(rawValue: 1 << UInt16(start.month)) }
      }
    }
    if rule.hasWeekNumbers, rule.weekStart == .monday, rule.weekNumbersFromEnd == 0, rule.months.isEmpty,
      !rule.hasMonthDays, rule.yearDays.isEmpty, rule.ordinalWeekdays.isEmpty
    {
      let days = rule.weekdays.isEmpty ? .all : rule.weekdays
      return index(of: DaySet.isoWeeks(weeks: rule.weekNumbers, weekdays: days, cadence: weekCadence(rule, start)))
    }
    var days = DayMasks()
    if !rule.months.isEmpty { days.months = rule.months.rawValue }
    if !rule.hasWeekNumbers { days.cadence = cadence }
    if rule.hasMonthDays { setMonthDays(rule.monthDays, rule.monthDaysFromEnd, in: &days) }
    var parts: [DaySetIndex] = []
    // BYDAY counts in the month where BYMONTH is given, else in the year.
    if rule.months.isEmpty, !rule.ordinalWeekdays.isEmpty {
      parts.append(weekdaysOfYear(rule))
      rule.weekdays = []
      rule.ordinalWeekdays = []
    }
    parts.append(joined(days, rule, ordinals: rule.ordinalWeekdays))
    if !rule.yearDays.isEmpty { parts.append(yearDays(rule, cadence: days.cadence)) }
    if rule.hasWeekNumbers {
      parts.append(
        index(
          of: DaySet.weekNumbers(
            WeekNumbers(
              fromStart: rule.weekNumbers, fromEnd: rule.weekNumbersFromEnd, weekStart: rule.weekStart,
              cadence: weekCadence(rule, start)))))
    }
    return intersection(parts.dropping(everyDay))
  }

  /// Years of weeks keep the date itself as their phase: which year it is in depends on where weeks begin.
  private func weekCadence(_ rule: RecurrenceRule, _ start: LocalDate) -> Cadence? {
    rule.interval < 2 ? nil : Cadence(unit: .years, every: narrow(rule.interval), phase: .date(start))
  }

  /// Weekdays counted in the year, and those without a number.
  private mutating func weekdaysOfYear(_ rule: RecurrenceRule) -> DaySetIndex {
    var sets: [DaySetIndex] = []
    if !rule.weekdays.isEmpty { sets.append(index(of: weekdays(rule.weekdays))) }
    for day in Weekday.allCases where !rule.weekdays.contains(day) {
      let ordinals = rule.ordinalWeekdays.filter { $0.weekday == day }.map { Int($0.ordinal) }
      if ordinals.isEmpty { continue }
      if let masks = monthOfYear(ordinals, day) {
        sets.append(index(of: masks))
        continue
      }
      let all = index(of: weekdays(WeekdaySet(day)))
      sets.append(
        index(
          of: DaySet.positions(
            DayPositions(
              days: all, period: .year, fromStart: Set(ordinals.filter { $0 > 0 }.map { UInt16($0) }).sorted(),
              fromEnd: Set(ordinals.filter { $0 < 0 }.map { UInt16(-$0) }).sorted()))))
    }
    return union(sets)
  }

  /// The first four of a weekday in a year are those of January, and the last four those of December.
  private func monthOfYear(_ ordinals: [Int], _ day: Weekday) -> DayMasks? {
    let isFromStart = ordinals.allSatisfy { $0 >= 1 && $0 <= 4 }
    guard isFromStart || ordinals.allSatisfy({ $0 <= -1 && $0 >= -4 }) else { return nil }
    var masks = DayMasks()
    masks.months = isFromStart ? 1 << 1 : 1 << 12
    masks.weekdays = 0
    for ordinal in ordinals {
      let bit = UInt64(ordinal.magnitude - 1) * 7 + UInt64(day.rawValue) - 1
      if isFromStart { masks.nthWeekdays |= 1 << bit } else { masks.nthLastWeekdays |= 1 << bit }
    }
    return masks
  }
}
