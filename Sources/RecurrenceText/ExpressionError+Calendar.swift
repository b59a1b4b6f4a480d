import CivilTime
import Diagnostics

/// What can be wrong with a systemd calendar expression.
extension ExpressionError {
  static func emptyCalendar(at range: Range<Int>) -> ExpressionError {
    ExpressionError(
      "expression-empty", "the calendar expression is empty", at: range, hint: "for example `Mon..Fri *-*-* 09:00`")
  }

  static func unknownCalendarZone(_ text: ExpressionBytes, _ range: Range<Int>) -> ExpressionError {
    ExpressionError(
      "unknown-zone", "'\(text.quoted(range))' is not a known time zone", at: range,
      hint: "zones are named as in the IANA data, letter by letter: Europe/Berlin, UTC")
  }

  static func misplacedCalendarWord(_ text: ExpressionBytes, _ range: Range<Int>) -> ExpressionError {
    ExpressionError(
      "oncalendar-syntax", "'\(text.quoted(range))' has no meaning at the end", at: range,
      hint: WeekdayWords.weekday(named: text.lowercased(range)) == nil
        ? "a word such as `daily` stands alone or before a zone" : "weekdays come first: `Mon *-*-* 09:00`")
  }

  static func unknownCalendarWeekday(
    _ text: ExpressionBytes, _ range: Range<Int>, isWhole: Bool
  ) -> ExpressionError {
    let word = text.lowercased(range)
    if !isWhole, CalendarText.shorthands[word] != nil {
      return ExpressionError(
        "oncalendar-syntax", "nothing but a zone can follow '\(text.quoted(range))'", at: range,
        hint: "a word such as `daily` stands alone or before a zone")
    }
    let days = Weekday.allCases.map(\.name) + Weekday.allCases.map(\.shortName)
    let words = isWhole ? days + CalendarText.shorthands.keys.sorted() : days
    let near = nearestName(to: word, among: words)
    return ExpressionError(
      "oncalendar-weekday", "'\(text.quoted(range))' is not a weekday", at: range,
      hint: near.map { "did you mean '\($0)'?" } ?? "Mon to Sun, or Monday to Sunday")
  }

  static func reversedCalendarWeekdays(_ text: ExpressionBytes, _ range: Range<Int>) -> ExpressionError {
    ExpressionError(
      "oncalendar-weekday", "'\(text.quoted(range))' runs backwards: weeks begin on Monday", at: range,
      hint: "two ranges: `Fri..Sun,Mon`")
  }

  static func openCalendarRange(_ text: ExpressionBytes, _ range: Range<Int>) -> ExpressionError {
    ExpressionError("oncalendar-weekday", "the range '\(text.quoted(range))' has no end", at: range)
  }

  static func strayCalendarText(_ text: ExpressionBytes, _ range: Range<Int>, _ place: String) -> ExpressionError {
    let found = range.isEmpty ? "nothing" : "'\(text.quoted(range))'"
    return ExpressionError(
      "oncalendar-syntax", "\(found) cannot follow \(place)", at: range,
      hint: "weekdays, year-month-day, hour:minute:second, zone: `Mon *-*-* 09:00:00 UTC`")
  }

  static func missingCalendarNumber(_ text: ExpressionBytes, _ range: Range<Int>, end: Int) -> ExpressionError {
    let range = range.lowerBound <= end ? range : end..<end
    let found = range.isEmpty ? "the end" : "'\(text.quoted(range))'"
    return ExpressionError(
      "oncalendar-syntax", "a number is expected, not \(found)", at: range,
      hint: text[range.lowerBound] == 0x2A ? "`*` stands alone; steps are written `0/5`" : nil)
  }

  static func calendarNumberAlone(_ text: ExpressionBytes, _ range: Range<Int>) -> ExpressionError {
    ExpressionError(
      "oncalendar-syntax", "'\(text.quoted(range))' is neither a date nor a time", at: range,
      hint: "a time has a colon (`7:00`), a date a hyphen (`*-*-7`)")
  }

  static func longCalendarList(_ text: ExpressionBytes, _ range: Range<Int>) -> ExpressionError {
    ExpressionError("oncalendar-syntax", "the list that goes on with '\(text.quoted(range))' is too long", at: range)
  }

  static func badCalendarTimestamp(_ text: ExpressionBytes, _ range: Range<Int>) -> ExpressionError {
    ExpressionError(
      "oncalendar-syntax", "'\(text.quoted(range))' is not a point in time", at: range,
      hint: "`@` is followed by seconds since 1970-01-01 00:00 UTC and nothing else")
  }

  static func calendarOutOfRange(
    _ text: ExpressionBytes, _ range: Range<Int>, _ field: CalendarField, _ low: Int, _ high: Int
  ) -> ExpressionError {
    let last = field == .second ? 59 : high
    return ExpressionError(
      "oncalendar-range", "'\(text.quoted(range))' is not \(field.named): \(low) to \(last)", at: range)
  }

  static func calendarNumberTooLarge(_ text: ExpressionBytes, _ range: Range<Int>) -> ExpressionError {
    ExpressionError("oncalendar-range", "'\(text.quoted(range))' is out of every range of a calendar", at: range)
  }

  static func reversedCalendarRange(_ text: ExpressionBytes, _ range: Range<Int>) -> ExpressionError {
    ExpressionError(
      "oncalendar-range", "the range '\(text.quoted(range))' ends before it begins", at: range,
      hint: "a range ascends; days from the month's end too: `~01..05`")
  }

  static func calendarStepTooLarge(
    _ text: ExpressionBytes, _ range: Range<Int>, _ field: CalendarField
  ) -> ExpressionError {
    ExpressionError(
      "oncalendar-step", "'\(text.quoted(range))' leaves the range of the \(field.name) with its first step", at: range)
  }
}
