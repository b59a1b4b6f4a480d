import CommandKit
import JSONText
import TestSupport
import Testing

/// Previews, word for word.
@Suite struct NextCommandTests {
  private let folder: TemporaryFolder
  private let file: String

  init() throws {
    folder = try TemporaryFolder()
    file = try folder.write(
      "rules.yaml",
      """
      timezone: Europe/Berlin
      calendars:
        holidays: { dates: [2026-12-25] }
        moving: { dates: [2027-01-01] }
      rules:
        standup: { when: { weekly: { days: weekdays, at: 09:25 }, except: [holidays] }, notify: Stand-up }
        backup: { when: { daily: 02:30 }, run: "true" }
        first: { when: { monthly: { day: 1, at: 08:00 }, except: [moving], move: next, offset: -1h }, notify: First }
        past: { when: { dates: [2020-01-01 10:00] }, notify: Past, allow: [dates-all-past] }
        elapsed: { when: { every: 12h }, notify: Elapsed, enabled: false }
        hand: { notify: By hand }
      """)
  }

  @Test func ringsAndSkippedOnesInTimeOrder() {
    let call = CommandCall(
      "next", file, "--from", "2026-12-24T12:00", "--count", "3", "--skipped", "--rule", "standup", "--rule", "backup")
    #expect(
      call.output == """
        Fri 2026-12-25 02:30 CET   backup    in 14 h 30 min
        Fri 2026-12-25 09:25 CET   standup   skipped: holidays
        Sat 2026-12-26 02:30 CET   backup    in 1 d 14 h
        Sun 2026-12-27 02:30 CET   backup    in 2 d 14 h

        """)
    #expect(call.status == .success)
  }

  @Test func reasonsStandBehindTheTime() {
    let call = CommandCall("next", file, "--from", "2027-03-28", "--count", "1", "--rule", "backup")
    #expect(
      call.output
        == "Sun 2027-03-28 03:30 CEST   backup   in 2 h 30 min   gap: 02:30 does not exist on 2027-03-28, later by the length of the gap\n"
    )
  }

  @Test func anotherZoneShowsAndReadsTimes() {
    let call = CommandCall(
      "next", file, "--zone", "America/New_York", "--from", "2026-12-24T12:00", "--count", "1", "--rule", "backup")
    #expect(call.output == "Thu 2026-12-24 20:30 EST   backup   in 8 h 30 min\n")
  }

  @Test func neverAndDisabled() {
    let call = CommandCall("next", file, "--rule", "past", "--rule", "elapsed", "--rule", "hand")
    #expect(call.output == "never: past has no further occurrence\n")
  }

  @Test func json() throws {
    let call = CommandCall(
      "next", file, "--from", "2026-12-31", "--until", "2027-01-02T23:00", "--skipped", "--format", "json", "--rule",
      "first",
      "--rule", "past")
    let value = try JSONValue.parse(call.output)
    #expect(
      value == [
        "occurrences": [
          [
            "rule": "first", "at": "2027-01-02T07:00:00+01:00", "epoch": 1_798_869_600, "civil": "2027-01-01T08:00",
            "zone": "Europe/Berlin",
            "reasons": [
              ["code": "moved", "text": "from Fri 2027-01-01 (moving)"], ["code": "offset", "text": "-1h"],
              ["code": "calendar-unknown", "text": "the calendar 'moving' ends on 2027-01-01"],
            ],
          ]
        ],
        "skipped": [],
        "never": ["past"],
        "unknown": [
          ["rule": "first", "files": [], "calendars": [["calendar": "moving", "last": "2027-01-01"]]]
        ],
      ])
  }

  @Test func csv() {
    let call = CommandCall("next", file, "--from", "2027-03-28", "--count", "1", "--rule", "backup", "--format", "csv")
    #expect(
      call.output == """
        RULE,AT,EPOCH,CIVIL,ZONE,STATE,REASONS
        backup,2027-03-28T03:30:00+02:00,1806197400,2027-03-28T02:30,Europe/Berlin,rings,gap

        """)
  }

  @Test func eachRuleHasItsShare() {
    let call = CommandCall(
      "next", file, "--from", "2026-12-30", "--each", "1", "--rule", "standup", "--rule", "backup", "--rule", "first")
    #expect(
      call.output == """
        Wed 2026-12-30 02:30 CET   backup    in 2 h 30 min
        Wed 2026-12-30 09:25 CET   standup   in 9 h 25 min   holidays unknown
        Sat 2027-01-02 07:00 CET   first     in 3 d 7 h      moved: from Fri 2027-01-01 (moving); offset: -1h; moving unknown
        unknown: standup depends on holidays, which ends on 2026-12-25
        unknown: first depends on moving, which ends on 2027-01-01

        """)
  }

  @Test func strictlyAfterAndAtOrAfter() {
    let at = CommandCall("next", file, "--from", "2026-12-02T02:30", "--count", "1", "--rule", "backup")
    let after = CommandCall("next", file, "--after", "2026-12-02T02:30", "--count", "1", "--rule", "backup")
    #expect(at.output == "Wed 2026-12-02 02:30 CET   backup   now\n")
    #expect(after.output == "Thu 2026-12-03 02:30 CET   backup   in 1 d\n")
    let within = CommandCall("next", file, "--from", "2026-12-02T02:30:00.5+01:00", "--count", "1", "--rule", "backup")
    #expect(within.output.hasPrefix("Thu 2026-12-03 02:30 CET   backup"))
  }

  /// Bounds that leave no time between them are a wrong call, not a preview in which nothing comes.
  @Test(arguments: [
    ("--from", "2027-02-01", "2027-01-31", "--until 2027-01-31 lies before --from 2027-02-01"),
    ("--after", "2027-02-01", "2027-02-01", "--until 2027-02-01 does not lie after --after 2027-02-01"),
  ])
  func endBeforeStart(_ option: String, _ start: String, _ end: String, _ message: String) {
    let call = CommandCall("next", file, option, start, "--until", end)
    #expect(call.status == .usage)
    #expect(call.errors == "carillon: \(message)\n")
    #expect(call.output == "")
  }

  @Test func endInThePast() {
    let call = CommandCall("next", file, "--until", "2026-11-30")
    #expect(call.status == .usage)
    #expect(call.errors == "carillon: --until 2026-11-30 lies in the past; name a start with --from\n")
  }

  @Test func unknownRule() {
    let call = CommandCall("next", file, "--rule", "bakup")
    #expect(call.status == .failure)
    #expect(call.errors == "carillon: there is no rule 'bakup'; did you mean 'backup'?\n")
  }

  @Test func missingFileIsOutside() {
    let call = CommandCall("next", folder.path(of: "none.yaml"))
    #expect(call.status == .outside)
    #expect(call.errors.contains("none.yaml"))
    #expect(call.errors.contains("No such file or directory"))
  }

  @Test func errorsEndIt() throws {
    let bad = try folder.write("bad.yaml", "rules:\n  a: { when: { daily: 25:00 }, notify: x }\n")
    let call = CommandCall("next", bad)
    #expect(call.status == .failure)
    #expect(call.output == "")
    #expect(call.errors.contains("bad.yaml:2:23: error["))
    #expect(call.errors.hasSuffix("carillon: the rules have 1 error\n"))
  }

  @Test func assumedFirstLoadIsSaid() throws {
    let once = try folder.write("once.yaml", "timezone: UTC\nrules:\n  a: { when: { in: 5m }, notify: x }\n")
    let call = CommandCall("next", once, "--from", "2026-12-02T10:00Z")
    #expect(call.output == "Wed 2026-12-02 10:05 UTC   a   in 5 min\n")
    #expect(call.errors.contains("assuming that they are first loaded at Wed 2026-12-02 11:00 CET"))
    // Every preview says so, and none where the rules that are asked for do not depend on it.
    for command in [["explain", "a", once], ["calendar", once, "--week"]] {
      #expect(CommandCall(command + ["--from", "2026-12-02T10:00Z"]).errors == call.errors)
    }
    let two = try folder.write(
      "two.yaml", "rules: { a: { when: { in: 5m }, notify: x }, b: { when: { daily: 09:00 }, notify: x } }\n")
    #expect(CommandCall("next", two, "--rule", "b").errors == "")
  }

  @Test func jitterThatNobodyKnowsIsSaid() throws {
    let file = try folder.write("jitter.yaml", "rules: { a: { when: { daily: 09:00, jitter: 1h }, notify: x } }\n")
    for command in [["next", file], ["explain", "a", file], ["calendar", file]] {
      #expect(
        CommandCall(command).errors
          == "carillon: no running service knows the jitter of this machine; it is left out\n")
    }
  }
}
