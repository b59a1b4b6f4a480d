import CommandKit
import JSONText
import TestSupport
import Testing

/// `explain`, word for word.
@Suite struct ExplainCommandTests {
  private func explain(_ words: String...) -> CommandCall { CommandCall(["explain"] + words) }

  @Test func cron() {
    let call = explain("--cron", "0 9 * * 1-5", "--from", "2027-03-26", "--count", "2")
    #expect(
      call.output == """
        cron 0 9 * * 1-5
          fires at 09:00 on Monday to Friday
          normal form: 0 9 * * mon-fri
          the same as `weekly: { days: weekdays, at: 09:00 }` in the coming two years
        next:
          Fri 2027-03-26 09:00 CET    +01:00
          Mon 2027-03-29 09:00 CEST   +02:00
        in the coming two years: no clock change and no month's end touches it

        """)
    #expect(call.errors == "")
    #expect(call.status == .success)
  }

  @Test func cronInAGapAndAFold() {
    let call = explain("--cron", "30 2 * * *", "--from", "2027-03-01", "--count", "1", "--zone", "Europe/Berlin")
    #expect(
      call.output == """
        cron 30 2 * * *
          fires at 02:30, on the clock of Europe/Berlin
          normal form: 30 2 * * *
          the same as `{ daily: 02:30, gap: next }` in the coming two years
        next:
          Mon 2027-03-01 02:30 CET   +01:00
        in the coming two years:
          2027-03-28: 02:30 does not exist, fires at 03:00 CEST
          2027-10-31: 02:30 comes twice, fires the first time, in CEST
          2028-03-26: 02:30 does not exist, fires at 03:00 CEST
          2028-10-29: 02:30 comes twice, fires the first time, in CEST

        """)
  }

  @Test func clockAlignedThroughChanges() {
    let call = explain("--cron", "*/15 * * * *", "--from", "2027-03-01", "--count", "1")
    #expect(
      call.output == """
        cron */15 * * * *
          fires every 15 minutes
          normal form: */15 * * * *
          the same as `hourly: [0, 15, 30, 45]`
        next:
          Mon 2027-03-01 00:00 CET   +01:00
        in the coming two years:
          2027-03-28: 4 times from 02:00 to 02:45 do not exist, skipped
          2027-10-31: 4 times from 02:00 to 02:45 come twice, fire both times
          2028-03-26: 4 times from 02:00 to 02:45 do not exist, skipped
          2028-10-29: 4 times from 02:00 to 02:45 come twice, fire both times

        """)
  }

  /// Cron's OR is a warning with its place, and a list in our words.
  @Test func eitherDayOfCron() {
    let call = explain("--cron", "30 9 1 * 5", "--from", "2027-01-01", "--count", "1")
    #expect(
      call.output == """
        cron 30 9 1 * 5
          fires at 09:30 on the 1st, and also on Friday
          normal form: 30 9 1 * fri
          the same as `[{ monthly: { day: 1, at: 09:30 } }, { weekly: { days: fri, at: 09:30 } }]` in the coming two years
        next:
          Fri 2027-01-01 09:30 CET   +01:00
        in the coming two years: no clock change and no month's end touches it
        warnings:
        --cron:1:1: warning[cron-either-day]: day of month and day of week are both given, so cron fires where either matches
            1 | 30 9 1 * 5
              | ^^^^^^^^^^ begin one of the two fields with * to have both match, or allow cron-either-day

        """)
  }

  @Test func recurrenceWithoutStart() {
    let call = explain("--rrule", "FREQ=MONTHLY;BYMONTHDAY=31", "--from", "2027-01-15T12:00", "--count", "2")
    #expect(
      call.output == """
        rrule FREQ=MONTHLY;BYMONTHDAY=31
          fires every month on the 31st, starting 2027-01-15T00:00
          no start is given; counted from 2027-01-15 00:00 (--start TIME names another)
          normal form: FREQ=MONTHLY;BYMONTHDAY=31
          the same as `{ monthly: { day: 31, at: 00:00 }, from: 2027-01-15 }`
        next:
          Sun 2027-01-31 00:00 CET    +01:00
          Wed 2027-03-31 00:00 CEST   +02:00
        in the coming two years:
          2027-02: no day 31, skipped
          2027-04: no day 31, skipped
          2027-06: no day 31, skipped
          2027-09: no day 31, skipped
          2027-11: no day 31, skipped
          2028-02: no day 31, skipped
          2028-04: no day 31, skipped
          2028-06: no day 31, skipped
          2028-09: no day 31, skipped
          2028-11: no day 31, skipped

        """)
  }

  @Test func startOfARecurrence() {
    let call = explain("--rrule", "freq=weekly;byday=th,tu", "--start", "2026-01-06 09:00", "--count", "1")
    #expect(call.output.contains("  normal form: FREQ=WEEKLY;BYDAY=TU,TH\n"))
    #expect(
      call.output.contains("  the same as `{ weekly: { days: [tue, thu], at: 09:00 }, from: 2026-01-06 09:00 }`\n"))
    #expect(call.output.contains("next:\n  Tue 2026-12-01 09:00 CET   +01:00\n"))
  }

  @Test func calendarExpressionWithItsZone() {
    let call = explain("--on-calendar", "Mon..Fri 9:00 America/New_York", "--count", "1")
    #expect(call.output.contains("  normal form: Mon..Fri *-*-* 09:00:00 America/New_York\n"))
    #expect(
      call.output.contains(
        "  the same as `{ weekly: { days: weekdays, at: 09:00 }, timezone: America/New_York }` in the coming two years; with `gap: skip` always\n"
      ))
    #expect(call.output.contains("next:\n  Tue 2026-12-01 09:00 EST   -05:00\n"))
  }

  @Test func triggersOfTheLanguage() throws {
    let call = explain(
      "--when", "monthly: { day: 31, at: 9:00, missing_day: last }", "--from", "2027-01-15", "--count", "1")
    #expect(
      call.output.hasPrefix(
        """
        when monthly: { day: 31, at: 9:00, missing_day: last }
          fires at 09:00 on day 31 of every month (the last day where it is missing)
          normal form: monthly: { day: 31, at: 09:00, missing_day: last }
        next:
          Sun 2027-01-31 09:00 CET   +01:00
        in the coming two years:
          2027-02: no day 31, 2027-02-28 stands in
          2027-04: no day 31, 2027-04-30 stands in

        """))
    let folder = try TemporaryFolder()
    let file = try folder.write("a.yaml", "calendars: { free: { dates: 2026-12-01 } }\nrules: {}\n")
    let named = explain("--when", "{ daily: 09:00, except: [free] }", file, "--count", "1")
    #expect(named.output.contains("next:\n  Wed 2026-12-02 09:00 CET   +01:00   free unknown\n"))
  }

  @Test func aRuleOfAFile() throws {
    let folder = try TemporaryFolder()
    let file = try folder.write(
      "rules.yaml",
      """
      timezone: Europe/Berlin
      rules:
        backup:
          description: Every night
          when: [{ cron: "30 2 * * *" }, { every: 12h }]
          run: "true"
          allow: [clock-change]
        hand: { notify: By hand }

      """)
    let call = explain("backup", file, "--from", "2027-03-28", "--count", "2")
    #expect(
      call.output.hasPrefix(
        """
        backup: Every night
          fires at 02:30, on the clock of Europe/Berlin
          fires every 12 hours of elapsed time, on the clock of Europe/Berlin
          the same as `[{ daily: 02:30, gap: next }, { every: 12h }]` in the coming two years
          runs 'true' in a shell
          makes up the latest within 7 d when more than 1 min late
        next:
          Sun 2027-03-28 02:00 CET    +01:00
        """.replacing("02:00 CET ", with: "03:00 CEST").replacing("+01:00", with: "+02:00").prefix(60)))
    #expect(call.output.contains("  2027-03-28: 02:30 does not exist, fires at 03:00 CEST\n"))
    let hand = explain("hand", file)
    #expect(hand.output == "hand\n  fires by hand, or by another rule\n  notifies 'By hand'\n")
  }

  @Test func json() throws {
    let call = explain("--cron", "30 2 * * *", "--from", "2027-03-28", "--count", "1", "--format", "json")
    let value = try JSONValue.parse(call.output)
    #expect(value["kind"] == "cron")
    #expect(value["words"] == ["at 02:30"])
    #expect(value["normal_form"] == "30 2 * * *")
    #expect(value["same_as"] == ["when": "{ daily: 02:30, gap: next }", "always": false])
    #expect(
      value["next"] == [
        [
          "at": "2027-03-28T03:00:00+02:00", "epoch": 1_806_195_600, "civil": "2027-03-28T02:30",
          "zone": "Europe/Berlin", "abbreviation": "CEST", "offset": "+02:00",
          "reasons": [["code": "gap", "text": "02:30 does not exist on 2027-03-28, at the end of the gap"]],
        ]
      ])
    #expect(value["coming"]?.array?.count == 5)
    #expect(
      value["coming"]?.array?.first
        == ["date": "2027-03-28", "code": "gap", "text": "02:30 does not exist, fires at 03:00 CEST"])
    #expect(value["warnings"] == [])
  }

  /// Faults point into the expression, under its own option's name.
  @Test(arguments: [
    ("--cron", "0 25 * * *", "--cron:1:3: error[cron-range]"),
    ("--rrule", "FREQ=DAILY;BYHUOR=3", "--rrule:1:12: error["),
    ("--on-calendar", "Mon..Frx 09:00", "--on-calendar:1:6: error["),
    ("--when", "{ daly: 09:00 }", "--when:1:3: error[unknown-key]"),
  ])
  func faultsHaveTheirPlace(_ option: String, _ text: String, _ start: String) {
    let call = explain(option, text)
    #expect(call.status == .failure)
    #expect(call.output == "")
    #expect(call.errors.hasPrefix(start), "\(call.errors)")
    #expect(call.errors.contains("^"))
  }

  /// What no rule file takes is no expression to explain either.
  @Test(arguments: [
    ("--cron", "0 0 30 2 *"), ("--cron", "0 0 31 4,6,9,11 *"), ("--rrule", "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30"),
    ("--on-calendar", "Sun 2028-02-29"), ("--when", "cron: 0 0 30 2 *"),
  ])
  func whatNeverFiresIsAnError(_ option: String, _ text: String) {
    let call = explain(option, text)
    #expect(call.status == .failure)
    #expect(call.output == "")
    #expect(call.errors.hasPrefix("\(option):1:1: error[never-fires]: no date ever matches this\n"), "\(call.errors)")
  }

  @Test func nothingWhereTriggersBelong() {
    #expect(
      explain("--when", "null").errors == """
        --when:1:1: error[empty-document]: nothing is said here
            1 | null
              | ^^^^

        """)
  }

  /// Month ends also touch `W` and the half of an OR.
  @Test(arguments: [
    ("0 0 31W * *", "  2027-04: no day 31, skipped\n"), ("0 0 29 2 1", "  2029-02: no day 29, skipped\n"),
    ("0 0 30,31W 2-4 *", "  2028-02: no day 30 or 31, skipped\n"),
    ("0 0 */2 * 1", ": no clock change and no month's end touches it\n"),
    ("0 0 15W * *", ": no clock change and no month's end touches it\n"),
    ("0 0 1-31 * 1", ": no clock change and no month's end touches it\n"),
  ])
  func monthEndsOfCron(_ text: String, _ line: String) {
    let call = explain("--cron", text, "--from", "2027-03-27")
    #expect(call.output.contains(line), "\(call.output)")
  }

  @Test func yearsWithoutDays() {
    let call = explain("--when", "{ matching: { year: 2030, month: jan, hour: 1 } }")
    #expect(call.output.contains("  fires at 01:00 every day, in January, in the year 2030\n"))
  }

  @Test func aFileInTheRulesPlace() throws {
    let folder = try TemporaryFolder()
    let file = try folder.write("rules.yaml", "rules: {}\n")
    let call = explain(file)
    #expect(call.status == .usage)
    #expect(
      call.errors
        == "carillon: '\(file)' is a file; a rule's id stands before it: carillon explain RULE \(file)\n")
  }

  /// Clock changes of a rule are told for two years from `--from`, and not once more for the year from today.
  @Test func clockChangesOnce() throws {
    let folder = try TemporaryFolder()
    let file = try folder.write(
      "rules.yaml", "rules: { a: { when: { daily: 02:30, timezone: Europe/Berlin }, notify: x } }\n")
    let call = explain("a", file, "--from", "2030-01-01")
    #expect(call.output.contains("2030-03-31: 02:30 does not exist"))
    #expect(!call.output.contains("warnings:"))
  }

  /// A zone that an expression names is found and corrected like all else in it.
  @Test(arguments: [
    (["--on-calendar", "12:00 Europe/Berln"], "--on-calendar:1:7: error[unknown-zone]"),
    (["--when", "{ daily: 09:00, timezone: Europe/Berln }"], "--when:1:27: error[unknown-zone]"),
  ])
  func unknownZones(_ words: [String], _ place: String) {
    let call = CommandCall(["explain"] + words)
    #expect(call.status == .failure)
    let all = call.output + call.errors
    #expect(all.contains(place), "\(all)")
    #expect(all.contains("did you mean 'Europe/Berlin'?"), "\(all)")
  }

  @Test(arguments: [
    (["explain"], "'explain' needs a rule's id, or an expression such as --cron '0 9 * * 1-5'"),
    (["explain", "--cron", "* * * * *", "--when", "daily: 09:00"], "--cron and --when don't go together"),
    (["explain", "--cron", "* * * * *", "--start", "now"], "--start belongs to --rrule"),
    (["explain", "--cron", "* * * * *", "backup"], "--cron stands alone; 'backup' is one argument too many"),
  ])
  func wrongCalls(_ words: [String], _ message: String) {
    let call = CommandCall(words)
    #expect(call.status == .usage)
    #expect(call.errors == "carillon: \(message)\n")
  }
}
