public import CivilTime
public import RuleModel

extension ScalarText {
  /// Reads a time of day: `9:25`, `09:25:30`, `noon`, or `midnight`, the start of the day.
  public static func timeOfDay(_ text: String) throws(ScalarFault) -> TimeOfDay {
    let seconds = try clockSeconds(text, allows24: false)
    guard let time = TimeOfDay(secondsSinceMidnight: seconds) else { throw notATime(text) }
    return time
  }

  /// Reads a part of the day: `09:00-17:00`, `22:00-07:00` (over midnight), `18:00-24:00`.
  public static func timeWindow(_ text: String) throws(ScalarFault) -> TimeWindow {
    let halves = text.split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
    guard halves.count == 2 else {
      var hint = "write for example 09:00-17:00"
      if text.contains("–") || text.contains("—") { hint = "write a plain hyphen: 09:00-17:00" }
      throw ScalarFault("bad-window", "\(quoted(text)) is not a part of the day", hint: hint)
    }
    let start = try timeOfDay(String(trimmed(halves[0])))
    var end = try clockSeconds(String(trimmed(halves[1])), allows24: true)
    guard end != Int(start.secondsSinceMidnight) else {
      throw ScalarFault(
        "bad-window", "\(quoted(text)) begins where it ends", hint: "the whole day is 00:00-24:00")
    }
    if end == 0 { end = 86_400 }
    return TimeWindow(start: start, endSeconds: Int32(truncatingIfNeeded: end))
  }

  /// Reads a clock reading in seconds since midnight; 86,400 for `24:00` where that is possible.
  private static func clockSeconds(_ text: String, allows24: Bool) throws(ScalarFault) -> Int {
    var cursor = TextCursor(text)
    guard let hour = cursor.number(digits: 1...2), cursor.take(":"), let minute = cursor.number(digits: 2...2) else {
      switch lowercasedASCII(text) {
      case "noon": return 43_200
      case "midnight": return 0
      default: throw notATime(text)
      }
    }
    var second = 0
    if cursor.take(":") {
      guard let value = cursor.number(digits: 2...2) else { throw notATime(text) }
      second = value
    }
    guard cursor.isAtEnd else { throw notATime(text) }
    if hour == 24, minute == 0, second == 0 {
      if allows24 { return 86_400 }
      throw ScalarFault("bad-time", "\(quoted(text)) is possible only as the end of a window", hint: "write 00:00")
    }
    guard hour < 24, minute < 60, second < 60 else {
      throw ScalarFault("bad-time", "\(quoted(text)) is not a time of day: 00:00 to 23:59 is possible")
    }
    return hour * 3600 + minute * 60 + second
  }

  private static func notATime(_ text: String) -> ScalarFault {
    func fault(_ hint: String?) -> ScalarFault {
      ScalarFault("bad-time", "\(quoted(text)) is not a time of day", hint: hint)
    }
    if isDigits(text), text.utf8.count <= 5, let number = Int(text) { return fault(hint(forNumber: number, text)) }
    var cursor = TextCursor(text)
    if let hour = cursor.number(digits: 1...2) {
      var minute: Int? = 0
      if cursor.take(":") || cursor.take(".") || cursor.takeLetter("h") { minute = cursor.number(digits: 1...2) }
      cursor.skipSpaces()
      let word = cursor.word()
      if let minute, cursor.isAtEnd, minute < 60 {
        switch word {
        case "am" where hour >= 1 && hour <= 12: return fault("write \(clock(hour % 12, minute))")
        case "pm" where hour >= 1 && hour <= 12: return fault("write \(clock(hour % 12 + 12, minute))")
        case "" where hour < 24: return fault("write \(clock(hour, minute))")
        default: break
        }
      }
    }
    return fault("write for example 09:25")
  }

  /// Words for a bare number: `9`, `0900`, or `630`, which a YAML 1.1 tool makes of `10:30` (base 60).
  private static func hint(forNumber number: Int, _ text: String) -> String? {
    if text.utf8.count <= 2 { return number < 24 ? "write \(clock(number, 0))" : nil }
    let plain = number / 100 < 24 && number % 100 < 60 ? clock(number / 100, number % 100) : nil
    if text.utf8.first == 0x30 { return plain.map { "write \($0)" } }
    let sixty =
      number < 1440
      ? clock(number / 60, number % 60)
      : number < 86_400 ? clock(number / 3600, number / 60 % 60) + ":" + twoDigits(number % 60) : nil
    switch (plain, sixty) {
    case (let plain?, let sixty?):
      return "write \(plain), or \(sixty) if a YAML 1.1 tool rewrote the file"
    case (nil, let sixty?): return "a YAML 1.1 tool makes this number of \(sixty); write \(sixty)"
    case (let plain?, nil): return "write \(plain)"
    case (nil, nil): return nil
    }
  }

  private static func clock(_ hour: Int, _ minute: Int) -> String { twoDigits(hour) + ":" + twoDigits(minute) }
}

/// Returns a number below 100 with a leading zero.
func twoDigits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
