public import RuleModel

/// RFC 5545 recurrence rules (3.3.10, with RFC 7529): `FREQ=WEEKLY;BYDAY=TU,TH`, parsed and printed.
///
/// Names and values are read in any case, and parts in any order; a leading `RRULE:` is accepted. What the standard
/// forbids is refused, also where most programs are lenient: a part twice, COUNT with UNTIL, BY parts that don't go with
/// the frequency, BYSETPOS alone.
public enum RRULEText {
  /// Reads a rule.
  ///
  /// - Returns: The meaning, or the first fault, with its place in `text`.
  public static func parse(_ text: String) -> Result<RecurrenceRule, ExpressionError> {
    Result { () throws(ExpressionError) in
      let bytes = ExpressionBytes(text)
      var parts = RRULEParts(bytes)
      try parts.collect()
      return try RRULEValues(bytes, parts).rule()
    }
  }
}

/// The name of a part of a rule.
enum RRULEPart: String, CaseIterable {
  case rscale = "RSCALE"
  case freq = "FREQ"
  case interval = "INTERVAL"
  case count = "COUNT"
  case until = "UNTIL"
  case byMonth = "BYMONTH"
  case byWeekNumber = "BYWEEKNO"
  case byYearDay = "BYYEARDAY"
  case byMonthDay = "BYMONTHDAY"
  case byDay = "BYDAY"
  case byHour = "BYHOUR"
  case byMinute = "BYMINUTE"
  case bySecond = "BYSECOND"
  case bySetPosition = "BYSETPOS"
  case weekStart = "WKST"
  case skip = "SKIP"
}

/// The parts of a rule, each at most once, with the places of their values.
struct RRULEParts {
  struct Part {
    /// `NAME=value`.
    let whole: Range<Int>
    let value: Range<Int>
  }

  let text: ExpressionBytes
  private(set) var found: [RRULEPart: Part] = [:]

  init(_ text: ExpressionBytes) { self.text = text }

  subscript(part: RRULEPart) -> Part? { found[part] }

  /// Splits the rule; checks names and that each part stands once and has a value.
  mutating func collect() throws(ExpressionError) {
    var body = text.trimmed(0..<text.count)
    if text.bytes[body].contains(where: { $0 == 0x0A || $0 == 0x0D }) { throw .severalLines(text, body) }
    if let colon = text.bytes[body].firstIndex(of: UInt8(ascii: ":")) {
      let name = body.lowerBound..<colon
      guard text.lowercased(name) == "rrule" else { throw .otherProperty(text, name, body) }
      body = colon + 1..<body.upperBound
    }
    if body.isEmpty { throw .emptyRRULE(at: body) }
    for range in text.split(body, at: UInt8(ascii: ";")) {
      if range.isEmpty { throw .emptyRRULEPart(text, at: range, isLast: range.upperBound == body.upperBound) }
      guard let equals = text.bytes[range].firstIndex(of: UInt8(ascii: "=")) else {
        throw .rrulePartWithoutValue(text, range)
      }
      let name = range.lowerBound..<equals
      let value = equals + 1..<range.upperBound
      guard let part = RRULEPart(rawValue: text.lowercased(name).uppercased()) else {
        throw .unknownRRULEPart(text, name)
      }
      if found[part] != nil { throw .repeatedRRULEPart(text, range, part) }
      if value.isEmpty { throw .emptyRRULEValue(part, at: value) }
      found[part] = Part(whole: range, value: value)
    }
  }
}
