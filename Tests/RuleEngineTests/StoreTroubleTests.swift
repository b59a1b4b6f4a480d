import CivilTime
import RuleEngine
import RuleModel
import Testing

@Suite struct StoreTroubleTests {
  let full = StoreError(kind: .full, attempted: "keep a batch", subject: "COMMIT", code: 13, message: "disk is full")

  @Test func theBellsGoOnAndAllIsKeptWhenItCanBe() {
    let simulation = Simulation(
      book(
        [notifying("bell"), running("job")],
        ["bell": .at([10, 20, 30, 100], civil: false), "job": .at([15], civil: false)]), at: 0)
    simulation.start()
    simulation.run(until: 5)
    simulation.store.failure = full
    simulation.run(until: 50)
    #expect(simulation.shown.count == 3)
    // Numbers are the clock's while nothing is kept, so that none is taken twice after a crash.
    #expect(simulation.starts == ["15000-1"])
    guard case .status(let report)? = simulation.ask(.status) else {
      Issue.record("no status")
      return
    }
    #expect(report.degraded == full)
    #expect(simulation.store.ends(of: "bell") == [])
    simulation.store.failure = nil
    simulation.run(until: 110)
    #expect(simulation.store.ends(of: "bell") == ["10 fired", "20 fired", "30 fired", "100 fired"])
    #expect(simulation.store.runs[RunID(15_000)]?.phase == .ended)
    #expect(simulation.notes.contains(.recovered))
    #expect(simulation.notes.count { $0 == .degraded(full) } == 1)
    // Nothing of it happens again.
    simulation.sleep(until: 120)
    #expect(simulation.shown.count == 4)
    #expect(simulation.starts == ["15000-1"])
  }

  @Test func aRowFoundClaimedAtThreeStartsIsGivenUp() throws {
    let simulation = Simulation(book([notifying("bell")], ["bell": .at([10], civil: false)]), at: 0)
    simulation.start()
    // Kept as claimed, then killed each time before anything could follow.
    let facts = Facts(rule: RuleID("bell"), scheduled: Instant(epochSeconds: 1), nominal: .earliest)
    let key = OccurrenceKey(rule: RuleID("bell"), identity: "x")
    let row = LedgerRow(
      key: key, scheduled: Instant(epochSeconds: 1), handled: Instant(epochSeconds: 1), status: .claimed, facts: facts)
    _ = try simulation.store.commit(MutationBatch(number: 1, mutations: [.claim(row)]))
    for starts in 1...2 {
      var engine = Engine(restored: simulation.store.state, book: simulation.book)
      let turn = engine.handle(.started(bootID: "b", isClockSet: true), now: Instant(epochSeconds: 2))
      let batch = try #require(turn.batch)
      _ = try simulation.store.commit(batch)
      #expect(simulation.store.ledger[key]?.status == .claimed)
      #expect(simulation.store.ledger[key]?.starts == starts)
    }
    simulation.sleep(until: 5)
    #expect(simulation.store.ledger[key]?.status == .failed)
    #expect(simulation.store.ledger[key]?.reason == "crashed")
    #expect(simulation.shown.isEmpty)
  }
}
