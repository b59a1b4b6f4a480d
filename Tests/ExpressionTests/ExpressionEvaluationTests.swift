import CivilTime
import NextFire
import RuleCompiler
import RuleModel
import TestSupport
import Testing

/// What the case files don't ask: dates added and left out, modifiers, SKIP, clock changes told.
@Suite struct ExpressionEvaluationTests {
  struct Row: Sendable, CustomTestStringConvertible {
    var name: String
    var when: String
    var after: String
    var expected: [String]
    var zone = "Europe/Berlin"
    var testDescription: String { name }
    init(_ name: String, _ when: String, after: String, _ expected: [String], zone: String = "Europe/Berlin") {
      self.name = name
      self.when = when
      self.after = after
      self.expected = expected
      self.zone = zone
    }
  }

  static let rows = [
    Row(
      "added and left out; COUNT counts what is left out",
      "{ rrule: FREQ=DAILY;COUNT=4, start: 2026-01-06 09:00, rdates: [2026-01-20], exdates: [2026-01-07 09:00, 2026-01-08] }",
      after: "2026-01-01T00:00:00Z",
      ["2026-01-06T09:00:00+01:00", "2026-01-09T09:00:00+01:00", "2026-01-20T09:00:00+01:00"]),
    Row(
      "an added date before the start",
      "{ rrule: FREQ=DAILY;UNTIL=20260107, start: 2026-01-06 09:00, rdates: 2026-01-02 12:00 }",
      after: "2026-01-01T00:00:00Z",
      ["2026-01-02T12:00:00+01:00", "2026-01-06T09:00:00+01:00", "2026-01-07T09:00:00+01:00"]),
    Row(
      "steps that are not the same each day, one left out",
      "{ rrule: FREQ=HOURLY;INTERVAL=5, start: 2026-01-06 09:00, exdates: 2026-01-06 19:00, rdates: 2026-01-06 20:00 }",
      after: "2026-01-06T13:30:00+01:00",
      ["2026-01-06T14:00:00+01:00", "2026-01-06T20:00:00+01:00", "2026-01-07T00:00:00+01:00"]),
    Row(
      "except and move of a recurrence with a count",
      "{ rrule: FREQ=WEEKLY;COUNT=2, start: 2026-01-06 09:00, except: 2026-01-13, move: next }",
      after: "2026-01-01T00:00:00Z", ["2026-01-06T09:00:00+01:00", "2026-01-14T09:00:00+01:00"]),
    Row(
      "offset of days before the start",
      "{ rrule: FREQ=MONTHLY;UNTIL=20260301T080000Z, start: 2026-01-01 09:00, offset: -1d }",
      after: "2025-12-01T00:00:00Z",
      ["2025-12-31T09:00:00+01:00", "2026-01-31T09:00:00+01:00", "2026-02-28T09:00:00+01:00"]),
    Row(
      "UNTIL in UTC", "{ rrule: FREQ=DAILY;UNTIL=20260107T080000Z, start: 2026-01-06 09:00 }",
      after: "2026-01-01T00:00:00Z", ["2026-01-06T09:00:00+01:00", "2026-01-07T09:00:00+01:00"]),
    Row(
      "UNTIL in UTC just before", "{ rrule: FREQ=DAILY;UNTIL=20260107T075959Z, start: 2026-01-06 09:00 }",
      after: "2026-01-01T00:00:00Z", ["2026-01-06T09:00:00+01:00"]),
    Row(
      "UNTIL in the second pass", "{ rrule: FREQ=DAILY;UNTIL=20261025T011500Z, start: 2026-10-24 02:30 }",
      after: "2026-10-01T00:00:00Z", ["2026-10-24T02:30:00+02:00", "2026-10-25T02:30:00+02:00"]),
    Row(
      "SKIP backward, RFC 7529",
      "{ rrule: RSCALE=GREGORIAN;FREQ=MONTHLY;SKIP=BACKWARD;COUNT=3, start: 2026-01-31 09:00 }",
      after: "2026-01-01T00:00:00Z",
      ["2026-01-31T09:00:00+01:00", "2026-02-28T09:00:00+01:00", "2026-03-31T09:00:00+02:00"]),
    Row(
      "SKIP forward, RFC 7529", "{ rrule: RSCALE=GREGORIAN;FREQ=YEARLY;SKIP=FORWARD;COUNT=3, start: 2024-02-29 09:00 }",
      after: "2024-01-01T00:00:00Z",
      ["2024-02-29T09:00:00+01:00", "2025-03-01T09:00:00+01:00", "2026-03-01T09:00:00+01:00"]),
    Row(
      "places among days and times",
      "{ rrule: \"FREQ=MONTHLY;BYDAY=MO,TU;BYHOUR=9,17;BYSETPOS=2,-1;COUNT=4\", start: 2026-01-01 09:00 }",
      after: "2026-01-01T00:00:00Z",
      [
        "2026-01-05T17:00:00+01:00", "2026-01-27T17:00:00+01:00", "2026-02-02T17:00:00+01:00",
        "2026-02-24T17:00:00+01:00",
      ]),
    Row(
      "a count of the trigger beside the rule",
      "{ rrule: FREQ=DAILY, start: 2026-01-06 09:00, from: 2026-01-08, count: 2 }",
      after: "2026-01-01T00:00:00Z", ["2026-01-08T09:00:00+01:00", "2026-01-09T09:00:00+01:00"]),
    Row(
      "cron makes up for an hour", "{ cron: \"30 2 * * *\", from: 2026-03-28, until: 2026-03-30 }",
      after: "2026-03-01T00:00:00Z",
      ["2026-03-28T02:30:00+01:00", "2026-03-29T03:00:00+02:00", "2026-03-30T02:30:00+02:00"]),
    Row(
      "cron does not make up for a day", "{ cron: \"30 2 * * *\", from: 2011-12-29, until: 2011-12-31 }",
      after: "2011-12-01T00:00:00Z", ["2011-12-29T02:30:00-10:00", "2011-12-31T02:30:00+14:00"],
      zone: "Pacific/Apia"),
    Row(
      "nearest workdays stay in their month", "{ cron: \"0 9 1W,31W * *\", until: 2026-03-31 }",
      after: "2026-01-30T12:00:00Z",
      [
        "2026-02-02T09:00:00+01:00", "2026-03-02T09:00:00+01:00", "2026-03-31T09:00:00+02:00",
      ]),
  ]

