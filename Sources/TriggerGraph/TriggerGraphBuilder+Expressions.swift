import CivilTime
import RuleModel

extension TriggerGraphBuilder {
  /// A cron expression as days with times, or as clock readings.
  mutating func cron(_ expression: CronExpression) -> NodeIndex {
    let days = cronDays(expression)
    let times = ClockMasks(hours: expression.hours, minutes: expression.minutes, seconds: expression.seconds)
    if expression.isClockAligned {
      return index(of: .aligned(AlignedParts(days: days, times: times.canonical, timesAfterMidnight: nil)))
    }
    return index(of: .pattern(days, .masks(times)))
  }

  /// The days of a cron expression: masks, with sets beside them for the nearest and the last workday.
  private mutating func cronDays(_ expression: CronExpression) -> DaySetIndex {
    let monthDays = expression.monthDays
    var masks = DayMasks()
    masks.months = expression.months.rawValue
    if monthDays.days & DayMasks.allDays != DayMasks.allDays {
      masks.days = monthDays.days & DayMasks.allDays
      masks.lastDays = monthDays.daysBeforeLast << 1
    }
    setWeekdays(expression.weekdays, in: &masks)
    let isEither = expression.eitherDayFieldMatches
    if isEither, masks.namesEveryDayOfMonth || masks.namesEveryWeekday {
      masks.days = DayMasks.allDays
      masks.lastDays = 0
      masks.weekdays = WeekdaySet.all.rawValue
    }
    guard monthDays.nearestWorkdays != 0 || monthDays.lastWorkday, !masks.namesEveryDayOfMonth else {
      masks.isEither = isEither && !masks.namesEveryDayOfMonth
      return index(of: masks)
    }
    var byMonth: [DaySetIndex] = []
    if masks.days | masks.lastDays != 0 {
      var plain = DayMasks()
      (plain.days, plain.lastDays) = (masks.days, masks.lastDays)
      byMonth.append(index(of: plain))
    }
    if monthDays.nearestWorkdays != 0 { byMonth.append(index(of: DaySet.nearestWorkdays(monthDays.nearestWorkdays))) }
    if monthDays.lastWorkday {
      let free = workdays(weekend: [WeekdaySet(.saturday), WeekdaySet(.sunday)], except: [])
      byMonth.append(
        index(of: DaySet.workdays(fromStart: 0, fromEnd: 2, months: .all, cadence: nil, free: free)))
    }
    masks.days = DayMasks.allDays
    masks.lastDays = 0
    if !isEither { return intersection([union(byMonth), index(of: masks)].dropping(everyDay)) }
    var months = DayMasks()
    months.months = masks.months
    masks.months = DayMasks.allMonths
    byMonth.append(index(of: masks))
    return intersection([union(byMonth), index(of: months)].dropping(everyDay))
  }

  /// The set of all days.
  var everyDay: DaySetIndex {
    mutating get { index(of: DayMasks()) }
  }

  private func setWeekdays(_ weekdays: CronWeekdays, in masks: inout DayMasks) {
    masks.weekdays = weekdays.days.rawValue
    for day in Weekday.allCases where !weekdays.days.contains(day) {
      let bit = UInt64(day.rawValue) - 1
      for number in 1...5 where weekdays.contains(number, day) {
        masks.nthWeekdays |= 1 << (UInt64(number - 1) * 7 + bit)
      }
      if weekdays.last.contains(day) { masks.nthLastWeekdays |= 1 << bit }
    }
  }

  /// A systemd calendar expression as days with times; one between whole seconds never fires.
  mutating func calendarExpression(_ expression: CalendarExpression) -> NodeIndex {
    var fields = DateFields(years: expression.yearRanges, months: expression.monthSet, weekdays: expression.weekdays)
    let days = expression.dayBits
    if !expression.countsFromMonthEnd { fields.daysOfMonth = days }
    var masks = masks(of: fields)
    if expression.countsFromMonthEnd, !expression.days.isEmpty {
      masks.days = 0
      masks.lastDays = days
    }
    let times = ClockMasks(
      hours: expression.hourBits, minutes: expression.minuteBits, seconds: expression.secondBits ?? 0)
    return index(of: .pattern(index(of: masks), .masks(times.canonical)))
  }
}

extension [DaySetIndex] {
  /// The sets without one that says nothing, where others are left.
  func dropping(_ set: DaySetIndex) -> [DaySetIndex] {
    let rest = filter { $0 != set }
    return rest.isEmpty ? self : rest
  }
}
