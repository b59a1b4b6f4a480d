public import CivilTime
import Diagnostics
public import RuleModel

extension ScalarText {
  /// Reads a weekday: its English name, whole or three letters, in any case.
  public static func weekday(_ text: String) throws(ScalarFault) -> Weekday {
    if let day = weekdayNames[lowercasedASCII(text)] { return day }
    if isDigits(text) {
      throw ScalarFault(
        "unknown-weekday", "\(quoted(text)) is not a weekday: a number does not tell where the week begins",
        hint: "write mon, tue, wed, thu, fri, sat or sun")
    }
    throw ScalarFault(
      "unknown-weekday", "\(quoted(text)) is not a weekday",
      hint: closestMatch(to: lowercasedASCII(text), among: weekdayWords).map { "did you mean '\($0)'?" })
  }

  /// Reads days of the week: a weekday, a range that may wrap (`fri-mon`), `weekdays` or `weekends`.
  public static func weekdays(_ text: String, weekend: WeekdaySet) throws(ScalarFault) -> WeekdaySet {
    let lower = lowercasedASCII(text)
    if let day = weekdayNames[lower] { return WeekdaySet(day) }
    if lower == "weekdays" || lower == "weekends" {
      let days = lower == "weekends" ? weekend : WeekdaySet.all.subtracting(weekend)
      guard days.isEmpty else { return days }
      throw ScalarFault(
        "never-fires", "\(quoted(text)) names no day: `weekend` of this file has \(weekend.isEmpty ? "none" : "all")",
        hint: "write the days themselves: mon-fri")
    }
    let halves = text.split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
    guard halves.count == 2 else { throw unknownDays(text) }
    let first = try weekday(String(trimmed(halves[0])))
    let last = try weekday(String(trimmed(halves[1])))
    var days = WeekdaySet()
    for step in 0...first.days(until: last) { days.insert(WeekdaySet(first.advanced(byDays: step))) }
    return days
  }

  private static func unknownDays(_ text: String) -> ScalarFault {
    do throws(ScalarFault) {
      _ = try weekday(text)
      return ScalarFault("unknown-weekday", "\(quoted(text)) is not a weekday")
    } catch {
      return error
    }
  }

  /// Reads a month: its English name, whole or three letters, in any case, or its number.
  public static func month(_ text: String) throws(ScalarFault) -> Month {
    if let month = monthNames[lowercasedASCII(text)] { return month }
    var cursor = TextCursor(text)
    if let number = cursor.number(digits: 1...2), cursor.isAtEnd, let month = Month(rawValue: UInt8(number)) {
      return month
    }
    throw ScalarFault(
      "unknown-month", "\(quoted(text)) is not a month",
      hint: closestMatch(to: lowercasedASCII(text), among: Month.allCases.flatMap { [$0.name, $0.shortName] })
        .map { "did you mean '\($0)'?" })
  }

  /// Whether a text is one of the words for days of the week, which no calendar may be named after.
  static func isDayWord(_ text: String) -> Bool {
    let lower = lowercasedASCII(text)
    return weekdayNames[lower] != nil || lower == "weekdays" || lower == "weekends"
  }

  static let weekdayWords: [String] =
    ["weekdays", "weekends"] + Weekday.allCases.flatMap { [$0.name, $0.shortName] }

  private static let weekdayNames: [String: Weekday] = Dictionary(
    uniqueKeysWithValues: Weekday.allCases.flatMap { [($0.name, $0), ($0.shortName, $0)] })

  // `may` is its own short form.
  private static let monthNames: [String: Month] = Dictionary(
    Month.allCases.flatMap { [($0.name, $0), ($0.shortName, $0)] }, uniquingKeysWith: { first, _ in first })
}
