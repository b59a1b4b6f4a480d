public import CivilTime
public import RuleModel

extension ScalarText {
  /// Reads a date, `2026-12-24`, of the years 1 to 9999.
  public static func date(_ text: String) throws(ScalarFault) -> LocalDate {
    var cursor = TextCursor(text)
    let date = try leadingDate(text, &cursor)
    guard cursor.isAtEnd else { throw notADate(text) }
    return date
  }

  /// Reads a date with a time of day, `2026-12-24 18:00` or `2026-12-24T18:00:30`, with `Z` or `+01:00` for a fixed
  /// instant (RFC 3339 without fractions).
  public static func dateTime(_ text: String) throws(ScalarFault) -> DateTimePoint {
    var cursor = TextCursor(text)
    let date = try leadingDate(text, &cursor)
    guard !cursor.isAtEnd else {
      throw ScalarFault(
        "bad-date-time", "\(quoted(text)) has no time of day", hint: "write for example \(text) 18:00")
    }
    return try timeAfter(date, text, &cursor)
  }

  /// A date, or a date with its time.
  public enum DateOrTime: Hashable, Sendable {
    /// A whole day.
    case day(LocalDate)
    /// A point.
    case point(DateTimePoint)
  }

  /// Reads a date or a date with a time.
  public static func dateOrTime(_ text: String) throws(ScalarFault) -> DateOrTime {
    var cursor = TextCursor(text)
    let date = try leadingDate(text, &cursor)
    return cursor.isAtEnd ? .day(date) : .point(try timeAfter(date, text, &cursor))
  }

  private static func leadingDate(_ text: String, _ cursor: inout TextCursor) throws(ScalarFault) -> LocalDate {
    guard let year = cursor.number(digits: 4...4), cursor.take("-"), let month = cursor.number(digits: 2...2),
      cursor.take("-"), let day = cursor.number(digits: 2...2)
    else { throw notADate(text) }
    guard year >= 1, month >= 1, month <= 12, day >= 1, day <= 31 else { throw notADate(text) }
    guard let date = LocalDate(year: year, month: month, day: day) else {
      let days = LocalDate.daysInMonth(year: year, month: month)
      throw ScalarFault("bad-date", "\(quoted(text)) does not exist: that month has \(days) days")
    }
    return date
  }

  private static func timeAfter(
    _ date: LocalDate, _ text: String, _ cursor: inout TextCursor
  ) throws(ScalarFault) -> DateTimePoint {
    guard cursor.take("T") || cursor.take("t") || cursor.take(" ") else { throw notADateTime(text) }
    cursor.skipSpaces()
    guard let hour = cursor.number(digits: 1...2), cursor.take(":"), let minute = cursor.number(digits: 2...2) else {
      throw notADateTime(text)
    }
    var second = 0
    if cursor.take(":") {
      guard let value = cursor.number(digits: 2...2) else { throw notADateTime(text) }
      second = value
    }
    guard let time = TimeOfDay(hour: hour, minute: minute, second: second) else { throw notADateTime(text) }
    let local = LocalDateTime(date: date, time: time)
    cursor.skipSpaces()
    if cursor.isAtEnd { return .local(local) }
    let offset = try offsetSeconds(text, &cursor)
    let seconds = local.localSeconds - Int64(offset)
    guard Instant.secondsRange.contains(seconds) else {
      throw ScalarFault("bad-date-time", "\(quoted(text)) lies outside the years 1 to 9999 of UTC")
    }
    return .instant(Instant(epochSeconds: seconds))
  }

