import CivilTime
import RuleModel
import Testing

@testable import RuleEngine

/// Firings for calendar events.
@Suite struct EventTests {
  @Test func twoAtOnceAreBothAnnounced() {
    let rule = notifying("meetings") { rule in
      rule.notify?.title = Template(segments: [.value(.event(.summary)), .text(" at "), .value(.event(.time))])
      rule.notify?.body = Template(segments: [.value(.event(.start)), .text(" to "), .value(.event(.end))])
    }
    let simulation = Simulation(book([rule], ["meetings": .events([3600: ["a", "b"], 7200: ["a"]])]), at: 0)
    simulation.start()
    simulation.run(until: 3600)
    #expect(simulation.shown.map(\.title) == ["About a at 01:10", "About b at 01:10"])
    #expect(simulation.shown.first?.body == "1970-01-01 01:10 to 1970-01-01 02:10")
    #expect(simulation.shown.map(\.identifier) == ["meetings.a", "meetings.b"])
    #expect(simulation.engine.state.deliveries.values.allSatisfy { $0.end == nil })
    simulation.run(until: 7200)
    // The next occurrence of an event replaces its last one, and no other.
    #expect(
      simulation.engine.state.deliveries.values.filter { $0.end == nil }.map(\.request.identifier).sorted() == [
        "meetings.a", "meetings.b",
      ])
    #expect(simulation.store.ends(of: "meetings") == ["3600 fired", "3600 fired", "7200 fired"])
    // A restart announces nothing again.
    simulation.sleep(until: 7300)
    #expect(simulation.shown.count == 3)
  }

  @Test func twoRunsAtOnceGoOneAfterTheOther() {
    let rule = running("meetings")
    let simulation = Simulation(book([rule], ["meetings": .events([100: ["a", "b"]])]), at: 0)
    simulation.script = { order in (5, Simulation.exit(0, "x")) }
    simulation.start()
    simulation.run(until: 103)
    #expect(simulation.starts == ["1-1"])
    simulation.run(until: 200)
    #expect(simulation.starts == ["1-1", "2-1"])
    let names = simulation.processes.values.flatMap(\.order.environment).filter { $0.name == "CARILLON_EVENT_SUMMARY" }
    #expect(names.map(\.value).sorted() == ["About a", "About b"])
  }

  @Test func whatItIsKnownByInTheLedger() {
    let identity = OccurrenceIdentity.event("a@b", .instant(Instant(epochSeconds: 5)))
    #expect(identity.ledgerText == "@5 event a@b")
    #expect(identity.time == .instant(Instant(epochSeconds: 5)))
  }

  @Test func whatIsPendingNamesItsEvents() {
    let rule = notifying("meetings") { rule in
      rule.notify?.title = Template(segments: [.value(.event(.summary)), .text(" at "), .value(.event(.time))])
    }
    let simulation = Simulation(book([rule], ["meetings": .events([3600: ["a", "b"], 7200: ["a"]])]), at: 0)
    simulation.start()
    #expect(
      simulation.engine.pendingEntries(limit: 10).map(\.title) == ["About a at 01:10 and 1 more", "About a at 02:10"])
  }
}
