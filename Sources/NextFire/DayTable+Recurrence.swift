import CivilTime
import RuleModel
import TriggerGraph

extension DayTable {
  /// Cron's `nW`: the days from Monday to Friday that are nearest to days of a month, in the same month.
  func nearestWorkdays(_ days: UInt32, in span: MonthSpan) -> UInt32 {
    var result: UInt32 = 0
    var rest = days & span.allDays
    while rest != 0 {
      let day = rest.trailingZeroBitCount
      rest &= rest &- 1
      let weekday = (Int(span.firstWeekday) + day - 1) % 7
      var goal = day
      // Saturday goes back and Sunday on, unless that leaves the month.
      if weekday == 5 { goal = day == 1 ? 3 : day - 1 }
      if weekday == 6 { goal = day == span.length ? day - 2 : day + 1 }
      result |= 1 << UInt32(goal)
    }
    return result
  }

  /// The year of whole weeks that holds a day: its number, first day and number of weeks.
  static func weekYear(holding day: Int, weekStart: Weekday) -> WeekYear {
    // A week belongs to the year that holds its fourth day.
    let fourth = weekBegin(of: day, weekStart) + 3
    // At the ends of the calendar it may be a day of the year before the first or after the last.
    let number =
      fourth < allDays.lowerBound ? 0 : fourth > allDays.upperBound ? 10_000 : MonthSpan(holding: fourth).year
    return WeekYear(number: number, weekStart: weekStart)
  }

  /// The first day of the week that holds a day.
  static func weekBegin(of day: Int, _ weekStart: Weekday) -> Int {
    // Day 0, 1970-01-01, is a Thursday.
    let into = (day + 3 - (Int(weekStart.rawValue) - 1)) % 7
    return day - (into < 0 ? into + 7 : into)
  }

  /// Days of numbered weeks.
  func weekNumbers(_ weeks: WeekNumbers, phase: Int, in span: MonthSpan) -> UInt32 {
    var result: UInt32 = 0
    var begin = DayTable.weekBegin(of: span.first, weeks.weekStart)
    var year = DayTable.weekYear(holding: begin, weekStart: weeks.weekStart)
    while begin <= span.last {
      if begin >= year.first + year.weeks * 7 {
        year = DayTable.weekYear(holding: begin, weekStart: weeks.weekStart)
      }
      let week = (begin - year.first) / 7 + 1
      let isNamed =
        week >= 1 && week <= year.weeks
        && (weeks.fromStart & (1 << UInt64(week)) != 0 || weeks.fromEnd & (1 << UInt64(year.weeks + 1 - week)) != 0)
      if isNamed, isDue(weeks.cadence, phase: phase, year: year.number, month: 1) {
        result |= span.bits(from: begin, through: begin + 6)
      }
      begin += 7
    }
    return result
  }

  /// Days at places within each week, month or year among those of a set.
  func positions(_ positions: DayPositions, in span: MonthSpan) -> UInt32 {
    if positions.period == .month {
      return ordinals(
        bits(positions.fromStart), bits(positions.fromEnd), of: days(of: positions.days, in: span))
    }
    if let weekday = weekdayOfYear(positions) { return weekdays(weekday, of: positions, in: span) }
    var result: UInt32 = 0
    var day = span.first
    while day <= span.last {
      let period = period(positions.period, holding: day)
      for found in chosenDays(of: positions, in: period) { result |= span.bits(from: found, through: found) }
      day = period.upperBound + 1
    }
    return result
  }

  /// Days counted in weeks or years of which all days of a set are some: found period by period, since one month of them
  /// costs as much as the whole period; nil where there are none.
  func numberedDays(of set: DaySetIndex) -> DayPositions? {
    switch sets[Int(set.position)] {
    case .positions(let positions): positions.period == .month ? nil : positions
    case .intersection(let parts): parts.lazy.compactMap { numberedDays(of: $0) }.first
    default: nil
    }
  }

  /// The first day at a place, on or after a day and no later than `end`, looked for period by period.
  func firstDay(of positions: DayPositions, onOrAfter day: Int, through end: Int) -> Int? {
    var start = day
    while start <= end {
      let period = period(positions.period, holding: start)
      let found = chosenDays(of: positions, in: period).filter { $0 >= day }.min()
      if let found { return found <= end ? found : nil }
      start = period.upperBound + 1
    }
    return nil
  }

