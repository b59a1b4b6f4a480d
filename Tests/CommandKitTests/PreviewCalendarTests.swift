import CivilTime
import CommandKit
import JSONText
import TestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#endif

/// `next --format ics`, read back by python3-icalendar.
@Suite struct PreviewCalendarTests {
  private let folder: TemporaryFolder
  private let file: String

  init() throws {
    folder = try TemporaryFolder()
    file = try folder.write(
      "rules.yaml",
      """
      timezone: Europe/Berlin
      rules:
        backup: { when: { daily: 02:30 }, run: "true", description: "First line; with, marks\\\\ and \\nsecond line" }
        tea:
          when: { hourly: 0 }
          notify: { title: "Grüße, und: ein sehr langer Titel; der über fünfundsiebzig Oktette hinausgeht – 日本語日本語日本語" }
      """)
  }

  @Test func oneEventWordForWord() {
    let call = CommandCall("next", file, "--from", "2027-03-28", "--count", "1", "--rule", "backup", "--format", "ics")
    let lines = [
      "BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Carillon//carillon//EN", "CALSCALE:GREGORIAN", "METHOD:PUBLISH",
      "BEGIN:VEVENT", "UID:backup/2027-03-28T02:30/Europe/Berlin/0/1@carillon", "DTSTAMP:20270327T230000Z",
      "DTSTART:20270328T013000Z", "SUMMARY:backup",
      #"DESCRIPTION:First line\; with\, marks\\ and \nsecond line\ngap: 02:30 does "#,
      #" not exist on 2027-03-28\, later by the length of the gap"#, "CATEGORIES:backup", "TRANSP:TRANSPARENT",
      "END:VEVENT", "END:VCALENDAR",
    ]
    #expect(call.output == lines.map { $0 + "\r\n" }.joined())
  }

  @Test func linesAreFoldedBetweenCharacters() {
    let call = CommandCall("next", file, "--from", "2027-03-28", "--count", "2", "--rule", "tea", "--format", "ics")
    for line in call.output.utf8.split(separator: 0x0A) {
      #expect(line.last == 0x0D && line.count <= 76)
      #expect(String(validating: line, as: UTF8.self) != nil)
    }
    #expect(
      call.output.replacing("\r\n ", with: "").contains("der über fünfundsiebzig Oktette hinausgeht – 日本語日本語日本語\r\n"))
  }

  /// The same occurrence has the same UID whenever it is asked for, and no two have one.
  @Test func identitiesAreStable() {
    func identities(_ from: String) -> [Substring] {
      CommandCall("next", file, "--from", from, "--until", "2027-03-30", "--format", "ics").output
        .replacing("\r\n ", with: "").split(separator: "\r\n").filter { $0.hasPrefix("UID:") }
    }
    let early = identities("2027-03-27")
    let late = identities("2027-03-28")
    #expect(early.suffix(late.count) == late[...])
    #expect(Set(early).count == early.count)
    #expect(late.count == 2 + 48)
  }

  @Test func anotherProgramReadsTheSame() throws {
    let rings = CommandCall("next", file, "--from", "2027-03-27T20:00", "--count", "12", "--format", "ics").output
    let none = CommandCall("next", file, "--from", "2027-03-27T20:01", "--until", "2027-03-27T20:02", "--format", "ics")
    try folder.write("rings.ics", rings)
    try folder.write("none.ics", none.output)
    try folder.write(
      "read.py",
      """
      import json, sys
      from icalendar import Calendar
      def events(name):
          calendar = Calendar.from_ical(open(name, "rb").read())
          assert not calendar.errors and calendar["version"] == "2.0", calendar.errors
          assert calendar.subcomponents, "a calendar has components"
          for event in calendar.walk("VEVENT"):
              assert not event.errors and event["dtstamp"] and event["uid"], event.errors
              yield {"start": int(event["dtstart"].dt.timestamp()), "title": str(event["summary"])}
      assert list(events("none.ics")) == []
      print(json.dumps(list(events("rings.ics"))))
      """)
    let status = system("cd '\(folder.path)' && /usr/bin/python3 read.py > out 2> err")
    let said = String(decoding: try readFile(folder.path(of: "err")), as: UTF8.self)
    try #require(status == 0, "python3-icalendar is among Tests/install-packages: \(said)")
    let read = try JSONValue.parse(try readFile(folder.path(of: "out"))).array ?? []
    let asked = CommandCall("next", file, "--from", "2027-03-27T20:00", "--count", "12", "--format", "json").output
    let wanted = try JSONValue.parse(asked)["occurrences"]?.array ?? []
    #expect(read.count == 12)
    #expect(read.map { $0["start"] } == wanted.map { $0["epoch"] })
    let title = "Grüße, und: ein sehr langer Titel; der über fünfundsiebzig Oktette hinausgeht – 日本語日本語日本語"
    #expect(read.map { $0["title"]?.string } == wanted.map { $0["rule"] == "tea" ? title : "backup" })
  }
}
