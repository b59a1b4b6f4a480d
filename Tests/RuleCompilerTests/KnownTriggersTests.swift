import CivilTime
import Diagnostics
import RuleCompiler
import RuleModel
import Testing

/// A `when` that stands in a file a second time means there what it would mean alone.
@Suite struct KnownTriggersTests {
  /// Keys beside the second `when`, and the `when` of both rules.
  static let rows: [(name: String, beside: String, when: String)] = [
    ("a plain trigger", "", "{ daily: 09:00 }"),
    ("without brackets", "", "\n      monthly: { day: 31, at: 09:00 }"),
    ("a list", "", "[{ daily: 09:00 }, { weekly: { days: mon, at: 10:00 }, timezone: Asia/Tokyo }]"),
    ("a zone", "", "{ daily: 02:30, timezone: Europe/Berlin }"),
    ("a zone that this machine lacks", "", "{ daily: 02:30, timezone: America/Havana }"),
    ("the same where it is allowed", "allow: [zone-missing-here]", "{ daily: 02:30, timezone: America/Havana }"),
    ("a zone that nobody knows", "", "{ daily: 02:30, timezone: Europe/Berlim }"),
    ("a zone inside of an expression", "", "{ on_calendar: \"*-*-* 02:30 America/Havana\" }"),
    ("a warning", "", "{ monthly: { day: 31, at: 09:00 } }"),
    ("a warning of cron", "", "{ cron: \"0 9 13 * 5\" }"),
    ("a warning that the second rule allows", "allow: [missing-day, cron-either-day]", "{ cron: \"0 9 13 * 5\" }"),
    ("an error", "", "{ dayly: 09:00 }"),
    ("two triggers in one", "", "{ daily: 09:00, hourly: 5 }"),
    ("never", "", "{ matching: { month: feb, day: 30 } }"),
    ("all past", "", "{ dates: [2020-01-01 09:00] }"),
    ("an end that is over", "", "{ daily: 09:00, until: 2020-01-01 }"),
    ("nothing left", "", "{ daily: 9:00, except: [weekdays, weekends] }"),
    ("a calendar", "", "{ daily: 09:00, except: [holidays] }"),
    ("a calendar that is not there", "", "{ daily: 09:00, except: [holydays] }"),
    ("another rule", "", "{ after: first }"),
    ("a modifier of the rule", "timezone: Asia/Tokyo", "{ daily: 09:00 }"),
    ("bounds of the rule", "until: 2020-01-01", "{ daily: 09:00 }"),
    ("an anchor", "", "{ daily: &t 09:00 }"),
  ]

  @Test(arguments: rows.indices) func meansTheSame(_ index: Int) throws {
    let row = Self.rows[index]
    let now = try #require(RFC3339.parse("2026-12-01T00:00:00Z")).instant
    let context = CheckContext(now: now, localZone: .utc)
    /// A file whose second rule stands in the same place, whatever the first one says.
    func file(_ first: String) -> String {
      """
      calendars:
        holidays: { dates: [2026-12-25] }
      rules:
        first:
          notify: x
          when: \(first)
        second:
          \(row.beside.isEmpty ? "description: x" : row.beside)
          notify: x
          when: \(row.when)
      """
    }
    let again = compileText(file(row.when), context: context, missingZones: [ZoneName("America/Havana")])
    let alone = compileText(
      file(row.when.hasPrefix("\n") ? "\n      hourly: 7" : "{ hourly: 7 }"), context: context,
      missingZones: [ZoneName("America/Havana")])
    func findings(_ compilation: Compilation) -> [String] {
      let firstLine = row.when.hasPrefix("\n") ? 8 : 7
      return compilation.diagnostics.filter { ($0.range?.start.line ?? 0) >= firstLine }
        .map { Finding(severity: $0.severity, code: $0.code, message: $0.message, range: $0.range).description }
    }
    func triggers(_ compilation: Compilation) -> [Trigger]? {
      compilation.ruleSet.rules.first { $0.id == RuleID("second") }?.triggers
    }
    #expect(findings(again) == findings(alone), "\(row.name)")
    #expect(triggers(again) == triggers(alone), "\(row.name)")
  }

  @Test func equalTextsShareTheirTriggers() {
    let text = "rules: { a: { notify: x, when: { daily: 09:00 } }, b: { notify: x, when: { daily: 09:00 } } }"
    let rules = compileText(text).ruleSet.rules
    #expect(rules.count == 2)
    #expect(Set(rules.map(\.triggers.storageIdentity)).count == 1)
  }
}
