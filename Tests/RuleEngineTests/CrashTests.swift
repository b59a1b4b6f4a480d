import CivilTime
import RuleEngine
import RuleModel
import TestSupport
import Testing

/// Killing the service between any two steps loses nothing and does nothing twice.
@Suite struct CrashTests {
  /// What a scenario has led to, whatever the service went through.
  struct Outcome: Equatable {
    var ledger: [String]
    var shown: Set<Simulation.Shown>
    var starts: [String]
    var runs: [String]
    var badge: Int
    var pending: [String]
    var positions: [Int]
    var responses: Int

    /// What one has and the other lacks, for a failure that can be read.
    func difference(from other: Outcome) -> [String] {
      let mine = Set(lines)
      let others = Set(other.lines)
      return mine.subtracting(others).map { "+ " + $0 }.sorted() + others.subtracting(mine).map { "- " + $0 }.sorted()
    }

    private var lines: [String] {
      ledger + shown.map { "shown \($0)" } + starts.map { "start \($0)" } + runs + pending
        + ["badge \(badge)", "positions \(positions)", "responses \(responses)"]
    }
  }

  private static func outcome(_ simulation: Simulation) -> Outcome {
    let store = simulation.store
    return Outcome(
      ledger: store.ledger.values.map {
        "\($0.key.rule) \($0.key.identity) \($0.scheduled.epochSeconds) \($0.status.rawValue) \($0.reason ?? "")"
      }.sorted(),
      shown: Set(simulation.shown),
      starts: simulation.starts,
      runs: store.runs.values.map { "\($0.id) \($0.phase.rawValue) \($0.attempt) \(String(describing: $0.result))" }
        .sorted(),
      badge: simulation.badge,
      pending: store.state.requests.values.map { "\($0.identifier) \(String(describing: $0.schedule?.due))" }.sorted(),
      positions: store.state.rules.values.sorted { $0.rule < $1.rule }.map(\.sequencePosition),
      responses: store.responses.count { !$0.isTooLate })
  }

  private static func content(_ title: String) -> Content {
    var content = Content()
    content.title = Template(literal: title)
    return content
  }

  /// A random set of rules, responses and scripts; equal seeds give equal scenarios.
  private static func scenario(_ seed: UInt64) -> Simulation {
    var random = SplitMix64(seed: seed)
    func below(_ bound: Int) -> Int { Int(random.next() % UInt64(bound)) }
    // Times are random to the second over days, so that no two things happen at one instant: their order would be free.
    func span(_ low: Int, _ high: Int) -> Int64 { Int64(low * 1000 + below((high - low) * 1000)) }
    let script = ScriptRun(command: .shell("x"), directory: "/")
    let reply: [Step] = [
      .update(content("reply")), .run(RunStep(run: script)), .snooze(.after(CalendarDuration(seconds: span(3, 9)))),
    ]
    let category = Category(
      id: CategoryID("c"),
      actions: [
        Action(id: ActionID("next"), title: "n", steps: [.advance(.after(CalendarDuration(seconds: span(2, 9))))]),
        Action(id: ActionID("reply"), title: "r", input: TextInput(), steps: reply),
        Action(id: ActionID("fire"), title: "f", steps: [.fire(RuleID("job")), .badge(.add(1))]),
      ],
      onDismiss: [.notify(content("dismissed"))])
    var job = running("job") { rule in
      rule.run?.retry = Retry(attempts: 1 + below(3), delaySeconds: span(1, 9))
      rule.handlers.onSuccess = [.notify(content("ok")), .run(RunStep(run: script)), .badge(.add(1))]
      rule.missed = MissedPolicy(choice: [.latest, .all, .skip][below(3)], withinSeconds: nil)
    }
    if below(2) == 0 { job.handlers.onFailure = [.notify(content("bad"))] }
    let bell = notifying("bell") { rule in
      rule.notify?.category = CategoryID("c")
      rule.notify?.badge = .add(1)
      rule.notify?.sequence = [content("one"), content("two"), content("three")]
    }
    let follower = notifying("follower") { $0.triggers = [after("job", .any, delay: below(2) == 0 ? 0 : span(1, 20))] }
    let jobs = (0..<3).map { span(20 + $0 * 60, 50 + $0 * 60) }
    let bells = (0..<3).map { span(10 + $0 * 50, 40 + $0 * 50) }
    let simulation = Simulation(
      book(
        [job, bell, follower], ["job": .at(jobs, civil: false), "bell": .at(bells, civil: false)],
        categories: [category], parallel: 1 + below(2)), at: 0)
    let seconds = span(1, 25)
    let failing = UInt64(below(3))
    simulation.script = { order in
      var hash: UInt64 = failing
      for byte in order.runID.utf8 { hash = hash &* 31 &+ UInt64(byte) }
      return (seconds, Simulation.exit(Int32(hash % 3 == 0 ? 1 : 0), "out"))
    }
    for delivery in 1...4 {
      let action = ["next", "reply", "fire", "dismiss"][below(4)]
      simulation.plan(
        at: bells[0] + span(0, 60),
        .respond(
          identifier: "bell", delivery: Int64(delivery), action: ActionID(action),
          text: action == "reply" ? "text" : nil))
    }
    return simulation
  }

