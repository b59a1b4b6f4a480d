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
    return WeekYear(number: MonthSpan(holding: fourth).year, weekStart: weekStart)
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
    while begin <= span.last {
      let year = DayTable.weekYear(holding: begin, weekStart: weeks.weekStart)
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
    var result: UInt32 = 0
    var day = span.first
    while day <= span.last {
      let period = period(positions.period, holding: day)
      let all = allDays(of: positions.days, from: period.lowerBound, through: period.upperBound)
      for place in positions.fromStart where Int(place) <= all.count {
        result |= span.bits(from: all[Int(place) - 1], through: all[Int(place) - 1])
      }
      for place in positions.fromEnd where Int(place) <= all.count {
        let found = all[all.count - Int(place)]
        result |= span.bits(from: found, through: found)
      }
      day = period.upperBound + 1
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
      var span = MonthSpan(holding: day)
      while span.month > 1 { span.retreat() }
      return span.first...(span.first + (LocalDate.isLeap(year: span.year) ? 365 : 364))
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

  /// The first day of the week that holds 4 January, also of the year after the last supported one.
  private static func begin(of year: Int, _ weekStart: Weekday) -> Int {
    let newYear =
      LocalDate(year: year, month: 1, day: 1).map { Int($0.dayNumber) } ?? DayTable.allDays.upperBound + 1
    return DayTable.weekBegin(of: newYear + 3, weekStart)
  }
}
