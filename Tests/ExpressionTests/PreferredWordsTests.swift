import CivilTime
import Diagnostics
import NextFire
import RuleCompiler
import RuleModel
import TestSupport
import Testing
import TriggerGraph

/// Triggers said in the language's own words; the words compile to the same node.
@Suite struct PreferredWordsTests {
  struct Row: Sendable, CustomTestStringConvertible {
    var given: String
    var words: String
    var testDescription: String { given }
    init(_ given: String, _ words: String) { (self.given, self.words) = (given, words) }
  }

  private static let calendars: [CalendarID: CalendarDefinition] = [
    CalendarID("holidays"): {
      var calendar = CalendarDefinition(id: CalendarID("holidays"))
      calendar.yearly = [.day(.december, 25)]
      return calendar
    }()
  ]

  private static func words(_ when: String, _ context: PhraseContext = PhraseContext()) throws -> PreferredWords? {
    let triggers = try #require(
      compileTriggers(SourceText(path: "when", text: when), calendars: calendars, zone: context.zone).value, "\(when)")
    return preferredWords(for: triggers, calendars: calendars, in: context)
  }

  static let rows = [
    Row(#"{ cron: "0 9 * * 1-5", gap: shift }"#, "weekly: { days: weekdays, at: 09:00 }"),
    Row(#"{ cron: "30 2 * * *", gap: shift }"#, "daily: 02:30"),
    Row(#"{ cron: "0 8,18 * * 6,0", gap: skip }"#, "{ weekly: { days: weekends, at: [08:00, 18:00] }, gap: skip }"),
    Row(#"{ cron: "0 9 1,15 * *", gap: shift }"#, "monthly: { day: [1, 15], at: 09:00 }"),
    Row(#"{ cron: "0 9 L * *", gap: shift }"#, "monthly: { day: last, at: 09:00 }"),
    Row(#"{ cron: "0 9 * * fri#2", gap: shift }"#, "monthly: { weekday: second friday, at: 09:00 }"),
    Row(#"{ cron: "0 9 * * 5L", gap: shift }"#, "monthly: { weekday: last friday, at: 09:00 }"),
    Row(#"{ cron: "0 9 LW * *", gap: shift }"#, "monthly: { workday: last, at: 09:00 }"),
    Row(#"{ cron: "0 9 25 12 *", gap: shift }"#, "yearly: { date: dec 25, at: 09:00 }"),
    Row(#"{ cron: "0 9 1 1,4,7,10 *", gap: shift }"#, "yearly: { date: [jan 1, apr 1, jul 1, oct 1], at: 09:00 }"),
    Row(
      #"{ cron: "0 9 1-7 1-6 *", gap: shift }"#,
      "yearly: { month: [jan, feb, mar, apr, may, jun], day: [1, 2, 3, 4, 5, 6, 7], at: 09:00 }"),
    Row(#"{ cron: "0 9 * 12 *", gap: shift }"#, "matching: { month: dec, hour: 9 }"),
    Row(#"{ cron: "0 9 */2 * 1", gap: shift }"#, "matching: { day: 1-31/2, weekday: mon, hour: 9 }"),
    Row(#"{ cron: "0 9-17 * * 1-5", gap: shift }"#, "matching: { weekday: weekdays, hour: 9-17 }"),
    Row(
      #"{ cron: "0 9-17 L * *", gap: shift }"#,
      "monthly: { day: last, at: [09:00, 10:00, 11:00, 12:00, 13:00, 14:00, 15:00, 16:00, 17:00] }"),
    Row(#"{ cron: "*/15 * * * *" }"#, "hourly: [0, 15, 30, 45]"),
    Row(#"{ cron: "0 */2 * * *" }"#, "hourly: { at: 0, every: 2 }"),
    Row(#"{ cron: "*/30 9-17 * * 1-5" }"#, "{ hourly: [0, 30], between: 09:00-17:30, days: weekdays }"),
    Row(
      #"{ cron: "*/5 9 * * *" }"#, "{ hourly: [0, 5, 10, 15, 20, 25, 30, 35, 40, 45, 50, 55], between: 09:00-09:55 }"),
    Row(#"{ cron: "* * * * *" }"#, "matching: { minute: 0-59 }"),
    Row(#"{ cron: "* * 1 * *" }"#, "matching: { day: 1, minute: 0-59 }"),
    Row(#"{ cron: "*/10 * * * * *" }"#, "matching: { minute: 0-59, second: 0-50/10 }"),
    Row(#"{ cron: "0-59 2-5 * * *", gap: shift }"#, "matching: { hour: 2-5, minute: 0-59 }"),
    Row(#"{ on_calendar: "Mon..Fri 09:00", gap: shift }"#, "weekly: { days: weekdays, at: 09:00 }"),
    Row(#"{ on_calendar: "*-*~01 09:00" }"#, "{ monthly: { day: last, at: 09:00 }, gap: skip }"),
    Row(#"{ on_calendar: "09:00 Europe/Berlin", gap: shift }"#, "{ daily: 09:00, timezone: Europe/Berlin }"),
    Row(
      #"{ on_calendar: "2026..2030-01-01 09:00", gap: shift }"#,
      "matching: { year: 2026-2030, month: jan, day: 1, hour: 9 }"),
    Row(
      #"{ rrule: "FREQ=WEEKLY;BYDAY=TU,TH", start: 2026-01-06 09:00 }"#,
      "{ weekly: { days: [tue, thu], at: 09:00 }, from: 2026-01-06 09:00 }"),
    Row(
      #"{ rrule: "FREQ=WEEKLY;INTERVAL=2;WKST=SU", start: 2026-01-06 09:00 }"#,
      "{ weekly: { days: tue, at: 09:00, every: 2 }, from: 2026-01-06 09:00 }"),
    Row(
      #"{ rrule: "FREQ=DAILY;INTERVAL=3;COUNT=5", start: 2026-01-06 }"#,
      "{ daily: { at: 00:00, every: 3 }, from: 2026-01-06, count: 5 }"),
    Row(
      #"{ rrule: "FREQ=MONTHLY;INTERVAL=3;BYMONTHDAY=1", start: 2026-01-01 09:00 }"#,
      "{ monthly: { day: 1, at: 09:00, every: 3 }, from: 2026-01-01 09:00 }"),
    Row(
      #"{ rrule: "FREQ=YEARLY;BYWEEKNO=20;BYDAY=MO", start: 2026-01-01 09:00 }"#,
      "{ yearly: { week: 20, days: mon, at: 09:00 }, from: 2026-01-01 09:00 }"),
    Row(
      #"{ rrule: "FREQ=MONTHLY;BYDAY=-1FR;UNTIL=20261231", start: 2026-01-06 09:00 }"#,
      "{ monthly: { weekday: last friday, at: 09:00 }, from: 2026-01-06 09:00, until: 2026-12-31 }"),
    // The language's own triggers, in their preferred form.
    Row("{ weekly: { days: [mon, tue, wed, thu, fri, sat], at: noon } }", "weekly: { days: mon-sat, at: 12:00 }"),
    Row(
      "{ weekly: { days: [fri, sat, sun, mon], at: 9:00, weeks: odd } }",
      "weekly: { days: fri-mon, at: 09:00, weeks: odd }"),
    Row(
      "{ monthly: { day: [31], at: 9:00, missing_day: last } }", "monthly: { day: 31, at: 09:00, missing_day: last }"),
    Row("{ monthly: { day: [last-2, last], at: 9:00 } }", "monthly: { day: [last-2, last], at: 09:00 }"),
    Row(
      "{ monthly: { workday: [first, last-1], at: 9:00 }, except: [holidays] }",
      "{ monthly: { workday: [1, last-1], at: 09:00 }, except: holidays }"),
    Row(
      "{ yearly: { date: [easter-2, dec 24, orthodox-easter], at: 9:00 } }",
      "yearly: { date: [dec 24, easter-2, orthodox-easter], at: 09:00 }"),
    Row("{ yearly: { day_of_year: [100, last], at: 9:00 } }", "yearly: { day_of_year: [100, last], at: 09:00 }"),
    Row(
      "{ yearly: { month: [nov], weekday: [fourth thursday], at: 9:00 } }",
      "yearly: { month: nov, weekday: fourth thursday, at: 09:00 }"),
    Row("{ dates: [2026-12-24 18:00, 2026-12-31T23:59:30] }", "dates: [2026-12-24 18:00, 2026-12-31 23:59:30]"),
    Row("{ dates: { date: [2026-12-24], at: [9:00, 10:00] } }", "dates: { date: 2026-12-24, at: [09:00, 10:00] }"),
    Row("{ hourly: 5, between: 22:00-06:00 }", "{ hourly: 5, between: 22:00-05:05 }"),
    Row(
      "{ hourly: { at: 0, every: 3 }, between: 20:00-24:00 }", "{ hourly: { at: 0, every: 3 }, between: 20:00-23:00 }"),
    Row("{ hourly: 0, between: 20:00-24:00 }", "{ hourly: 0, between: 20:00-24:00 }"),
    Row(
      "{ every: 5400s, between: 09:00-17:00, days: [mon, wed] }",
      "{ every: 1h30m, between: 09:00-17:00, days: [mon, wed] }"),
    Row("{ every: 15m, from: 2026-01-01 }", "{ every: 15m, from: 2026-01-01 }"),
    Row("{ in: 26h }", "in: 26h"),
    Row("{ in: 1w }", "in: 1w"),
    Row("{ startup: boot, offset: 5m }", "{ startup: boot, offset: 5m }"),
    Row(
      "{ daily: 9:00, except: [holidays, weekends, dec 24, 2027-03-01], move: previous }",
      "{ daily: 09:00, except: [holidays, weekends, dec 24, 2027-03-01], move: previous }"),
    Row(
      "{ daily: 9:00, only: [mon, holidays], offset: [-1d, -10m, 0s] }",
      "{ daily: 09:00, only: [mon, holidays], offset: [-1d, 0s, -10m] }"),
    Row("{ daily: 9:00, offset: -1d2h, jitter: 90s }", "{ daily: 09:00, offset: -1d2h, jitter: 1m30s }"),
    Row("{ daily: 9:00, offset: -2wd, except: [holidays] }", "{ daily: 09:00, except: holidays, offset: -2wd }"),
    Row(
      "{ daily: 2:30, repeats: false, gap: previous, fold: both }",
      "{ daily: 02:30, count: 1, gap: previous, fold: both }"),
    Row(
      "[{ daily: 9:00 }, { weekly: { days: mon, at: 10:00 } }]",
      "[{ daily: 09:00 }, { weekly: { days: mon, at: 10:00 } }]"),
  ]

  /// Printing gives the expected words; compiled, they are the identical node; printed again, the same words.
  @Test(arguments: rows) func saysIt(_ row: Row) throws {
    let words = try #require(try Self.words(row.given), "no words")
    #expect(words.text == row.words)
    #expect(words.isIdentical, "\(words.graph.nodes)\n\(words.graph.daySets)")
    #expect(try Self.words(words.text)?.text == words.text)
  }

  /// What has no words of its own: nothing is said rather than something near.
  @Test(arguments: [
    #"{ rrule: "FREQ=MONTHLY;BYDAY=MO,TU;BYSETPOS=2", start: 2026-01-06 09:00 }"#,
    #"{ rrule: "FREQ=HOURLY;INTERVAL=5", start: 2026-01-06 09:00 }"#, #"{ cron: "0 9 15W * *" }"#,
    #"{ cron: "*/5 8,12,18 * * *" }"#, #"{ cron: "0 9 * * mon,fri#2" }"#,
  ])
  func hasNoWords(_ given: String) throws { #expect(try Self.words(given) == nil) }

  /// Cron's own gap and its "either day field" are said with the same times, not the same node.
  @Test(arguments: [
    (#"{ cron: "30 2 * * *" }"#, "{ daily: 02:30, gap: next }"),
    (
      #"{ cron: "30 9 1 * 5" }"#,
      "[{ monthly: { day: 1, at: 09:30 }, gap: next }, { weekly: { days: fri, at: 09:30 }, gap: next }]"
    ),
  ])
  func saysTheSameTimes(_ given: String, _ expected: String) throws {
    let words = try #require(try Self.words(given))
    #expect(words.text == expected)
    #expect(!words.isIdentical)
    let evaluator = Evaluator(
      graph: words.graph, context: EvaluationContext(localZone: try zone("Europe/Berlin"), assumedAnchor: .earliest))
    let start = try instant("2026-01-01T00:00:00Z")
    #expect(
      Array(evaluator.instants(ofRule: 0, after: start).prefix(2000))
        == Array(evaluator.instants(ofRule: 1, after: start).prefix(2000)))
  }

  @Test func contextOfTheFile() throws {
    let berlin = PhraseContext(zone: .named(ZoneName("Europe/Berlin")), weekend: [WeekdaySet(.friday)])
    #expect(try Self.words("{ daily: 9:00 }", berlin)?.text == "daily: 09:00")
    #expect(try Self.words("{ daily: 9:00, timezone: local }", berlin)?.text == "{ daily: 09:00, timezone: local }")
    #expect(
      try Self.words("{ weekly: { days: mon-fri, at: 9:00 } }", berlin)?.text == "weekly: { days: mon-fri, at: 09:00 }")
    #expect(
      try Self.words("{ weekly: { days: fri, at: 9:00 } }", berlin)?.text == "weekly: { days: weekends, at: 09:00 }")
    #expect(try Self.words("{ hourly: 0, days: mon-fri }", berlin)?.text == "{ hourly: 0, days: mon-fri }")
    #expect(try Self.words("{ every: 5m }", berlin)?.text == "every: 5m")
  }

  /// Any combination of days, times and modifiers: words, where there are some, are the identical node.
  @Test func wordsAreTheSameNode() throws {
    let times = ["09:00", "[02:30, 14:00]", "[00:00, 06:00, 12:00, 18:00]", "23:59:59", "[01:00, 02:30]"]
    let days: [(String) -> String] = [
      { "daily: { at: \($0) }" }, { "daily: { at: \($0), every: 3 }" }, { "weekly: { days: [mon, thu], at: \($0) }" },
      { "weekly: { days: sat-mon, at: \($0), every: 2, weeks: even }" },
      { "monthly: { day: [1, 30, last], at: \($0) }" },
      { "monthly: { day: 31, at: \($0), every: 5, missing_day: next }" },
      { "monthly: { weekday: [second tue, last-3 fri], at: \($0) }" },
      { "monthly: { workday: [3, last-2], at: \($0), every: 2 }" },
      { "yearly: { date: [feb 29, easter+1], at: \($0), missing_day: last }" },
      { "yearly: { month: [jan, jul], day: [1, last], at: \($0), every: 2 }" },
      { "yearly: { month: nov, weekday: first mon, at: \($0) }" }, { "yearly: { day_of_year: 366, at: \($0) }" },
      { "yearly: { week: [1, 53], days: weekdays, at: \($0), every: 4 }" },
      { "dates: { date: [2026-12-24, 2027-01-02], at: \($0) }" },
    ]
    let modifiers = [
      "", ", until: 2030-01-01", ", count: 4", ", except: [holidays, weekends], move: next", ", only: [weekdays]",
      ", offset: [-10m, 1d]", ", offset: 3wd", ", timezone: Asia/Tokyo, gap: skip", ", fold: both", ", jitter: 5m",
      ", except: easter+1, offset: -2d, until: 2030-01-01 12:00, gap: next, fold: last",
    ]
    var said = 0
    for day in days {
      for time in times {
        for modifier in modifiers {
          let given = "{ \(day(time)), from: 2026-03-02\(modifier) }"
          let words = try #require(try Self.words(given), "\(given)")
          #expect(words.isIdentical, "\(given) became \(words.text)")
          #expect(try Self.words(words.text)?.text == words.text)
          said += 1
        }
      }
    }
    #expect(said == days.count * times.count * modifiers.count)
  }

  /// Every cron of small fields: words, where there are some, are the identical node.
  @Test func cronsAreTheSameNode() throws {
    var said = 0
    for minute in ["0", "*/20", "5,35", "*"] {
      for hour in ["*", "9", "0-23", "8-18/2", "22-23", "*/6"] {
        for day in ["*", "1", "29-31", "L"] {
          for month in ["*", "2", "1,6-8"] {
            for weekday in ["*", "1-5", "6,0", "3#2"] {
              guard day == "*" || weekday == "*" else { continue }
              let gap = minute.hasPrefix("*") || hour.hasPrefix("*") ? "" : ", gap: shift"
              let given = "{ cron: \"\(minute) \(hour) \(day) \(month) \(weekday)\"\(gap) }"
              guard let words = try Self.words(given) else { continue }
              #expect(words.isIdentical, "\(given) became \(words.text)")
              said += 1
            }
          }
        }
      }
    }
    #expect(said > 250)
  }
}
