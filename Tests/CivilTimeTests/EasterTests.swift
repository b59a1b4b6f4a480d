import CivilTime
import Testing

@Suite struct EasterTests {
  /// Dates as printed in almanacs: year, Western month and day, Orthodox month and day (Gregorian).
  static let rows: [(Int, (Int, Int), (Int, Int))] = [
    (1818, (3, 22), (4, 26)), (1943, (4, 25), (4, 25)), (1961, (4, 2), (4, 9)), (2000, (4, 23), (4, 30)),
    (2008, (3, 23), (4, 27)), (2010, (4, 4), (4, 4)), (2016, (3, 27), (5, 1)), (2017, (4, 16), (4, 16)),
    (2019, (4, 21), (4, 28)), (2021, (4, 4), (5, 2)), (2024, (3, 31), (5, 5)), (2025, (4, 20), (4, 20)),
    (2026, (4, 5), (4, 12)), (2027, (3, 28), (5, 2)), (2038, (4, 25), (4, 25)), (2049, (4, 18), (4, 25)),
  ]

  @Test(arguments: rows) func easter(_ row: (Int, (Int, Int), (Int, Int))) {
    #expect(LocalDate.easter(year: row.0) == LocalDate(year: row.0, month: row.1.0, day: row.1.1))
    #expect(LocalDate.orthodoxEaster(year: row.0) == LocalDate(year: row.0, month: row.2.0, day: row.2.1))
  }

  @Test func everyYearHasASunday() {
    for year in 1...9999 {
      #expect(LocalDate.easter(year: year)?.weekday == .sunday)
      #expect(LocalDate.orthodoxEaster(year: year)?.weekday == .sunday)
    }
    #expect(LocalDate.easter(year: 0) == nil)
    #expect(LocalDate.orthodoxEaster(year: 10_000) == nil)
  }
}
