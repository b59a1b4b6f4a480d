extension LocalDate {
  /// The year and week of ISO 8601: weeks start on Monday, and week 1 holds the year's first Thursday.
  ///
  /// `year` is the week's year, which near New Year differs from the day's own: 0001-01-01 is a Monday, and
  /// 9999-12-31 a Friday, so it is 1 to 9999. `week` is 1 to 53.
  @inlinable public var isoWeek: (year: Int, week: Int) {
    // A week belongs to the year of its Thursday.
    let thursday = Int(dayNumber) &+ 4 &- Int(weekday.rawValue)
    let day = LocalDate(uncheckedDayNumber: Int32(truncatingIfNeeded: thursday))
    let year = day.year
    return (year, (thursday &- LocalDate.dayNumber(year: year, month: 1, day: 1)) / 7 &+ 1)
  }

  /// The number of ISO weeks in a week year, 52 or 53; `nil` outside the years 1 to 9999.
  public static func isoWeeks(inYear year: Int) -> Int? {
    // 28 December is always in its year's last week.
    LocalDate(year: year, month: 12, day: 28)?.isoWeek.week
  }

  /// The Monday of an ISO week; `nil` when the year (1 to 9999) has no such week.
  public init?(isoYear year: Int, week: Int) {
    guard let weeks = LocalDate.isoWeeks(inYear: year), week >= 1, week <= weeks else { return nil }
    // 4 January is always in week 1.
    let fourth = LocalDate.dayNumber(year: year, month: 1, day: 4)
    let index = LocalDate(uncheckedDayNumber: Int32(truncatingIfNeeded: fourth)).weekday.rawValue - 1
    self.init(dayNumber: fourth - Int(index) + (week - 1) * 7)
  }
}
