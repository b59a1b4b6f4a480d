import CivilTime
import RuleEngine
import RuleModel
import TestSupport
import Testing

/// Many rules that are due at one instant are claimed and started in portions.
@Suite struct PortionTests {
  private static let names = (10..<30).map { "job-\($0)" }

  private static func simulation(portion: Int, shared: Bool, parallel: Int? = nil) -> Simulation {
    let rules = names.map { running($0) } + [notifying("bell")]
    var book = book(rules)
    var source = ScriptedSource()
    for name in names {
      source.times[RuleID(name)] = .at([10, 40], civil: false)
      // One group of all, or a group of each.
      if shared { source.shared[RuleID(name)] = 1 }
    }
    source.times[RuleID("bell")] = .at([10, 11], civil: false)
    for rule in rules { source.triggerCounts[rule.id] = 1 }
    book.source = source
    book.rules.parallelRuns = parallel
    let simulation = Simulation(book, at: 0, options: Engine.Options(firstPortion: portion))
    simulation.script = { _ in (5, Simulation.exit(0)) }
    simulation.keepsTogether = true
    return simulation
  }

  private static func play(portion: Int, shared: Bool, crashAt fuse: Int? = nil) -> Simulation {
    let simulation = simulation(portion: portion, shared: shared)
    simulation.fuse = fuse
    simulation.start()
    simulation.run(until: 100)
    return simulation
  }

  private static func ends(_ simulation: Simulation) -> [[String]] {
    (names + ["bell"]).map { simulation.store.ends(of: $0) }
  }

  private func claims(_ turn: Turn) -> Int {
    (turn.batch?.mutations ?? []).count { if case .claim = $0 { true } else { false } }
  }

  @Test(arguments: [true, false]) func eachPortionIsTwiceTheOneBefore(shared: Bool) throws {
    let simulation = Self.simulation(portion: 3, shared: shared)
    simulation.start()
    var engine = simulation.engine
    let due = Instant(epochSeconds: 10)
    var sizes: [Int] = []
    var starts = 0
    var turn = engine.handle(.woke, now: due)
    while true {
      sizes.append(claims(turn))
      let isCut = turn.isCut
      // What was claimed is acted on before more is claimed.
      turn = engine.handle(.granted(batch: try #require(turn.batch).number, refused: []), now: due)
      #expect(claims(turn) == 0)
      #expect(turn.isCut == isCut)
      turn = engine.handle(.committed(batch: try #require(turn.batch).number, refused: []), now: due)
      starts += turn.effects.count { if case .startRun = $0 { true } else { false } }
      #expect(turn.isCut == isCut)
      guard isCut else { break }
      turn = engine.handle(.woke, now: due)
    }
    #expect(sizes == [3, 6, 12])
    #expect(starts == 20)
    #expect(engine.handle(.woke, now: due).batch == nil)
  }

  @Test func whatComesFromOutsideFindsAllDecided() {
    let simulation = Self.simulation(portion: 3, shared: true)
    simulation.start()
    var engine = simulation.engine
    let due = Instant(epochSeconds: 10)
    #expect(engine.handle(.woke, now: due).isCut)
    let turn = engine.handle(.command(CommandTicket(1), .pause), now: due)
    #expect(claims(turn) == 18)
    #expect(!turn.isCut)
  }

  @Test(arguments: [true, false]) func portionsChangeNothing(shared: Bool) {
    let whole = Self.play(portion: .max, shared: shared)
    #expect(Set(whole.starts).count == 40)
    for portion in [1, 3, 20, 21, 1000] {
      let other = Self.play(portion: portion, shared: shared)
      #expect(Self.ends(other) == Self.ends(whole))
      #expect(other.starts.sorted() == whole.starts.sorted())
      #expect(other.shown.count == 2)
    }
  }

  @Test func aCrashBetweenPortionsChangesNothing() {
    let whole = Self.play(portion: 3, shared: true)
    for point in stride(from: 0, to: whole.steps, by: 3) {
      let crashed = Self.play(portion: 3, shared: true, crashAt: point)
      #expect(crashed.crashes == 1)
      #expect(Self.ends(crashed) == Self.ends(whole), "killed at step \(point)")
      #expect(crashed.starts.count == 40, "killed at step \(point)")
      #expect(Set(crashed.starts).count == 40, "killed at step \(point)")
    }
  }

  @Test func anOccurrenceThatFallsDueBetweenPortionsIsNotPassedOver() throws {
    let names = ["a", "b", "c"]
    var source = ScriptedSource()
    for name in names {
      source.times[RuleID(name)] = .every(1, from: 0)
      source.shared[RuleID(name)] = 1
      source.triggerCounts[RuleID(name)] = 1
    }
    var book = book(names.map { notifying($0) })
    book.source = source
    var engine = Engine(restored: StoredState(), book: book, options: Engine.Options(firstPortion: 1))
    _ = engine.handle(.started(bootID: "b", isClockSet: true), now: Instant(epochSeconds: 0))
    #expect(engine.handle(.woke, now: Instant(epochSeconds: 1)).isCut)
    // The others are settled a second later, when the first has its next occurrence.
    var turn = engine.handle(.woke, now: Instant(epochSeconds: 2))
    var claimed = claims(turn)
    while turn.isCut {
      turn = engine.handle(.woke, now: Instant(epochSeconds: 2))
      claimed += claims(turn)
    }
    #expect(claimed == 5)
    #expect(turn.nextWake == Instant(epochSeconds: 3))
  }

  @Test func runsOfTheNextWakeAreCounted() {
    let simulation = Self.simulation(portion: 3, shared: false)
    simulation.start()
    #expect(simulation.engine.runsAtNextWake(upTo: 100) == 20)
    #expect(simulation.engine.runsAtNextWake(upTo: 7) == 7)
    simulation.run(until: 10)
    // The bell at 11 is alone, and it runs nothing.
    #expect(simulation.engine.runsAtNextWake(upTo: 100) == 0)
    // Others wait for their places, and need nothing yet.
    let limited = Self.simulation(portion: 3, shared: false, parallel: 5)
    limited.start()
    #expect(limited.engine.runsAtNextWake(upTo: 100) == 5)
  }
}