  /// The days at the places of one period, in no order.
  private func chosenDays(of positions: DayPositions, in period: ClosedRange<Int>) -> [Int] {
    let all = allDays(of: positions.days, from: period.lowerBound, through: period.upperBound)
    if all.isEmpty { return [] }
    return positions.fromStart.filter { $0 <= all.count }.map { all[Int($0) - 1] }
      + positions.fromEnd.filter { $0 <= all.count }.map { all[all.count - Int($0)] }
  }

  /// The day of the week, from 0 for Monday, whose days are counted in each year; nil where others are counted.
  private func weekdayOfYear(_ positions: DayPositions) -> Int? {
    guard positions.period == .year, case .masks(let masks) = sets[Int(positions.days.position)],
      masks.isWeekdaysAlone, masks.weekdays.nonzeroBitCount == 1
    else { return nil }
    return masks.weekdays.trailingZeroBitCount - 1
  }

  /// Numbered days of one day of the week: the n-th is the one within the n-th seven days of the year.
  private func weekdays(_ weekday: Int, of positions: DayPositions, in span: MonthSpan) -> UInt32 {
    let year = period(.year, holding: span.first)
    let ahead = weekday - Int(span.firstWeekday)
    var day = span.first + (ahead < 0 ? ahead + 7 : ahead)
    var result: UInt32 = 0
    while day <= span.last {
      let fromStart = UInt16(truncatingIfNeeded: (day - year.lowerBound) / 7 + 1)
      let fromEnd = UInt16(truncatingIfNeeded: (year.upperBound - day) / 7 + 1)
      if positions.fromStart.contains(fromStart) || positions.fromEnd.contains(fromEnd) { result |= span.bit(of: day) }
      day += 7
    }
    return result
  }

  private func bits(_ places: [UInt16]) -> UInt32 {
    places.reduce(0) { $1 < 32 ? $0 | 1 << UInt32($1) : $0 }
  }

  private func period(_ period: DayPositions.Period, holding day: Int) -> ClosedRange<Int> {
    switch period {
    case .week(let start):
      let begin = DayTable.weekBegin(of: day, start)
      return begin...(begin + 6)
    case .month:
      let span = MonthSpan(holding: day)
      return span.first...span.last
    case .year:
      let year = MonthSpan(holding: day).year
      let first = LocalDate(year: year, month: 1, day: 1).map { Int($0.dayNumber) } ?? day
      return first...(first + (LocalDate.isLeap(year: year) ? 365 : 364))
    case .weekYear(let start):
      let year = DayTable.weekYear(holding: day, weekStart: start)
      return year.first...(year.first + year.weeks * 7 - 1)
    }
  }

  /// The days of a set in a stretch, ascending.
  private func allDays(of set: DaySetIndex, from first: Int, through last: Int) -> [Int] {
    let low = max(first, DayTable.allDays.lowerBound)
    let high = min(last, DayTable.allDays.upperBound)
    guard low <= high else { return [] }
    var result: [Int] = []
    var span = MonthSpan(holding: low)
    while span.first <= high {
      var rest = days(of: set, in: span) & span.bits(from: low, through: high)
      while rest != 0 {
        result.append(span.first + rest.trailingZeroBitCount - 1)
        rest &= rest &- 1
      }
      span.advance()
    }
    return result
  }
}

/// A year of whole weeks; weeks belong to the year that holds four days of them or more.
struct WeekYear {
  let number: Int
  /// Its first day.
  let first: Int
  /// How many weeks it has, 52 or 53.
  let weeks: Int

  init(number: Int, weekStart: Weekday) {
    self.number = number
    first = WeekYear.begin(of: number, weekStart)
    weeks = (WeekYear.begin(of: number + 1, weekStart) - first) / 7
  }

  /// The first day of the week that holds 4 January, also of a year just outside the supported ones.
  private static func begin(of year: Int, _ weekStart: Weekday) -> Int {
    // Years are counted from 400 years before year 1, so that all divisions round down.
    let years = year + 399
    let newYear = years * 365 + years / 4 - years / 100 + years / 400 - 146_097 + DayTable.allDays.lowerBound
    return DayTable.weekBegin(of: newYear + 3, weekStart)
  }
}
