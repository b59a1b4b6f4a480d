import CivilTime
import Diagnostics
import NextFire
import RuleCompiler
import RuleModel
import TestSupport
import Testing
import TriggerGraph

/// Events of iCalendar files as triggers and calendars.
@Suite struct EventFileTests {
  struct Row: Sendable, CustomTestStringConvertible {
    var name: String
    var events: String
    var when = "{ ics: a.ics }"
    var expected: [String]
    var testDescription: String { name }
  }

  // By hand; local is Europe/Berlin, as the trigger's zone.
  static let rows: [Row] = [
    Row(
      name: "single events in all forms of time",
      events: """
        BEGIN:VEVENT
        UID:1
        SUMMARY:UTC
        DTSTART:20260105T080000Z
        END:VEVENT
        BEGIN:VEVENT
        UID:2
        SUMMARY:New York
        DTSTART;TZID=America/New_York:20260105T080000
        END:VEVENT
        BEGIN:VEVENT
        UID:3
        SUMMARY:floating
        DTSTART:20260105T100000
        END:VEVENT
        BEGIN:VEVENT
        UID:4
        SUMMARY:day
        DTSTART;VALUE=DATE:20260106
        END:VEVENT
        """,
      expected: [
        "2026-01-05T09:00:00+01:00 UTC", "2026-01-05T10:00:00+01:00 floating", "2026-01-05T14:00:00+01:00 New York",
        "2026-01-06T00:00:00+01:00 day", "-",
      ]),
    Row(
      name: "whole days at a time, the evening before",
      events: """
        BEGIN:VEVENT
        UID:1
        SUMMARY:Paper
        DTSTART;VALUE=DATE:20260106
        RRULE:FREQ=WEEKLY;INTERVAL=2;COUNT=3
        EXDATE;VALUE=DATE:20260120
        END:VEVENT
        BEGIN:VEVENT
        UID:2
        SUMMARY:Glass
        DTSTART;VALUE=DATE:20260107
        END:VEVENT
        """,
      when: "{ ics: { file: a.ics, at: 18:00 }, offset: -1d }",
      expected: [
        "2026-01-05T18:00:00+01:00 Paper", "2026-01-06T18:00:00+01:00 Glass", "2026-02-02T18:00:00+01:00 Paper", "-",
      ]),
    Row(
      name: "two at once, a duplicate of one",
      events: """
        BEGIN:VEVENT
        UID:1
        SUMMARY:A
        DTSTART:20260105T080000Z
        END:VEVENT
        BEGIN:VEVENT
        UID:2
        SUMMARY:B
        DTSTART;TZID=Europe/Berlin:20260105T090000
        END:VEVENT
        BEGIN:VEVENT
        UID:1
        SUMMARY:A
        DTSTART:20260105T080000Z
        END:VEVENT
        """,
      when: "{ ics: a.ics, offset: -10m }", expected: ["2026-01-05T08:50:00+01:00 A+B", "-"]),
    Row(
      name: "a series with one moved, one cancelled, one excluded in UTC, one added",
      events: """
        BEGIN:VEVENT
        UID:s
        SUMMARY:Stand-up
        DTSTART;TZID=Europe/Berlin:20260105T090000
        RRULE:FREQ=DAILY;COUNT=5
        EXDATE:20260107T080000Z
        RDATE;TZID=Europe/Berlin:20260112T090000
        END:VEVENT
        BEGIN:VEVENT
        UID:s
        SUMMARY:Stand-up later
        RECURRENCE-ID;TZID=Europe/Berlin:20260106T090000
        DTSTART;TZID=Europe/Berlin:20260106T110000
        END:VEVENT
        BEGIN:VEVENT
        UID:s
        RECURRENCE-ID;TZID=Europe/Berlin:20260108T090000
        DTSTART;TZID=Europe/Berlin:20260108T090000
        STATUS:CANCELLED
        END:VEVENT
        """,
      expected: [
        "2026-01-05T09:00:00+01:00 Stand-up", "2026-01-06T11:00:00+01:00 Stand-up later",
        "2026-01-09T09:00:00+01:00 Stand-up", "2026-01-12T09:00:00+01:00 Stand-up", "-",
      ]),
    Row(
      name: "all from one on are later and called otherwise",
      events: """
        BEGIN:VEVENT
        UID:s
        SUMMARY:early
        DTSTART;TZID=Europe/Berlin:20260105T090000
        RRULE:FREQ=DAILY;COUNT=4
        END:VEVENT
        BEGIN:VEVENT
        UID:s
        SUMMARY:late
        RECURRENCE-ID;RANGE=THISANDFUTURE;TZID=Europe/Berlin:20260107T090000
        DTSTART;TZID=Europe/Berlin:20260107T101500
        END:VEVENT
        """,
      expected: [
        "2026-01-05T09:00:00+01:00 early", "2026-01-06T09:00:00+01:00 early", "2026-01-07T10:15:00+01:00 late",
        "2026-01-08T10:15:00+01:00 late", "-",
      ]),
    Row(
      name: "of two replacements the higher sequence counts",
      events: """
        BEGIN:VEVENT
        UID:s
        SUMMARY:x
        DTSTART:20260105T080000Z
        RRULE:FREQ=DAILY;COUNT=1
        END:VEVENT
        BEGIN:VEVENT
        UID:s
        SUMMARY:second
        SEQUENCE:2
        RECURRENCE-ID:20260105T080000Z
        DTSTART:20260105T100000Z
        END:VEVENT
        BEGIN:VEVENT
        UID:s
        SUMMARY:first
        SEQUENCE:1
        RECURRENCE-ID:20260105T080000Z
        DTSTART:20260105T090000Z
        END:VEVENT
        """,
      expected: ["2026-01-05T11:00:00+01:00 second", "-"]),
    Row(
      name: "a start that the rule does not name takes place all the same",
      events: """
        BEGIN:VEVENT
        UID:s
        SUMMARY:x
        DTSTART;TZID=Europe/Berlin:20260105T090000
        RRULE:FREQ=WEEKLY;BYDAY=TU
        END:VEVENT
        """,
      expected: ["2026-01-05T09:00:00+01:00 x", "2026-01-06T09:00:00+01:00 x", "2026-01-13T09:00:00+01:00 x"]),
    Row(
      name: "across a clock change, in the event's zone",
      events: """
        BEGIN:VEVENT
        UID:s
        SUMMARY:x
        DTSTART;TZID=America/New_York:20260306T080000
        RRULE:FREQ=DAILY;COUNT=4
        END:VEVENT
        """,
      expected: [
        "2026-03-06T14:00:00+01:00 x", "2026-03-07T14:00:00+01:00 x", "2026-03-08T13:00:00+01:00 x",
        "2026-03-09T13:00:00+01:00 x", "-",
      ]),
    Row(
      name: "days left out and moved",
      events: """
        BEGIN:VEVENT
        UID:s
        SUMMARY:x
        DTSTART;VALUE=DATE:20260109
        RRULE:FREQ=DAILY;COUNT=3
        END:VEVENT
        """,
      when: "{ ics: { file: a.ics, at: 9:00 }, except: weekends, move: next, from: 2026-01-10 }",
      expected: ["2026-01-12T09:00:00+01:00 x", "-"]),
    Row(
      name: "the names of Outlook, and a zone that only the file defines",
      events: """
        BEGIN:VTIMEZONE
        TZID:Customized Time Zone
        BEGIN:STANDARD
        DTSTART:16010101T030000
        TZOFFSETFROM:+0200
        TZOFFSETTO:+0100
        RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=10
        END:STANDARD
        BEGIN:DAYLIGHT
        DTSTART:16010101T020000
        TZOFFSETFROM:+0100
        TZOFFSETTO:+0200
        RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=3
        END:DAYLIGHT
        END:VTIMEZONE
        BEGIN:VEVENT
        UID:1
        SUMMARY:Outlook
        DTSTART;TZID=Eastern Standard Time:20260706T080000
        END:VEVENT
        BEGIN:VEVENT
        UID:2
        SUMMARY:single
        DTSTART;TZID=Customized Time Zone:20260706T080000
        END:VEVENT
        BEGIN:VEVENT
        UID:3
        SUMMARY:repeating
        DTSTART;TZID=Customized Time Zone:20261024T090000
        RRULE:FREQ=DAILY;COUNT=2
        END:VEVENT
        """,
      expected: [
        "2026-07-06T08:00:00+02:00 single", "2026-07-06T14:00:00+02:00 Outlook",
        "2026-10-24T09:00:00+02:00 repeating", "2026-10-25T09:00:00+01:00 repeating", "-",
      ]),
  ]

