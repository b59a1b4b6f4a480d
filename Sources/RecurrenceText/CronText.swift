public import RuleModel

/// Cron expressions: parsed with the meaning of Debian's cron (vixie), printed in one normal form.
///
/// Five fields, or six with leading seconds: second, minute, hour, day of month, month, day of week. Beyond Debian's
/// crontab(5), what other crons have: `a/n`, ranges that wrap (`fri-mon`), whole names, `?`, `L`, `L-3`, `LW`, `15W`,
/// `5L`, `5#2`. Weekday numbers are always cron's: 0 and 7 are Sunday.
public enum CronText {
  /// Reads an expression.
  ///
  /// - Returns: The meaning, or the first fault, with its place in `text`.
  public static func parse(_ text: String) -> Result<CronExpression, ExpressionError> {
    Result { () throws(ExpressionError) in try expression(ExpressionBytes(text)) }
  }

  /// Macros and the five fields they stand for.
  static let macros: [(name: String, fields: String)] = [
    ("@yearly", "0 0 1 1 *"), ("@annually", "0 0 1 1 *"), ("@monthly", "0 0 1 * *"), ("@weekly", "0 0 * * 0"),
    ("@daily", "0 0 * * *"), ("@midnight", "0 0 * * *"), ("@hourly", "0 * * * *"),
  ]

  private static func expression(_ text: ExpressionBytes) throws(ExpressionError) -> CronExpression {
    let words = text.words()
    guard let first = words.first, let last = words.last else { throw .emptyCron(at: 0..<text.count) }
    if text[first.lowerBound] == UInt8(ascii: "@") {
      return try macro(text, first.lowerBound..<last.upperBound)
    }
    guard words.count == 5 || words.count == 6 else { throw .cronFieldCount(text, words) }
    let hasSeconds = words.count == 6
    if text.bytes[first].contains(UInt8(ascii: "=")) { throw .cronAssignment(text, first) }
    let minute = hasSeconds ? 1 : 0
    var second = CronFieldParser(text, .second)
    if hasSeconds { try second.parse(first) } else { second.values = 1 }
    var fields: [CronFieldParser] = []
    for (offset, field) in [CronField.minute, .hour, .dayOfMonth, .month, .dayOfWeek].enumerated() {
      var parser = CronFieldParser(text, field)
      try parser.parse(words[minute + offset])
      fields.append(parser)
    }
    var starred: CronStarredFields = []
    if fields[0].isStarred { starred.insert(.minute) }
    if fields[1].isStarred { starred.insert(.hour) }
    if fields[2].isStarred { starred.insert(.dayOfMonth) }
    if fields[4].isStarred { starred.insert(.dayOfWeek) }
    var monthDays = fields[2].monthDays
    monthDays.days = UInt32(truncatingIfNeeded: fields[2].values)
    var weekdays = fields[4].weekdays
    weekdays.days = WeekdaySet(cronBits: fields[4].values)
    return CronExpression(
      hasSeconds: hasSeconds, seconds: second.values, minutes: fields[0].values,
      hours: UInt32(truncatingIfNeeded: fields[1].values), monthDays: monthDays,
      months: MonthSet(rawValue: UInt16(truncatingIfNeeded: fields[3].values)), weekdays: weekdays, starred: starred)
  }

  private static func macro(_ text: ExpressionBytes, _ range: Range<Int>) throws(ExpressionError) -> CronExpression {
    let name = text.lowercased(range)
    if name == "@reboot" { throw .cronReboot(text, range) }
    guard let macro = macros.first(where: { $0.name == name }) else { throw .unknownCronMacro(text, range) }
    return try expression(ExpressionBytes(macro.fields))
  }
}
