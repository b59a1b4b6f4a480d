import CommandKit
import JSONText
import TestSupport
import Testing

/// Previews of iCalendar files.
@Suite struct EventPreviewTests {
  private let folder: TemporaryFolder
  private let file: String

  init() throws {
    folder = try TemporaryFolder()
    file = try folder.write(
      "rules.yaml",
      """
      timezone: Europe/Berlin
      rules:
        meet: { when: { ics: a.ics, offset: -10m }, notify: "{{ event.summary }}" }
        lost: { when: { ics: none.ics }, notify: x }
      """)
    try folder.write(
      "a.ics",
      """
      BEGIN:VCALENDAR
      BEGIN:VEVENT
      UID:1
      SUMMARY:One\u{1B}
      DTSTART;TZID=Europe/Berlin:20261202T090000
      DTEND;TZID=Europe/Berlin:20261202T100000
      END:VEVENT
      BEGIN:VEVENT
      UID:2
      SUMMARY:Two
      DTSTART:20261202T080000Z
      END:VEVENT
      END:VCALENDAR

      """)
  }

  @Test func eventsAndWhatIsUnknown() {
    let call = CommandCall("next", file)
    #expect(call.status == .success)
    #expect(call.output.hasPrefix("Wed 2026-12-02 08:50 CET   meet   in 1 d 7 h   event: One"))
    #expect(call.output.contains("event: Two"))
    #expect(!call.output.contains("\u{1B}"))
    #expect(call.output.contains("unknown: lost depends on none.ics, which can't be read\n"))
    #expect(!call.output.contains("never"))
  }

  @Test func asJSON() throws {
    let value = try JSONValue.parse(CommandCall("next", file, "--format", "json").output)
    let occurrence = try #require(value["occurrences"]?.array?.first)
    #expect(value["occurrences"]?.array?.count == 1)
    let events = try #require(occurrence["events"]?.array)
    #expect(events.map { $0["uid"]?.string } == ["1", "2"])
    #expect(events.first?["start"]?.string == "2026-12-02T09:00:00+01:00")
    #expect(events.first?["end"]?.string == "2026-12-02T10:00:00+01:00")
    #expect(value["unknown"] == [["rule": "lost", "files": ["none.ics"], "calendars": []]])
    #expect(value["never"] == [])
  }

  @Test func inWords() {
    let call = CommandCall("explain", "meet", file)
    #expect(call.output.contains("fires at the events of a.ics, 10 minutes before"))
    let lost = CommandCall("explain", "lost", file)
    #expect(lost.output.contains("unknown: it depends on none.ics, which can't be read"))
    let check = CommandCall("check", file)
    #expect(check.status == .success)
    #expect((check.output + check.errors).contains("ics-unreadable"))
    let graph = CommandCall("graph", file)
    #expect(graph.output.contains("events of a.ics (2)"))
  }

  @Test func asACalendarOfEachEvent() {
    let output = CommandCall("next", file, "--format", "ics").output
    let lines = output.split(separator: "\r\n").map(String.init)
    #expect(lines.filter { $0.hasPrefix("SUMMARY") } == ["SUMMARY:One ", "SUMMARY:Two"])
    #expect(
      lines.filter { $0.hasPrefix("UID") } == [
        "UID:meet/1/2026-12-02T09:00/Europe/Berlin/-10m/1@carillon", "UID:meet/2/2026-12-02T07:50:00Z@carillon",
      ])
  }

  @Test func namesInGridsAndExplanations() throws {
    let week = CommandCall("calendar", file, "--week", "--rule", "meet")
    #expect(week.output.contains("08:50 meet: One"))
    #expect(!week.output.contains("\u{1B}"))
    let month = try JSONValue.parse(CommandCall("calendar", file, "--month", "2026-12", "--format", "json").output)
    let day = month["days"]?.array?.first { $0["date"] == "2026-12-02" }
    let summaries = day?["rules"]?.array?.first?["events"]?.array?.compactMap { $0["summary"]?.string }
    #expect(summaries == ["One\u{1B}", "Two"])
    let explained = try JSONValue.parse(CommandCall("explain", "meet", file, "--format", "json").output)
    let events = explained["next"]?.array?.first?["events"]?.array
    #expect(events?.map { $0["summary"]?.string } == ["One\u{1B}", "Two"])
  }

  @Test func ofManyEventsThreeAreNamed() throws {
    let events = ["A", "", "C", "D", "E"].enumerated().map { number, name in
      "BEGIN:VEVENT\nUID:\(number)\nSUMMARY:\(name)\nDTSTART:20261202T080000Z\nEND:VEVENT\n"
    }
    try folder.write("a.ics", "BEGIN:VCALENDAR\n\(events.joined())END:VCALENDAR\n")
    let call = CommandCall("next", file, "--rule", "meet")
    #expect(call.output.contains("   event: A; event: C; and 2 more events; offset: -10m\n"))
  }
}