  @Test(arguments: rows) func occurrences(_ row: Row) throws {
    let result = try compileFiles(
      "timezone: Europe/Berlin\nrules:\n  r: { when: \(row.when), notify: x }\n", events: row.events)
    #expect(result.diagnostics.map(\.message) == [])
    let berlin = try zone("Europe/Berlin")
    let evaluator = try evaluatorOfFiles(result)
    var found = evaluator.occurrences(ofRule: 0, after: .earliest).prefix(row.expected.count).map { occurrence in
      "\(RFC3339.text(occurrence.instant, in: berlin)) \(occurrence.events.map(\.text.summary).joined(separator: "+"))"
    }
    if found.count < row.expected.count { found.append("-") }
    #expect(found == row.expected)
    for occurrence in evaluator.occurrences(ofRule: 0, after: .earliest).prefix(10) {
      #expect(occurrence.events.count == occurrence.identities.count)
      let after = occurrence.instant.advanced(bySeconds: 1)
      #expect(evaluator.previousInstant(ofRule: 0, before: after) == occurrence.instant)
    }
  }

  @Test func beginAndEnd() throws {
    let result = try compileFiles(
      "timezone: Europe/Berlin\nrules:\n  r: { when: { ics: a.ics, offset: -1h }, notify: x }\n",
      events: """
        BEGIN:VEVENT
        UID:1
        DTSTART;TZID=Europe/Berlin:20260328T090000
        DURATION:P1DT1H
        END:VEVENT
        BEGIN:VEVENT
        UID:2
        DTSTART;VALUE=DATE:20260330
        DTEND;VALUE=DATE:20260402
        END:VEVENT
        BEGIN:VEVENT
        UID:3
        DTSTART:20260410T080000Z
        DTEND:20260410T093000Z
        END:VEVENT
        """)
    let evaluator = try evaluatorOfFiles(result)
    let events = evaluator.occurrences(ofRule: 0, after: .earliest).prefix(3).flatMap(\.events)
    try #require(events.count == 3)
    #expect(events[0].start == .instant(try instant("2026-03-28T09:00:00+01:00")))
    // A day later on the clock, which goes forward in between, and an hour.
    #expect(events[0].end == .instant(try instant("2026-03-29T10:00:00+02:00")))
    #expect(events[1].start == .day(try #require(LocalDate("2026-03-30"))))
    #expect(events[1].end == .day(try #require(LocalDate("2026-04-01"))))
    #expect(events[2].end == .instant(try instant("2026-04-10T09:30:00Z")))
  }

