import CivilTime
import RuleEngine
import RuleModel
import TestSupport
import Testing

/// Claims whose answer comes late, or is no.
@Suite struct ClaimTests {
  private let rule = RuleID("bell")

  private func started(_ book: RuleBook) -> Engine {
    var engine = Engine(restored: StoredState(), book: book)
    let turn = engine.handle(.started(bootID: "b", isClockSet: true), now: Instant(epochSeconds: 0))
    _ = engine.handle(.committed(batch: turn.batch?.number ?? 0, refused: []), now: Instant(epochSeconds: 0))
    return engine
  }

  private func claims(_ turn: Turn) -> [String] {
    (turn.batch?.mutations ?? []).compactMap {
      if case .claim(let row) = $0 { "\(row.key.identity) \(row.status.rawValue)" } else { nil }
    }
  }

  private func deliveries(_ turn: Turn) -> [String] {
    turn.effects.compactMap { if case .deliver(let order) = $0 { order.identifier } else { nil } }
  }

  @Test func nothingHappensBeforeTheClaimIsGranted() throws {
    var engine = started(book([notifying("bell")], ["bell": .at([10], civil: false)]))
    let claim = engine.handle(.woke, now: Instant(epochSeconds: 10))
    #expect(claims(claim) == ["@10 claimed"])
    #expect(deliveries(claim) == [])
    // The store takes its time; the clock goes on.
    let waiting = engine.handle(.woke, now: Instant(epochSeconds: 12))
    #expect(waiting.batch == nil)
    let granted = engine.handle(
      .committed(batch: try #require(claim.batch).number, refused: []), now: Instant(epochSeconds: 13))
    #expect(deliveries(granted) == [])
    let kept = engine.handle(
      .committed(batch: try #require(granted.batch).number, refused: []), now: Instant(epochSeconds: 13))
    #expect(deliveries(kept) == ["bell"])
  }

  @Test func aRefusedClaimDoesNothing() throws {
    var engine = started(book([notifying("bell")], ["bell": .at([10], civil: false)]))
    let claim = engine.handle(.woke, now: Instant(epochSeconds: 10))
    let turn = engine.handle(
      .committed(
        batch: try #require(claim.batch).number, refused: [OccurrenceKey(rule: rule, identity: "@10")]),
      now: Instant(epochSeconds: 10))
    #expect(turn == Turn(nextWake: turn.nextWake))
    #expect(engine.state.claims.isEmpty)
  }

  /// One occurrence with two identities.
  struct Twofold: OccurrenceSource {
    var base = ScriptedSource()
    mutating func use(anchors: [AnchorKey: Instant]) {}
    func fingerprints(of rule: RuleID) -> [String] { ["x"] }
    func group(of rule: RuleID) -> Int? { 1 }
    func next(of rule: RuleID, after instant: Instant) -> Occurrence? {
      instant.epochSeconds < 10
        ? Occurrence(
          instant: Instant(epochSeconds: 10),
          identities: [.instant(Instant(epochSeconds: 10)), .instant(Instant(epochSeconds: 5))]) : nil
    }
    func previous(of rule: RuleID, before instant: Instant) -> Occurrence? { nil }
    func admits(_ rule: RuleID, trigger: Int, at instant: Instant) -> Bool { true }
    func next(of triggers: [Trigger], anchor: Instant, after instant: Instant) -> Occurrence? { nil }
    func localTime(at instant: Instant, in zone: ZoneChoice) -> LocalDateTime { base.localTime(at: instant, in: zone) }
    func instant(of dateTime: LocalDateTime, in zone: ZoneChoice) -> Instant { base.instant(of: dateTime, in: zone) }
  }

  @Test(arguments: [[], ["@10"], ["@5"], ["@10", "@5"]]) func oneFiringSettlesAllItsIdentities(_ refused: [String])
    throws
  {
    var set = RuleSet()
    set.rules = [notifying("bell")]
    var engine = started(RuleBook(rules: set, source: Twofold()))
    let claim = engine.handle(.woke, now: Instant(epochSeconds: 10))
    #expect(claims(claim) == ["@10 claimed", "@5 superseded"])
    var turn = engine.handle(
      .committed(
        batch: try #require(claim.batch).number, refused: refused.map { OccurrenceKey(rule: rule, identity: $0) }),
      now: Instant(epochSeconds: 10))
    var shown = 0
    while let batch = turn.batch {
      turn = engine.handle(.committed(batch: batch.number, refused: []), now: Instant(epochSeconds: 10))
      shown += deliveries(turn).count
    }
    #expect(shown == (refused.count == 2 ? 0 : 1))
  }

  @Test func aThousandRulesOfOneRootAreOneTimer() {
    let rules = (0..<1000).map { notifying("rule\($0)") }
    var all = book(rules)
    if var source = all.source as? ScriptedSource {
      for rule in rules {
        source.times[rule.id] = .every(86_400, from: 10)
        source.shared[rule.id] = 1
      }
      all.source = source
    }
    let simulation = Simulation(all, at: 0)
    simulation.start()
    let commits = simulation.store.commits
    simulation.run(until: 100)
    #expect(simulation.shown.count == 1000)
    // The claims, and what follows from them; then one for each confirmation.
    #expect(simulation.store.commits == commits + 2 + 1000)
  }
}
