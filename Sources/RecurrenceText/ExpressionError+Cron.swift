import Diagnostics

/// What can be wrong with a cron expression.
extension ExpressionError {
  static func emptyCron(at range: Range<Int>) -> ExpressionError {
    ExpressionError(
      "expression-empty", "the cron expression is empty", at: range,
      hint: "five fields: minute, hour, day of month, month, day of week")
  }

  static func cronFieldCount(_ text: ExpressionBytes, _ words: [Range<Int>]) -> ExpressionError {
    let whole = (words.first?.lowerBound ?? 0)..<(words.last?.upperBound ?? 0)
    if let first = words.first, text.bytes[first].contains(UInt8(ascii: "=")) { return cronAssignment(text, first) }
    if words.count > 6 {
      // A crontab line has its command behind the fields, and often its user before it.
      if let command = words.dropFirst(5).first(where: { text.bytes[$0].contains { $0 | 0x20 > 0x60 && $0.isLetter } })
      {
        return ExpressionError(
          "cron-fields", "'\(text.quoted(command.lowerBound..<whole.upperBound))' is no field of a cron expression",
          at: command.lowerBound..<whole.upperBound, hint: "a command goes to `run`")
      }
      return ExpressionError(
        "cron-fields", "'\(text.quoted(whole))' has \(words.count) fields; a cron expression has five or six",
        at: whole,
        hint: "there is no field for years: bound the trigger with `from` and `until`")
    }
    return ExpressionError(
      "cron-fields",
      "'\(text.quoted(whole))' has \(words.count) \(words.count == 1 ? "field" : "fields"); a cron expression has five",
      at: whole, hint: "minute, hour, day of month, month, day of week; with six, seconds come first")
  }

  static func cronAssignment(_ text: ExpressionBytes, _ range: Range<Int>) -> ExpressionError {
    ExpressionError(
      "cron-fields", "'\(text.quoted(range))' is no field of a cron expression", at: range,
      hint: "a zone is set with `timezone` beside the expression")
  }

  static func cronReboot(_ text: ExpressionBytes, _ range: Range<Int>) -> ExpressionError {
    ExpressionError(
      "cron-macro", "'\(text.quoted(range))' names no time", at: range, hint: "write `startup: boot` instead of `cron`")
  }

  static func unknownCronMacro(_ text: ExpressionBytes, _ range: Range<Int>) -> ExpressionError {
    let names = CronText.macros.map(\.name)
    if text.lowercased(range).hasPrefix("@every") {
      return ExpressionError(
        "cron-macro", "'\(text.quoted(range))' is not a cron macro", at: range,
        hint: "for a fixed distance write `every: 15m` instead of `cron`")
    }
    let near = closestMatch(to: text.lowercased(range), among: names)
    return ExpressionError(
      "cron-macro", "'\(text.quoted(range))' is not a cron macro", at: range,
      hint: near.map { "did you mean '\($0)'?" } ?? "known are \(names.joined(separator: ", "))")
  }

  static func emptyCronItem(
    _ text: ExpressionBytes, _ range: Range<Int>, at place: Int, in field: CronField
  ) -> ExpressionError {
    ExpressionError(
      "cron-syntax", "an item is missing in the \(field.name) '\(text.quoted(range))'", at: place..<place,
      hint: "items are separated by one comma, without spaces")
  }

  static func cronOutOfRange(_ text: ExpressionBytes, _ range: Range<Int>, in field: CronField) -> ExpressionError {
    let sunday = field == .dayOfWeek ? "; 0 and 7 are Sunday" : ""
    return ExpressionError(
      "cron-range", "'\(text.quoted(range))' is not \(field.named): \(field.first) to \(field.last)\(sunday)",
      at: range, hint: text.count > range.upperBound || field != .dayOfWeek ? nil : "of six fields the first is seconds"
    )
  }

