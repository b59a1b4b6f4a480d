import CivilTime
import NextFire
import RuleModel
import Testing

/// A stream steps where a query searches, and going backwards searches in another way: all three agree.
@Suite struct PlainCursorTests {
  private static let skip = MissingDay.skip(isExplicit: true)

  static let shapes: [(name: String, trigger: Trigger)] = [
    ("each day", fixed(.daily(every: 1), "02:30")),
    ("each day at the first and the last second", fixed(.daily(every: 1), "00:00", "23:59:59")),
    ("one weekday", fixed(.weekly(days: WeekdaySet(.sunday), every: 1, weeks: nil), "01:59:59")),
    (
      "workdays by the quarter",
      fixed(.weekly(days: .weekdays, every: 1, weeks: nil), "01:00", "01:15", "02:00", "02:15")
    ),
    ("days 1 and 31", fixed(.monthly(.days([.fromStart(1), .fromStart(31)]), every: 1, missing: skip), "00:05")),
    ("last days", fixed(.monthly(.days([.fromEnd(1), .fromEnd(31)]), every: 1, missing: skip), "23:00", "23:30")),
    (
      "ordinal weekdays from both ends",
      fixed(
        .monthly(
          .weekdays([
            OrdinalWeekday(.fromStart(2), .tuesday), OrdinalWeekday(.fromStart(5), .sunday),
            OrdinalWeekday(.fromEnd(1), .friday), OrdinalWeekday(.fromEnd(5), .monday),
          ]), every: 1, missing: skip), "10:00")
    ),
    ("a leap day", fixed(.yearlyDates([.day(.february, 29)], every: 1, missing: skip), "12:00")),
    (
      "Friday the 13th",
      fixed(.matching(DateFields(daysOfMonth: 1 << 13, weekdays: WeekdaySet(.friday))), "02:13")
    ),
    ("every five minutes", Trigger(source: .aligned(AlignedPattern(minutes: 0x84_2108_4210_8421)))),
    (
      "seconds of some hours",
      Trigger(source: .aligned(AlignedPattern(hours: 0b1111, minutes: 3, seconds: 1 << 59 | 3)))
    ),
    ("bounded", bounded(fixed(.daily(every: 1), "02:30"), from: "2026-03-28T12:00", until: "2026-11-01T02:30")),
  ]

  static let zones = [
    "UTC", "Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Pacific/Apia", "Africa/Casablanca",
    "America/Nuuk", "Antarctica/Troll",
  ]

  static let starts = ["2026-01-01T00:00:00Z", "1919-12-30T05:00:00Z", "2011-12-28T00:00:00Z", "2399-02-27T00:00:00Z"]

  private static func bounded(_ trigger: Trigger, from: String, until: String) -> Trigger {
    with(trigger) {
      $0.bounds.from = LocalDateTime(from).map { .local($0) }
      $0.bounds.until = LocalDateTime(until).map { .local($0) }
    }
  }

  @Test(arguments: shapes.indices) func streamIsRepeatedNextAndPreviousInverse(_ shape: Int) throws {
    let (name, trigger) = Self.shapes[shape]
    for zoneName in Self.zones {
      let zone = try zone(zoneName)
      let evaluator = try evaluator([trigger], in: zone)
      for text in Self.starts {
        let start = try instant(text)
        let stream = Array(evaluator.instants(ofRule: 0, after: start).prefix(250))
        var last = start
        for found in stream {
          #expect(evaluator.nextInstant(ofRule: 0, after: last) == found, "\(name), \(zoneName), after \(last)")
          last = found
        }
        for (found, before) in zip(stream, stream.dropFirst()).reversed().map({ ($1, $0) }) {
          #expect(evaluator.previousInstant(ofRule: 0, before: found) == before, "\(name), \(zoneName)")
        }
      }
    }
  }

  @Test func theCalendarEndsWithTheYear9999() throws {
    for zoneName in ["UTC", "America/New_York", "Australia/Lord_Howe"] {
      let zone = try zone(zoneName)
      for (name, trigger) in Self.shapes.prefix(8) {
        let evaluator = try evaluator([trigger], in: zone)
        let stream = Array(evaluator.instants(ofRule: 0, after: try instant("9999-12-01T00:00:00Z")))
        let last = evaluator.previousInstant(ofRule: 0, before: .latest)
        let atTheEnd = evaluator.contains(.latest, ofRule: 0) ? Instant.latest : last
        #expect(stream.last == (stream.isEmpty ? nil : atTheEnd), "\(name), \(zoneName)")
        #expect(stream.last.flatMap { evaluator.nextInstant(ofRule: 0, after: $0) } == nil, "\(name), \(zoneName)")
      }
    }
  }

  @Test func theFirstYearIsSearchedToo() throws {
    let evaluator = try evaluator([Self.shapes[0].trigger], in: try zone("Europe/Berlin"))
    let first = try #require(evaluator.nextInstant(ofRule: 0, after: .earliest))
    var stream = evaluator.instants(ofRule: 0, after: .earliest)
    #expect(stream.next() == first)
    #expect(evaluator.previousInstant(ofRule: 0, before: first.advanced(bySeconds: 1)) == first)
  }
}
