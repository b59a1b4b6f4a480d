import CivilTime
import RuleEngine
import RuleModel
import Testing

@Suite struct AnchorTests {
  private let counted = Trigger(
    source: .fixed(FixedPattern(days: .daily(every: 1), times: [.noon])), bounds: Bounds(count: 3))

  private func anchors(_ simulation: Simulation) -> [String] {
    simulation.engine.state.anchors.values.map { "\($0.key.rule) \($0.key.fingerprint) \($0.instant.epochSeconds)" }
      .sorted()
  }

  @Test func anchorsAreTheFirstLoadOfEachForm() throws {
    var once = book([
      notifying("bell") { rule in
        rule.triggers = [counted, fixedTrigger, Trigger(source: .interval(.once(after: CalendarDuration(seconds: 5))))]
      }
    ])
    var source = try #require(once.source as? ScriptedSource)
    source.forms[RuleID("bell")] = ["a", "b", "c"]
    once.source = source
    let simulation = Simulation(once, at: 7)
    simulation.start()
    #expect(anchors(simulation) == ["bell a 7", "bell c 7"])
    simulation.sleep(until: 100)
    #expect(anchors(simulation) == ["bell a 7", "bell c 7"])
    source.forms[RuleID("bell")] = ["a2", "b", "c"]
    once.source = source
    simulation.event(.reloaded(once))
    #expect(anchors(simulation) == ["bell a2 100", "bell c 7"])
    let given = try #require(simulation.engine.book.source as? ScriptedSource)
    #expect(given.anchors[AnchorKey(rule: RuleID("bell"), fingerprint: "a2")] == Instant(epochSeconds: 100))
  }

  @Test func countOfAnEventTriggerIsUsedUp() {
    let follower = notifying("follower") { rule in
      var trigger = after("bell")
      trigger.bounds.count = 2
      rule.triggers = [trigger]
    }
    let simulation = Simulation(
      book([notifying("bell"), follower], ["bell": .at([10, 20, 30, 40], civil: false)]), at: 0)
    simulation.start()
    simulation.run(until: 25)
    simulation.sleep(until: 26)
    simulation.run(until: 50)
    #expect(simulation.shown.count { $0.title == "follower" } == 2)
  }

  @Test func aDelayOfAnEventSurvivesARestart() {
    let follower = notifying("follower") { $0.triggers = [after("bell", delay: 100)] }
    let simulation = Simulation(book([notifying("bell"), follower], ["bell": .at([10], civil: false)]), at: 0)
    simulation.start()
    simulation.run(until: 50)
    for time in 51...56 { simulation.sleep(until: Int64(time)) }
    simulation.run(until: 109)
    #expect(simulation.shown.count == 1)
    simulation.run(until: 111)
    #expect(simulation.shown.map(\.title) == ["bell", "follower"])
  }

  @Test func anAbsentRuleIsForgottenAfterThirtyDaysAndNewWhenItComesBack() {
    let both = book([notifying("bell"), notifying("other")], ["bell": .at([100, 500], civil: false)])
    let simulation = Simulation(both, at: 0)
    simulation.start()
    simulation.event(.reloaded(book([notifying("other")])))
    simulation.run(until: 400)
    simulation.event(.reloaded(both))
    simulation.run(until: 600)
    #expect(simulation.store.ends(of: "bell") == ["500 fired"])
    simulation.event(.reloaded(book([notifying("other")])))
    simulation.run(until: 29 * 86_400)
    #expect(simulation.engine.state.rules.count == 2)
    simulation.run(until: 33 * 86_400)
    #expect(simulation.engine.state.rules.keys.map(\.text) == ["other"])
  }

  @Test func whatAnOldServiceClaimedOfARuleThatIsGoneIsSkipped() throws {
    let simulation = Simulation(book([notifying("other")]), at: 10)
    let facts = Facts(rule: RuleID("gone"), scheduled: Instant(epochSeconds: 5), nominal: .earliest)
    let key = OccurrenceKey(rule: RuleID("gone"), identity: "@5")
    let row = LedgerRow(
      key: key, scheduled: Instant(epochSeconds: 5), handled: Instant(epochSeconds: 5), status: .claimed, facts: facts)
    _ = try simulation.store.commit(MutationBatch(number: 1, mutations: [.claim(row)]))
    simulation.start()
    #expect(simulation.store.ends(of: "gone") == ["5 skipped absent"])
  }
}