  @Test(arguments: rows) func firesAt(_ row: Row) throws {
    let compilation = compile(row.when)
    #expect(errors(compilation) == [])
    let zone = try zone(row.zone)
    let evaluator = try evaluator(compilation, in: zone)
    let found = evaluator.instants(ofRule: 0, after: try instant(row.after)).prefix(
      row.expected.count + (row.when.contains("INTERVAL=5") ? 0 : 1))
    #expect(found.map { RFC3339.text($0, in: zone) } == row.expected)
  }

  @Test func theReasonsAreTold() throws {
    let zone = try zone("Europe/Berlin")
    let cron = try evaluator(compile("{ cron: \"30 2 * * *\" }"), in: zone)
    let late = try #require(cron.next(ofRule: 0, after: try instant("2026-03-28T12:00:00Z")))
    #expect(late.reasons == [.gap(policy: .next, nominal: try local("2026-03-29T02:30:00"))])
    let calendar = try evaluator(compile("{ on_calendar: \"02:30\" }"), in: zone)
    let skipped = calendar.skipped(
      ofRule: 0, from: try instant("2026-03-28T12:00:00Z"), until: try instant("2026-03-30T00:00:00Z"))
    #expect(skipped.map(\.reason) == [.gap])
    let samoa = try self.zone("Pacific/Apia")
    let idle = try evaluator(compile("{ cron: \"30 2 * * *\" }"), in: samoa).skipped(
      ofRule: 0, from: try instant("2011-12-29T12:00:00Z"), until: try instant("2012-01-01T00:00:00Z"))
    #expect(idle.map(\.nominal) == [try local("2011-12-30T02:30:00")])
  }

  private func zone(_ name: String) throws -> ZoneRules { try ExpressionTests.zone(name) }
}
