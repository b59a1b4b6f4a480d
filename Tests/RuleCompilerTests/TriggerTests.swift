import CivilTime
import Diagnostics
import RuleCompiler
import RuleModel
import Testing

/// Texts of `when` and the triggers they mean.
@Suite struct TriggerTests {
  struct Row: Sendable, CustomTestStringConvertible {
    var text: String
    var source: TriggerSource
    var testDescription: String { text }

    init(_ text: String, _ source: TriggerSource) {
      self.text = text
      self.source = source
    }

    init(_ text: String, _ days: DayPattern, _ times: [TimeOfDay]) {
      self.init(text, .fixed(FixedPattern(days: days, times: times)))
    }
  }

  static let nine = [time(9, 0)]
  static let skip = MissingDay.skip(isExplicit: false)
  static let meant = MissingDay.skip(isExplicit: true)

  static func days(_ list: Weekday...) -> WeekdaySet { list.reduce(into: []) { $0.insert(WeekdaySet($1)) } }

  static let fixed: [Row] = [
    Row("{ daily: 9:25 }", .daily(every: 1), [time(9, 25)]),
    Row("{ daily: \"09:25:30\" }", .daily(every: 1), [time(9, 25, 30)]),
    Row("{ daily: [17:30, 09:00, 9:00] }", .daily(every: 1), [time(9, 0), time(17, 30)]),
    Row("{ daily: { at: noon, every: 2 }, from: 2026-01-05 }", .daily(every: 2), [time(12, 0)]),
    Row(
      "{ daily: { at: [midnight, Noon], every: \"2\" }, from: 2026-01-05 }", .daily(every: 2),
      [time(0, 0), time(12, 0)]),
    Row("{ weekly: { days: mon, at: 9:00 } }", .weekly(days: days(.monday), every: 1, weeks: nil), nine),
    Row(
      "{ weekly: { days: [Mon, WEDNESDAY], at: 9:00 } }",
      .weekly(days: days(.monday, .wednesday), every: 1, weeks: nil), nine),
    Row(
      "{ weekly: { days: mon-fri, at: 9:00, weeks: odd } }",
      .weekly(days: days(.monday, .tuesday, .wednesday, .thursday, .friday), every: 1, weeks: .odd), nine),
    Row(
      "{ weekly: { days: fri-mon, at: 9:00 } }",
      .weekly(days: days(.friday, .saturday, .sunday, .monday), every: 1, weeks: nil), nine),
    Row(
      "{ weekly: { days: weekends, at: 9:00, every: 2 }, from: 2026-01-05 }",
      .weekly(days: days(.saturday, .sunday), every: 2, weeks: nil), nine),
    Row("{ monthly: { day: 1, at: 9:00 } }", .monthly(.days([.fromStart(1)]), every: 1, missing: skip), nine),
    Row(
      "{ monthly: { day: [1, 08, last, last-2, second last], at: 9:00 } }",
      .monthly(.days([.fromStart(1), .fromStart(8), .fromEnd(1), .fromEnd(3), .fromEnd(2)]), every: 1, missing: skip),
      nine),
    Row(
      "{ monthly: { day: 31, missing_day: last, at: 9:00 } }",
      .monthly(.days([.fromStart(31)]), every: 1, missing: .last), nine),
    Row(
      "{ monthly: { day: 31, missing_day: skip, at: 9:00 } }",
      .monthly(.days([.fromStart(31)]), every: 1, missing: meant), nine),
    Row(
      "{ monthly: { weekday: second tuesday, at: 9:00 } }",
      .monthly(.weekdays([OrdinalWeekday(.fromStart(2), .tuesday)]), every: 1, missing: skip), nine),
    Row(
      "{ monthly: { weekday: [last fri, second last fri, 1 mon], at: 9:00 } }",
      .monthly(
        .weekdays([
          OrdinalWeekday(.fromEnd(1), .friday), OrdinalWeekday(.fromEnd(2), .friday),
          OrdinalWeekday(.fromStart(1), .monday),
        ]), every: 1, missing: skip), nine),
    Row(
      "{ monthly: { workday: last-2, at: 9:00, every: 3 }, from: 2026-01-01 }",
      .monthly(.workdays([.fromEnd(3)]), every: 3, missing: skip), nine),
    Row("{ yearly: { date: dec 25, at: 9:00 } }", .yearlyDates([.day(.december, 25)], every: 1, missing: skip), nine),
    Row(
      "{ yearly: { date: [25 december, 12-25, Easter-2, orthodox-easter+1, easter], at: 9:00 } }",
      .yearlyDates(
        [
          .day(.december, 25), .day(.december, 25), .easter(offsetDays: -2), .orthodoxEaster(offsetDays: 1),
          .easter(offsetDays: 0),
        ], every: 1, missing: skip), nine),
    Row(
      "{ yearly: { date: feb 29, missing_day: next, at: 9:00 } }",
      .yearlyDates([.day(.february, 29)], every: 1, missing: .next), nine),
    Row(
      "{ yearly: { month: [jan, 7], day: last, at: 9:00 } }",
      .yearlyMonths([MonthSet(.january), MonthSet(.july)], .days([.fromEnd(1)]), every: 1, missing: skip), nine),
    Row(
      "{ yearly: { month: november, weekday: fourth thursday, at: 9:00 } }",
      .yearlyMonths(
        MonthSet(.november), .weekdays([OrdinalWeekday(.fromStart(4), .thursday)]), every: 1, missing: skip), nine),
    Row(
      "{ yearly: { day_of_year: [100, last], at: 9:00 } }",
      .yearlyDaysOfYear([.fromStart(100), .fromEnd(1)], every: 1, missing: skip), nine),
    Row(
      "{ yearly: { week: [53, 1], days: mon, at: 9:00 } }", .yearlyWeeks([1, 53], days: days(.monday), every: 1), nine),
    Row(
      "{ dates: { date: [2026-12-31, 2026-12-24], at: 9:00 } }", .dates([date(2026, 12, 24), date(2026, 12, 31)]), nine),
    Row(
      "{ dates: [2026-12-31T23:59:00, 2026-12-24 18:00, \"2026-12-24 18:00+01:00\", 2026-12-24T18:00Z] }",
      .dateTimes([
        .local(local(2026, 12, 24, 18)), .local(local(2026, 12, 31, 23, 59)), .instant(utc(1_798_131_600)),
        .instant(utc(1_798_135_200)),
      ]), []),
    Row(
      "{ matching: { weekday: mon-fri, hour: 9-17/4, minute: [0, 30] } }",
      .matching(DateFields(weekdays: days(.monday, .tuesday, .wednesday, .thursday, .friday))),
      [time(9, 0), time(9, 30), time(13, 0), time(13, 30), time(17, 0), time(17, 30)]),
    Row(
      "{ matching: { year: 2028-2060/4, month: feb, day: 29, hour: 12 } }",
      .matching(
        DateFields(
          years: [SteppedRange(first: 2028, last: 2060, step: 4)], months: MonthSet(.february), daysOfMonth: 1 << 29)),
      [time(12, 0)]),
  ]

