import CommandKit
import JSONText
import TestSupport
import Testing

/// Previews beyond the end of a calendar.
@Suite struct CalendarEndTests {
  private let folder: TemporaryFolder
  private let file: String

  init() throws {
    folder = try TemporaryFolder()
    file = try folder.write(
      "rules.yaml",
      """
      timezone: Europe/Berlin
      calendars:
        holidays: { ics: holidays.ics }
        shifts: { rrule: "FREQ=DAILY;UNTIL=20261203", start: 2026-12-01 }
        trip: { ranges: [2026-12-01/2026-12-03], allow: [calendar-runs-out] }
        weekend: { weekly: [sat, sun] }
        free: { union: [weekend, holidays] }
        duty: { weekly: [mon, tue, wed, thu, fri], except: [holidays] }
      rules:
        work: { when: { daily: 10:00, except: holidays }, notify: x }
        shift: { when: { daily: 11:00, only: shifts }, notify: x }
        tidy: { when: { daily: 12:00, only: free }, notify: x }
        duty: { when: { daily: 13:00, except: duty }, notify: x }
        short: { when: { daily: 14:00, except: holidays, until: 2026-12-05 }, notify: x }
        brief: { when: { daily: 15:00, only: shifts, until: 2026-12-02 }, notify: x }
        trip: { when: { daily: 17:00, except: trip }, notify: x }
        other: { when: { daily: 16:00, only: weekend }, notify: x }
      """)
    try folder.write(
      "holidays.ics",
      "BEGIN:VCALENDAR\nBEGIN:VEVENT\nUID:1\nDTSTART;VALUE=DATE:20261225\nDTEND;VALUE=DATE:20261227\n"
        + "END:VEVENT\nEND:VCALENDAR\n")
  }

  /// The listing's last lines by rule and stretch.
  @Test(arguments: [
    (["work", "--until", "2026-12-26"], ["Thu 2026-12-24 10:00 CET   work   in 23 d 9 h"]),
    (
      ["work", "--until", "2026-12-27 12:00"],
      [
        "Sun 2026-12-27 10:00 CET   work   in 26 d 9 h   holidays unknown",
        "unknown: work depends on holidays, which ends on 2026-12-26",
      ]
    ),
    (["shift", "--count", "3"], ["Thu 2026-12-03 11:00 CET   shift   in 2 d 10 h"]),
    (
      ["shift", "--count", "4"],
      [
        "Thu 2026-12-03 11:00 CET   shift   in 2 d 10 h",
        "unknown: shift depends on shifts, which ends on 2026-12-03",
      ]
    ),
    (["shift", "--from", "2026-12-10"], ["unknown: shift depends on shifts, which ends on 2026-12-03"]),
    // Days that 'free' lacks could be more rings; on those that it has something rings all the same.
    (
      ["tidy", "--from", "2027-01-02", "--count", "1"],
      [
        "Sat 2027-01-02 12:00 CET   tidy   in 12 h   holidays unknown",
        "unknown: tidy depends on holidays, which ends on 2026-12-26",
      ]
    ),
    // A holiday is no day of 'duty', so it would ring.
    (
      ["duty", "--from", "2026-12-28", "--until", "2026-12-30"],
      ["unknown: duty depends on holidays, which ends on 2026-12-26"]
    ),
    (["short", "--from", "2026-12-05"], ["Sat 2026-12-05 14:00 CET   short   in 14 h"]),
    (["brief", "--from", "2026-12-02"], ["Wed 2026-12-02 15:00 CET   brief   in 15 h"]),
    (["brief", "--from", "2026-12-12"], ["never: brief has no further occurrence"]),
    (["trip", "--count", "1"], ["Fri 2026-12-04 17:00 CET   trip   in 3 d 16 h"]),
    (
      ["other", "--from", "2027-12-12", "--count", "1"],
      ["Sun 2027-12-12 16:00 CET   other   in 16 h"]
    ),
  ])
  func listing(_ words: [String], _ last: [String]) throws {
    let call = CommandCall(["next", file, "--rule"] + words)
    let lines = call.output.split(separator: "\n").map(String.init)
    #expect(Array(lines.suffix(last.count)) == last, "\(call.output)")
    if !last.contains(where: { $0.hasPrefix("unknown") }) { #expect(!call.output.contains("unknown")) }
  }

  @Test func asJSON() throws {
    let call = CommandCall("next", file, "--rule", "work", "--from", "2026-12-24", "--count", "2", "--format", "json")
    let value = try JSONValue.parse(call.output)
    let reasons = value["occurrences"]?.array?.map { $0["reasons"]?.array?.compactMap { $0["code"]?.string } }
    #expect(reasons == [[], ["calendar-unknown"]])
    #expect(
      value["unknown"] == [
        ["rule": "work", "files": [], "calendars": [["calendar": "holidays", "last": "2026-12-26"]]]
      ])
    let never = try JSONValue.parse(
      CommandCall("next", file, "--rule", "shift", "--from", "2027-01-01", "--format", "json").output)
    #expect(never["never"] == [])
    #expect(never["unknown"]?.array?.count == 1)
    let csv = CommandCall("next", file, "--rule", "work", "--from", "2026-12-27", "--count", "1", "--format", "csv")
    #expect(csv.output.contains(",rings,calendar-unknown\n"))
  }

