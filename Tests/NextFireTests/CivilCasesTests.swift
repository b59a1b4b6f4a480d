import CivilTime
import JSONText
import NextFire
import RuleModel
import TestSupport
import Testing

/// The checked-in cases of civil rules: their expected values come from other programs and from hand.
@Suite struct CivilCasesTests {
  @Test func everyCase() throws {
    let cases = try CaseFile.lines(named: "civil")
    #expect(cases.count == 173)
    for row in cases {
      let id = row["id"]?.string ?? "?"
      let zone = try zone(try #require(row["tz"]?.string))
      let rule = try CivilCase(try #require(row["rule"]))
      let evaluator = try evaluator(rule.triggers, in: zone)
      let expected = try #require(row["expect"]?.array).compactMap(\.string)
      let after = try instant(try #require(row["after"]?.string))
      let isComplete = row["complete"]?.bool == true || row["never"]?.bool == true
      let found = evaluator.instants(ofRule: 0, after: after).prefix(expected.count + (isComplete ? 1 : 0))
      #expect(Array(found) == (try expected.map { try instant($0) }), "\(id)")
      for (text, found) in zip(expected, found) where !text.hasSuffix("Z") {
        #expect(RFC3339.text(found, in: zone) == text, "\(id)")
      }
    }
  }
}

/// One case's rule in the words of the model.
private struct CivilCase {
  var triggers: [Trigger] = []

  init(_ rule: JSONValue) throws {
    let times = try times(try #require(rule["at"]?.array).compactMap(\.string))
    let every = Int(rule["every"]?.integer ?? 1)
    let isClamped = rule["missing"]?.string == "clamp"
    let missing: MissingDay = isClamped ? .last : .skip(isExplicit: false)
    for days in try CivilCase.patterns(rule, every: every, missing: missing) {
      var trigger = Trigger(source: .fixed(FixedPattern(days: days, times: times)))
      trigger.bounds.from = try rule["start"]?.string.map { .local(try local($0 + "T00:00")) }
      trigger.bounds.until = try rule["until"]?.string.map { .local(try local($0 + "T23:59:59")) }
      trigger.except = try (rule["except"]?.array ?? []).compactMap(\.string).map { .date(try date($0)) }
      triggers.append(trigger)
    }
  }

  private static func patterns(_ rule: JSONValue, every: Int, missing: MissingDay) throws -> [DayPattern] {
    switch try #require(rule["kind"]?.string) {
    case "daily": return [.daily(every: every)]
    case "weekly":
      var days: WeekdaySet = []
      for name in try #require(rule["weekdays"]?.array) { days.insert(WeekdaySet(try weekday(name.string))) }
      return [.weekly(days: days, every: every, weeks: nil)]
    case "dates":
      return [.dates(try #require(rule["dates"]?.array).compactMap(\.string).map { try date($0) }.sorted())]
    case "monthly", "yearly":
      let isYearly = rule["kind"]?.string == "yearly"
      var months = MonthSet.all
      if let numbers = rule["months"]?.array {
        months = MonthSet(rawValue: numbers.reduce(0) { $0 | 1 << UInt16($1.integer ?? 0) })
      }
      var parts: [MonthDays] = []
      if let days = rule["days"]?.array { parts.append(.days(days.map { ordinal($0.integer ?? 0) })) }
      if let nth = rule["nth"]?.array {
        parts.append(
          .weekdays(
            try nth.map { OrdinalWeekday(ordinal($0["n"]?.integer ?? 0), try weekday($0["weekday"]?.string)) }))
      }
      return parts.map { part in
        isYearly || months != .all
          ? .yearlyMonths(months, part, every: every, missing: missing)
          : .monthly(part, every: every, missing: missing)
      }
    case let other:
      Issue.record("unknown kind \(other)")
      return []
    }
  }

  private static func ordinal(_ number: Int64) -> Ordinal {
    number < 0 ? .fromEnd(UInt8(clamping: -number)) : .fromStart(UInt8(clamping: number))
  }

  private static func weekday(_ name: String?) throws -> Weekday {
    try #require(Weekday.allCases.first { $0.shortName == name })
  }
}
