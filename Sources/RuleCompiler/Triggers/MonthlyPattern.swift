import CivilTime
import Diagnostics
import JSONText
import RuleModel
import YAMLSyntax

/// `monthly`: one of `day`, `weekday`, `workday`, with `at`, `every`, `missing_day`.
final class MonthlyShape: Sendable {
  static let shared = MonthlyShape()
  let day: Field<[Ordinal]>
  let weekday: Field<[OrdinalWeekday]>
  let workday: Field<[Ordinal]>
  let at: Field<[TimeOfDay]>
  let every: Field<Int>
  let missingDay: Field<MissingDay>
  let mapping: MappingShape

  private init() {
    var builder = ShapeBuilder("`monthly`", "Days of every month, or of every n-th.")
    day = builder.field("day", "Days of the month: 1, [1, 15], last, last-2.", .monthDays)
    weekday = builder.field("weekday", "Counted weekdays: second tuesday, last friday.", .ordinalWeekdays)
    workday = builder.field(
      "workday", "Counted workdays, neither weekend nor in `except`: first, last, 3, last-2.", .workdays)
    at = builder.field("at", "Times of day.", .times)
    every = builder.field("every", "Every n-th month, counted from `from`.", .every)
    missingDay = builder.field("missing_day", "What stands in for a day that a month lacks.", .missingDay)
    mapping = builder.finish(
      exactlyOne: ["day", "weekday", "workday"],
      synonyms: triggerSynonyms.merging(["days": "day", "date": "day", "weekdays": "weekday"]) { $1 },
      example: "monthly: { day: 1, at: 09:00 }")
  }
}

extension Grammar where Value == [Ordinal] {
  static let monthDays = Grammar.oneOrMany(.ordinal("a day of the month", limit: 31), "a day of the month")
  static let workdays = Grammar.oneOrMany(.ordinal("a counted workday", limit: 31), "a counted workday")
}

extension Grammar where Value == [OrdinalWeekday] {
  static let ordinalWeekdays = Grammar.oneOrMany(.ordinalWeekday, "a counted weekday")
}

extension Decoder {
  mutating func monthly(_ node: YAMLNode, at defaults: [TimeOfDay]?) -> DecodedSource? {
    let shape = MonthlyShape.shared
    guard let entries = entries(node, shape.mapping) else { return nil }
    let missing = value(shape.missingDay, entries)
    let every = value(shape.every, entries)
    let days = monthDays(
      entries, day: shape.day, weekday: shape.weekday, workday: shape.workday, kind: "`monthly`",
      missing: shape.missingDay, policy: missing)
    guard let times = times(shape.at, entries, defaults, "monthly"), let days,
      !isWrong(every, shape.every, entries), !isWrong(missing, shape.missingDay, entries)
    else { return nil }
    if missing == nil, case .days(let ordinals) = days, let key = entries.node(shape.day) {
      warnOfMissingDays(ordinals, months: .all, at: key)
    }
    return DecodedSource(
      source: .fixed(
        FixedPattern(
          days: .monthly(days, every: every ?? 1, missing: missing ?? .skip(isExplicit: false)), times: times)),
      everyKey: entries.key(shape.every))
  }

  /// Reads exactly one of the ways to name days of a month.
  mutating func monthDays(
    _ entries: Entries, day: Field<[Ordinal]>, weekday: Field<[OrdinalWeekday]>, workday: Field<[Ordinal]>?,
    kind: String, missing: Field<MissingDay>?, policy: MissingDay?
  ) -> MonthDays? {
    let hasWorkday = workday.map { entries.has($0) } ?? false
    let given = (entries.has(day) ? 1 : 0) + (entries.has(weekday) ? 1 : 0) + (hasWorkday ? 1 : 0)
    let names = workday == nil ? "`day` or `weekday`" : "`day`, `weekday` or `workday`"
    let days: MonthDays?
    if entries.has(day) {
      days = value(day, entries).map { .days($0) }
    } else if entries.has(weekday) {
      days = value(weekday, entries).map { .weekdays($0) }
    } else if let workday, hasWorkday {
      days = value(workday, entries).map { .workdays($0) }
    } else {
      error("missing-key", "\(kind) needs \(names)", at: entries.node)
      return nil
    }
    guard given == 1 else {
      error("contradiction", "\(kind) takes only one of \(names)", at: entries.node, hint: "write two triggers")
      return nil
    }
    if let missing, policy != nil, !entries.has(day), let key = entries.key(missing) {
      error("contradiction", "`missing_day` belongs to `day`: no other day can be missing", at: key)
    }
    return days
  }

  /// Warns where a day above 28 is skipped in shorter months and the file does not say that this is meant.
  mutating func warnOfMissingDays(_ ordinals: [Ordinal], months: MonthSet, at node: YAMLNode) {
    let shortest = (1...12).filter { months.contains(number: $0) }.map { shortestLength(ofMonth: $0) }.min() ?? 28
    for ordinal in ordinals {
      let number =
        switch ordinal {
        case .fromStart(let number), .fromEnd(let number): Int(number)
        }
      guard number > shortest else { continue }
      warn(
        "missing-day", "months that lack this day are skipped", at: node.range,
        hint: "say `missing_day: last`, `next` or `skip`")
      return
    }
  }
}

/// The days that a month has in every year.
func shortestLength(ofMonth month: Int) -> Int { LocalDate.daysInMonth(year: 2001, month: month) }
/// The days that a month has in some year.
func longestLength(ofMonth month: Int) -> Int { LocalDate.daysInMonth(year: 2000, month: month) }
