import CivilTime
import Diagnostics
import NextFire
import RuleCompiler
import RuleModel
import TestSupport
import Testing
import TriggerGraph

/// `rrule` of a calendar: a set of days.
@Suite struct CalendarRecurrenceTests {
  struct Row: Sendable, CustomTestStringConvertible {
    var name: String
    var calendar: String
    var days: [String]
    var testDescription: String { name }
  }

  // By hand, with a calendar of 2026 and 2027 (1 January 2026 is a Thursday).
  static let rows: [Row] = [
    Row(
      name: "every second Tuesday from a date",
      calendar: "{ rrule: FREQ=WEEKLY;INTERVAL=2;BYDAY=TU, start: 2026-01-06 }",
      days: ["2026-01-06", "2026-01-20", "2026-02-03"]),
    Row(
      name: "start names no day that the rule does not", calendar: "{ rrule: FREQ=WEEKLY;BYDAY=TU, start: 2026-01-07 }",
      days: ["2026-01-13", "2026-01-20"]),
    Row(
      name: "start with a time of day, COUNT", calendar: "{ rrule: FREQ=MONTHLY;COUNT=3, start: 2026-01-31 09:00 }",
      days: ["2026-01-31", "2026-03-31", "2026-05-31", "-"]),
    Row(
      name: "UNTIL as a date counts", calendar: "{ rrule: FREQ=DAILY;UNTIL=20260103, start: 2026-01-02 }",
      days: ["2026-01-02", "2026-01-03", "-"]),
    Row(
      name: "UNTIL before the time of start on its day",
      calendar: "{ rrule: FREQ=DAILY;UNTIL=20260103T080000, start: 2026-01-02 09:00 }", days: ["2026-01-02", "-"]),
    Row(
      name: "the last of several weekdays by place",
      calendar: "{ rrule: \"FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1\", start: 2026-01-01 }",
      days: ["2026-01-30", "2026-02-27", "2026-03-31"]),
    Row(
      name: "days added and taken out",
      calendar:
        "{ rrule: FREQ=WEEKLY;COUNT=3, start: 2026-01-01, rdates: [2026-01-03, 2026-03-01], exdates: [2026-01-08] }",
      days: ["2026-01-01", "2026-01-03", "2026-01-15", "2026-03-01", "-"]),
    Row(
      name: "COUNT counts days taken out",
      calendar: "{ rrule: FREQ=DAILY;COUNT=2, start: 2026-01-01, exdates: 2026-01-01 }",
      days: ["2026-01-02", "-"]),
    Row(
      name: "from and until of the calendar",
      calendar: "{ rrule: FREQ=DAILY;INTERVAL=3, start: 2026-01-01, from: 2026-01-03, until: 2026-01-08 }",
      days: ["2026-01-04", "2026-01-07", "-"]),
    Row(
      name: "SKIP=BACKWARD",
      calendar: "{ rrule: RSCALE=GREGORIAN;FREQ=MONTHLY;SKIP=BACKWARD, start: 2026-01-31 }",
      days: ["2026-01-31", "2026-02-28", "2026-03-31", "2026-04-30"]),
    Row(
      name: "beside dates and without exceptions",
      calendar: "{ rrule: FREQ=YEARLY, start: 2026-02-28, dates: [2026-03-01, 2026-01-01], except: [2026-01-01] }",
      days: ["2026-02-28", "2026-03-01", "2027-02-28"]),
  ]

  @Test(arguments: rows) func days(_ row: Row) throws {
    let text =
      "calendars:\n  c: \(row.calendar)\nrules:\n  r: { when: { daily: 12:00, timezone: UTC, only: [c] }, notify: x }\n"
    var compiler = RuleFileCompiler()
    let result = compiler.compile(
      RuleSources([RuleFile(path: "a.yaml", folder: "/", bytes: Array(text.utf8))]))
    #expect(result.diagnostics.map(\.message) == [])
    let graph = try #require(result.graph)
    let evaluator = Evaluator(
      graph: graph, context: EvaluationContext(localZone: .utc, assumedAnchor: .earliest))
    var found = evaluator.instants(ofRule: 0, after: .earliest).prefix(row.days.count).map {
      ZoneRules.utc.localDateTime(at: $0).date.description
    }
    if found.count < row.days.count { found.append("-") }
    #expect(found == row.days)
  }
}
