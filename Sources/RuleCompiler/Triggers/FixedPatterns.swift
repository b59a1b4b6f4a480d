import CivilTime
import JSONText
import RuleModel
import YAMLSyntax

/// What a trigger key gives before its modifiers are joined.
struct DecodedSource {
  var source: TriggerSource
  /// The key `every` above 1, which needs `from`.
  var everyKey: YAMLNode?
}

extension Grammar where Value == [TimeOfDay] {
  /// A time of day or a list, ascending without repeats.
  static let times = Grammar<[TimeOfDay]>.oneOrMany(.timeOfDay, "a time of day").map { Set($0).sorted() }
}

extension Grammar where Value == Int {
  /// Every how many: 2 and more.
  static let every = Grammar.integer(2...9999)
}

extension Grammar where Value == MissingDay {
  static let missingDay = Grammar.choice(
    "a way for missing days", [("skip", .skip(isExplicit: true)), ("last", .last), ("next", .next)])
}

extension Decoder {
  /// Returns the times of `at`, else those of `defaults`, else reports that none are said.
  mutating func times(
    _ field: Field<[TimeOfDay]>, _ entries: Entries, _ defaults: [TimeOfDay]?, _ trigger: String
  ) -> [TimeOfDay]? {
    if entries.has(field) { return value(field, entries) }
    if let defaults { return defaults }
    error("missing-at", "`\(trigger)` needs `at`, a time of day", at: entries.node, hint: "write for example at: 09:00")
    return nil
  }

  /// Returns the value of `every`, 1 where it is not given; nil where it is wrong.
  func isWrong<Value>(_ value: Value?, _ field: Field<Value>, _ entries: Entries) -> Bool {
    value == nil && entries.has(field)
  }
}

/// `daily`: `09:00`, a list, or `{ at, every }`.
final class DailyShape: Sendable {
  static let shared = DailyShape()
  let at: Field<[TimeOfDay]>
  let every: Field<Int>
  let mapping: MappingShape

  private init() {
    var builder = ShapeBuilder("`daily`", "Every day, or every n-th.")
    at = builder.field("at", "Times of day.", .times)
    every = builder.field("every", "Every n-th day, counted from `from`.", .every)
    mapping = builder.finish(synonyms: triggerSynonyms)
  }

  static let grammar = Grammar<YAMLNode>.node(
    SchemaParts.either([Grammar<[TimeOfDay]>.times.schema, SchemaParts.reference("daily")]))
}

extension Decoder {
  mutating func daily(_ node: YAMLNode, at defaults: [TimeOfDay]?) -> DecodedSource? {
    if node.kind != .mapping {
      guard let times = Grammar<[TimeOfDay]>.times.read(node, &self) else { return nil }
      return DecodedSource(source: .fixed(FixedPattern(days: .daily(every: 1), times: times)))
    }
    let shape = DailyShape.shared
    guard let entries = entries(node, shape.mapping) else { return nil }
    let every = value(shape.every, entries)
    guard let times = times(shape.at, entries, defaults, "daily"), !isWrong(every, shape.every, entries) else {
      return nil
    }
    return DecodedSource(
      source: .fixed(FixedPattern(days: .daily(every: every ?? 1), times: times)), everyKey: entries.key(shape.every))
  }
}

/// `weekly`: `{ days, at, every, weeks }`.
final class WeeklyShape: Sendable {
  static let shared = WeeklyShape()
  let days: Field<WeekdaySet>
  let at: Field<[TimeOfDay]>
  let every: Field<Int>
  let weeks: Field<WeekParity>
  let mapping: MappingShape

  private init() {
    var builder = ShapeBuilder("`weekly`", "Days of every week, of every n-th, or of even or odd ones.")
    days = builder.field("days", "Days of the week: mon, mon-fri, weekdays, or a list.", .weekdays, required: true)
    at = builder.field("at", "Times of day.", .times)
    every = builder.field("every", "Every n-th week, Monday first, counted from `from`.", .every)
    weeks = builder.field("weeks", "Even or odd ISO week numbers.", .weekParity)
    mapping = builder.finish(synonyms: triggerSynonyms, example: "weekly: { days: mon, at: 09:00 }")
  }
}

