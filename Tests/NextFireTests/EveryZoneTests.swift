import CivilTime
import HostTime
import NextFire
import RuleModel
import TestSupport
import Testing

/// The laws of the evaluator in every zone of the machine, at its changes and between them, from 1900 to 2200.
@Suite struct EveryZoneTests {
  /// How much is drawn: every question takes long without optimization.
  #if DEBUG
    static let points = 1
  #else
    static let points = 12
  #endif
  static let first = Instant(epochSeconds: -2_208_988_800)  // 1900-01-01
  static let days = 300 * 365 + 73  // to 2200-01-01

  /// One part of the zones, so that the parts run side by side.
  @Test(arguments: 0..<8) func lawsHoldFrom1900To2200(_ part: Int) throws {
    let folder = ZoneFolder(folders: ZoneFolder.usualFolders)
    var zones = 0
    for (index, name) in ZoneName.all.enumerated() where index % 8 == part {
      guard let zone = try? folder.rules(ZoneName(name)) else { continue }
      zones += 1
      var random = SplitMix64(seed: UInt64(1900 + index))
      for _ in 0..<Self.points {
        var point = Self.first.advanced(
          bySeconds: Int64(random.below(Self.days)) * 86_400 + Int64(random.below(86_400)))
        if random.below(4) > 0, let change = zone.nextTransition(after: point) {
          point = change.advanced(bySeconds: Int64(random.below(4 * 86_400) - 3 * 86_400))
        }
        let near = zone.localDateTime(at: point).date
        var triggers = RandomTriggers(seed: random.next(), near: near)
        var trigger = random.below(3) > 0 ? triggers.fixed() : triggers.aligned()
        trigger.bounds.from = .local(LocalDateTime(date: near.advanced(byDays: -40) ?? near, time: .noon))
        let calendars = [
          triggers.calendar(CalendarID("days"), hasWindows: false),
          triggers.calendar(CalendarID("windows"), hasWindows: true),
        ]
        try checkLaws(try evaluator([trigger], in: zone, calendars: calendars), from: point, "\(name) \(trigger)")
      }
    }
    #expect(zones > 40)
  }

  private func checkLaws(_ evaluator: Evaluator, from point: Instant, _ name: String) throws {
    // Some patterns come every ten years: what lies far off is another point's matter.
    let horizon = point.advanced(bySeconds: 800 * 86_400)
    let stream = Array(evaluator.instants(ofRule: 0, after: point).prefix(6).prefix { $0 < horizon })
    var last = point
    var identities: Set<OccurrenceIdentity> = []
    for found in stream {
      #expect(found > last, "next is later: \(name)")
      #expect(evaluator.nextInstant(ofRule: 0, after: last) == found, "stream is repeated next: \(name)")
      #expect(evaluator.contains(found, ofRule: 0), "contains agrees: \(name)")
      // The point itself may be one; what is asked for lies behind it.
      let before = found.advanced(bySeconds: -1)
      if before > last { #expect(!evaluator.contains(before, ofRule: 0), "nothing between: \(name)") }
      if last != point {
        #expect(evaluator.previousInstant(ofRule: 0, before: found) == last, "previous is inverse: \(name)")
      }
      let occurrence = try #require(evaluator.occurrence(ofRule: 0, at: found), "\(name)")
      for identity in occurrence.identities {
        #expect(identities.insert(identity).inserted, "identities are unique: \(name)")
      }
      last = found
    }
  }

  /// Once on each civil day, in every zone, whatever its clock did: whole years between 1900 and 2200.
  @Test func dailyFiresOncePerCivilDay() throws {
    let folder = ZoneFolder(folders: ZoneFolder.usualFolders)
    let trigger = fixed(.daily(every: 1), "02:30")
    var zones = 0
    for (index, name) in ZoneName.all.enumerated() {
      guard let zone = try? folder.rules(ZoneName(name)) else { continue }
      zones += 1
      let evaluator = try evaluator([trigger], in: zone)
      #if DEBUG
        let years = [1900 + (index * 7) % 300, 2027]
      #else
        let years = [1900, 1945, 1980, 2011, 2027, 2100, 2199, 1900 + (index * 7) % 300]
      #endif
      for year in years {
        let start = try #require(LocalDate(year: year, month: 1, day: 1))
        var stream = evaluator.occurrences(ofRule: 0, after: Instant(epochSeconds: Int64(start.dayNumber) * 86_400))
        var seen: Set<LocalDate> = []
        var last = Instant.earliest
        while seen.count < 366, let next = stream.next() {
          #expect(next.instant > last)
          last = next.instant
          for case .civil(let nominal, _, _, _) in next.identities {
            #expect(seen.insert(nominal.date).inserted, "\(name) \(nominal)")
          }
        }
        let earliest = try #require(seen.min())
        let latest = try #require(seen.max())
        #expect(seen.count == latest.days(since: earliest) + 1, "\(name) \(year)")
      }
    }
    #expect(zones > 300)
  }
}
