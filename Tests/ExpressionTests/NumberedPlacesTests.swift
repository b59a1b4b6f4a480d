import CivilTime
import NextFire
import RuleCompiler
import TestSupport
import Testing

/// BYSETPOS over whole years: dates counted by hand from calendars.
@Suite struct NumberedPlacesTests {
  static let rows: [(rule: String, start: String, dates: [String])] = [
    // The 20th Mondays are 19 May 2025, 18 May 2026 and 17 May 2027.
    (
      "FREQ=YEARLY;BYDAY=20MO;BYHOUR=9,17;BYSETPOS=-1", "2024-08-18T10:00:00",
      ["2025-05-19T17:00:00", "2026-05-18T17:00:00", "2027-05-17T17:00:00"]
    ),
    // Two times on one day are two places: a third is never.
    (
      "FREQ=YEARLY;BYDAY=20MO;BYHOUR=9,17;BYSETPOS=1,4,-4", "2024-08-18T10:00:00",
      ["2025-05-19T09:00:00", "2026-05-18T09:00:00"]
    ),
    // 53 Mondays only where a year begins on one, or a leap year on a Sunday: 2029, 2035, 2040.
    (
      "FREQ=YEARLY;BYDAY=53MO;BYHOUR=0,12;BYSETPOS=2", "2025-01-01T00:00:00",
      ["2029-12-31T12:00:00", "2035-12-31T12:00:00", "2040-12-31T12:00:00"]
    ),
    // The third date-time of a year is the first one of its last Sunday.
    (
      "FREQ=YEARLY;BYDAY=1SU,-1SU;BYHOUR=3,12;BYSETPOS=3", "2026-01-01T00:00:00",
      ["2026-12-27T03:00:00", "2027-12-26T03:00:00"]
    ),
  ]

  @Test(arguments: rows) func firstDates(_ row: (rule: String, start: String, dates: [String])) throws {
    let compilation = compile("{ rrule: \(quoted(row.rule)), start: \(quoted(row.start)) }")
    try #require(!compilation.hasErrors, "\(errors(compilation))")
    let evaluator = try evaluator(compilation, in: .utc)
    let before = Instant(epochSeconds: try local(row.start).localSeconds - 1)
    let found = evaluator.instants(ofRule: 0, after: before).prefix(row.dates.count).map {
      String(RFC3339.text($0).prefix(19))
    }
    #expect(found == row.dates)
  }
}