  /// Reads `Z` or `+HH:MM`, below a day, up to the end of the text.
  private static func offsetSeconds(_ text: String, _ cursor: inout TextCursor) throws(ScalarFault) -> Int {
    if cursor.takeLetter("z") {
      guard cursor.isAtEnd else { throw notADateTime(text) }
      return 0
    }
    let isNegative = cursor.take("-")
    guard isNegative || cursor.take("+"), let hours = cursor.number(digits: 2...2), hours < 24, cursor.take(":"),
      let minutes = cursor.number(digits: 2...2), minutes < 60, cursor.isAtEnd
    else {
      throw ScalarFault(
        "bad-date-time", "\(quoted(text)) does not end in a time or an offset", hint: "write an offset as +01:00 or Z")
    }
    let seconds = hours * 3600 + minutes * 60
    return isNegative ? -seconds : seconds
  }

  private static func notADate(_ text: String) -> ScalarFault {
    ScalarFault("bad-date", "\(quoted(text)) is not a date", hint: "write year, month and day: 2026-12-24")
  }

  private static func notADateTime(_ text: String) -> ScalarFault {
    ScalarFault(
      "bad-date-time", "\(quoted(text)) is not a date with a time of day", hint: "write for example 2026-12-24 18:00")
  }
}

extension ScalarText {
  /// Reads a date of every year: `dec 25`, `25 december`, `12-25` (month first), `easter-2`, `orthodox-easter+1`.
  public static func yearlyDate(_ text: String) throws(ScalarFault) -> YearlyDate {
    let lower = lowercasedASCII(text)
    if let offset = try easterOffset(lower, text, prefix: "easter") { return .easter(offsetDays: offset) }
    if let offset = try easterOffset(lower, text, prefix: "orthodox-easter") {
      return .orthodoxEaster(offsetDays: offset)
    }
    var cursor = TextCursor(lower)
    var month: Month?
    var day: Int?
    if let number = cursor.number(digits: 1...2) {
      if cursor.take("-") {
        month = UInt8(exactly: number).flatMap(Month.init(rawValue:))
        day = cursor.number(digits: 1...2)
        if month == nil, let other = day, other >= 1, other <= 12, number <= 31, cursor.isAtEnd {
          throw ScalarFault(
            "bad-date", "\(quoted(text)) is not a date of the year: the month comes first",
            hint: "write \(twoDigits(other))-\(twoDigits(number))")
        }
      } else {
        _ = cursor.take(".")
        cursor.skipSpaces()
        day = number
        month = try? self.month(cursor.word())
      }
    } else {
      let name = cursor.word()
      cursor.skipSpaces()
      month = try? self.month(name)
      if month == nil { throw notAYearlyDate(text) }
      day = cursor.number(digits: 1...2)
    }
    guard let month, let day, cursor.isAtEnd else { throw notAYearlyDate(text) }
    // 2000 is a leap year, so that feb 29 is possible.
    let longest = LocalDate.daysInMonth(year: 2000, month: Int(month.rawValue))
    guard day >= 1, day <= longest else {
      throw ScalarFault("bad-date", "\(quoted(text)) never comes: \(month.name) has at most \(longest) days")
    }
    return .day(month, day)
  }

  private static func easterOffset(_ lower: String, _ text: String, prefix: String) throws(ScalarFault) -> Int? {
    guard lower.hasPrefix(prefix) else { return nil }
    var cursor = TextCursor(lower.dropFirst(prefix.count))
    if cursor.isAtEnd { return 0 }
    let isNegative = cursor.take("-")
    guard isNegative || cursor.take("+"), let days = cursor.number(digits: 1...3), cursor.isAtEnd else {
      throw ScalarFault("bad-date", "\(quoted(text)) is not a date of the year", hint: "write for example \(prefix)-2")
    }
    // Within these bounds the day stays in Easter's own year.
    guard isNegative ? days <= 80 : days <= 250 else {
      throw ScalarFault("bad-date", "\(quoted(text)) is too far from Easter: -80 to +250 days are possible")
    }
    return isNegative ? -days : days
  }

  private static func notAYearlyDate(_ text: String) -> ScalarFault {
    ScalarFault(
      "bad-date", "\(quoted(text)) is not a date of the year", hint: "write for example dec 25, 12-25 or easter-2")
  }
}
