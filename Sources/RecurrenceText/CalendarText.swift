import CivilTime
public import RuleModel

/// systemd calendar expressions (systemd.time(7), OnCalendar): `Mon..Fri *-*-* 09:00 Europe/Berlin`, parsed and printed.
///
/// Accepted is what systemd 252 accepts, with three exceptions: names of the machine's own zone without a place
/// (`CEST`), since a file must mean the same everywhere, and a sign or space in `@…` are refused; several days counted
/// from the month's end are all accepted to 28 (systemd lowers that bound with each further one).
public enum CalendarText {
  /// Reads an expression.
  ///
  /// - Parameter knowsZone: Whether a zone of that name exists; where it is `nil`, any text formed like a zone's name is
  ///   taken for one.
  /// - Returns: The meaning, or the first fault, with its place in `text`.
  public static func parse(
    _ text: String, knowsZone: ((String) -> Bool)? = nil
  ) -> Result<CalendarExpression, ExpressionError> {
    Result { () throws(ExpressionError) in
      let bytes = ExpressionBytes(text)
      let (body, zone) = try splitZone(bytes, knowsZone)
      if body.isEmpty { throw .emptyCalendar(at: body) }
      if let shorthand = shorthands[bytes.lowercased(body)] {
        var expression = try expression(ExpressionBytes(shorthand), 0..<shorthand.utf8.count)
        expression.zone = zone
        return expression
      }
      var expression = try expression(bytes, body)
      // A point in UTC stays one, whatever zone stands behind it.
      if expression.zone == nil { expression.zone = zone }
      return expression
    }
  }

  /// Words for whole expressions, and their normal form.
  static let shorthands: [String: String] = [
    "minutely": "*-*-* *:*:00", "hourly": "*-*-* *:00:00", "daily": "*-*-* 00:00:00", "weekly": "Mon *-*-* 00:00:00",
    "monthly": "*-*-01 00:00:00", "quarterly": "*-01,04,07,10-01 00:00:00", "semiannually": "*-01,07-01 00:00:00",
    "semi-annually": "*-01,07-01 00:00:00", "biannually": "*-01,07-01 00:00:00", "bi-annually": "*-01,07-01 00:00:00",
    "yearly": "*-01-01 00:00:00", "annually": "*-01-01 00:00:00", "anually": "*-01-01 00:00:00",
  ]

  /// Takes a zone from the end: `UTC` in any case, or a name as the zone data spell it.
  private static func splitZone(
    _ text: ExpressionBytes, _ knowsZone: ((String) -> Bool)?
  ) throws(ExpressionError) -> (body: Range<Int>, zone: ZoneName?) {
    let whole = 0..<text.count
    guard let space = text.bytes.lastIndex(of: 0x20), text[space + 1].isLetter else { return (whole, nil) }
    let name = space + 1..<text.count
    let word = text.lowercased(name)
    if word == "utc" { return (0..<space, .utc) }
    let isTimeWord = shorthands[word] != nil || WeekdayWords.weekday(named: word) != nil
    let zone = String(decoding: text.bytes[name], as: UTF8.self)
    if let knowsZone, knowsZone(zone) { return (0..<space, ZoneName(rawValue: zone)) }
    if isTimeWord { throw .misplacedCalendarWord(text, name) }
    let isFormedLikeZone =
      text[name.lowerBound] < 0x61
      && text.bytes[name].allSatisfy { $0.isLetter || $0.isDigit || "/_+-".utf8.contains($0) }
    guard knowsZone == nil, isFormedLikeZone else { throw .unknownCalendarZone(text, name) }
    return (0..<space, ZoneName(rawValue: zone))
  }

  private static func expression(_ text: ExpressionBytes, _ body: Range<Int>) throws(ExpressionError)
    -> CalendarExpression
  {
    var parser = CalendarParser(text, body)
    return try parser.expression()
  }
}

/// Names of weekdays, whole or of three letters, in lower case.
enum WeekdayWords {
  static func weekday(named word: String) -> Weekday? {
    Weekday.allCases.first { $0.name == word || $0.shortName == word }
  }
}
