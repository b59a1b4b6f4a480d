import CivilTime
import HostTime
import NextFire
import RuleModel
import TestSupport
import Testing
import TriggerGraph

/// Random triggers in zones with difficult clocks, compared with the plain reference.
@Suite struct PlainReferenceTests {
  /// A zone with the day of one of its changes.
  static let places: [(zone: String, day: String)] = [
    ("Europe/Berlin", "2027-03-28"), ("Europe/Berlin", "2026-10-25"), ("America/New_York", "2026-11-01"),
    ("Australia/Lord_Howe", "2026-04-05"), ("Australia/Lord_Howe", "2026-10-04"), ("Pacific/Apia", "2011-12-30"),
    ("Pacific/Kwajalein", "1993-08-21"), ("Asia/Manila", "1844-12-31"), ("America/Juneau", "1867-10-18"),
    ("Africa/Monrovia", "1972-01-07"), ("America/Sao_Paulo", "2018-11-04"), ("America/Havana", "2026-11-01"),
    ("Antarctica/Troll", "2026-03-29"), ("Africa/Casablanca", "2026-02-15"), ("Europe/London", "1943-04-04"),
    ("Asia/Tehran", "2022-03-22"), ("Antarctica/Casey", "2010-03-05"), ("America/Scoresbysund", "2024-03-31"),
    ("Asia/Pyongyang", "2018-05-05"), ("UTC", "2024-02-29"),
  ]

  /// How much is drawn: asking every second takes long without optimization.
  #if DEBUG
    static let scale = 1
  #else
    static let scale = 4
  #endif

  @Test(arguments: places.indices) func fixedTriggers(_ index: Int) throws {
    let place = Self.places[index]
    try compareFixed(in: try zone(place.zone), near: try date(place.day), seed: UInt64(index), rounds: 2 * Self.scale)
  }

  /// Clocks that no country has: changes some hours apart, of odd lengths.
  @Test(arguments: [
    "AAA0BBB-2,J100/2,J100/8", "AAA5:17BBB4:04:30,J60/0,J61/1", "AAA-13BBB11,J200/5,J203/5", "AAA0BBB3,J90/1,J90/23",
  ]) func fixedTriggersInInventedZones(_ rule: String) throws {
    let zone = try ZoneRules(name: ZoneName("Test/Zone"), posix: rule)
    for day in ["2026-03-01", "2026-04-10", "2026-07-20"] {
      try compareFixed(in: zone, near: try date(day), seed: UInt64(rule.utf8.count), rounds: 2 * Self.scale)
    }
  }

  private func compareFixed(in zone: ZoneRules, near center: LocalDate, seed: UInt64, rounds: Int) throws {
    var triggers = RandomTriggers(seed: seed, near: center)
    for round in 0..<rounds {
      let calendars = [
        triggers.calendar(CalendarID("days"), hasWindows: false),
        triggers.calendar(CalendarID("windows"), hasWindows: true),
      ]
      let trigger = triggers.fixed()
      guard case .fixed(let pattern) = trigger.source else { continue }
      let reference = PlainReference(
        calendars: Dictionary(uniqueKeysWithValues: calendars.map { ($0.id, $0) }), zone: zone)
      let first = try #require(center.advanced(byDays: -600))
      let last = try #require(center.advanced(byDays: 600))
      let low = Instant(epochSeconds: Int64(center.dayNumber - 200) * 86_400)
      let high = Instant(epochSeconds: Int64(center.dayNumber + 200) * 86_400)
      let expected = reference.fixed(trigger, pattern, from: first, through: last).filter { $0 > low && $0 < high }
      let evaluator = try evaluator([trigger], in: zone, calendars: calendars)
      let found = evaluator.instants(ofRule: 0, after: low).prefix { $0 < high }
      let isEqual = found.elementsEqual(expected)
      #expect(isEqual, "\(zone.name) round \(round) \(firstDifference(Array(found), expected)) \(trigger)")
      if !isEqual { return }
      checkLaws(evaluator, expected, low, high)
    }
  }

