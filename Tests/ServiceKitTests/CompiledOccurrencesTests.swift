import CivilTime
import RuleEngine
import RuleModel
import Testing

@testable import ServiceKit

@Suite struct CompiledOccurrencesTests {
  static let noon = Instant(epochSeconds: 1_806_235_200)  // Sunday 2027-03-28T12:00:00Z

  static func daily(_ id: String, hour: Int, offsets: [Offset] = [], jitter: Int64 = 0) throws -> Rule {
    let time = try #require(TimeOfDay(hour: hour, minute: 0))
    return Rule(
      id: RuleID(id),
      triggers: [
        Trigger(
          source: .fixed(FixedPattern(days: .daily(every: 1), times: [time])), offsets: offsets, jitterSeconds: jitter)
      ])
  }

  static func source(_ rules: [Rule], zone: String = "UTC") throws -> CompiledOccurrences {
    CompiledOccurrences(
      Bench.set(rules), zones: try MachineZones(environment: ["TZ": zone]), machineKey: 7, now: noon)
  }

  @Test func equalTriggersShareAGroupAndJitterDoesNot() throws {
    let source = try Self.source([
      try Self.daily("a", hour: 9), try Self.daily("b", hour: 9), try Self.daily("c", hour: 10),
      try Self.daily("d", hour: 9, jitter: 60), try Self.daily("e", hour: 9, jitter: 60), Rule(id: RuleID("f")),
    ])
    let groups = ["a", "b", "c", "d", "e", "f", "g"].map { source.group(of: RuleID($0)) }
    #expect(groups[0] != nil && groups[0] == groups[1])
    #expect(Set(groups[1...4].compactMap { $0 }).count == 4)
    #expect(groups[5] == nil && groups[6] == nil)
    #expect(source.fingerprints(of: RuleID("a")) == source.fingerprints(of: RuleID("b")))
    #expect(source.next(of: RuleID("a"), after: Self.noon)?.instant == Self.noon.advanced(bySeconds: 21 * 3600))
    #expect(source.previous(of: RuleID("a"), before: Self.noon)?.instant == Self.noon.advanced(bySeconds: -3 * 3600))
  }

  @Test func anchorsOfTheFirstLoadCount() throws {
    let rule = Rule(
      id: RuleID("once"),
      triggers: [Trigger(source: .interval(.once(after: CalendarDuration(seconds: 300))))])
    var source = try Self.source([rule])
    let form = try #require(source.fingerprints(of: rule.id).first)
    let anchor = Self.noon.advanced(bySeconds: 1000)
    source.use(anchors: [AnchorKey(rule: rule.id, fingerprint: form): anchor])
    #expect(source.next(of: rule.id, after: Self.noon)?.instant == anchor.advanced(bySeconds: 300))
    #expect(source.next(of: rule.id, after: anchor.advanced(bySeconds: 300)) == nil)
  }

  @Test func daysAndBoundsOfEvents() throws {
    var weekday = Trigger(source: .event(.startup(.service)))
    weekday.except = [.weekdays([WeekdaySet(.saturday), WeekdaySet(.sunday)])]
    var later = Trigger(source: .event(.startup(.service)))
    later.bounds.from = .instant(Self.noon.advanced(bySeconds: 60))
    let rule = Rule(id: RuleID("event"), triggers: [weekday, later, Trigger(source: .event(.startup(.boot)))])
    let source = try Self.source([rule])
    #expect(!source.admits(rule.id, trigger: 0, at: Self.noon))
    #expect(source.admits(rule.id, trigger: 0, at: Self.noon.advanced(bySeconds: 86_400)))
    #expect(!source.admits(rule.id, trigger: 1, at: Self.noon))
    #expect(source.admits(rule.id, trigger: 1, at: Self.noon.advanced(bySeconds: 60)))
    #expect(source.admits(rule.id, trigger: 2, at: Self.noon))
    #expect(!source.admits(rule.id, trigger: 3, at: Self.noon))
    #expect(source.group(of: rule.id) == nil)
  }

  @Test func intervalsOfRequestsCountFromWhenTheyAreAdded() throws {
    let source = try Self.source([])
    let anchor = Self.noon.advanced(bySeconds: 7)
    let every = Trigger(source: .interval(.every(seconds: 60, between: nil, days: .all)))
    #expect(
      source.next(of: [every], anchor: anchor, after: anchor)?.instant == anchor.advanced(bySeconds: 60))
    let once = Trigger(source: .interval(.once(after: CalendarDuration(seconds: 5))))
    #expect(
      source.next(of: [every, once], anchor: anchor, after: anchor)?.instant == anchor.advanced(bySeconds: 5))
  }

  @Test func theLocalClock() throws {
    let source = try Self.source([], zone: "Europe/Berlin")
    let date = try #require(LocalDate(year: 2027, month: 3, day: 28))
    let skipped = LocalDateTime(date: date, time: try #require(TimeOfDay(hour: 2, minute: 30)))
    let later = source.instant(of: skipped, in: .local)
    #expect(later == Instant(epochSeconds: 1_806_197_400))
    #expect(source.localTime(at: later, in: .local).description == "2027-03-28T03:30")
    #expect(source.localTime(at: later, in: .named(ZoneName("America/New_York"))).time.hour == 21)
  }
}
