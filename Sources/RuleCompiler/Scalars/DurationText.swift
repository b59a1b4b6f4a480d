public import RuleModel

extension ScalarText {
  /// What a place takes of a duration.
  public struct DurationRules: Hashable, Sendable {
    /// Whether `d` and `w`, steps on the civil calendar, are possible.
    public var allowsCalendarSteps: Bool
    /// Whether a minus sign is possible.
    public var allowsNegative: Bool
    /// Whether nothing at all (`0s`) is possible.
    public var allowsZero: Bool

    /// Makes rules; by default elapsed time above zero.
    public init(allowsCalendarSteps: Bool = false, allowsNegative: Bool = false, allowsZero: Bool = false) {
      self.allowsCalendarSteps = allowsCalendarSteps
      self.allowsNegative = allowsNegative
      self.allowsZero = allowsZero
    }
  }

  /// Reads a duration: `90s`, `1h30m`, `2d`, or ISO 8601 (`PT10M`, `P1DT2H`, `P2W`), below ten thousand years.
  ///
  /// Units go from large to small, each once; a plus or minus sign holds for all of them.
  public static func duration(_ text: String, _ rules: DurationRules) throws(ScalarFault) -> CalendarDuration {
    var cursor = TextCursor(text)
    let isNegative = cursor.take("-")
    if !isNegative { _ = cursor.take("+") }
    let parts = cursor.byte == 0x50 ? try isoParts(text, &cursor) : try unitParts(text, &cursor)
    guard parts.days <= 3_652_059, parts.seconds <= 315_537_897_599 else {
      throw ScalarFault("bad-duration", "\(quoted(text)) is too long", hint: "stay below ten thousand years")
    }
    if isNegative && !rules.allowsNegative {
      throw ScalarFault("bad-duration", "\(quoted(text)) is negative; a duration above zero is wanted")
    }
    if parts.days == 0 && parts.seconds == 0 && !rules.allowsZero {
      throw ScalarFault("bad-duration", "\(quoted(text)) is no time at all; a duration above zero is wanted")
    }
    if parts.hasCalendarStep && !rules.allowsCalendarSteps {
      throw calendarStepRefused(text, days: parts.days)
    }
    let sign: Int64 = isNegative ? -1 : 1
    return CalendarDuration(days: Int32(truncatingIfNeeded: sign * parts.days), seconds: sign * parts.seconds)
  }

  static func calendarStepRefused(_ text: String, days: Int64) -> ScalarFault {
    ScalarFault(
      "calendar-step",
      "\(quoted(text)) counts calendar days, which are not all equally long; elapsed time is wanted here",
      hint: days > 0 && days <= 31 ? "write \(days * 24)h" : "write hours, minutes and seconds")
  }

  private struct DurationParts {
    var days: Int64 = 0
    var seconds: Int64 = 0
    var hasCalendarStep = false
  }

  private static func unitParts(_ text: String, _ cursor: inout TextCursor) throws(ScalarFault) -> DurationParts {
    var parts = DurationParts()
    var last = 5
    repeat {
      // Ten digits times the seconds of a week can't overflow 64 bits.
      guard let value = cursor.number(digits: 1...10) else { throw notADuration(text) }
      cursor.skipSpaces()
      if cursor.isAtEnd { throw notADuration(text) }
      let isCapital = cursor.byte >= 0x41 && cursor.byte <= 0x5A
      let unit = cursor.word()
      // A capital M means months to ISO 8601 and systemd, so no guess is made.
      if isCapital, ["w", "d", "h", "m", "s"].contains(unit) {
        throw ScalarFault(
          "bad-duration", "the units of \(quoted(text)) are not in small letters",
          hint: "write \(lowercasedASCII(text))\(unit == "m" ? " for minutes" : "")")
      }
      let rank: Int
      switch unit {
      case "w": rank = 4
      case "d": rank = 3
      case "h": rank = 2
      case "m": rank = 1
      case "s": rank = 0
      default: throw notADuration(text)
      }
      guard rank < last else {
        throw ScalarFault(
          "bad-duration", "the units of \(quoted(text)) are out of order", hint: "from large to small, each once: 1h30m"
        )
      }
      last = rank
      let amount = Int64(value)
      switch rank {
      case 4: parts.days += 7 * amount
      case 3: parts.days += amount
      case 2: parts.seconds += 3600 * amount
      case 1: parts.seconds += 60 * amount
      default: parts.seconds += amount
      }
      if rank >= 3 { parts.hasCalendarStep = true }
      cursor.skipSpaces()
    } while !cursor.isAtEnd
    return parts
  }

