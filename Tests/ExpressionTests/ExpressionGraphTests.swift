import CivilTime
import RuleCompiler
import RuleModel
import TestSupport
import Testing
import TriggerGraph

/// Expressions that mean what words of the language mean share the words' nodes.
@Suite struct ExpressionGraphTests {
  struct Row: Sendable, CustomTestStringConvertible {
    var name: String
    var expression: String
    var words: String
    var testDescription: String { name }
    init(_ name: String, _ expression: String, _ words: String) {
      self.name = name
      self.expression = expression
      self.words = words
    }
  }

  static let rows = [
    Row("weekdays", #"{ cron: "0 9 * * 1-5", gap: shift }"#, "{ weekly: { days: weekdays, at: 09:00 } }"),
    Row("daily", #"{ cron: "@daily", gap: shift }"#, "{ daily: 00:00 }"),
    Row("several times", #"{ cron: "0,30 9,17 * * *", gap: shift }"#, "{ daily: [09:00, 09:30, 17:00, 17:30] }"),
    Row("last day", #"{ cron: "0 6 L * *", gap: shift }"#, "{ monthly: { day: last, at: 06:00 } }"),
    Row("last workday", #"{ cron: "0 6 LW * *", gap: shift }"#, "{ monthly: { workday: last, at: 06:00 } }"),
    Row(
      "second Friday", #"{ cron: "0 6 * * fri#2", gap: shift }"#,
      "{ monthly: { weekday: second friday, at: 06:00 } }"),
    Row("aligned", #"{ cron: "*/15 * * * *" }"#, "{ hourly: [0, 15, 30, 45] }"),
    Row("either is every", #"{ cron: "0 9 1-31 * 1-5", gap: shift }"#, "{ daily: 09:00 }"),
    Row("calendar", #"{ on_calendar: "Mon..Fri 09:00", gap: shift }"#, "{ weekly: { days: weekdays, at: 09:00 } }"),
    Row(
      "calendar from the end", #"{ on_calendar: "*-*~01 09:00", gap: shift }"#,
      "{ monthly: { day: last, at: 09:00 } }"),
    Row("calendar with a zone", #"{ on_calendar: "09:00 UTC", gap: shift }"#, "{ daily: 09:00, timezone: UTC }"),
    Row(
      "rrule weekly", #"{ rrule: "FREQ=WEEKLY;BYDAY=TU,TH", start: 2026-01-06 09:00 }"#,
      "{ weekly: { days: [tue, thu], at: 09:00 }, from: 2026-01-06 09:00 }"),
    Row(
      "rrule every second week", #"{ rrule: "FREQ=WEEKLY;INTERVAL=2;WKST=SU", start: 2026-01-06 09:00 }"#,
      "{ weekly: { days: tue, every: 2, at: 09:00 }, from: 2026-01-06 09:00 }"),
    Row(
      "rrule count", #"{ rrule: "FREQ=DAILY;COUNT=3", start: 2026-01-06 09:00 }"#,
      "{ daily: 09:00, from: 2026-01-06 09:00, count: 3 }"),
    Row(
      "rrule until", #"{ rrule: "FREQ=MONTHLY;BYDAY=-1FR;UNTIL=20261231", start: 2026-01-06 09:00 }"#,
      "{ monthly: { weekday: last friday, at: 09:00 }, from: 2026-01-06 09:00, until: 2026-12-31 }"),
    Row(
      "rrule last workday", #"{ rrule: "FREQ=YEARLY", start: 2026-12-25 18:00 }"#,
      "{ yearly: { date: dec 25, at: 18:00 }, from: 2026-12-25 18:00 }"),
    Row(
      "rrule week", #"{ rrule: "FREQ=YEARLY;BYWEEKNO=20;BYDAY=MO", start: 2026-01-01 09:00 }"#,
      "{ yearly: { week: 20, days: mon, at: 09:00 }, from: 2026-01-01 09:00 }"),
    Row(
      "rrule hours", #"{ rrule: "FREQ=HOURLY;INTERVAL=6", start: 2026-01-06 00:30 }"#,
      "{ daily: [00:30, 06:30, 12:30, 18:30], from: 2026-01-06 00:30 }"),
    Row(
      "rrule place of a weekday", #"{ rrule: "FREQ=WEEKLY;BYDAY=MO,WE,FR;BYSETPOS=-1", start: 2026-01-06 09:00 }"#,
      "{ weekly: { days: fri, at: 09:00 }, from: 2026-01-06 09:00 }"),
  ]

  @Test(arguments: rows) func sharesTheNodesOfWords(_ row: Row) throws {
    let compilation = compile("[\(row.expression), \(row.words)]")
    #expect(errors(compilation) == [])
    let graph = try #require(compilation.graph)
    let tops = Array(graph.triggers(ofRule: 0))
    try #require(tops.count == 2)
    #expect(tops[0] == tops[1], "\(graph.daySets)\n\(graph.nodes)")
  }
}
