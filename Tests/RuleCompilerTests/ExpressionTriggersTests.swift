import CivilTime
import Diagnostics
import RuleCompiler
import RuleModel
import Testing

/// Findings in the expressions of other languages, with places inside their texts.
@Suite struct ExpressionTriggersTests {
  static let findings: [FindingRow] = [
    FindingRow(
      "cron: field", ruleText(when: "{ cron: \"0 «25» * * *\" }"), "cron-range", "'25' is not an hour: 0 to 23"),
    FindingRow(
      "cron: plain scalar", ruleText(when: "{ cron: 0 9 * * «monn» }"), "cron-name", "'monn' is not a day of week"),
    FindingRow(
      "cron: never", ruleText(when: "{ «cron»: \"0 0 30 2 *\" }"), "never-fires", "no date ever matches this"),
    FindingRow.warning(
      "cron: either day", ruleText(when: "{ cron: «\"0 0 1 * 1\"» }"), "cron-either-day",
      "day of month and day of week are both given, so cron fires where either matches"),
    FindingRow.warning(
      "cron: weekday number", ruleText(when: "{ cron: \"0 0 9 * * «1»\" }"), "cron-weekday-number",
      "weekday numbers are cron's here: 1 is Monday; Quartz and its relatives count from Sunday",
      hint: "write the weekday's name"),
    FindingRow.warning(
      "cron: long step", ruleText(when: "{ cron: \"*/«90» * * * *\" }"), "cron-long-step",
      "this step is longer than its field, and cron counts anew each time, so only the first value is left",
      hint: "`every` keeps a distance across hours and days, or allow cron-long-step"),
    FindingRow(
      "cron: gap of an aligned one", ruleText(when: "{ cron: \"*/5 * * * *\", «gap»: skip }"), "wrong-modifier",
      "`gap` means nothing for a clock-aligned trigger: it fires at the real instants that the clock shows, both passes of a repeated hour"
    ),
    FindingRow(
      "rrule: no start", ruleText(when: "«{ rrule: FREQ=DAILY }»"), "missing-key",
      "`rrule` needs `start`, from which it counts", hint: "write for example start: 2026-01-06 09:00 beside it"),
    FindingRow(
      "rrule: never", ruleText(when: "{ «rrule»: FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30, start: 2026-01-06 09:00 }"),
      "never-fires", "no date ever matches this"),
    FindingRow.warning(
      "rrule: hourly", ruleText(when: "{ rrule: «FREQ=HOURLY», start: 2026-01-06 09:00 }"), "rrule-sub-daily",
      "RFC 5545 counts hours, minutes and seconds on the local clock, so a clock change shortens or doubles a step",
      hint: "`hourly` keeps to the clock, or allow rrule-sub-daily"),
    FindingRow(
      "rrule: offset in start", ruleText(when: "{ rrule: FREQ=DAILY, start: «2026-01-06T09:00Z» }"), "bad-date",
      "'2026-01-06T09:00Z' has an offset; `rrule` counts on the local clock"),
    FindingRow(
      "start elsewhere", ruleText(when: "{ daily: 09:00, «start»: 2026-01-06 }"), "wrong-modifier",
      "`start` belongs to `rrule`", hint: "did you mean 'from'?"),
    FindingRow(
      "calendar: fraction", ruleText(when: "{ on_calendar: «\"*:*:0.5\"» }"), "oncalendar-fraction",
      "'*:*:0.5' fires between whole seconds, which no rule can", hint: "write whole seconds"),
    FindingRow(
      "calendar: zone", ruleText(when: "{ on_calendar: \"09:00 «Europe/Nowhere»\" }"), "unknown-zone",
      "'Europe/Nowhere' is not a time zone"),
    FindingRow(
      "calendar: never", ruleText(when: "{ «on_calendar»: \"*-02-30\" }"), "never-fires", "no date ever matches this"),
    FindingRow(
      "move of uneven steps",
      "rules:\n  r:\n    allow: rrule-sub-daily\n    notify: x\n    when: { «rrule»: FREQ=HOURLY;INTERVAL=5, start: 2026-01-06 09:00, except: sat, move: next }\n",
      "wrong-modifier", "`move` can't shift an interval that differs from day to day"),
    FindingRow(
      "calendar rrule: no start", calendar("«{ rrule: FREQ=DAILY }»"), "missing-key",
      "`rrule` needs `start`, from which it counts", hint: "write for example start: 2026-01-06 beside it"),
    FindingRow(
      "calendar rrule: start alone", calendar("{ dates: 2026-01-01, «start»: 2026-01-06 }"), "missing-key",
      "`start` belongs to `rrule`, which is not here", hint: "did you mean 'from'?"),
    FindingRow(
      "calendar rrule: times", calendar("{ rrule: «FREQ=DAILY;BYHOUR=9», start: 2026-01-06 }"), "calendar-times",
      "a calendar's `rrule` names days, and this one names times of day"),
    FindingRow(
      "calendar rrule: hourly", calendar("{ rrule: «FREQ=HOURLY», start: 2026-01-06 }"), "calendar-times",
      "a calendar's `rrule` names days, and this one names times of day"),
    FindingRow(
      "calendar rrule: never", calendar("{ rrule: «FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30», start: 2026-01-06 }"),
      "never-fires", "no date ever matches this"),
    FindingRow(
      "calendar rrule: ends before it starts", calendar("{ rrule: «FREQ=DAILY;UNTIL=20260105», start: 2026-01-06 }"),
      "never-fires", "no date ever matches this"),
    FindingRow(
      "calendar rrule: place in the text", calendar("{ rrule: FREQ=DAILY;COUNT=«0», start: 2026-01-06 }"),
      "rrule-range", "'0' is out of the range of COUNT"),
  ]

