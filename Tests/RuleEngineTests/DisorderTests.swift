import CivilTime
import RuleEngine
import RuleModel
import SQLiteStore
import TestSupport
import Testing

/// Laws that hold whatever happens in whatever order: clock steps, sleep, kills, full disks, reloads, pauses, stops,
/// zone changes and commands.
@Suite struct DisorderTests {
  private static let seeds = 1...10

  private static func rules(_ random: inout SplitMix64) -> RuleBook {
    let choices: [MissedPolicy.Choice] = [.latest, .skip, .all]
    let script = ScriptRun(command: .shell("x"), directory: "/")
    let category = Category(
      id: CategoryID("c"),
      actions: [
        Action(
          id: ActionID("go"), title: "Go", input: TextInput(),
          steps: [.run(RunStep(run: script)), .advance(.after(CalendarDuration(seconds: 30)))]),
        Action(id: ActionID("later"), title: "Later", steps: [.snooze(.after(CalendarDuration(seconds: 40)))]),
        Action(id: ActionID("stop"), title: "Stop", steps: [.stop(.today), .fire(RuleID("job"))]),
      ])
    let bell = notifying("bell") { rule in
      rule.notify?.category = CategoryID("c")
      rule.notify?.sequence = [Content(), Content()]
      rule.notify?.expires = random.below(2) == 0 ? CalendarDuration(seconds: 300) : nil
      rule.missed = MissedPolicy(choice: choices[random.below(3)], withinSeconds: 2000, spreadSeconds: 20)
    }
    let tick = notifying("tick") { rule in
      rule.triggers = [Trigger(source: .interval(.every(seconds: 60, between: nil, days: .all)))]
      rule.missed = MissedPolicy(choice: choices[random.below(3)], withinSeconds: nil)
    }
    let job = running("job") { rule in
      rule.run?.retry = Retry(attempts: 1 + random.below(3), delaySeconds: 20)
      rule.missed = MissedPolicy(choice: choices[random.below(3)], withinSeconds: nil)
    }
    let follower = notifying("follower") { $0.triggers = [after("job", .any, delay: Int64(random.below(2) * 50))] }
    let times = (0..<60).map { Int64($0 * 150 + random.below(100)) }
    return book(
      [bell, tick, job, follower],
      ["bell": .at(times, civil: true), "tick": .every(60, from: 0), "job": .at(times, civil: false)],
      categories: [category], parallel: 1 + random.below(2))
  }

  private static func disturb(_ simulation: Simulation, _ random: inout SplitMix64) {
    let step = Int64(random.below(400))
    let full = StoreError(kind: .full, attempted: "keep a batch", subject: "COMMIT", code: 13, message: "full")
    let choice = random.below(16)
    // Killed while nothing can be kept, a service forgets what it did; that is no law.
    if simulation.store.failure != nil, choice == 2 || choice == 3 { return }
    if simulation.fuse != nil, choice == 4 { return }
    switch choice {
    case 0: simulation.setClock(simulation.now + step * 10)
    case 1: simulation.setClock(max(0, simulation.now - step * 5))
    case 2: simulation.sleep(until: simulation.now + step * 3)
    case 3: simulation.fuse = random.below(12)
    case 4: simulation.store.failure = simulation.store.failure == nil ? full : nil
    case 5: simulation.ask(.pause)
    case 6: simulation.ask(.unpause)
    case 7: simulation.ask(.stop(RuleID(random.below(2) == 0 ? "bell" : "job"), .untilResumed))
    case 8:
      for id in ["bell", "job"] { simulation.ask(.resume(RuleID(id))) }
    case 9:
      if var source = simulation.engine.book.source as? ScriptedSource {
        source.offsetSeconds = Int64(random.below(5) - 2) * 1800
        simulation.book.source = source
        simulation.event(.zoneChanged(source))
      }
    case 10: simulation.event(.reloaded(simulation.book))
    case 11...13:
      let action = ["go", "later", "stop", "dismiss"][random.below(4)]
      simulation.ask(
        .respond(identifier: "bell", delivery: nil, action: ActionID(action), text: action == "go" ? "x" : nil))
    case 14: simulation.ask(.fire(RuleID("job"), force: random.below(2) == 0))
    default: simulation.ask(.remove(Selection(all: random.below(2) == 0, pending: true, delivered: false)))
    }
  }

  @Test(arguments: seeds) func nothingIsDoneTwiceOrLeftUndone(_ seed: Int) throws {
    var random = SplitMix64(seed: UInt64(seed))
    let simulation = Simulation(Self.rules(&random), at: 0)
    simulation.script = { order in
      let isEven = (RunID.start(named: order.runID)?.id.number ?? 0) % 2 == 0
      return (isEven ? 200 : 10, Simulation.exit(isEven ? 0 : 1, "out"))
    }
    simulation.start()
    for _ in 0..<40 {
      simulation.run(until: simulation.now + Int64(random.below(300)))
      Self.disturb(simulation, &random)
    }
    simulation.fuse = nil
    simulation.store.failure = nil
    simulation.ask(.unpause)
    // Long enough for every run, retry and delay to end; bell and job have no more times then, tick goes on.
    simulation.run(until: max(simulation.now, 60 * 150) + 30_000)
    let store = simulation.store
    #expect(Set(simulation.shown.map(\.number)).count == simulation.shown.count)
    #expect(Set(simulation.starts).count == simulation.starts.count)
    #expect(store.state.claims.isEmpty)
    #expect(store.state.runs.isEmpty)
    #expect(store.state.stepLists.isEmpty)
    #expect(store.ledger.values.allSatisfy { $0.status != .claimed })
    #expect(store.runs.values.allSatisfy { $0.phase == .ended && $0.result != nil })
    // What the engine holds is what the store holds.
    #expect(simulation.engine.state.rules == store.state.rules)
    #expect(simulation.engine.state.requests == store.state.requests)
    #expect(simulation.engine.state.settings == store.state.settings)
    // Of one identifier at most one is shown.
    let shown = store.deliveries.values.filter { $0.end == nil }.map(\.request.identifier)
    #expect(Set(shown).count == shown.count)
    for response in store.responses where !response.isTooLate {
      #expect(store.deliveries[response.facts.delivery]?.response == response.facts)
    }
  }

  @Test(arguments: 50...51) func theDatabaseSaysWhatTheValueSays(_ seed: Int) throws {
    let folder = try TemporaryFolder()
    var random = SplitMix64(seed: UInt64(seed))
    let simulation = Simulation(Self.rules(&random), at: 0)
    do {
      simulation.store.mirror = try SQLiteStore(
        folder: folder.path, now: Instant(epochSeconds: 0), reserveBytes: 0)
    }
    simulation.start()
    for _ in 0..<25 {
      simulation.run(until: simulation.now + Int64(random.below(300)))
      Self.disturb(simulation, &random)
    }
    #expect(simulation.store.disagreements == [])
    simulation.store.mirror = nil
    let kept = try SQLiteStore(folder: folder.path, now: Instant(epochSeconds: 0)).load()
    #expect(kept == simulation.store.state)
  }
}
