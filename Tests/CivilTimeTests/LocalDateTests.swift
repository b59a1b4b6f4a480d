import CivilTime
import Testing

@Suite struct LocalDateTests {
  struct DayRow: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let day: (Int, Int, Int)
    let number: Int32
    let weekday: Weekday
    let dayOfYear: Int
    let week: (Int, Int)

    init(_ name: String, _ day: (Int, Int, Int), number: Int32, _ weekday: Weekday, of year: Int, week: (Int, Int)) {
      testDescription = name
      self.day = day
      self.number = number
      self.weekday = weekday
      self.dayOfYear = year
      self.week = week
    }
  }

  static let dayRows = [
    DayRow("the first day", (1, 1, 1), number: -719_162, .monday, of: 1, week: (1, 1)),
    DayRow("the last day", (9999, 12, 31), number: 2_932_896, .friday, of: 365, week: (9999, 52)),
    DayRow("the epoch", (1970, 1, 1), number: 0, .thursday, of: 1, week: (1970, 1)),
    DayRow("the day before", (1969, 12, 31), number: -1, .wednesday, of: 365, week: (1970, 1)),
    DayRow("leap day of a 400 year", (2000, 2, 29), number: 11_016, .tuesday, of: 60, week: (2000, 9)),
    DayRow("after no leap day of 1900", (1900, 3, 1), number: -25_508, .thursday, of: 60, week: (1900, 9)),
    DayRow("a Friday in week 53", (2021, 1, 1), number: 18_628, .friday, of: 1, week: (2020, 53)),
    DayRow("a Monday in next year's week 1", (2024, 12, 30), number: 20_087, .monday, of: 365, week: (2025, 1)),
    DayRow("leap year's last day", (2024, 12, 31), number: 20_088, .tuesday, of: 366, week: (2025, 1)),
    DayRow("a Sunday in last year's week 52", (2023, 1, 1), number: 19_358, .sunday, of: 1, week: (2022, 52)),
  ]

  @Test(arguments: dayRows) func day(_ row: DayRow) throws {
    let date = try #require(LocalDate(year: row.day.0, month: row.day.1, day: row.day.2))
    #expect(date.dayNumber == row.number)
    #expect(date.yearMonthDay == row.day)
    #expect(date.weekday == row.weekday)
    #expect(date.dayOfYear == row.dayOfYear)
    #expect(date.isoWeek == row.week)
  }

  @Test(arguments: [
    (2023, 2, 29), (1900, 2, 29), (2024, 2, 30), (2024, 4, 31), (2024, 0, 1), (2024, 13, 1), (2024, 1, 0),
    (2024, 1, 32), (0, 12, 31), (10_000, 1, 1), (-1, 1, 1), (Int.max, 1, 1), (2024, Int.min, 1), (2024, 1, Int.max),
  ])
  func noSuchDay(_ day: (Int, Int, Int)) {
    #expect(LocalDate(year: day.0, month: day.1, day: day.2) == nil)
  }

  /// Walks all 3 652 059 days with a counter of its own, so that no formula is checked against itself.
  @Test func everyDayConvertsBothWays() {
    var number: Int = -719_162
    var weekday = Weekday.monday
    var wrong = 0
    for year in 1...9999 {
      var dayOfYear = 1
      for month in 1...12 {
        let leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
        let length = [31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1]
        for day in 1...length {
          if let date = LocalDate(year: year, month: month, day: day) {
            let same =
              Int(date.dayNumber) == number && date.yearMonthDay == (year, month, day) && date.weekday == weekday
              && date.dayOfYear == dayOfYear && LocalDate(dayNumber: number) == date
            if !same { wrong += 1 }
          } else {
            wrong += 1
          }
          number += 1
          dayOfYear += 1
          weekday = weekday.advanced(byDays: 1)
        }
        if LocalDate(year: year, month: month, day: length + 1) != nil { wrong += 1 }
      }
    }
    #expect(wrong == 0)
    #expect(number == 2_932_897)
  }

  @Test func stepsEndAtTheRange() {
    #expect(LocalDate.latest.advanced(byDays: 1) == nil)
    #expect(LocalDate.earliest.advanced(byDays: -1) == nil)
    #expect(LocalDate.earliest.advanced(byDays: Int.min) == nil)
    #expect(LocalDate.latest.advanced(byDays: Int.max) == nil)
    #expect(LocalDate.earliest.advanced(byDays: 3_652_058) == .latest)
    #expect(LocalDate.latest.days(since: .earliest) == 3_652_058)
  }

  @Test func weeksOfAYear() {
    #expect(LocalDate.isoWeeks(inYear: 2020) == 53)
    #expect(LocalDate.isoWeeks(inYear: 2021) == 52)
    #expect(LocalDate.isoWeeks(inYear: 0) == nil)
    #expect(LocalDate(isoYear: 2020, week: 53) == LocalDate(year: 2020, month: 12, day: 28))
    #expect(LocalDate(isoYear: 2025, week: 1) == LocalDate(year: 2024, month: 12, day: 30))
    #expect(LocalDate(isoYear: 2021, week: 53) == nil)
    #expect(LocalDate(isoYear: 2021, week: 0) == nil)
  }
}