  /// A calendar that a rule uses.
  static func calendar(_ text: String) -> String {
    "calendars:\n  c: \(text)\nrules:\n  r: { when: { daily: 09:00, only: [c] }, notify: x }\n"
  }

  static let ends: [(name: String, calendar: String, message: String?)] = [
    ("COUNT", "{ rrule: FREQ=WEEKLY;COUNT=2, start: 2026-12-25 }", "the calendar 'c' ends on 2027-01-01"),
    ("UNTIL", "{ rrule: FREQ=WEEKLY;UNTIL=20270104, start: 2026-12-25 }", "the calendar 'c' ends on 2027-01-01"),
    ("over", "{ rrule: FREQ=DAILY;COUNT=2, start: 2026-11-01 }", "the calendar 'c' has ended on 2026-11-02"),
    ("a date after it", "{ rrule: FREQ=DAILY;COUNT=2, start: 2026-11-01, rdates: 2027-06-01 }", nil),
    ("no end", "{ rrule: FREQ=YEARLY, start: 2026-11-01 }", nil),
    ("until", "{ rrule: FREQ=YEARLY, start: 2026-11-01, until: 2026-12-31 }", "the calendar 'c' ends on 2026-12-31"),
    ("dates after it", "{ rrule: FREQ=DAILY;COUNT=2, start: 2026-11-01, dates: 2028-01-01 }", nil),
    ("something else goes on", "{ rrule: FREQ=DAILY;COUNT=2, start: 2026-11-01, yearly: dec 25 }", nil),
  ]

  @Test func calendarsThatRunOut() {
    // 2026-11-30
    let context = CheckContext(now: utc(1_796_000_000))
    for row in Self.ends {
      let found = compileText(Self.calendar(row.calendar), context: context).diagnostics.filter {
        $0.code == "calendar-runs-out"
      }
      #expect(found.map(\.message) == [row.message].compactMap(\.self), "\(row.name)")
    }
  }

  @Test(arguments: findings) func finding(_ row: FindingRow) { row.check() }

  @Test func valuesAndDefaults() throws {
    let cron = try #require(try triggers("{ cron: \"30 2 * * *\" }").first)
    #expect(cron.gap == .nextOfShortGap && cron.fold == .first)
    let calendar = try #require(try triggers("{ on_calendar: \"02:30 UTC\", timezone: Europe/Berlin }").first)
    #expect(calendar.gap == .skip && calendar.zone == .named(.utc))
    let rule = try #require(
      try triggers(
        "{ rrule: FREQ=DAILY, start: 2026-01-06 09:00, rdates: [2026-02-01, 2026-02-01 10:00], exdates: [2026-01-07, 2026-01-08 09:00] }"
      ).first)
    #expect(rule.gap == .shift)
    guard case .recurrence(let pattern) = rule.source else {
      Issue.record("no recurrence")
      return
    }
    #expect(pattern.start == local(2026, 1, 6, 9))
    #expect(pattern.added == [local(2026, 2, 1, 9), local(2026, 2, 1, 10)])
    #expect(pattern.removed == [local(2026, 1, 8, 9)])
    #expect(pattern.removedDays == [date(2026, 1, 7)])
    #expect(try #require(try triggers("{ cron: \"30 2 * * *\", gap: skip }").first).gap == .skip)
  }
}