  /// ISO 8601-1:2019, 5.5.2.2 and 5.5.2.3, without years, months and fractions.
  private static func isoParts(_ text: String, _ cursor: inout TextCursor) throws(ScalarFault) -> DurationParts {
    cursor.skip()
    var parts = DurationParts()
    var inTime = false
    var last = 5
    while !cursor.isAtEnd {
      if cursor.take("T") {
        guard !inTime, !cursor.isAtEnd else { throw notADuration(text) }
        inTime = true
        last = min(last, 3)
        continue
      }
      guard let value = cursor.number(digits: 1...10) else { throw notADuration(text) }
      let amount = Int64(value)
      let unit = cursor.byte
      cursor.skip()
      let rank: Int
      switch (unit, inTime) {
      case (UInt8(ascii: "W"), false):
        rank = 4
        parts.days += 7 * amount
      case (UInt8(ascii: "D"), false):
        rank = 3
        parts.days += amount
      case (UInt8(ascii: "H"), true):
        rank = 2
        parts.seconds += 3600 * amount
      case (UInt8(ascii: "M"), true):
        rank = 1
        parts.seconds += 60 * amount
      case (UInt8(ascii: "S"), true):
        rank = 0
        parts.seconds += amount
      case (UInt8(ascii: "Y"), false), (UInt8(ascii: "M"), false):
        throw ScalarFault(
          "bad-duration", "\(quoted(text)) has years or months, which are not all equally long",
          hint: "write weeks or days")
      default: throw notADuration(text)
      }
      guard rank < last else { throw notADuration(text) }
      last = rank
      if rank >= 3 { parts.hasCalendarStep = true }
    }
    guard last < 5, !(inTime && last == 3) else { throw notADuration(text) }
    return parts
  }

  private static func notADuration(_ text: String) -> ScalarFault {
    let unsigned = text.hasPrefix("-") || text.hasPrefix("+") ? String(text.dropFirst()) : text
    if isDigits(unsigned) {
      return ScalarFault(
        "duration-unit", "\(quoted(text)) has no unit", hint: "write \(text)s, \(text)m or \(text)h")
    }
    var cursor = TextCursor(unsigned)
    if let value = cursor.number(digits: 1...10) {
      cursor.skipSpaces()
      let unit = cursor.word()
      if cursor.isAtEnd, let letter = longUnits[unit] {
        return ScalarFault("bad-duration", "\(quoted(unit)) is not a unit of time", hint: "write \(value)\(letter)")
      }
      if ["month", "months", "mo", "y", "year", "years"].contains(unit) {
        return ScalarFault(
          "bad-duration", "\(quoted(text)) has years or months, which are not all equally long",
          hint: "write weeks or days")
      }
    }
    if unsigned.contains("."), unsigned.first?.isNumber == true {
      return ScalarFault(
        "bad-duration", "\(quoted(text)) has a fraction", hint: "write whole units, for example 1h30m")
    }
    return ScalarFault("bad-duration", "\(quoted(text)) is not a duration", hint: "write for example 90s, 10m or 1h30m")
  }

  private static let longUnits: [String: String] = [
    "sec": "s", "secs": "s", "second": "s", "seconds": "s", "min": "m", "mins": "m", "minute": "m", "minutes": "m",
    "hr": "h", "hrs": "h", "hour": "h", "hours": "h", "day": "d", "days": "d", "week": "w", "weeks": "w",
  ]
}
