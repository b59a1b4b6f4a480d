import CivilTime
import JSONText
import RuleModel

/// Schemas of scalars that stand in many places.
enum SharedSchemas {
  static let all: [(String, JSONValue, String)] = [
    ("time", SchemaParts.pattern(TimePatterns.time), "Time of day: 9:25, 09:25:30, noon, midnight."),
    ("window", SchemaParts.pattern(TimePatterns.window), "Part of the day: 09:00-17:00; may go over midnight."),
    ("date", SchemaParts.pattern(TimePatterns.date), "Date: 2026-12-24."),
    ("date-time", SchemaParts.pattern(TimePatterns.dateTime), "Date and time: 2026-12-24 18:00, with +01:00 or Z."),
    ("date-or-time", dateOrTime, "Date, or date and time."),
    ("yearly-date", SchemaParts.pattern(TimePatterns.yearly), "Date of the year: dec 25, 12-25, easter-2."),
    ("weekdays", weekdays, "Days of the week: mon, mon-fri, weekdays, weekends, or a list."),
    ("months", months, "Months by name or number, one or a list."),
    ("zone", zone, "Time zone: local, UTC, or a name such as Europe/Berlin."),
    ("name", identifier, "Name of a declaration: letters, digits and _ - ."),
    ("day-item", SchemaParts.text, "A calendar, weekdays, weekends, a weekday, or a date."),
  ]

  static let dateOrTime = SchemaParts.pattern(TimePatterns.date + "|" + TimePatterns.dateTime)

  static let zone = SchemaParts.pattern("[A-Za-z][A-Za-z0-9_+/-]*")

  /// YAML readers make numbers and booleans of some names.
  static let identifier = SchemaParts.either([
    SchemaParts.pattern(identifierKeyPattern), ["type": ["number", "boolean"]],
  ])

  static let weekdays: JSONValue = {
    let word = SchemaParts.pattern(TimePatterns.days)
    return SchemaParts.either([word, SchemaParts.list(word)])
  }()

  static let months: JSONValue = {
    let month = SchemaParts.either([
      ["type": "integer", "minimum": 1, "maximum": 12], SchemaParts.pattern(TimePatterns.month + "|0?[1-9]|1[0-2]"),
    ])
    return SchemaParts.either([month, SchemaParts.list(month)])
  }()
}
