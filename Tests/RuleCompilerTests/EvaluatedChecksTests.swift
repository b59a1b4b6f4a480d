import CivilTime
import Diagnostics
import RuleCompiler
import RuleModel
import Testing

/// Checks that ask the evaluator: patterns that never match, and coming clock changes.
@Suite struct EvaluatedChecksTests {
  static let never = [
    FindingRow(
      "the 30th of every twelfth month from a February on",
      when("{ «monthly»: { day: 30, every: 12, missing_day: skip, at: 09:00 }, from: 2026-02-01 }"), "never-fires",
      "no date ever matches this"),
    FindingRow(
      "feb 29 of every fourth year from an odd one on",
      when("{ «yearly»: { date: feb 29, every: 4, missing_day: skip, at: 09:00 }, from: 2027-01-01 }"), "never-fires",
      "no date ever matches this"),
    FindingRow(
      "minutes that the window never has", when("{ «hourly»: 15, between: 9:16-10:14 }"), "never-fires",
      "none of its minutes lies in `between`"),
    FindingRow(
      "an hour that the window never reaches", when("{ «hourly»: { at: 0, every: 5 }, between: 9:30-13:30 }"),
      "never-fires", "none of its minutes lies in `between`"),
  ]

  @Test(arguments: never) func neverFires(_ row: FindingRow) { row.check() }

  @Test func whatMatchesOnceInALongWhileIsNoError() {
    for text in [
      "{ yearly: { date: feb 29, every: 4, missing_day: skip, at: 09:00 }, from: 2028-01-01 }",
      "{ matching: { month: feb, day: 29, weekday: sun, hour: 9 } }",
      "{ weekly: { days: mon, weeks: odd, every: 2, at: 09:00 }, from: 2026-01-05 }",
    ] {
      #expect(compileText(when(text)).diagnostics.map(\.message) == [], "\(text)")
    }
  }

  static let nothingLeft = [
    "{ «dates»: [2026-12-24 18:00], from: 2027-01-01 }", "{ «matching»: { year: 2020 } }",
    "{ «monthly»: { workday: 24, at: 9:00 } }",
    "{ «monthly»: { workday: [first, last], at: 9:00 }, except: [weekdays] }",
    "{ «daily»: 9:00, except: [weekdays, weekends], move: next }", "{ «hourly»: 0, only: [mon], except: [mon] }",
    "{ «every»: 7m, only: [mon], except: [mon] }", "{ «daily»: 9:00, offset: -3650000d }",
    "{ «weekly»: { days: sun, at: 9:00 }, from: 2026-12-07, until: 2026-12-12 }",
  ].map { text in
    FindingRow.warning(
      text.replacing("«", with: "").replacing("»", with: ""), when(text), "never-fires-again",
      "nothing of this is left to fire from now on")
  }

  @Test(arguments: nothingLeft) func nothingIsLeft(_ row: FindingRow) throws { row.check(context: try Self.context()) }

  @Test func whatStillComesIsQuiet() throws {
    for text in [
      "{ matching: { year: 2027 } }", "{ monthly: { workday: 23, at: 09:00 } }",
      "{ daily: 09:00, count: 1, from: 2020-01-01, jitter: 5m }", "{ daily: 09:00, only: 2028-02-29 }",
      "{ in: 5s }", "{ hourly: 15, between: 09:15-09:16 }", "{ hourly: 0, between: 22:00-24:00 }",
      "{ startup: boot, offset: 10s, from: 2020-01-01 }",
    ] {
      #expect(compileText(when(text), context: try Self.context()).diagnostics.map(\.message) == [], "\(text)")
    }
  }

  // Central Europe as a POSIX rule: forward on 2027-03-28 at 02:00, back on 2027-10-31 at 03:00.
  static func context() throws -> CheckContext {
    let zone = try ZoneRules(name: ZoneName("local"), posix: "CET-1CEST,M3.5.0,M10.5.0/3")
    return CheckContext(now: Instant(epochSeconds: 1_796_000_000), localZone: zone)  // 2026-11-30
  }

  @Test func clockChangesOfTheComingYear() throws {
    let found = compileText(when("{ daily: 02:30 }"), context: try Self.context()).diagnostics
    #expect(found.map(\.code) == ["clock-change", "clock-change"])
    #expect(
      found.map(\.message) == [
        "fires at 03:30 instead of 02:30 on 2027-03-28",
        "the clock shows 02:30 twice on 2027-10-31, and this fires at the first",
      ])
  }

  @Test func whatIsSaidOrNotTouchedIsQuiet() throws {
    for text in [
      "{ daily: 02:30, gap: shift, fold: first }", "{ daily: 09:00 }", "{ weekly: { days: mon, at: 02:30 } }",
      "{ daily: 02:30, except: [2027-03-28, 2027-10-31] }",
    ] {
      let found = compileText(when(text), context: try Self.context()).diagnostics
      #expect(found.map(\.message) == [], "\(text)")
    }
  }

  @Test func manyTimesInFewWords() throws {
    #expect(
      try triggers("{ matching: { month: jan, day: 1, hour: 9, second: 30 } }").map(\.words) == [
        "at 09:00:30, 09:01:30, 09:02:30, 09:03:30, 09:04:30, 09:05:30, 09:06:30, 09:07:30, 09:08:30, 09:09:30, "
          + "09:10:30, 09:11:30 and 48 more on day 1 of the month, in January"
      ])
  }

  @Test func fragmentsHaveTheirOwnPlaces() {
    let good = compileTriggers(SourceText(path: "--when", text: "{ every: 15m }"))
    #expect(
      good.value == [Trigger(source: .interval(.every(seconds: 900, between: nil, days: .all)))])
    #expect(good.diagnostics.isEmpty)
    let bad = compileTriggers(SourceText(path: "--when", text: "daily: 9"))
    #expect(bad.value == nil)
    #expect(bad.diagnostics.map(\.code) == ["bad-time"])
    #expect(bad.diagnostics.first?.range?.start == SourcePosition(offset: 7, line: 1, column: 8))
    let unknown = compileTriggers(SourceText(path: "--when", text: "{ daily: 09:00, except: holidays }"))
    #expect(unknown.diagnostics.map(\.code) == ["unknown-calendar"])
    #expect(compileContent(SourceText(path: "--content", text: "Hello")).value?.title == Template(literal: "Hello"))
  }
}
