import CivilTime
import RuleModel

extension TriggerGraphBuilder {
  /// The canonical day set of a pattern.
  ///
  /// - Parameters:
  ///   - phase: Where `every` is counted from; only made where something is counted.
  ///   - weekend: Days of the week that are no workdays.
  ///   - except: Other days that are none.
  mutating func daySet(
    of pattern: DayPattern, phase: @autoclosure () -> PhasePoint, weekend: WeekdaySet, except: [DaySetIndex] = []
  ) -> DaySetIndex {
    switch pattern {
    case .daily(let every):
      if every < 2 { return index(of: DayMasks()) }
      return index(of: DaySet.everyDays(narrow(every), phase: canonical(phase(), days: every)))
    case .weekly(let days, let every, let parity):
      let week = indexOfWeek(days)
      if every <= 1, parity == nil { return week }
      var parts = [week]
      if every > 1 {
        let (period, overflow) = every.multipliedReportingOverflow(by: 7)
        let monday = canonical(phase(), days: overflow ? .max : period, startsOnMonday: true)
        parts.append(index(of: DaySet.everyWeeks(narrow(every), phase: monday)))
      }
      if let parity { parts.append(index(of: DaySet.isoParity(parity))) }
      return intersection(parts)
    case .monthly(let days, let every, let missing):
      let cadence = cadence(.months, every, phase())
      return monthDays(days, months: .all, cadence: cadence, missing: missing, weekend: weekend, except: except)
    case .yearlyMonths(let months, let days, let every, let missing):
      let cadence = cadence(.years, every, phase())
      return monthDays(days, months: months, cadence: cadence, missing: missing, weekend: weekend, except: except)
    case .yearlyDates(let dates, let every, let missing):
      return yearly(dates, cadence: cadence(.years, every, phase()), missing: standIn(missing))
    case .yearlyDaysOfYear(let ordinals, let every, let missing):
      return daysOfYear(ordinals, cadence: cadence(.years, every, phase()), missing: standIn(missing))
    case .yearlyWeeks(let weeks, let days, let every):
      var mask: UInt64 = 0
      for week in weeks where week >= 1 && week <= 53 { mask |= 1 << UInt64(week) }
      let cadence = every < 2 ? nil : Cadence(unit: .years, every: narrow(every), phase: phase())
      return index(of: DaySet.isoWeeks(weeks: mask, weekdays: days, cadence: cadence))
    case .dates(let dates):
      return index(of: DaySet.dates(Set(dates).sorted()))
    case .dateTimes(let points):
      // Reached through a calendar only, where the days of local date-times are all that can be meant.
      var dates: Set<LocalDate> = []
      for case .local(let dateTime) in points { dates.insert(dateTime.date) }
      return index(of: DaySet.dates(dates.sorted()))
    case .matching(let fields):
      return index(of: masks(of: fields))
    }
  }

  /// The masks of `matching`'s date fields.
  func masks(of fields: DateFields) -> DayMasks {
    var masks = DayMasks()
    masks.months = fields.months.rawValue
    masks.days = fields.daysOfMonth & DayMasks.allDays
    masks.weekdays = fields.weekdays.rawValue
    if !fields.years.isEmpty { masks.years = years(fields.years) }
    return masks
  }

  /// Years within 1 to 9999, ascending; what names none becomes a range that holds none.
  func years(_ ranges: [SteppedRange]) -> [SteppedRange] {
    if ranges.isEmpty { return [] }
    var result: Set<SteppedRange> = []
    for range in ranges {
      let step = min(max(range.step, 1), 10_000)
      var first = max(range.first, -1_000_000)
      if first < 1 { first += (step - first) / step * step }
      var last = min(range.last, 9999)
      guard first <= last else { continue }
      last -= (last - first) % step
      result.insert(SteppedRange(first: first, last: last, step: first == last ? 1 : step))
    }
    if result.isEmpty { return [SteppedRange(first: 10_000, last: 10_000)] }
    if result.contains(SteppedRange(first: 1, last: 9999)) { return [] }
    return result.sorted { ($0.first, $0.last, $0.step) < ($1.first, $1.last, $1.step) }
  }

  func narrow(_ every: Int) -> Int32 { Int32(truncatingIfNeeded: min(every, 4_000_000)) }

  func cadence(_ unit: Cadence.Unit, _ every: Int, _ phase: @autoclosure () -> PhasePoint) -> Cadence? {
    if every < 2 { return nil }
    let phase = phase()
    guard case .date(let date) = phase else { return Cadence(unit: unit, every: narrow(every), phase: phase) }
    // The first month or year of the calendar with the same remainder.
    let (year, month, _) = date.yearMonthDay
    var months = unit == .months ? (year - 1) * 12 + month - 1 : year - 1
    months %= every
    if unit == .years { months *= 12 }
    let first = LocalDate(year: months / 12 + 1, month: months % 12 + 1, day: 1) ?? date
    return Cadence(unit: unit, every: narrow(every), phase: .date(first))
  }

  /// The first date since 1970 with the same remainder, so that equal phases are equal values.
  func canonical(_ phase: PhasePoint, days: Int, startsOnMonday: Bool = false) -> PhasePoint {
    guard case .date(let date) = phase else { return phase }
    var number = Int(date.dayNumber)
    if startsOnMonday { number -= Int(date.weekday.rawValue) - 1 }
    number %= days
    if number < 0 { number += days }
    return .date(LocalDate(dayNumber: number) ?? date)
  }

