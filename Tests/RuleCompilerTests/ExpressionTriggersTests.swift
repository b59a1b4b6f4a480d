import CivilTime
import RuleModel
import Testing

/// Findings in the expressions of other languages, with places inside their texts.
@Suite struct ExpressionTriggersTests {
  static let findings: [FindingRow] = [
    FindingRow(
      "cron: field", ruleText(when: "{ cron: \"0 «25» * * *\" }"), "cron-range", "'25' is not a hour: 0 to 23"),
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
  ]

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
