import CivilTime
import RuleModel

/// What a trigger means, told as simply as can be: day by day and second by second, for short stretches of time.
///
/// Shares nothing with the evaluator but the model and the zone's rules.
struct PlainReference {
  var calendars: [CalendarID: CalendarDefinition] = [:]
  let zone: ZoneRules

  // MARK: Days

  /// Whether a pattern names a date.
  func names(_ pattern: DayPattern, _ date: LocalDate, phase: LocalDate, isWorkday: (LocalDate) -> Bool) -> Bool {
    let day = Int(date.dayNumber)
    switch pattern {
    case .daily(let every):
      return remainder(day - Int(phase.dayNumber), every) == 0
    case .weekly(let days, let every, let parity):
      let monday = day - Int(date.weekday.rawValue) + 1
      let phaseMonday = Int(phase.dayNumber) - Int(phase.weekday.rawValue) + 1
      let isEven = date.isoWeek.week % 2 == 0
      return days.contains(date.weekday) && remainder((monday - phaseMonday) / 7, every) == 0
        && (parity == nil || (parity == .even) == isEven)
    case .monthly(let days, let every, let missing):
      return month(date, days, missing, isWorkday) { year, month in
        remainder(year * 12 + month - phase.year * 12 - phase.month, every) == 0
      }
    case .yearlyMonths(let months, let days, let every, let missing):
      return month(date, days, missing, isWorkday) { year, month in
        months.contains(number: month) && remainder(year - phase.year, every) == 0
      }
    case .yearlyDates(let dates, let every, let missing):
      return dates.contains { yearly($0, date, every: every, phase: phase, missing) }
    case .yearlyDaysOfYear(let ordinals, let every, let missing):
      return ordinals.contains { dayOfYear($0, date, every: every, phase: phase, missing) }
    case .yearlyWeeks(let weeks, let days, let every):
      let iso = date.isoWeek
      return weeks.contains(iso.week) && days.contains(date.weekday)
        && remainder(iso.year - phase.isoWeek.year, every) == 0
    case .dates(let dates): return dates.contains(date)
    case .dateTimes: return false
    case .matching(let fields):
      return fields.months.contains(number: date.month) && fields.daysOfMonth & (1 << UInt32(date.day)) != 0
        && fields.weekdays.contains(date.weekday)
        && (fields.years.isEmpty
          || fields.years.contains { range in
            stride(from: range.first, through: range.last, by: range.step).contains(date.year)
          })
    }
  }

  private func remainder(_ number: Int, _ every: Int) -> Int { every < 2 ? 0 : number % every }

  private func month(
    _ date: LocalDate, _ days: MonthDays, _ missing: MissingDay, _ isWorkday: (LocalDate) -> Bool,
    _ isDue: (Int, Int) -> Bool
  ) -> Bool {
    let (year, month, day) = date.yearMonthDay
    let length = LocalDate.daysInMonth(year: year, month: month)
    if isDue(year, month) {
      switch days {
      case .days(let ordinals):
        for ordinal in ordinals {
          switch ordinal {
          case .fromStart(let number):
            if Int(number) == day || (Int(number) > length && missing == .last && day == length) { return true }
          case .fromEnd(let number):
            if Int(number) == length + 1 - day || (Int(number) > length && missing == .last && day == length) {
              return true
            }
          }
        }
      case .weekdays(let ordinals):
        for entry in ordinals where entry.weekday == date.weekday {
          switch entry.ordinal {
          case .fromStart(let number): if (day - 1) / 7 + 1 == Int(number) { return true }
          case .fromEnd(let number): if (length - day) / 7 + 1 == Int(number) { return true }
          }
        }
      case .workdays(let ordinals):
        guard isWorkday(date) else { return false }
        let all = (1...length).compactMap { LocalDate(year: year, month: month, day: $0) }.filter(isWorkday)
        let index = all.firstIndex(of: date) ?? 0
        for ordinal in ordinals {
          switch ordinal {
          case .fromStart(let number): if index + 1 == Int(number) { return true }
          case .fromEnd(let number): if all.count - index == Int(number) { return true }
          }
        }
      }
    }
    guard missing == .next, day == 1, case .days(let ordinals) = days,
      let before = date.advanced(byDays: -1), isDue(before.year, before.month)
    else { return false }
    return ordinals.contains {
      switch $0 {
      case .fromStart(let number), .fromEnd(let number): Int(number) > before.day
      }
    }
  }