  @Test(arguments: places.indices) func alignedTriggers(_ index: Int) throws {
    let place = Self.places[index]
    let zone = try zone(place.zone)
    let center = try date(place.day)
    var triggers = RandomTriggers(seed: UInt64(1000 + index), near: center)
    let middle = Int64(center.dayNumber) * 86_400
    let low = Instant(epochSeconds: middle - 20_000)
    let high = Instant(epochSeconds: middle + 40_000)
    for round in 0..<Self.scale {
      let calendars = [
        triggers.calendar(CalendarID("days"), hasWindows: false),
        triggers.calendar(CalendarID("windows"), hasWindows: true),
      ]
      let trigger = triggers.aligned()
      guard case .aligned(let pattern) = trigger.source else { continue }
      let reference = PlainReference(
        calendars: Dictionary(uniqueKeysWithValues: calendars.map { ($0.id, $0) }), zone: zone)
      let expected = reference.aligned(
        trigger, pattern, from: low.advanced(bySeconds: 1), through: high.advanced(bySeconds: -1))
      let evaluator = try evaluator([trigger], in: zone, calendars: calendars)
      let found = evaluator.instants(ofRule: 0, after: low).prefix { $0 < high }
      #expect(
        found.elementsEqual(expected),
        "\(place) round \(round) \(firstDifference(Array(found), expected)) \(trigger)")
      checkLaws(evaluator, Array(expected.prefix(60)), low, expected.count > 60 ? expected[60] : high)
    }
  }

  @Test(arguments: places.indices) func intervalTriggers(_ index: Int) throws {
    let place = Self.places[index]
    let zone = try zone(place.zone)
    let center = try date(place.day)
    var triggers = RandomTriggers(seed: UInt64(2000 + index), near: center)
    let middle = Int64(center.dayNumber) * 86_400
    let low = Instant(epochSeconds: middle - 20_000)
    let high = Instant(epochSeconds: middle + 40_000)
    for _ in 0..<Self.scale {
      let calendars = [
        triggers.calendar(CalendarID("days"), hasWindows: false),
        triggers.calendar(CalendarID("windows"), hasWindows: true),
      ]
      let seconds = Int64(triggers.pick([60, 900, 3600, 1001, 7 * 3600, 90_000]))
      let days = triggers.weekdays()
      var trigger = Trigger(source: .interval(.every(seconds: seconds, between: nil, days: days)))
      if triggers.chance(1, of: 2) {
        trigger.bounds.from = .local(LocalDateTime(date: triggers.date(within: 2), time: triggers.time()))
      }
      if triggers.chance(1, of: 2) { trigger.except = triggers.items(windows: true) }
      let reference = PlainReference(
        calendars: Dictionary(uniqueKeysWithValues: calendars.map { ($0.id, $0) }), zone: zone)
      let expected = reference.interval(
        trigger, seconds: seconds, days: days, from: low.advanced(bySeconds: 1), through: high.advanced(bySeconds: -1))
      let evaluator = try evaluator([trigger], in: zone, calendars: calendars)
      let found = evaluator.instants(ofRule: 0, after: low).prefix { $0 < high }
      #expect(found.elementsEqual(expected), "\(place) \(firstDifference(Array(found), expected)) \(trigger)")
      checkLaws(evaluator, Array(expected.prefix(60)), low, expected.count > 60 ? expected[60] : high)
    }
  }

  /// Repeated next, repeated previous, contains and histories agree with the list.
  private func checkLaws(_ evaluator: Evaluator, _ expected: [Instant], _ low: Instant, _ high: Instant) {
    var forwards: [Instant] = []
    var position = low
    while let next = evaluator.next(ofRule: 0, after: position), next.instant < high {
      forwards.append(next.instant)
      #expect(!next.identities.isEmpty)
      position = next.instant
      if forwards.count > expected.count { break }
    }
    #expect(forwards == expected, "repeated next")
    var backwards: [Instant] = []
    position = high
    while let before = evaluator.previousInstant(ofRule: 0, before: position), before > low {
      backwards.append(before)
      position = before
      if backwards.count > expected.count { break }
    }
    #expect(backwards.reversed() == expected, "repeated previous")
    for instant in expected.prefix(10) {
      #expect(evaluator.contains(instant, ofRule: 0))
      let later = instant.advanced(bySeconds: 1)
      #expect(evaluator.contains(later, ofRule: 0) == expected.contains(later))
    }
    let identities = expected.flatMap { evaluator.occurrence(ofRule: 0, at: $0)?.identities ?? [] }
    #expect(Set(identities).count == identities.count, "identities are unique")
  }

  private func firstDifference(_ found: [Instant], _ expected: [Instant]) -> String {
    for (left, right) in zip(found, expected) where left != right {
      return "found \(RFC3339.text(left)) expected \(RFC3339.text(right))"
    }
    return "found \(found.count) expected \(expected.count); last \(found.last.map { RFC3339.text($0) } ?? "-")"
  }
}