  @Test func inOtherPreviews() throws {
    let explain = CommandCall("explain", "work", file, "--from", "2026-12-27")
    #expect(explain.output.contains("+01:00   holidays unknown\n"))
    #expect(explain.output.contains("unknown: it depends on holidays, which ends on 2026-12-26\n"))
    #expect(!CommandCall("explain", "work", file).output.contains("unknown"))
    let json = try JSONValue.parse(
      CommandCall("explain", "work", file, "--from", "2026-12-27", "--format", "json").output)
    #expect(json["unknown"] == ["files": [], "calendars": [["calendar": "holidays", "last": "2026-12-26"]]])
    #expect(json["next"]?.array?.first?["reasons"]?.array?.first?["code"] == "calendar-unknown")

    let month = CommandCall("calendar", file, "--rule", "work", "--month", "2026-12")
    #expect(month.output.hasSuffix("\nunknown: work depends on holidays, which ends on 2026-12-26\n"))
    let days = try JSONValue.parse(
      CommandCall("calendar", file, "--rule", "work", "--month", "2026-12", "--format", "json").output)
    #expect(days["unknown"]?.array?.first?["rule"] == "work")
    #expect(!CommandCall("calendar", file, "--rule", "other", "--month", "2026-12").output.contains("unknown"))
  }

  @Test func oneThatIsMeantToEnd() {
    let call = CommandCall("check", file)
    #expect((call.output + call.errors).contains("'shifts' ends on 2026-12-03"))
    #expect(!(call.output + call.errors).contains("'trip'"))
  }

  /// `diff` compares what is known; it says what is not, each thing once.
  @Test func inComparisons() throws {
    let other = try folder.write(
      "other.yaml",
      """
      timezone: Europe/Berlin
      calendars:
        holidays: { ics: gone.ics, weekly: [sun] }
      rules:
        work: { when: { daily: 10:00, except: holidays }, notify: x }
        play: { when: { daily: 11:00, except: holidays }, notify: x }
      """)
    let call = CommandCall("diff", file, other, "--rule", "work", "--rule", "play", "--days", "60")
    #expect(call.status == .success)
    #expect(
      call.errors == """
        carillon: \(file): work depends on holidays, which ends on 2026-12-26
        carillon: \(other): 2 rules depend on gone.ics, which can't be read

        """)
    #expect(CommandCall("diff", file, file, "--rule", "work", "--until", "2026-12-26").errors == "")
    #expect(CommandCall("diff", file, file, "--rule", "short").errors == "")
  }

  /// A test that fails where something is not known says so.
  @Test func inTests() throws {
    let tested = try folder.write(
      "tested.yaml",
      """
      timezone: Europe/Berlin
      calendars:
        holidays: { ics: holidays.ics }
      rules:
        work: { when: { daily: 10:00, except: holidays }, notify: x }
      tests:
        - { name: beyond, rule: work, from: 2026-12-27, expect: [2026-12-28 10:00] }
        - { name: within, rule: work, from: 2026-12-24, expect: [2026-12-25 10:00] }
      """)
    let call = CommandCall("test", tested)
    #expect(call.status == .failure)
    let marks = call.output.split(separator: "\n").filter { $0.contains("unknown") }
    #expect(marks == ["  unknown:  it depends on holidays, which ends on 2026-12-26"])
  }
}