  static let other: [Row] = [
    Row("{ matching: { day: 1 } }", .aligned(AlignedPattern(days: DateFields(daysOfMonth: 2), hours: 1, minutes: 1))),
    Row("{ matching: { minute: 30 } }", .aligned(AlignedPattern(minutes: 1 << 30))),
    Row(
      "{ matching: { second: 0-59/20 } }",
      .aligned(AlignedPattern(minutes: (1 << 60) - 1, seconds: 1 | 1 << 20 | 1 << 40))),
    Row(
      "{ matching: { month: jun } }",
      .aligned(AlignedPattern(days: DateFields(months: MonthSet(.june), daysOfMonth: 2), hours: 1, minutes: 1))),
    Row("{ hourly: 5 }", .aligned(AlignedPattern(minutes: 1 << 5))),
    Row(
      "{ hourly: { at: [0, 30], every: 2 }, between: 09:00-17:00, days: weekdays }",
      .aligned(
        AlignedPattern(
          days: DateFields(weekdays: days(.monday, .tuesday, .wednesday, .thursday, .friday)), minutes: 1 | 1 << 30,
          between: TimeWindow(start: time(9, 0), endSeconds: 61_200), everyHours: 2))),
    Row("{ every: 15m }", .interval(.every(seconds: 900, between: nil, days: .all))),
    Row("{ every: PT1H30M }", .interval(.every(seconds: 5400, between: nil, days: .all))),
    Row(
      "{ every: 24h, between: 22:00-07:00 }",
      .interval(.every(seconds: 86_400, between: TimeWindow(start: time(22, 0), endSeconds: 25_200), days: .all))),
    Row(
      "{ every: 5m, between: 18:00-24:00 }",
      .interval(.every(seconds: 300, between: TimeWindow(start: time(18, 0), endSeconds: 86_400), days: .all))),
    Row("{ in: 5s }", .interval(.once(after: CalendarDuration(seconds: 5)))),
    Row("{ in: 1w2d3h }", .interval(.once(after: CalendarDuration(days: 9, seconds: 10_800)))),
    Row("{ startup: boot }", .event(.startup(.boot))),
  ]

