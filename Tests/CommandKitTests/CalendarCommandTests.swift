import CommandKit
import JSONText
import TestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#endif

/// Months and weeks as grids, word for word; the streams of these calls have 100 columns.
@Suite struct CalendarCommandTests {
  private let folder: TemporaryFolder
  private let file: String

  init() throws {
    folder = try TemporaryFolder()
    file = try folder.write(
      "rules.yaml",
      """
      timezone: Europe/Berlin
      calendars:
        holidays: { dates: [2027-02-03] }
      rules:
        standup: { when: { weekly: { days: weekdays, at: 09:25 }, except: [holidays] }, notify: Stand-up }
        backup: { when: { daily: 02:30 }, run: "true", allow: [clock-change] }
        tea: { when: { hourly: 0, between: 10:00-17:00, days: [mon, wed] }, notify: Tea }
        off: { when: { daily: 12:00 }, notify: Off, enabled: false }
      """)
  }

  private func calendar(_ words: String...) -> CommandCall { CommandCall(["calendar", file] + words) }

  /// A year has four digits, so that nobody takes it for a day.
  @Test func theFirstMonth() {
    #expect(calendar("--month", "0001-01").output.hasPrefix("January 0001  Europe/Berlin\n"))
  }

  @Test func monthWithSkippedOnes() {
    let call = calendar("--month", "2027-02", "--from", "2027-02-09", "--skipped")
    #expect(
      call.output == """
        February 2027  Europe/Berlin
            │Mon         │Tue         │Wed         │Thu         │Fri         │Sat         │Sun
        ────┼────────────┼────────────┼────────────┼────────────┼────────────┼────────────┼────────────
        W05 │ 1          │ 2          │ 3          │ 4          │ 5          │ 6          │ 7
            │02:30 backup│02:30 backup│02:30 backup│02:30 backup│02:30 backup│02:30 backup│02:30 backup
            │standup     │standup     │(standup)   │standup     │standup     │            │
            │tea ×8      │            │tea ×8      │            │            │            │
        ────┼────────────┼────────────┼────────────┼────────────┼────────────┼────────────┼────────────
        W06 │ 8          │ 9 today    │10          │11          │12          │13          │14
            │02:30 backup│02:30 backup│02:30 backup│02:30 backup│02:30 backup│02:30 backup│02:30 backup
            │standup     │standup     │standup     │standup     │standup     │            │
            │tea ×8      │            │tea ×8      │            │            │            │
        ────┼────────────┼────────────┼────────────┼────────────┼────────────┼────────────┼────────────
        W07 │15          │16          │17          │18          │19          │20          │21
            │02:30 backup│02:30 backup│02:30 backup│02:30 backup│02:30 backup│02:30 backup│02:30 backup
            │standup     │standup     │standup     │standup     │standup     │            │
            │tea ×8      │            │tea ×8      │            │            │            │
        ────┼────────────┼────────────┼────────────┼────────────┼────────────┼────────────┼────────────
        W08 │22          │23          │24          │25          │26          │27          │28
            │02:30 backup│02:30 backup│02:30 backup│02:30 backup│02:30 backup│02:30 backup│02:30 backup
            │standup     │standup     │standup     │standup     │standup     │            │
            │tea ×8      │            │tea ×8      │            │            │            │

        standup ×19   backup ×28   tea ×64
        (…) left out
        unknown: standup depends on holidays, which ends on 2027-02-03

        """)
    #expect(call.errors == "")
  }

  @Test func daysOfClockChanges() {
    let call = calendar("--month", "2027-03", "--months", "8", "--rule", "backup")
    #expect(
      call.output.contains("March 2027  Europe/Berlin\n") && call.output.contains("\nOctober 2027  Europe/Berlin\n"))
    #expect(call.output.contains("│28 +1h\n") && call.output.contains("│31 -1h\n"))
    #expect(call.output.contains("│02:30 backup│03:30 backup\n"))
    #expect(
      call.output.hasSuffix(
        "\nbackup ×245\n+1h on 2027-03-28: the clocks go forward   -1h on 2027-10-31: the clocks go back\n"))
  }

  @Test func weekBeginningOnSunday() {
    let call = calendar("--week", "--sunday", "--from", "2027-02-03", "--rule", "backup", "--rule", "tea")
    #expect(
      call.output == """
        2027-01-31 to 2027-02-06  Europe/Berlin
            │Sun         │Mon         │Tue         │Wed         │Thu         │Fri         │Sat
        ────┼────────────┼────────────┼────────────┼────────────┼────────────┼────────────┼────────────
        W05 │31          │ 1          │ 2          │ 3 today    │ 4          │ 5          │ 6
            │02:30 backup│02:30 backup│02:30 backup│02:30 backup│02:30 backup│02:30 backup│02:30 backup
            │            │10:00 tea ×8│            │10:00 tea ×8│            │            │

        backup ×7   tea ×16

        """)
  }

  /// Where a name does not fit its column, a week has a row for each day.
  @Test func weekOfLongNames() {
    let call = calendar("--week", "--from", "2027-02-03", "--skipped")
    #expect(
      call.output == """
        2027-02-01 to 2027-02-07  Europe/Berlin
        Mon  1       │ 02:30 backup   09:25 standup   10:00 tea ×8
        Tue  2       │ 02:30 backup   09:25 standup
        Wed  3 today │ 02:30 backup   (09:25 standup)   10:00 tea ×8
        Thu  4       │ 02:30 backup   09:25 standup
        Fri  5       │ 02:30 backup   09:25 standup
        Sat  6       │ 02:30 backup
        Sun  7       │ 02:30 backup

        standup ×4   backup ×7   tea ×16
        (…) left out
        unknown: standup depends on holidays, which ends on 2027-02-03

        """)
  }

  @Test func anotherZoneHasOtherDays() {
    let call = calendar("--week", "--from", "2027-02-03", "--rule", "backup", "--zone", "America/New_York")
    #expect(call.output.contains("America/New_York\n"))
    #expect(call.output.contains("│20:30 backup│"))
  }

  @Test func nothingRings() {
    #expect(calendar("--month", "2027-02", "--rule", "off").output.hasSuffix("\nnothing rings\n"))
  }

  /// The last days that there are.
  @Test func endOfTime() {
    #expect(calendar("--month", "9999-12", "--rule", "backup").output.hasSuffix("\nbackup ×31\n"))
    #expect(calendar("--week", "--from", "9999-12-31", "--rule", "backup").output.hasSuffix("\nbackup ×5\n"))
  }

  @Test func csv() {
    let call = calendar("--week", "--from", "2027-02-03", "--rule", "standup", "--skipped", "--format", "csv")
    #expect(
      call.output == """
        DATE,WEEK,RULE,COUNT,FIRST,LAST,SKIPPED,EVENTS
        2027-02-01,2027-W05,standup,1,2027-02-01T09:25:00+01:00,2027-02-01T09:25:00+01:00,0,
        2027-02-02,2027-W05,standup,1,2027-02-02T09:25:00+01:00,2027-02-02T09:25:00+01:00,0,
        2027-02-03,2027-W05,standup,0,,,1,
        2027-02-04,2027-W05,standup,1,2027-02-04T09:25:00+01:00,2027-02-04T09:25:00+01:00,0,
        2027-02-05,2027-W05,standup,1,2027-02-05T09:25:00+01:00,2027-02-05T09:25:00+01:00,0,

        """)
  }

  @Test func json() throws {
    let call = calendar("--month", "2027-03", "--skipped", "--from", "2027-03-28", "--format", "json")
    let value = try JSONValue.parse(call.output)
    #expect(value["from"] == "2027-03-01" && value["until"] == "2027-03-31" && value["zone"] == "Europe/Berlin")
    let days = try #require(value["days"]?.array)
    #expect(days.count == 31)
    #expect(
      days[27] == [
        "date": "2027-03-28", "week": "2027-W12", "today": true, "clock_change": "+01:00",
        "rules": [
          [
            "rule": "backup", "count": 1, "first": "2027-03-28T03:30:00+02:00", "last": "2027-03-28T03:30:00+02:00",
          ]
        ],
        "skipped": [],
      ])
  }

  /// What programs read fits its schema.
  @Test func jsonFitsTheSchemas() throws {
    let calls = [
      ("calendar", calendar("--month", "2027-02", "--months", "9", "--skipped", "--format", "json")),
      ("explain", CommandCall("explain", "standup", file, "--format", "json")),
      ("explain", CommandCall("explain", "--rrule", "FREQ=MONTHLY;BYMONTHDAY=31", "--format", "json")),
      ("explain", CommandCall("explain", "--on-calendar", "02:30 UTC", "--format", "json")),
      ("next", CommandCall("next", file, "--from", "2027-02-01", "--count", "9", "--skipped", "--format", "json")),
    ]
    try folder.write(
      "check.py",
      """
      import json, sys
      from jsonschema import Draft202012Validator
      schema = json.load(open(sys.argv[1]))
      Draft202012Validator.check_schema(schema)
      wrong = [e.message for e in Draft202012Validator(schema).iter_errors(json.load(open(sys.argv[2])))]
      print(wrong)
      sys.exit(1 if wrong else 0)
      """)
    for (number, (name, call)) in calls.enumerated() {
      #expect(call.status == .success, "\(call.errors)")
      let output = try folder.write("\(number).json", call.output)
      let schema = "\(CaseFile.testsFolder)/../schemas/\(name).schema.json"
      let report = folder.path(of: "report")
      let status = system("/usr/bin/python3 '\(folder.path)/check.py' '\(schema)' '\(output)' >'\(report)' 2>&1")
      let said = String(decoding: try readFile(report), as: UTF8.self)
      #expect(status == 0, "\(name): \(said)")
    }
  }

  @Test(arguments: [
    (["--week", "--month", "2027-02"], "--week and --month don't go together"),
    (["--week", "--months", "2"], "--week and --months don't go together"),
    (["--month", "2027-13"], "--month takes a year and a month such as 2027-03, not '2027-13'"),
    (["--month", "march"], "--month takes a year and a month such as 2027-03, not 'march'"),
  ])
  func wrongCalls(_ words: [String], _ message: String) {
    let call = CommandCall(["calendar", file] + words)
    #expect(call.status == .usage)
    #expect(call.errors == "carillon: \(message)\n")
  }
}