  static let calendarRows: [Row] = [
    Row(
      name: "whole days, several and repeating",
      events: """
        BEGIN:VEVENT
        DTSTART;VALUE=DATE:20260105
        DTEND;VALUE=DATE:20260107
        END:VEVENT
        BEGIN:VEVENT
        UID:2
        DTSTART;VALUE=DATE:20260109
        DURATION:P2D
        RRULE:FREQ=WEEKLY;COUNT=2
        END:VEVENT
        """,
      when: "daily: noon",
      expected: [
        "2026-01-05T12:00:00+01:00", "2026-01-06T12:00:00+01:00", "2026-01-09T12:00:00+01:00",
        "2026-01-10T12:00:00+01:00", "2026-01-16T12:00:00+01:00", "2026-01-17T12:00:00+01:00", "-",
      ]),
    Row(
      name: "windows, over midnight and in another zone",
      events: """
        BEGIN:VEVENT
        DTSTART;TZID=Europe/Berlin:20260105T220000
        DTEND;TZID=Europe/Berlin:20260106T020000
        END:VEVENT
        BEGIN:VEVENT
        UID:2
        DTSTART;TZID=America/New_York:20260110T230000
        DURATION:PT2H
        RRULE:FREQ=DAILY;COUNT=1
        END:VEVENT
        BEGIN:VEVENT
        UID:3
        DTSTART;VALUE=DATE:20260112
        END:VEVENT
        """,
      when: "hourly: { at: 30, every: 6 }",
      expected: [
        "2026-01-06T00:30:00+01:00", "2026-01-11T06:30:00+01:00", "2026-01-12T00:30:00+01:00",
        "2026-01-12T06:30:00+01:00", "2026-01-12T12:30:00+01:00", "2026-01-12T18:30:00+01:00", "-",
      ]),
    // EXDATE takes one of the two windows of its day; the series begins with the second one of its first.
    Row(
      name: "several windows a day",
      events: """
        BEGIN:VEVENT
        DTSTART:20260105T150000
        DURATION:PT1H
        RRULE:FREQ=DAILY;BYHOUR=9,15;COUNT=5
        EXDATE:20260106T090000
        END:VEVENT
        """,
      when: "hourly: 30",
      expected: [
        "2026-01-05T15:30:00+01:00", "2026-01-06T15:30:00+01:00", "2026-01-07T09:30:00+01:00",
        "2026-01-07T15:30:00+01:00", "-",
      ]),
  ]