  func standIn(_ missing: MissingDay) -> MissingStandIn {
    switch missing {
    case .skip: .nothing
    case .last: .lastDay
    case .next: .nextFirst
    }
  }

  private mutating func monthDays(
    _ days: MonthDays, months: MonthSet, cadence: Cadence?, missing: MissingDay, weekend: WeekdaySet,
    except: [DaySetIndex]
  ) -> DaySetIndex {
    var masks = DayMasks()
    masks.months = months.rawValue
    if let cadence { masks.cadence = cadence }
    switch days {
    case .days(let ordinals):
      (masks.days, masks.lastDays) = bits(of: ordinals)
      masks.missing = lacksDays(masks) ? standIn(missing) : .nothing
    case .weekdays(let ordinals):
      masks.weekdays = 0
      for entry in ordinals {
        let weekday = UInt64(entry.weekday.rawValue) - 1
        switch entry.ordinal {
        case .fromStart(let number) where number >= 1 && number <= 5:
          masks.nthWeekdays |= 1 << (UInt64(number - 1) * 7 + weekday)
        case .fromEnd(let number) where number >= 1 && number <= 5:
          masks.nthLastWeekdays |= 1 << (UInt64(number - 1) * 7 + weekday)
        case .fromStart, .fromEnd: continue
        }
      }
    case .workdays(let ordinals):
      let (fromStart, fromEnd) = bits(of: ordinals)
      return index(
        of: DaySet.workdays(
          fromStart: fromStart, fromEnd: fromEnd, months: months, cadence: cadence,
          free: workdays(weekend: weekend, except: except)))
    }
    return index(of: masks)
  }

  /// Whether a named month can lack a named day.
  func lacksDays(_ masks: DayMasks) -> Bool {
    let named = masks.days | masks.lastDays
    let ofThirtyDays: UInt16 = 1 << 4 | 1 << 6 | 1 << 9 | 1 << 11
    // In common years February ends with day 28.
    return masks.months & 1 << 2 != 0 && named >> 29 != 0 || masks.months & ofThirtyDays != 0 && named >> 31 != 0
  }

  private func bits(of ordinals: [Ordinal]) -> (fromStart: UInt32, fromEnd: UInt32) {
    var fromStart: UInt32 = 0
    var fromEnd: UInt32 = 0
    for ordinal in ordinals {
      switch ordinal {
      case .fromStart(let number) where number >= 1 && number <= 31: fromStart |= 1 << UInt32(number)
      case .fromEnd(let number) where number >= 1 && number <= 31: fromEnd |= 1 << UInt32(number)
      case .fromStart, .fromEnd: continue
      }
    }
    return (fromStart, fromEnd)
  }

  private mutating func daysOfYear(
    _ ordinals: [Ordinal16], cadence: Cadence?, missing: MissingStandIn
  ) -> DaySetIndex {
    var fromStart: Set<UInt16> = []
    var fromEnd: Set<UInt16> = []
    for ordinal in ordinals {
      switch ordinal {
      case .fromStart(let number) where number >= 1 && number <= 366: fromStart.insert(number)
      case .fromEnd(let number) where number >= 1 && number <= 366: fromEnd.insert(number)
      case .fromStart, .fromEnd: continue
      }
    }
    let canLack = fromStart.contains(366) || fromEnd.contains(366)
    return index(
      of: DaySet.daysOfYear(
        fromStart: fromStart.sorted(), fromEnd: fromEnd.sorted(), missing: canLack ? missing : .nothing,
        cadence: cadence))
  }

  /// Dates of every year; months with the same days share one set of masks, as `yearly: { month, day }` has it.
  mutating func yearly(_ dates: [YearlyDate], cadence: Cadence?, missing: MissingStandIn) -> DaySetIndex {
    var daysOfMonths = [UInt32](repeating: 0, count: 13)
    var easter: [Bool: Set<Int32>] = [:]
    for date in dates {
      switch date {
      case .day(let month, let day):
        if day >= 1, day <= 31 { daysOfMonths[Int(month.rawValue)] |= 1 << UInt32(day) }
      case .easter(let offset):
        if offset >= -366, offset <= 366 { easter[false, default: []].insert(Int32(offset)) }
      case .orthodoxEaster(let offset):
        if offset >= -366, offset <= 366 { easter[true, default: []].insert(Int32(offset)) }
      }
    }
    var sets: [DaySetIndex] = []
    for month in 1...12 where daysOfMonths[month] != 0 {
      let days = daysOfMonths[month]
      if daysOfMonths[1..<month].contains(days) { continue }
      var masks = DayMasks()
      masks.months = 0
      for other in month...12 where daysOfMonths[other] == days { masks.months |= 1 << UInt16(other) }
      masks.days = days
      masks.cadence = cadence
      masks.missing = lacksDays(masks) ? missing : .nothing
      sets.append(index(of: masks))
    }
    for isOrthodox in [false, true] {
      guard let offsets = easter[isOrthodox] else { continue }
      sets.append(
        index(of: DaySet.easter(isOrthodox: isOrthodox, offsets: offsets.sorted(), cadence: cadence)))
    }
    return union(sets)
  }
}
