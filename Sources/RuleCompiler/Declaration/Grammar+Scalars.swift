import CivilTime
import JSONText
import RuleModel
import YAMLSyntax

extension Grammar where Value == Bool {
  static let boolean = Grammar.scalar("a boolean", SchemaParts.boolean) { text throws(ScalarFault) in
    try ScalarText.boolean(text)
  }.spelled(lowercasedASCII)
}

extension Grammar where Value == Int {
  static func integer(_ range: ClosedRange<Int>) -> Grammar {
    .scalar("a whole number", SchemaParts.integer(range)) { text throws(ScalarFault) in
      try ScalarText.integer(text, in: range)
    }.spelled { $0 }
  }

  /// The version of the language: 1.
  static let languageVersion = scalar("a version of the language", SchemaParts.integer(1...1)) {
    text throws(ScalarFault) in
    guard text == "1" else {
      throw ScalarFault(
        "unknown-version", "\(quoted(text)) is no version of the rule language that is known here",
        hint: "write 1, or leave the key out")
    }
    return 1
  }
}

extension Grammar where Value == CalendarDuration {
  /// A duration that may have calendar days.
  static func duration(_ rules: ScalarText.DurationRules) -> Grammar {
    .scalar("a duration", durationSchema(rules)) { text throws(ScalarFault) in
      try ScalarText.duration(text, rules)
    }.spelled(UsualSpelling.duration)
  }

  /// A duration above zero that may have calendar days.
  static let calendarDuration = duration(ScalarText.DurationRules(allowsCalendarSteps: true))
}

extension Grammar where Value == Int64 {
  /// Elapsed seconds.
  static func seconds(zero: Bool = false) -> Grammar {
    let rules = ScalarText.DurationRules(allowsZero: zero)
    return .scalar("a duration", durationSchema(rules)) { text throws(ScalarFault) in
      try ScalarText.duration(text, rules).seconds
    }.spelled(UsualSpelling.duration)
  }
}

private func durationSchema(_ rules: ScalarText.DurationRules) -> JSONValue {
  let units = rules.allowsCalendarSteps ? "wdhms" : "hms"
  let sign = rules.allowsNegative ? "[-+]?" : "\\+?"
  let iso = rules.allowsCalendarSteps ? "P([0-9]+W)?([0-9]+D)?(T[0-9HMS]+)?" : "PT[0-9HMS]+"
  return SchemaParts.pattern("\(sign)(([0-9]+ *[\(units)] *)+|\(iso))")
}

extension Grammar where Value == TimeOfDay {
  static let timeOfDay = Grammar.scalar("a time of day", SchemaParts.pattern(TimePatterns.time)) {
    text throws(ScalarFault) in try ScalarText.timeOfDay(text)
  }.spelled(UsualSpelling.time).named("time")
}

extension Grammar where Value == TimeWindow {
  static let timeWindow = Grammar.scalar("a part of the day", SchemaParts.pattern(TimePatterns.window)) {
    text throws(ScalarFault) in try ScalarText.timeWindow(text)
  }.spelled(UsualSpelling.window).named("window")
}

extension Grammar where Value == LocalDate {
  static let date = Grammar.scalar("a date", SchemaParts.pattern(TimePatterns.date)) { text throws(ScalarFault) in
    try ScalarText.date(text)
  }.spelled { $0 }.named("date")
}

extension Grammar where Value == DateTimePoint {
  static let dateTime = Grammar.scalar("a date with a time of day", SchemaParts.pattern(TimePatterns.dateTime)) {
    text throws(ScalarFault) in try ScalarText.dateTime(text)
  }.spelled { $0 }.named("date-time")

  /// A date-time, or a date that stands for its first second.
  static let start = Grammar.scalar("a date", SharedSchemas.dateOrTime) { text throws(ScalarFault) in
    switch try ScalarText.dateOrTime(text) {
    case .day(let date): .local(LocalDateTime(date: date, time: .midnight))
    case .point(let point): point
    }
  }.spelled { $0 }.named("date-or-time")

  /// A date-time, or a date that stands for its last second.
  static let end = Grammar.scalar("a date", SharedSchemas.dateOrTime) { text throws(ScalarFault) in
    switch try ScalarText.dateOrTime(text) {
    case .day(let date): .local(LocalDateTime(date: date, time: LocalDateTime.latest.time))
    case .point(let point): point
    }
  }.spelled { $0 }.named("date-or-time")
}

