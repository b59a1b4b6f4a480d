import CivilTime
import JSONText
import RuleModel
import YAMLSyntax

/// `yearly`: `date`, `month` with `day` or `weekday`, `day_of_year`, or `week` with `days`.
final class YearlyShape: Sendable {
  static let shared = YearlyShape()
  let date: Field<[YearlyDate]>
  let month: Field<MonthSet>
  let day: Field<[Ordinal]>
  let weekday: Field<[OrdinalWeekday]>
  let dayOfYear: Field<[Ordinal16]>
  let week: Field<[Int]>
  let days: Field<WeekdaySet>
  let at: Field<[TimeOfDay]>
  let every: Field<Int>
  let missingDay: Field<MissingDay>
  let mapping: MappingShape

  private init() {
    var builder = ShapeBuilder("`yearly`", "Dates of every year, or of every n-th.")
    date = builder.field(
      "date", "Dates of the year: dec 25, feb 29, easter-2, orthodox-easter+1.",
      .oneOrMany(.yearlyDate, "a date of the year"))
    month = builder.field("month", "Months: november, 11, [jan, jul]; with `day` or `weekday`.", .months)
    day = builder.field("day", "Days of these months: 1, [1, 15], last, last-2.", .monthDays)
    weekday = builder.field("weekday", "Counted weekdays of these months: second tuesday.", .ordinalWeekdays)
    dayOfYear = builder.field("day_of_year", "Days counted from 1 January: 100, last.", .daysOfYear)
    week = builder.field("week", "ISO weeks, 1 to 53; with `days`.", .oneOrMany(.integer(1...53), "an ISO week"))
    days = builder.field("days", "Days of these ISO weeks.", .weekdays)
    at = builder.field("at", "Times of day.", .times)
    every = builder.field("every", "Every n-th year, counted from `from`.", .every)
    missingDay = builder.field("missing_day", "What stands in for a day that a year lacks.", .missingDay)
    mapping = builder.finish(
      exactlyOne: ["date", "month", "day_of_year", "week"],
      synonyms: triggerSynonyms.merging(["dates": "date", "months": "month", "weeks": "week"]) { $1 },
      example: "yearly: { date: dec 25, at: 09:00 }")
  }
}

extension Grammar where Value == [Ordinal16] {
  /// Days of the year.
  static let daysOfYear = Grammar<[Ordinal16]>.oneOrMany(
    Grammar<Ordinal16>.scalar(
      "a day of the year",
      SchemaParts.either([
        ["type": "integer", "minimum": 1, "maximum": 366], SchemaParts.pattern("[0-9]+|" + TimePatterns.ordinal),
      ])
    ) { text throws(ScalarFault) in
      let position = try ScalarText.position(text, limit: 366)
      let number = UInt16(truncatingIfNeeded: position.number)
      return position.isFromEnd ? .fromEnd(number) : .fromStart(number)
    }, "a day of the year")
}

extension Decoder {
  mutating func yearly(_ node: YAMLNode, at defaults: [TimeOfDay]?) -> DecodedSource? {
    let shape = YearlyShape.shared
    guard let entries = entries(node, shape.mapping) else { return nil }
    let missing = value(shape.missingDay, entries)
    let every = value(shape.every, entries)
    let days = yearlyDays(entries, every: every ?? 1, missing: missing)
    guard let times = times(shape.at, entries, defaults, "yearly"), let days,
      !isWrong(every, shape.every, entries), !isWrong(missing, shape.missingDay, entries)
    else { return nil }
    return DecodedSource(
      source: .fixed(FixedPattern(days: days, times: times)), everyKey: entries.key(shape.every))
  }

  private mutating func yearlyDays(_ entries: Entries, every: Int, missing: MissingDay?) -> DayPattern? {
    let shape = YearlyShape.shared
    let policy = missing ?? .skip(isExplicit: false)
    let ways = [
      entries.has(shape.date), entries.has(shape.month), entries.has(shape.dayOfYear), entries.has(shape.week),
    ].count { $0 }
    guard ways == 1 else {
      let names = "`date`, `month`, `day_of_year` or `week`"
      if ways == 0 {
        error("missing-key", "`yearly` needs \(names)", at: entries.node)
      } else {
        error("contradiction", "`yearly` takes only one of \(names)", at: entries.node, hint: "write two triggers")
      }
      return nil
    }
    if !entries.has(shape.month) {
      refuse(entries.key(shape.day), "day", besides: "month")
      refuse(entries.key(shape.weekday), "weekday", besides: "month")
    }
    if !entries.has(shape.week) { refuse(entries.key(shape.days), "days", besides: "week") }
    if entries.has(shape.date) {
      guard let dates = value(shape.date, entries) else { return nil }
      if missing == nil, dates.contains(.day(.february, 29)), let node = entries.node(shape.date) {
        warn(
          "missing-day", "years without 29 February are skipped", at: node.range,
          hint: "say `missing_day: last`, `next` or `skip`")
      }
      return .yearlyDates(dates, every: every, missing: policy)
    }
    if entries.has(shape.month) {
      let months = value(shape.month, entries)
      let days = monthDays(
        entries, day: shape.day, weekday: shape.weekday, workday: nil, kind: "`month`", missing: shape.missingDay,
        policy: missing)
      guard let months, let days else { return nil }
      if case .days(let ordinals) = days, let node = entries.node(shape.day) {
        guard canComeTrue(ordinals, in: months, missing: policy, node) else { return nil }
        if missing == nil { warnOfMissingDays(ordinals, months: months, at: node) }
      }
      return .yearlyMonths(months, days, every: every, missing: policy)
    }
    if entries.has(shape.dayOfYear) {
      guard let days = value(shape.dayOfYear, entries) else { return nil }
      if missing == nil, days.contains(where: { $0 == .fromStart(366) || $0 == .fromEnd(366) }),
        let node = entries.node(shape.dayOfYear)
      {
        warn(
          "missing-day", "years with 365 days are skipped", at: node.range,
          hint: "say `missing_day: last`, `next` or `skip`")
      }
      return .yearlyDaysOfYear(days, every: every, missing: policy)
    }
    let weeks = value(shape.week, entries)
    if !entries.has(shape.days) {
      error("missing-key", "`week` needs `days`", at: entries.node, hint: "write for example days: mon")
    }
    guard let weeks, let days = value(shape.days, entries) else { return nil }
    return .yearlyWeeks(Set(weeks).sorted(), days: days, every: every)
  }

  /// Refuses a key that means something only beside another one.
  private mutating func refuse(_ key: YAMLNode?, _ name: String, besides other: String) {
    guard let key else { return }
    error("contradiction", "`\(name)` belongs to `\(other)`, which is not given", at: key)
  }

  /// Reports days that none of the months ever has.
  private mutating func canComeTrue(
    _ ordinals: [Ordinal], in months: MonthSet, missing: MissingDay, _ node: YAMLNode
  ) -> Bool {
    guard case .skip = missing else { return true }
    let longest = (1...12).filter { months.contains(number: $0) }.map { longestLength(ofMonth: $0) }.max() ?? 31
    let possible = ordinals.contains { ordinal in
      switch ordinal {
      case .fromStart(let number), .fromEnd(let number): Int(number) <= longest
      }
    }
    if !possible { error("never-fires", "these months never have this day", at: node) }
    return possible
  }
}
