import Diagnostics

/// What can be wrong with a recurrence rule.
extension ExpressionError {
  static func emptyRRULE(at range: Range<Int>) -> ExpressionError {
    ExpressionError("expression-empty", "the recurrence rule is empty", at: range, hint: "for example `FREQ=DAILY`")
  }

  static func severalLines(_ text: ExpressionBytes, _ range: Range<Int>) -> ExpressionError {
    let first = text.split(range, at: 0x0A).first ?? range
    let name = first.lowerBound..<(text.bytes[first].firstIndex { $0 == 0x3A || $0 == 0x3B } ?? first.upperBound)
    if text.lowercased(name) != "rrule" { return otherProperty(text, name, range) }
    return ExpressionError(
      "rrule-property", "a recurrence rule is one line; there is more behind '\(text.quoted(text.trimmed(first)))'",
      at: first.upperBound..<range.upperBound,
      hint: "DTSTART goes to `start`, RDATE to `rdates`, EXDATE to `exdates`; a second rule is a second trigger")
  }

  static func otherProperty(_ text: ExpressionBytes, _ name: Range<Int>, _ body: Range<Int>) -> ExpressionError {
    let end = text.bytes[name].firstIndex(of: UInt8(ascii: ";")) ?? name.upperBound
    let property = name.lowerBound..<end
    let hint =
      switch text.lowercased(property) {
      case "dtstart": "the first date-time goes to `start` beside the rule"
      case "rdate": "further dates go to `rdates` beside the rule"
      case "exdate": "dates to leave out go to `exdates` beside the rule"
      case "exrule": "RFC 5545 has no EXRULE: leave dates out with `exdates` or `except`"
      default: "only `RRULE:` may stand before a rule"
      }
    return ExpressionError(
      "rrule-property", "'\(text.quoted(property))' is not part of a recurrence rule", at: property, hint: hint)
  }

  static func emptyRRULEPart(_ text: ExpressionBytes, at range: Range<Int>, isLast: Bool) -> ExpressionError {
    ExpressionError(
      "rrule-syntax", "a part is missing at this ';'", at: range,
      hint: isLast ? "take the last ';' away" : "parts are separated by one ';'")
  }

  static func rrulePartWithoutValue(_ text: ExpressionBytes, _ range: Range<Int>) -> ExpressionError {
    let isFrequency = RRULEValues.frequencies.contains { $0.name == text.lowercased(range) }
    return ExpressionError(
      "rrule-syntax", "'\(text.quoted(range))' is not a part: there is no '='", at: range,
      hint: isFrequency ? "write 'FREQ=\(text.lowercased(range).uppercased())'" : "a part is NAME=value")
  }

  static func unknownRRULEPart(_ text: ExpressionBytes, _ range: Range<Int>) -> ExpressionError {
    let name = text.lowercased(range).uppercased()
    let hint: String
    if name == "DTSTART" {
      hint = "the first date-time goes to `start` beside the rule"
    } else if name == "BYEASTER" {
      hint = "for dates around Easter write `yearly: easter+1`"
    } else if let near = closestMatch(to: name, among: RRULEPart.allCases.map(\.rawValue)) {
      hint = "did you mean '\(near)'?"
    } else {
      hint = "RFC 5545 knows \(RRULEPart.allCases.dropFirst().dropLast().map(\.rawValue).joined(separator: ", "))"
    }
    return ExpressionError(
      "rrule-part", "'\(text.quoted(range))' is not a part of a recurrence rule", at: range, hint: hint)
  }

  static func repeatedRRULEPart(_ text: ExpressionBytes, _ range: Range<Int>, _ part: RRULEPart) -> ExpressionError {
    let isList = part.rawValue.hasPrefix("BY")
    return ExpressionError(
      "rrule-duplicate", "'\(text.quoted(range))' repeats \(part.rawValue)", at: range,
      hint: isList ? "several values are separated by commas" : nil)
  }

  static func emptyRRULEValue(_ part: RRULEPart, at range: Range<Int>) -> ExpressionError {
    ExpressionError("rrule-value", "\(part.rawValue) has no value", at: range)
  }

  static func emptyRRULEItem(
    _ text: ExpressionBytes, _ value: Range<Int>, _ part: RRULEPart, at range: Range<Int>
  ) -> ExpressionError {
    ExpressionError(
      "rrule-value", "a value is missing in '\(text.quoted(value))' of \(part.rawValue)", at: range,
      hint: "values are separated by one comma")
  }

  static func missingFrequency(_ text: ExpressionBytes) -> ExpressionError {
    let range = text.trimmed(0..<text.count)
    return ExpressionError(
      "rrule-frequency", "'\(text.quoted(range))' has no FREQ", at: range,
      hint: "FREQ is YEARLY, MONTHLY, WEEKLY, DAILY, HOURLY, MINUTELY or SECONDLY")
  }