extension Grammar where Value == YearlyDate {
  static let yearlyDate = Grammar.scalar("a date of the year", SchemaParts.pattern(TimePatterns.yearly)) {
    text throws(ScalarFault) in try ScalarText.yearlyDate(text)
  }.spelled(lowercasedASCII).named("yearly-date")
}

extension Grammar where Value == WeekdaySet {
  /// One word for days of the week.
  private static let dayWord = Grammar(schema: SchemaParts.pattern(TimePatterns.days)) { node, decoder in
    guard let text = decoder.scalarText(node, "a weekday") else { return nil }
    let weekend = decoder.weekend
    return decoder.attempt(node) { () throws(ScalarFault) in try ScalarText.weekdays(text, weekend: weekend) }
  }.spelled(UsualSpelling.weekdays)

  /// Days of the week: a word or a list of them.
  static let weekdays = Grammar<[WeekdaySet]>.oneOrMany(dayWord, "a weekday").map { sets in
    sets.reduce(into: WeekdaySet()) { $0.formUnion($1) }
  }.named("weekdays")
}

extension Grammar where Value == MonthSet {
  private static let month = Grammar<Month>.scalar("a month", monthSchema) { text throws(ScalarFault) in
    try ScalarText.month(text)
  }.spelled(lowercasedASCII)

  /// Months: one or a list.
  static let months = Grammar<[Month]>.oneOrMany(month, "a month").map { months in
    months.reduce(into: MonthSet()) { $0.insert(MonthSet($1)) }
  }.named("months")
}

private let monthSchema = SchemaParts.either([
  ["type": "integer", "minimum": 1, "maximum": 12], SchemaParts.pattern(TimePatterns.month + "|0?[1-9]|1[0-2]"),
])

extension Grammar where Value == Ordinal {
  /// A day of the month, or another position of at most `limit`.
  static func ordinal(_ kind: String, limit: Int) -> Grammar {
    .scalar(
      kind,
      SchemaParts.either([
        ["type": "integer", "minimum": 1, "maximum": .integer(Int64(limit))],
        SchemaParts.pattern("[0-9]+|" + TimePatterns.ordinal),
      ])
    ) { text throws(ScalarFault) in try ScalarText.ordinal(text, limit: limit) }
    .spelled(lowercasedASCII)
  }
}

extension Grammar where Value == OrdinalWeekday {
  static let ordinalWeekday = Grammar.scalar(
    "a counted weekday", SchemaParts.pattern("(" + TimePatterns.ordinal + "|[1-5]) +" + TimePatterns.weekday)
  ) { text throws(ScalarFault) in try ScalarText.ordinalWeekday(text) }.spelled(lowercasedASCII)
}

extension Grammar where Value == ZoneChoice {
  /// A time zone: `local`, `UTC` or an IANA name.
  static let zone = Grammar(schema: SharedSchemas.zone) { node, decoder in
    guard let text = decoder.scalarText(node, "a time zone") else { return nil }
    return decoder.zone(text, node)
  }.named("zone")
}

/// Patterns of scalars for the schema; each takes whatever the reader takes.
enum TimePatterns {
  static let clock = "[0-9]{1,2}:[0-5][0-9](:[0-5][0-9])?"
  static let time = "(" + clock + "|" + SchemaParts.anyCase(["noon", "midnight"]) + ")"
  static let window = time + " *- *" + time
  static let date = "[0-9]{4}-[0-9]{2}-[0-9]{2}"
  static let dateTime = date + "[Tt ] *" + clock + " *([Zz]|[-+][0-9]{2}:[0-9]{2})?"
  static let month = SchemaParts.anyCase(Month.allCases.flatMap { [$0.name, $0.shortName] })
  static let weekday = SchemaParts.anyCase(Weekday.allCases.flatMap { [$0.name, $0.shortName] })
  static let days =
    "(" + weekday + "( *- *" + weekday + ")?|" + SchemaParts.anyCase(["weekdays", "weekends"]) + ")"
  static let yearly =
    "([0-9]{1,2}-[0-9]{1,2}|[0-9]{1,2}\\.? *" + month + "|" + month + " *[0-9]{1,2}|("
    + SchemaParts.anyCase("orthodox-") + ")?" + SchemaParts.anyCase("easter") + "([-+][0-9]{1,3})?)"
  static let ordinal =
    "(" + SchemaParts.anyCase(["first", "second", "third", "fourth", "fifth", "last", "second last", "third last"])
    + "|" + SchemaParts.anyCase("last") + "-[0-9]{1,3})"
}