  private func yearly(
    _ entry: YearlyDate, _ date: LocalDate, every: Int, phase: LocalDate, _ missing: MissingDay
  ) -> Bool {
    for year in (date.year - 1)...(date.year + 1) where remainder(year - phase.year, every) == 0 {
      switch entry {
      case .day(let month, let day):
        if let exact = LocalDate(year: year, month: Int(month.rawValue), day: day) {
          if exact == date { return true }
          continue
        }
        let length = LocalDate.daysInMonth(year: year, month: Int(month.rawValue))
        guard let last = LocalDate(year: year, month: Int(month.rawValue), day: length) else { continue }
        if missing == .last, last == date { return true }
        if missing == .next, last.advanced(byDays: 1) == date { return true }
      case .easter(let offset):
        if LocalDate.easter(year: year)?.advanced(byDays: offset) == date { return true }
      case .orthodoxEaster(let offset):
        if LocalDate.orthodoxEaster(year: year)?.advanced(byDays: offset) == date { return true }
      }
    }
    return false
  }

  private func dayOfYear(
    _ ordinal: Ordinal16, _ date: LocalDate, every: Int, phase: LocalDate, _ missing: MissingDay
  ) -> Bool {
    let length = LocalDate.isLeap(year: date.year) ? 366 : 365
    let (number, own) =
      switch ordinal {
      case .fromStart(let number): (Int(number), date.dayOfYear)
      case .fromEnd(let number): (Int(number), length + 1 - date.dayOfYear)
      }
    if remainder(date.year - phase.year, every) == 0 {
      if number == own { return true }
      if number > length, missing == .last, date.dayOfYear == length { return true }
    }
    return missing == .next && number == 366 && date.dayOfYear == 1 && !LocalDate.isLeap(year: date.year - 1)
      && remainder(date.year - 1 - phase.year, every) == 0
  }

  // MARK: Calendars

  /// Whether a set of days holds a date; nil for a calendar of windows.
  func holds(_ item: DayItem, _ date: LocalDate) -> Bool? {
    switch item {
    case .weekdays(let days): return days.contains(date.weekday)
    case .date(let other): return date == other
    case .yearly(let entry): return yearly(entry, date, every: 1, phase: date, .skip(isExplicit: false))
    case .calendar(let id):
      guard let calendar = calendars[id] else { return false }
      return calendar.hours.isEmpty && calendar.timedRanges.isEmpty ? days(of: calendar, date) : nil
    }
  }

  private func days(of calendar: CalendarDefinition, _ date: LocalDate) -> Bool {
    if calendar.except.contains(where: { holds($0, date) == true }) { return false }
    if calendar.dates.contains(date) { return true }
    if calendar.dayRanges.contains(where: { $0.first <= date && date <= $0.last }) { return true }
    if calendar.union.contains(where: { holds($0, date) == true }) { return true }
    if let from = calendar.from, date < from { return false }
    if let until = calendar.until, date > until { return false }
    if calendar.yearly.contains(where: { holds(.yearly($0), date) == true }) { return true }
    let phase = calendar.from ?? date
    return [calendar.weekly, calendar.monthly].compactMap { $0 }.contains {
      names($0, date, phase: phase) { !calendar.weekend.contains($0.weekday) }
    }
  }

  /// Whether an instant is in a set, by its windows or by its date.
  func holds(_ item: DayItem, at instant: Instant) -> Bool {
    guard case .calendar(let id) = item, let calendar = calendars[id], holds(item, LocalDate.earliest) == nil else {
      return holds(item, zone.localDateTime(at: instant).date) == true
    }
    let clock = zone.localDateTime(at: instant)
    let second = Int(clock.time.secondsSinceMidnight)
    for window in calendar.hours {
      let start = Int(window.start.secondsSinceMidnight)
      let end = Int(window.endSeconds)
      if window.wrapsMidnight {
        if second >= start, days(of: calendar, clock.date) { return true }
        if second < end, let before = clock.date.advanced(byDays: -1), days(of: calendar, before) { return true }
      } else if second >= start, second < end, days(of: calendar, clock.date) {
        return true
      }
    }
    return calendar.timedRanges.contains { $0.start <= clock && clock < $0.end }
  }
}
