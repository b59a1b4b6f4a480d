import CivilTime
import Diagnostics
import RuleCompiler
import RuleModel
import Testing

/// What the compiler says about `ics`.
@Suite struct EventFileFindingsTests {
  static let findings: [FindingRow] = [
    FindingRow(
      "count", ruleText(when: "{ ics: a.ics, «count»: 3 }"), "wrong-modifier",
      "`count` means nothing for the events of a file: the file says how often its events take place"),
    FindingRow(
      "repeats", ruleText(when: "{ ics: a.ics, «repeats»: false }"), "wrong-modifier",
      "`repeats` means nothing for the events of a file: the file says how often its events take place"),
    FindingRow(
      "an address", ruleText(when: "{ ics: «https://example.org/a.ics» }"), "bad-file",
      "'https://example.org/a.ics' is an address on the net, and a file is wanted"),
    FindingRow("no file", ruleText(when: "{ ics: «{ at: 09:00 }» }"), "missing-key", "`ics` needs `file`"),
    FindingRow("empty", ruleText(when: "{ ics: «''» }"), "missing-value", "a file is wanted, but the text is empty"),
    FindingRow(
      "several times", ruleText(when: "{ ics: { file: a.ics, at: «[9:00, 10:00]» } }"), "wrong-type",
      "a list stands where a time of day is wanted"),
    FindingRow(
      "an unknown field", "rules:\n  r: { when: { ics: a.ics }, notify: \"{{ «event.sumary» }}\" }\n", "unknown-name",
      "'event.sumary' is not a name that can be inserted", hint: "did you mean 'event.summary'?"),
    FindingRow(
      "a field in a run", "rules:\n  r: { when: { ics: a.ics }, run: \"echo {{ «event.summary» }}\" }\n",
      "insertion-in-run", "nothing is inserted into a run: 'event.summary'",
      hint: "use the environment variable CARILLON_EVENT_SUMMARY"),
  ]

  @Test(arguments: findings) func finding(_ row: FindingRow) { row.check() }

  @Test func aTriggerByHandHasNoFile() {
    let found = compileTriggers(SourceText(path: "--when", text: "{ ics: a.ics }"))
    #expect(found.value == nil && found.diagnostics.map(\.code) == ["ics-not-here"])
  }

  @Test func theFileAndItsTime() throws {
    let result = compileText(
      "defaults: { at: 07:00 }\nrules:\n  r:\n    notify: x\n    when: [{ ics: sub/a.ics }, { ics: { file: ~/b.ics, at: noon } }]\n"
    )
    #expect(result.diagnostics.map(\.message) == [])
    var first = EventFile(name: "sub/a.ics", path: "/rules/sub/a.ics", at: time(7, 0))
    var second = EventFile(name: "~/b.ics", path: "~/b.ics", at: .noon)
    (first.series, second.series) = ([], [])
    #expect(result.ruleSet.rules.first?.triggers.map(\.source) == [.eventFile(first), .eventFile(second)])
  }

  /// Whether a calendar has hours is the file's matter here, so it is no error.
  @Test func aCalendarWhoseFileHasTimes() {
    let events = Array("BEGIN:VCALENDAR\nBEGIN:VEVENT\nDTSTART:20260106T090000\nEND:VEVENT\nEND:VCALENDAR\n".utf8)
    let text =
      "calendars: { c: { ics: a.ics } }\nrules:\n  r: { notify: x, when: { daily: 9:00, except: [c], move: next } }\n"
    #expect(compileText(text).diagnostics.map(\.message) == [])
    let found = compileText(text, events: events).diagnostics
    #expect(found.map(\.severity) == [.warning] && found.map(\.code) == ["calendar-of-windows"])
    let silenced = text.replacing("r: {", with: "r: { allow: calendar-of-windows,")
    #expect(compileText(silenced, events: events).diagnostics.map(\.code) == [])
  }

  @Test func whatCannotBeReadIsUnknown() throws {
    var sources = RuleSources([
      RuleFile(
        path: "a.yaml", folder: "/",
        bytes: Array(
          ("calendars: { c: { ics: b.ics }, d: { union: c } }\nrules:\n  r: { notify: x, when: { ics: a.ics } }\n"
            + "  s: { notify: x, when: { daily: 9:00, except: d }, allow: ics-unreadable }\n"
            + "  t: { notify: x, when: { daily: 9:00 } }\n").utf8))
    ])
    sources.eventFiles = ["/a.ics": .unreadable("No such file or directory"), "/b.ics": .bytes([])]
    let result = compile(sources)
    #expect(
      result.diagnostics.map(\.message) == [
        "b.ics:1: this is not an iCalendar file; its events are unknown",
        "a.ics: No such file or directory; its events are unknown",
      ])
    #expect(result.graph != nil)
    #expect(result.ruleSet.rules.map { result.ruleSet.unknownEventFiles(of: $0) } == [["a.ics"], ["b.ics"], []])
  }

  @Test func theEndOfACalendar() {
    let context = CheckContext(now: utc(1_796_000_000))  // 2026-11-30
    let text = "calendars: { c: { ics: a.ics } }\nrules:\n  r: { notify: x, when: { daily: 9:00, except: c } }\n"
    let rows: [(String, String?)] = [
      ("DTSTART;VALUE=DATE:20261224\nDTEND;VALUE=DATE:20261227", "the calendar 'c' ends on 2026-12-26"),
      ("DTSTART;VALUE=DATE:20261224\nRRULE:FREQ=YEARLY", nil),
      ("DTSTART;VALUE=DATE:20261201\nRRULE:FREQ=DAILY;COUNT=3", "the calendar 'c' ends on 2026-12-03"),
    ]
    for (event, message) in rows {
      let file = "BEGIN:VCALENDAR\nBEGIN:VEVENT\n\(event)\nEND:VEVENT\nEND:VCALENDAR\n"
      let found = compileText(text, context: context, events: Array(file.utf8)).diagnostics
      #expect(found.map(\.message) == [message].compactMap(\.self), "\(event)")
    }
  }
}
