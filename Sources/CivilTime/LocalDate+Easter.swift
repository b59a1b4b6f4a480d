extension LocalDate {
  /// Easter Sunday of the Western churches (the Gregorian computus); `nil` outside the years 1 to 9999.
  ///
  /// The anonymous algorithm published in Nature, 20 April 1876; before 1583 the dates are proleptic.
  public static func easter(year: Int) -> LocalDate? {
    guard year >= 1, year <= 9999 else { return nil }
    let golden = year % 19
    let century = year / 100
    let yearOfCentury = year % 100
    let moonCorrection = (century - (century + 8) / 25 + 1) / 3
    let epact = (19 * golden + century - century / 4 - moonCorrection + 15) % 30
    let toSunday = (32 + 2 * (century % 4) + 2 * (yearOfCentury / 4) - epact - yearOfCentury % 4) % 7
    let late = (golden + 11 * epact + 22 * toSunday) / 451
    let marchDays = epact + toSunday - 7 * late + 114
    return LocalDate(year: year, month: marchDays / 31, day: marchDays % 31 + 1)
  }

  /// Easter Sunday of the Orthodox churches (the Julian computus) as a Gregorian date.
  ///
  /// Meeus's Julian algorithm; the Julian date is turned into the Gregorian one of the same day. `nil` outside
  /// the years 1 to 9999.
  public static func orthodoxEaster(year: Int) -> LocalDate? {
    guard year >= 1, year <= 9999 else { return nil }
    let moon = (19 * (year % 19) + 15) % 30
    let toSunday = (2 * (year % 4) + 4 * (year % 7) - moon + 34) % 7
    let marchDays = moon + toSunday + 114
    // In March and April the Julian calendar's date is behind by the century days that it does not drop.
    let century = year / 100
    let behind = century - century / 4 - 2
    return LocalDate(
      dayNumber: dayNumber(year: year, month: marchDays / 31, day: marchDays % 31 + 1) + behind)
  }
}