  static func unknownRRULEWord(
    _ text: ExpressionBytes, _ range: Range<Int>, _ what: String, among names: [String]
  ) -> ExpressionError {
    let near = closestMatch(to: text.lowercased(range), among: names)
    return ExpressionError(
      "rrule-value", "'\(text.quoted(range))' is not a value of \(what == "frequency" ? "FREQ" : what)", at: range,
      hint: near.map { "did you mean '\($0.uppercased())'?" }
        ?? "one of \(names.joined(separator: ", ").uppercased())")
  }

  static func notANumber(
    _ text: ExpressionBytes, _ range: Range<Int>, _ part: RRULEPart, _ bounds: ClosedRange<Int>
  ) -> ExpressionError {
    ExpressionError(
      "rrule-value", "'\(text.quoted(range))' is not a value of \(part.rawValue)", at: range,
      hint: "a number from \(bounds.lowerBound) to \(bounds.upperBound)")
  }

  static func notASignedNumber(
    _ text: ExpressionBytes, _ range: Range<Int>, _ part: RRULEPart, _ most: Int
  ) -> ExpressionError {
    ExpressionError(
      "rrule-value", "'\(text.quoted(range))' is not a number of \(part.rawValue)", at: range,
      hint: "1 to \(most), or -1 to -\(most) counted from the end")
  }

  static func rruleOutOfRange(
    _ text: ExpressionBytes, _ range: Range<Int>, _ part: RRULEPart, _ bounds: ClosedRange<Int>
  ) -> ExpressionError {
    ExpressionError(
      "rrule-range", "'\(text.quoted(range))' is out of the range of \(part.rawValue)", at: range,
      hint: "\(bounds.lowerBound) to \(bounds.upperBound)")
  }

  static func signedOutOfRange(
    _ text: ExpressionBytes, _ range: Range<Int>, _ part: RRULEPart, _ most: Int
  ) -> ExpressionError {
    ExpressionError(
      "rrule-range", "'\(text.quoted(range))' is out of the range of \(part.rawValue)", at: range,
      hint: "1 to \(most), or -1 to -\(most) counted from the end")
  }

  static func unknownRRULEWeekday(_ text: ExpressionBytes, _ range: Range<Int>, _ part: RRULEPart) -> ExpressionError {
    ExpressionError(
      "rrule-weekday", "'\(text.quoted(range))' of \(part.rawValue) is not a weekday", at: range,
      hint: part == .byDay ? "MO, TU, WE, TH, FR, SA, SU, or with a number: 2MO, -1FR" : "MO, TU, WE, TH, FR, SA or SU")
  }

  static func badUntil(_ text: ExpressionBytes, _ range: Range<Int>) -> ExpressionError {
    ExpressionError(
      "rrule-until", "'\(text.quoted(range))' is not a value of UNTIL", at: range,
      hint: "20261231, 20261231T235959 on the local clock, or 20261231T235959Z in UTC")
  }

  static func noSuchUntil(_ text: ExpressionBytes, _ range: Range<Int>) -> ExpressionError {
    ExpressionError("rrule-until", "'\(text.quoted(range))' of UNTIL is no date and time of the calendar", at: range)
  }

  static func countWithUntil(
    _ text: ExpressionBytes, _ later: Int, _ count: RRULEParts.Part, _ until: RRULEParts.Part
  ) -> ExpressionError {
    let range = count.whole.lowerBound == later ? count.whole : until.whole
    return ExpressionError(
      "rrule-conflict", "'\(text.quoted(range))': a rule ends by COUNT or by UNTIL, not by both", at: range)
  }

  static func partAgainstFrequency(_ text: ExpressionBytes, _ range: Range<Int>, _ rule: String) -> ExpressionError {
    ExpressionError("rrule-conflict", "'\(text.quoted(range))': \(rule)", at: range)
  }

  static func setPositionAlone(_ text: ExpressionBytes, _ range: Range<Int>) -> ExpressionError {
    ExpressionError(
      "rrule-conflict", "'\(text.quoted(range))' has nothing to choose from", at: range,
      hint: "BYSETPOS needs another BY part, for example BYDAY")
  }

  static func otherCalendarScale(_ text: ExpressionBytes, _ range: Range<Int>) -> ExpressionError {
    ExpressionError(
      "rrule-unsupported", "'\(text.quoted(range))' is not a calendar that is supported", at: range,
      hint: "RSCALE is GREGORIAN")
  }

  static func skipWithoutScale(_ text: ExpressionBytes, _ range: Range<Int>) -> ExpressionError {
    ExpressionError(
      "rrule-conflict", "'\(text.quoted(range))': SKIP goes only with RSCALE (RFC 7529)", at: range,
      hint: "write 'RSCALE=GREGORIAN;' before the rule")
  }
}
