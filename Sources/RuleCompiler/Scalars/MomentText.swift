import CivilTime
public import RuleModel

extension ScalarText {
  /// Reads a moment seen from now: a duration (`10m`, `1d`), the next time the clock shows `18:00`, `tomorrow 08:00`,
  /// a date (its start), or a date with a time.
  public static func moment(_ text: String) throws(ScalarFault) -> Moment {
    let lower = lowercasedASCII(text)
    if lower.hasPrefix("tomorrow") {
      let rest = lower.dropFirst(8)
      guard rest.first == " " else {
        throw ScalarFault("bad-moment", "\(quoted(text)) has no time of day", hint: "write for example tomorrow 08:00")
      }
      return .tomorrow(try timeOfDay(String(trimmed(rest))))
    }
    if lower == "noon" || lower == "midnight" { return .at(try timeOfDay(lower)) }
    var cursor = TextCursor(text)
    if cursor.number(digits: 4...4) != nil, cursor.byte == UInt8(ascii: "-") {
      switch try dateOrTime(text) {
      case .day(let date): return .on(date)
      case .point(let point): return .point(point)
      }
    }
    if text.utf8.contains(UInt8(ascii: ":")) { return .at(try timeOfDay(text)) }
    return .after(try duration(text, DurationRules(allowsCalendarSteps: true)))
  }
}
