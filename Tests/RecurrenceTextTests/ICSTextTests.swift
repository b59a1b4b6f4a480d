import CivilTime
import Diagnostics
import RecurrenceText
import RuleModel
import TestSupport
import Testing

@Suite struct ICSTextTests {
  private func parse(_ text: String) throws -> ICSText.Contents {
    let zones = ["Europe/Berlin", "America/New_York"]
    return try ICSText.parse(Array(text.utf8)) { zones.contains($0) }.get()
  }

  private func event(_ lines: String...) throws -> CalendarEvent {
    let contents = try parse(
      (["BEGIN:VCALENDAR", "BEGIN:VEVENT"] + lines + ["END:VEVENT", "END:VCALENDAR", ""]).joined(separator: "\r\n"))
    #expect(contents.faults.isEmpty, "\(contents.faults)")
    return try #require(contents.events.first)
  }

  private func point(_ text: String) throws -> LocalDateTime { try #require(localDateTime(text)) }

  @Test func everyProperty() throws {
    let event = try event(
      "UID:1@example.org", "SUMMARY:Team\\, weekly", "DESCRIPTION:a\\nb\\\\c\\;", "LOCATION;LANGUAGE=en:Room 1",
      "URL:https://example.org/?a;b", "STATUS:CANCELLED", "DTSTART;TZID=Europe/Berlin:20260106T090000",
      "DURATION:P1DT1H30M", "RRULE:FREQ=WEEKLY;BYDAY=TU",
      "RDATE;VALUE=PERIOD:20260110T080000Z/PT1H,20260111T080000Z/PT1H",
      "EXDATE;TZID=Europe/Berlin:20260113T090000,20260120T090000", "RECURRENCE-ID:20260106T080000Z", "X-OTHER:1",
      "BEGIN:VALARM", "SUMMARY:alarm", "DTSTART:nonsense", "END:VALARM")
    let berlin = ZoneName(rawValue: "Europe/Berlin")
    #expect(event.uid == "1@example.org")
    #expect(event.summary == "Team, weekly")
    #expect(event.details == "a\nb\\c;")
    #expect(event.location == "Room 1")
    #expect(event.url == "https://example.org/?a;b")
    #expect(event.isCancelled)
    #expect(event.start == .zoned(try point("2026-01-06T09:00:00"), berlin))
    #expect(event.end == .after(days: 1, seconds: 5400))
    #expect(event.rules == [RecurrenceRule(frequency: .weekly, weekdays: WeekdaySet(.tuesday))])
    // date -u -d '2026-01-10 08:00' +%s
    #expect(
      event.additions == [
        .instant(Instant(epochSeconds: 1_768_032_000)), .instant(Instant(epochSeconds: 1_768_118_400)),
      ])
    #expect(
      event.exceptions == [
        .zoned(try point("2026-01-13T09:00:00"), berlin), .zoned(try point("2026-01-20T09:00:00"), berlin),
      ])
    #expect(event.replaces == .instant(Instant(epochSeconds: 1_767_686_400)))
  }

  @Test func formsOfTime() throws {
    let day = try event("DTSTART;VALUE=DATE:20260106", "DTEND;VALUE=DATE:20260108")
    #expect(day.start == .date(try #require(localDate("2026-01-06"))))
    #expect(day.end == .at(.date(try #require(localDate("2026-01-08")))))
    #expect(try event("DTSTART:20260106T090000").start == .floating(try point("2026-01-06T09:00:00")))
    #expect(try event("DTSTART:20260106T080000Z").start == .instant(Instant(epochSeconds: 1_767_686_400)))
  }

  @Test(arguments: ["Europe/Berlin", "\"Europe/Berlin\"", "/mozilla.org/20070129_1/Europe/Berlin", "Berlin Time"])
  func zones(_ id: String) throws {
    let plain = id.filter { $0 != "\"" }
    let text = """
      BEGIN:VCALENDAR
      BEGIN:VEVENT
      DTSTART;X-A=1;TZID=\(id):20260106T090000
      END:VEVENT
      BEGIN:VTIMEZONE
      TZID:\(plain)
      X-LIC-LOCATION:Europe/Berlin
      BEGIN:STANDARD
      DTSTART:19701025T030000
      END:STANDARD
      END:VTIMEZONE
      END:VCALENDAR
      """
    let start = try #require(try parse(text).events.first?.start)
    #expect(start == .zoned(try point("2026-01-06T09:00:00"), ZoneName(rawValue: "Europe/Berlin")))
  }

  @Test func foldedLinesAndMarks() throws {
    // The fold stands within the two bytes of ü.
    let head = Array("\u{FEFF}BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nDTSTART:2026\r\n 0106\r\nSUMMARY:M".utf8)
    let bytes = head + [0xC3, 0x0D, 0x0A, 0x20, 0xBC] + Array("ll\n\tabfuhr\r\n\r\nEND:VEVENT \nEND:VCALENDAR".utf8)
    let event = try #require(try ICSText.parse(bytes) { _ in true }.get().events.first)
    #expect(event.summary == "Müllabfuhr")
    #expect(event.start == .date(try #require(localDate("2026-01-06"))))
  }

  /// The marked line, the code, and a part of message or hint; the event after it is still read.
  static let faultRows: [(String, String, String)] = [
    ("«DTSTART:2026-01-06»", "ics-time", "'2026-01-06'"),
    ("«DTSTART;TZID=Mars/Phobos:20260106T090000»", "unknown-zone", "Mars"),
    ("DTSTART:20260106\n«RRULE:FREQ=DAYLY»", "rrule-value", "'DAILY'"),
    ("DTSTART:20260106\n«EXRULE:FREQ=DAILY»", "ics-event", "EXDATE"),
    ("DTSTART:20260106\n«DURATION:1D»", "ics-time", "P1W"), ("DTSTART:20260106\n«DURATION:P»", "ics-time", "P1W"),
    ("DTSTART:20260106\n«DURATION:PT99999999999999999999S»", "ics-time", "P1W"),
    ("DTSTART:20260106\n«EXDATE:20260106,,»", "ics-time", "EXDATE"),
    ("DTSTART:20260106\n«RECURRENCE-ID;RANGE=THISANDPRIOR:20260106»", "ics-event", "RANGE"),
  ]

  @Test(arguments: faultRows) func faults(_ row: (String, String, String)) throws {
    let text = marked(
      "BEGIN:VCALENDAR\nBEGIN:VEVENT\n\(row.0)\nEND:VEVENT\nBEGIN:VEVENT\nDTSTART:20260107\nEND:VEVENT\nEND:VCALENDAR\n"
    )
    let contents = try parse(text.text)
    #expect(contents.events.count == 1)
    let fault = try #require(contents.faults.first)
    #expect(contents.faults.count == 1)
    #expect(fault.code == row.1)
    #expect(text.ranges.map { $0.start.offset..<$0.end.offset } == [fault.range])
    #expect("\(fault.message); \(fault.hint ?? "")".contains(row.2), "\(fault)")
  }

  @Test(arguments: [
    ("", "ics-file"), ("hello", "ics-file"), ("<html>: no", "ics-file"), ("BEGIN:VEVENT\nEND:VEVENT", "ics-file"),
    ("BEGIN:VCALENDAR\nBEGIN:VEVENT\nDTSTART:20260106", "ics-file"), ("BEGIN:VCALENDAR\nEND:VEVENT", "ics-file"),
    ("BEGIN:VCALENDAR\n" + String(repeating: "nonsense\n", count: 1001) + "END:VCALENDAR", "ics-line"),
    ("BEGIN:VCALENDAR\n" + String(repeating: "BEGIN:X\n", count: 100_000), "ics-file"),
  ]) func noCalendar(_ text: String, code: String) throws {
    let error = try #require(throws: ExpressionError.self) { try parse(text) }
    #expect(error.code == code)
    #expect(error.range.upperBound <= text.utf8.count)
  }

  @Test func everyZoneOfWindowsIsOneOfTheZoneData() {
    #expect(WindowsZones.zones.count > 120)
    for zone in WindowsZones.zones { #expect(ZoneName.isKnown(zone.rawValue), "\(zone)") }
  }

  /// A file in which every event is too much, too long or too deep.
  static let hostile: [(name: String, text: String)] = [
    ("endless counts", events((0..<3000).map { "UID:\($0)\nDTSTART:20260101\nRRULE:FREQ=DAILY;COUNT=2147483647" })),
    ("every second", events(["DTSTART:20260101T000000Z\nRRULE:FREQ=SECONDLY"])),
    ("hours without end", events(["DTSTART:20260101T000000Z\nRRULE:FREQ=HOURLY;COUNT=2147483647"])),
    ("a line of ten megabytes", events(["DTSTART:20260101\nSUMMARY:" + String(repeating: "ä", count: 5_000_000)])),
    (
      "ten million continuations", events(["DTSTART:20260101\nSUMMARY:x" + String(repeating: "\n y", count: 1_000_000)])
    ),
    ("many events", events((0..<60_000).map { "UID:\($0)\nDTSTART:20260101" })),
    ("many dates", events(["DTSTART:20260101\nRDATE:20260102" + String(repeating: ",20260102", count: 100_000)])),
    ("one UID for all", events((0..<3000).map { "UID:a\nDTSTART:20260101\nRECURRENCE-ID:2026\(1000 + $0 % 200)" })),
    ("calendar in calendar", "BEGIN:VCALENDAR\n" + events(["DTSTART:20260101"]) + "END:VCALENDAR\n"),
    (
      "lengths",
      events(["DTSTART:99991231\nDURATION:P100000W", "UID:b\nDTSTART:00010101T000000Z\nDTEND:99991231T000000Z"])
    ),
    (
      "a strange zone",
      "BEGIN:VCALENDAR\nBEGIN:VTIMEZONE\nTZID:z\n"
        + String(
          repeating: "BEGIN:STANDARD\nDTSTART:20260101T000000\nTZOFFSETFROM:+2359\nTZOFFSETTO:-2359\n"
            + "RRULE:FREQ=YEARLY\nEND:STANDARD\n", count: 900)
        + "END:VTIMEZONE\nBEGIN:VEVENT\nDTSTART;TZID=z:20260101T000000\nRRULE:FREQ=DAILY\nEND:VEVENT\nEND:VCALENDAR\n"
    ),
  ]

  private static func events(_ bodies: [String]) -> String {
    "BEGIN:VCALENDAR\n" + bodies.map { "BEGIN:VEVENT\n\($0)\nEND:VEVENT\n" }.joined() + "END:VCALENDAR\n"
  }

  @Test(arguments: hostile.indices) func hostileFiles(_ index: Int) throws {
    let contents = try ICSText.parse(Array(Self.hostile[index].text.utf8)) { _ in false }.get()
    let (series, faults) = contents.series(zones: [:])
    #expect(series.count <= 50_000)
    #expect(faults.count <= contents.events.count)
    for one in series {
      #expect(one.text.summary.utf8.count <= 4096)
      #expect(one.length.days >= 0 && one.length.seconds >= 0)
    }
  }

  @Test func aCountThatNobodyReachesIsNone() throws {
    for (rule, isEndless) in [
      ("FREQ=DAILY;COUNT=2147483647", true), ("FREQ=YEARLY;INTERVAL=1000;COUNT=2", true),
      ("FREQ=YEARLY;COUNT=500", false), ("FREQ=DAILY;INTERVAL=2;COUNT=90000", false),
    ] {
      let text = Self.events(["DTSTART:20260101\nRRULE:\(rule)"])
      let series = try ICSText.parse(Array(text.utf8)) { _ in false }.get().series(zones: [:]).series
      guard case .repeated(let pattern, _, _, _)? = series.first?.starts else {
        Issue.record("\(rule)")
        continue
      }
      #expect((pattern.rule.end == .never) == isEndless, "\(rule)")
    }
  }

  @Test func bytesThatAreNoText() throws {
    let head = Array("BEGIN:VCALENDAR\nBEGIN:VEVENT\nDTSTART:20260106\nSUMMARY:a".utf8)
    let bytes = head + [0xFF, 0xC0, 0x80, 0x00] + Array("b\nEND:VEVENT\nEND:VCALENDAR\n".utf8)
    let event = try #require(try ICSText.parse(bytes) { _ in true }.get().events.first)
    #expect(event.summary.hasPrefix("a") && event.summary.hasSuffix("b"))
  }

  @Test func noFileTrapsOrHangs() {
    let seed =
      "BEGIN:VCALENDAR\nBEGIN:VTIMEZONE\nTZID:a\nEND:VTIMEZONE\nBEGIN:VEVENT\nDTSTART;TZID=\"a\":20260106T090000\n"
      + "DURATION:P1DT2H\nRRULE:FREQ=DAILY\n ;COUNT=2\nSUMMARY:a\\nb\\\nEND:VEVENT\nEND:VCALENDAR\n"
    var mutations = Mutations(
      of: [seed], pieces: [":", ";", "=", "\"", "\n ", "\n", "\r\n", "END:", "BEGIN:", "P", "T"], seed: 10)
    for _ in 0..<5000 {
      let bytes = Array(mutations.next().utf8)
      guard case .success(let contents) = ICSText.parse(bytes, knowsZone: { $0 == "a" }) else { continue }
      _ = contents.series(zones: [ZoneName("a"): .utc])
      for fault in contents.faults where fault.range.upperBound > bytes.count { Issue.record("\(fault)") }
    }
  }

  /// Small slips of programs that other readers let pass.
  @Test func slips() throws {
    let event = try event(
      "UID:1 ", "DTSTART:20260106T080000Z\t ", "RRULE:FREQ=DAILY;COUNT=2;", "EXDATE:", "RDATE;VALUE=DATE:",
      "SUMMARY: a ")
    #expect(event.uid == "1")
    #expect(event.summary == " a")
    #expect(event.start == .instant(Instant(epochSeconds: 1_767_686_400)))
    #expect(event.rules == [RecurrenceRule(frequency: .daily, end: .count(2))])
    #expect(event.exceptions.isEmpty && event.additions.isEmpty)
    #expect(try self.event("DTSTART;TZID=:20260106T090000").start == .floating(try point("2026-01-06T09:00:00")))
  }

  @Test func linesThatAreNoneArePassedOver() throws {
    let contents = try parse(
      "BEGIN:VCALENDAR\nBEGIN:VEVENT\nDTSTART:20260106T080000Z\nDESCRIPTION:one\ntwo\nSUMMARY:a\nEND:VEVENT\n"
        + "END:VCALENDAR\n")
    #expect(contents.events.map(\.summary) == ["a"])
    #expect(contents.faults.map(\.message) == ["'two' is not a line of an iCalendar file"])
  }

  /// Every five minutes is the most that an event may take place.
  @Test(arguments: [
    ("FREQ=HOURLY;BYMINUTE=0,5,10,15,20,25,30,35,40,45,50,55", true), ("FREQ=DAILY;BYHOUR=9;BYMINUTE=0,30", true),
    ("FREQ=HOURLY;BYMINUTE=0,30;BYSECOND=0,10,20,30,40,50,55", false), ("FREQ=MINUTELY", false),
  ]) func howOften(_ rule: String, isTaken: Bool) throws {
    let contents = try parse(
      "BEGIN:VCALENDAR\nBEGIN:VEVENT\nDTSTART:20260106T080000Z\nRRULE:\(rule)\nEND:VEVENT\nEND:VCALENDAR\n")
    let (series, faults) = contents.series(zones: [:])
    #expect(series.count == (isTaken ? 1 : 0))
    #expect(faults.count == (isTaken ? 0 : 1))
  }

  /// Rules of zones are read for those that events name and nobody else knows, and for fifty of them.
  @Test func zonesThatNobodyNamesCostNothing() throws {
    func zone(_ name: String) -> String {
      "BEGIN:VTIMEZONE\nTZID:\(name)\nBEGIN:STANDARD\nDTSTART:19700101T000000\nTZOFFSETFROM:+0100\nTZOFFSETTO:+0100\n"
        + "END:STANDARD\nEND:VTIMEZONE\n"
    }
    func event(_ name: String) -> String {
      "BEGIN:VEVENT\nDTSTART;TZID=\(name):20260106T090000\nEND:VEVENT\n"
    }
    let names = (0..<60).map { "Z\($0)" }
    let zones = (names + ["Europe/Berlin"]).map(zone).joined()
    let few = try parse(
      "BEGIN:VCALENDAR\n\(zones)\(event("Z7"))\(event("Europe/Berlin"))\(event("Z7"))END:VCALENDAR\n")
    #expect(few.definedZones.keys.map(\.rawValue) == ["Z7"])
    #expect(few.events.count == 3)
    let many = try parse("BEGIN:VCALENDAR\n\(zones)\(names.map(event).joined())END:VCALENDAR\n")
    #expect(many.events.count == 50)
    #expect(many.faults.map(\.code) == Array(repeating: "unknown-zone", count: 10))
  }
}