  static func unknownCronName(_ text: ExpressionBytes, _ range: Range<Int>, in field: CronField) -> ExpressionError {
    let name = text.lowercased(range)
    if field.names.isEmpty {
      let others = [CronField.dayOfWeek, .month].first { $0.names.contains { $0.name == name } }
      return ExpressionError(
        "cron-name", "'\(text.quoted(range))' is not \(field.named): \(field.first) to \(field.last)", at: range,
        hint: others.map { "a name of the \($0.name) belongs to that field" })
    }
    if field == .dayOfWeek, name == "l" {
      return ExpressionError(
        "cron-special", "'\(text.quoted(range))' alone names no day of week", at: range,
        hint: "`sat` is every Saturday, `satL` the month's last")
    }
    let near = nearestName(to: name, among: field.names.map(\.name))
    return ExpressionError(
      "cron-name", "'\(text.quoted(range))' is not \(field.named)", at: range,
      hint: near.map { "did you mean '\($0)'?" }
        ?? "a name, whole or its first three letters, or \(field.first) to \(field.last)")
  }

  static func missingCronValue(
    _ text: ExpressionBytes, _ range: Range<Int>, _ item: Range<Int>, in field: CronField
  ) -> ExpressionError {
    let found = range.isEmpty ? "nothing" : "'\(text.quoted(range))'"
    return ExpressionError(
      "cron-syntax", "\(field.named) is expected in '\(text.quoted(item))', not \(found)", at: range,
      hint: "a number from \(field.first) to \(field.last)\(field.names.isEmpty ? "" : " or a name")")
  }

  static func badCronStep(_ text: ExpressionBytes, _ range: Range<Int>, _ item: Range<Int>) -> ExpressionError {
    let found = range.isEmpty ? "nothing" : "'\(text.quoted(range))'"
    return ExpressionError(
      "cron-step", "a number is expected behind the '/' of '\(text.quoted(item))', not \(found)", at: range)
  }

  static func zeroStep(_ code: String, _ text: ExpressionBytes, _ range: Range<Int>) -> ExpressionError {
    ExpressionError(code, "a step of '\(text.quoted(range))' never moves on; it is 1 or more", at: range)
  }

  static func strayCronText(
    _ text: ExpressionBytes, _ range: Range<Int>, _ item: Range<Int>, in field: CronField
  ) -> ExpressionError {
    ExpressionError(
      "cron-syntax", "'\(text.quoted(range))' has no meaning in the \(field.name) '\(text.quoted(item))'", at: range,
      hint: "an item is `*`, a value, `a-b`, and behind them `/step`")
  }

  static func misplacedCronMark(
    _ text: ExpressionBytes, _ item: Range<Int>, in field: CronField, belongs place: String, instead: String?
  ) -> ExpressionError {
    ExpressionError(
      "cron-special", "'\(text.quoted(item))' belongs to \(place), not to the \(field.name)", at: item,
      hint: instead.map { "write `\($0)` here" })
  }

  static func badCronLastDay(_ text: ExpressionBytes, _ item: Range<Int>) -> ExpressionError {
    ExpressionError(
      "cron-special", "'\(text.quoted(item))' is not a day of month", at: item,
      hint: "`L` is the last day, `L-1` to `L-30` are days before it, `LW` is the last workday")
  }

  static func badCronNearestWorkday(_ text: ExpressionBytes, _ item: Range<Int>) -> ExpressionError {
    ExpressionError(
      "cron-special", "'\(text.quoted(item))' is not a day of month", at: item,
      hint: "`W` stands behind one day: `15W` is the workday nearest to the 15th")
  }

  static func badCronOrdinal(_ text: ExpressionBytes, _ range: Range<Int>, _ item: Range<Int>) -> ExpressionError {
    ExpressionError(
      "cron-special", "'\(text.quoted(item))' is not a weekday of the month: '#' is followed by 1 to 5", at: range,
      hint: "`5#2` is the second Friday, `5L` the last")
  }
}