  @Test(arguments: calendarRows) func calendars(_ row: Row) throws {
    let result = try compileFiles(
      "timezone: Europe/Berlin\ncalendars:\n  c: { ics: a.ics }\nrules:\n  r: { when: { \(row.when), only: [c] }, notify: x }\n",
      events: row.events)
    #expect(result.diagnostics.map(\.message) == [])
    let berlin = try zone("Europe/Berlin")
    let evaluator = try evaluatorOfFiles(result)
    var found = evaluator.instants(ofRule: 0, after: .earliest).prefix(row.expected.count).map {
      RFC3339.text($0, in: berlin)
    }
    if found.count < row.expected.count { found.append("-") }
    #expect(found == row.expected)
  }

  @Test func theFilesContentIsNoPartOfTheTriggersForm() throws {
    func form(_ when: String, _ events: String) throws -> TriggerFingerprint {
      let result = try compileFiles("rules:\n  r: { when: \(when), notify: x }\n", events: events)
      return try #require(result.graph).fingerprint(ofRule: 0)
    }
    let one = "BEGIN:VEVENT\nDTSTART:20260105T080000Z\nEND:VEVENT"
    #expect(try form("{ ics: a.ics }", one) == form("{ ics: { file: a.ics } }", ""))
    #expect(try form("{ ics: a.ics }", one) != form("{ ics: { file: a.ics, at: 09:00 } }", one))
    #expect(try form("{ ics: a.ics }", one) != form("{ ics: a.ics, offset: -5m }", one))
    #expect(try form("{ ics: a.ics }", one) != form("{ ics: b.ics }", one))
  }
}

/// Compiles a rule file with the zones of this machine; every file of events has the same content.
func compileFiles(_ text: String, events: String) throws -> Compilation {
  var sources = RuleSources([RuleFile(path: "test.yaml", folder: "/rules", bytes: Array(text.utf8))])
  var compiler = RuleFileCompiler()
  var result = compiler.compile(sources)
  for _ in 0..<6 where !result.needs.isEmpty {
    for need in result.needs {
      switch need {
      case .zone(let name):
        if let rules = try? zone(name.rawValue) {
          sources.zones[name] = rules
        } else {
          sources.missingZones.insert(name)
        }
      case .events(let path):
        sources.eventFiles[path] = .bytes(Array("BEGIN:VCALENDAR\n\(events)\nEND:VCALENDAR\n".utf8))
      case .include, .file, .fact: break
      }
    }
    result = compiler.compile(sources)
  }
  return result
}

/// An evaluator of compiled files in Berlin, with every zone that they name.
func evaluatorOfFiles(_ compilation: Compilation) throws -> Evaluator {
  let graph = try #require(compilation.graph, "\(compilation.diagnostics)")
  var zones: [ZoneName: ZoneRules] = [:]
  for name in ["Europe/Berlin", "America/New_York", "Asia/Kathmandu", "Australia/Sydney", "America/Los_Angeles"] {
    zones[ZoneName(name)] = try zone(name)
  }
  return Evaluator(
    graph: graph,
    context: EvaluationContext(zones: zones, localZone: try zone("Europe/Berlin"), assumedAnchor: .earliest))
}