extension Grammar where Value == WeekParity {
  static let weekParity = Grammar.choice("a kind of week", [("even", .even), ("odd", .odd)])
}

extension Decoder {
  mutating func weekly(_ node: YAMLNode, at defaults: [TimeOfDay]?) -> DecodedSource? {
    let shape = WeeklyShape.shared
    guard let entries = entries(node, shape.mapping) else { return nil }
    let days = value(shape.days, entries)
    let every = value(shape.every, entries)
    let weeks = value(shape.weeks, entries)
    guard let times = times(shape.at, entries, defaults, "weekly"), let days,
      !isWrong(every, shape.every, entries), !isWrong(weeks, shape.weeks, entries)
    else { return nil }
    return DecodedSource(
      source: .fixed(FixedPattern(days: .weekly(days: days, every: every ?? 1, weeks: weeks), times: times)),
      everyKey: entries.key(shape.every))
  }
}

/// `dates`: date-times, or `{ date, at }`.
final class DatesShape: Sendable {
  static let shared = DatesShape()
  let date: Field<[LocalDate]>
  let at: Field<[TimeOfDay]>
  let mapping: MappingShape

  private init() {
    var builder = ShapeBuilder("`dates`", "Single dates at the same times of day.")
    date = builder.field("date", "Dates: 2026-12-24.", .oneOrMany(.date, "a date"), required: true)
    at = builder.field("at", "Times of day.", .times)
    mapping = builder.finish(synonyms: triggerSynonyms.merging(["dates": "date", "day": "date"]) { $1 })
  }

  static let points = Grammar<[DateTimePoint]>.oneOrMany(.dateTime, "a date with a time of day")
  static let grammar = Grammar<YAMLNode>.node(SchemaParts.either([points.schema, SchemaParts.reference("dates")]))
}

extension Decoder {
  mutating func dates(_ node: YAMLNode, at defaults: [TimeOfDay]?) -> DecodedSource? {
    if node.kind != .mapping {
      guard let points = DatesShape.points.read(node, &self) else { return nil }
      return DecodedSource(source: .fixed(FixedPattern(days: .dateTimes(inOrder(points)), times: [])))
    }
    let shape = DatesShape.shared
    guard let entries = entries(node, shape.mapping) else { return nil }
    let dates = value(shape.date, entries)
    guard let times = times(shape.at, entries, defaults, "dates"), let dates else { return nil }
    return DecodedSource(source: .fixed(FixedPattern(days: .dates(Set(dates).sorted()), times: times)))
  }

  /// Returns points without repeats, local ones first, each kind ascending.
  private func inOrder(_ points: [DateTimePoint]) -> [DateTimePoint] {
    var locals: Set<LocalDateTime> = []
    var instants: Set<Instant> = []
    for point in points {
      switch point {
      case .local(let local): locals.insert(local)
      case .instant(let instant): instants.insert(instant)
      }
    }
    return locals.sorted().map { .local($0) } + instants.sorted().map { .instant($0) }
  }
}

extension Grammar where Value == YAMLNode {
  /// A node that is read later, by code that knows more.
  static func node(_ schema: @autoclosure @escaping @Sendable () -> JSONValue) -> Grammar {
    Grammar(schema: schema()) { node, _ in node }
  }
}

/// Words from other schedulers for the keys of trigger mappings.
let triggerSynonyms: [String: String] = [
  "weekdays": "days", "weekday": "days", "day_of_week": "days", "time": "at", "times": "at", "hour": "at",
  "interval": "every", "start": "write `from` beside the trigger key", "from": "write `from` beside the trigger key",
  "until": "write `until` beside the trigger key", "end": "write `until` beside the trigger key",
  "except": "write `except` beside the trigger key", "only": "write `only` beside the trigger key",
  "timezone": "write `timezone` beside the trigger key", "tz": "write `timezone` beside the trigger key",
  "count": "write `count` beside the trigger key", "offset": "write `offset` beside the trigger key",
  "jitter": "write `jitter` beside the trigger key", "gap": "write `gap` beside the trigger key",
  "fold": "write `fold` beside the trigger key", "move": "write `move` beside the trigger key",
  "between": "write `between` beside the trigger key", "repeats": "write `repeats` beside the trigger key",
]
