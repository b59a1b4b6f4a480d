import CivilTime
import NextFire
import RuleModel
import Testing
import TriggerGraph

/// A plain trigger is answered by a clock alone, and its node on its own by a plan with all histories: both agree.
@Suite struct PlainClockTests {
  @Test(arguments: PlainCursorTests.shapes.indices) func clockAndPlanTellTheSame(_ shape: Int) throws {
    let (name, plain) = PlainCursorTests.shapes[shape]
    let policies: [(gap: GapPolicy, fold: FoldPolicy)] = [
      (.shift, .first), (.next, .last), (.previous, .both), (.skip, .first), (.nextOfShortGap, .both),
    ]
    for (gap, fold) in policies {
      for zoneName in PlainCursorTests.zones {
        let trigger = with(plain) {
          $0.gap = gap
          $0.fold = fold
          if zoneName == "UTC" { $0.zone = .named(.utc) }
        }
        let evaluator = try evaluator([trigger], in: try zone(zoneName))
        let plan = evaluator.node(try #require(evaluator.graph.rules[0].root))
        let place = "\(name), \(zoneName), \(gap), \(fold)"
        for text in PlainCursorTests.starts {
          let start = try instant(text)
          let stream = Array(evaluator.occurrences(ofRule: 0, after: start).prefix(120))
          #expect(stream == Array(plan.occurrences(after: start).prefix(120)), "\(place), after \(text)")
          for occurrence in stream.prefix(20) {
            let before = occurrence.instant.advanced(bySeconds: -1)
            #expect(evaluator.next(ofRule: 0, after: before) == occurrence, "\(place)")
            #expect(evaluator.occurrence(ofRule: 0, at: occurrence.instant) == occurrence, "\(place)")
            if !plan.contains(before) { #expect(evaluator.occurrence(ofRule: 0, at: before) == nil, "\(place)") }
          }
          #expect(evaluator.previous(ofRule: 0, before: start) == plan.previous(before: start), "\(place)")
        }
      }
    }
  }

  @Test func occurrencesAroundEachChangeOfAZone() throws {
    for zoneName in PlainCursorTests.zones {
      let zone = try zone(zoneName)
      for (name, trigger) in PlainCursorTests.shapes.prefix(4) {
        let evaluator = try evaluator([trigger], in: zone)
        let plan = evaluator.node(try #require(evaluator.graph.rules[0].root))
        var change = try instant("1990-01-01T00:00:00Z")
        for _ in 0..<30 {
          guard let next = zone.nextTransition(after: change) else { break }
          change = next
          for hours in stride(from: Int64(-30), through: 30, by: 5) {
            let point = change.advanced(bySeconds: hours * 3600 - 1)
            #expect(
              evaluator.next(ofRule: 0, after: point) == plan.next(after: point), "\(name), \(zoneName), after \(point)"
            )
          }
        }
      }
    }
  }

  @Test func aRuleWithoutTriggersOrWithoutItsZoneNeverFires() throws {
    let empty = try evaluator([], in: .utc)
    #expect(empty.nextInstant(ofRule: 0, after: .earliest) == nil)
    #expect(empty.nextInstant(ofRule: 1, after: .earliest) == nil)
    #expect(empty.nextInstant(ofRule: -1, after: .earliest) == nil)
    #expect(!empty.isNever(0))
    #expect(!empty.isNever(7))
    let trigger = with(fixed(.daily(every: 1), "09:00")) { $0.zone = .named(ZoneName("Nowhere/Town")) }
    let unknown = try evaluator([trigger], in: .utc)
    #expect(unknown.unknownZones(ofRule: 0) == [ZoneName("Nowhere/Town")])
    #expect(unknown.next(ofRule: 0, after: .earliest) == nil)
    #expect(!unknown.isNever(0))
  }

  @Test func whatNeverComesIsNever() throws {
    let days = DateFields(months: MonthSet(rawValue: 1 << 2), daysOfMonth: 1 << 30)
    let never = try evaluator([fixed(.matching(days), "12:00")], in: .utc)
    #expect(never.isNever(0))
    #expect(try !evaluator([fixed(.daily(every: 1), "12:00")], in: .utc).isNever(0))
  }
}