  @Test(arguments: fixed + other) func source(_ row: Row) throws {
    #expect(try triggers(row.text).map(\.source) == [row.source])
  }

  @Test func listsFireAtAny() throws {
    #expect(try triggers("[{ daily: 09:00 }, { every: 1h }]").count == 2)
  }

  @Test func modifiers() throws {
    let result = try triggers(
      """
      { daily: 09:00, timezone: Asia/Tokyo, from: 2026-01-05, until: 2026-06-30, count: "3", only: weekdays,
            except: [2026-02-03, dec 25, fri], move: nearest, offset: [-10m, -1d, -3wd, 1d2h], jitter: 90s, gap: skip, fold: both }
      """)
    let trigger = try #require(result.first)
    #expect(trigger.zone == .named(ZoneName("Asia/Tokyo")))
    #expect(
      trigger.bounds
        == Bounds(from: .local(local(2026, 1, 5)), until: .local(local(2026, 6, 30, 23, 59, 59)), count: 3))
    #expect(trigger.only == [.weekdays(Self.days(.monday, .tuesday, .wednesday, .thursday, .friday))])
    #expect(trigger.except == [.date(date(2026, 2, 3)), .yearly(.day(.december, 25)), .weekdays(Self.days(.friday))])
    #expect(trigger.move == .nearest)
    #expect(trigger.offsets == [.seconds(-600), .days(-1), .workdays(-3), .daysAndSeconds(days: 1, seconds: 7200)])
    #expect(trigger.jitterSeconds == 90)
    #expect(trigger.gap == .skip)
    #expect(trigger.fold == .both)
  }

  @Test func repeatsFalseIsACountOfOne() throws {
    #expect(try triggers("{ daily: 09:00, repeats: false }").first?.bounds.count == 1)
    #expect(try triggers("{ daily: 09:00, repeats: true }").first?.bounds.count == nil)
  }

  @Test func afterNamesARuleAndOutcomes() throws {
    let result = compileText(
      """
      rules:
        a: { run: x }
        b: { run: x, when: { after: a } }
        c: { run: x, when: { after: { rule: a, outcome: [failure, skipped] } } }
      """)
    #expect(result.diagnostics.map(\.message) == [])
    #expect(
      result.ruleSet.rules.flatMap(\.triggers).map(\.source) == [
        .event(.after(rule: RuleID("a"), outcomes: .success)),
        .event(.after(rule: RuleID("a"), outcomes: [.anyFailure, .skipped])),
      ])
  }

  @Test func weekendOfTheFile() throws {
    let result = compileText(
      "weekend: [fri, sat]\nrules:\n  r: { notify: x, when: { weekly: { days: weekdays, at: 09:00 } } }\n")
    let trigger = try #require(result.ruleSet.rules.first?.triggers.first)
    #expect(trigger.weekend == Self.days(.friday, .saturday))
    #expect(
      trigger.source
        == .fixed(
          FixedPattern(
            days: .weekly(days: Self.days(.sunday, .monday, .tuesday, .wednesday, .thursday), every: 1, weeks: nil),
            times: Self.nine)))
  }

  @Test func noWeekend() throws {
    let result = compileText(
      "weekend: []\nrules:\n  r: { notify: x, when: { weekly: { days: weekdays, at: 09:00 } } }\n")
    #expect(result.diagnostics == [])
    let trigger = try #require(result.ruleSet.rules.first?.triggers.first)
    #expect(trigger.weekend == [])
    #expect(
      trigger.source
        == .fixed(FixedPattern(days: .weekly(days: .all, every: 1, weeks: nil), times: Self.nine)))
  }
}