  private static func play(_ seed: UInt64, crashAt fuse: Int?) -> Simulation {
    let simulation = scenario(seed)
    simulation.fuse = fuse
    simulation.keepsTogether = seed.isMultiple(of: 2)
    simulation.start()
    simulation.run(until: 400_000)
    return simulation
  }

  @Test(arguments: 1...4) func aCrashAnywhereChangesNothing(_ seed: Int) {
    let whole = Self.play(UInt64(seed), crashAt: nil)
    let expected = Self.outcome(whole)
    #expect(whole.store.state.claims.isEmpty)
    #expect(!whole.shown.isEmpty)
    for point in 0..<whole.steps {
      let crashed = Self.play(UInt64(seed), crashAt: point)
      #expect(crashed.crashes == 1)
      let outcome = Self.outcome(crashed)
      let difference = outcome.difference(from: expected)
      #expect(difference == [], "seed \(seed), killed at step \(point)")
      if !difference.isEmpty { return }
    }
  }

  @Test func equalScenariosAreEqual() {
    let first = Self.play(5, crashAt: nil)
    let second = Self.play(5, crashAt: nil)
    #expect(first.shown == second.shown)
    #expect(first.store.state == second.store.state)
    #expect(first.steps == second.steps)
  }

  @Test func aServiceKilledAgainAndAgainStillEndsItsWork() {
    for seed in UInt64(20)...25 {
      let simulation = Self.scenario(seed)
      let expected = Self.outcome(Self.play(seed, crashAt: nil))
      simulation.start()
      var time: Int64 = 0
      var fuse = 3
      while time < 400_000 {
        simulation.fuse = fuse
        fuse += 4
        time += 10_000
        simulation.run(until: time)
      }
      simulation.fuse = nil
      simulation.run(until: 400_000)
      let outcome = Self.outcome(simulation)
      #expect(outcome.ledger == expected.ledger)
      #expect(outcome.starts == expected.starts)
      #expect(outcome.shown == expected.shown)
    }
  }

  /// What a machine that goes down leaves of a run that was about to start is a claim in the store; whether its script
  /// ran, nobody knows.
  @Test(arguments: [false, true]) func aPowerCutStartsNothingTwice(keepsTogether: Bool) {
    func play(_ fuse: Int?) -> Simulation {
      let jobs = ["a", "b"].map { running($0) }
      let times: [String: ScriptedSource.Times] = ["a": .at([10, 400], civil: false), "b": .at([10], civil: false)]
      let simulation = Simulation(book(jobs, times), at: 0)
      simulation.script = { _ in (20, Simulation.exit(0)) }
      simulation.keepsTogether = keepsTogether
      simulation.crashIsReboot = true
      simulation.fuse = fuse
      simulation.start()
      simulation.run(until: 1000)
      return simulation
    }
    for point in 0..<play(nil).steps {
      let simulation = play(point)
      #expect(Set(simulation.starts).count == simulation.starts.count, "cut at step \(point): \(simulation.starts)")
      #expect(simulation.store.ends(of: "a") == ["10 fired", "400 fired"], "cut at step \(point)")
      #expect(simulation.store.ends(of: "b") == ["10 fired"], "cut at step \(point)")
      #expect(simulation.store.runs.values.allSatisfy { $0.phase == .ended }, "cut at step \(point)")
      for run in simulation.store.runs.values where run.result?.outcome != .success {
        #expect(run.result?.outcome == .interrupted, "cut at step \(point)")
      }
    }
  }
}
