import CivilTime
import RuleEngine
import RuleModel
import Testing

@Suite struct CalendarTests {
  /// A service that was off, and what became of the occurrences.
  struct MissedRow: CustomTestStringConvertible, Sendable {
    var name: String
    var policy: MissedPolicy
    var grace: Int64 = 60
    var times: [Int64]
    var isRepeating = false
    var wakesAt: Int64
    var ends: [String]
    var shown: Int
    var testDescription: String { name }
  }

  static let rows = [
    MissedRow(
      name: "on time", policy: .notifyDefault, times: [1000], wakesAt: 1000, ends: ["1000 fired"], shown: 1),
    MissedRow(
      name: "late by the grace is on time", policy: MissedPolicy(choice: .skip, withinSeconds: nil), times: [1000],
      wakesAt: 1060, ends: ["1000 fired"], shown: 1),
    MissedRow(
      name: "a second later is missed", policy: MissedPolicy(choice: .skip, withinSeconds: nil), times: [1000],
      wakesAt: 1061, ends: ["1000 missed skip"], shown: 0),
    MissedRow(
      name: "latest makes up the last", policy: MissedPolicy(choice: .latest, withinSeconds: 3600),
      times: [1000, 2000, 3000], wakesAt: 4000,
      ends: ["1000 missed latest", "2000 missed latest", "3000 fired"], shown: 1),
    MissedRow(
      name: "latest at the bound of within", policy: MissedPolicy(choice: .latest, withinSeconds: 500),
      times: [1000], wakesAt: 1500, ends: ["1000 fired"], shown: 1),
    MissedRow(
      name: "latest past within", policy: MissedPolicy(choice: .latest, withinSeconds: 500), times: [1000],
      wakesAt: 1501, ends: ["1000 missed within"], shown: 0),
    MissedRow(
      name: "one on time stands for the missed ones", policy: MissedPolicy(choice: .latest, withinSeconds: 3600),
      times: [1000, 2000], wakesAt: 2010, ends: ["1000 missed latest", "2000 fired"], shown: 1),
    MissedRow(
      name: "all in order", policy: MissedPolicy(choice: .all, withinSeconds: 2500), times: [1000, 2000, 3000],
      wakesAt: 4000, ends: ["1000 missed within", "2000 fired", "3000 fired"], shown: 2),
    MissedRow(
      name: "grace of a repeating trigger ends at its next", policy: MissedPolicy(choice: .skip, withinSeconds: nil),
      times: [1000, 1030], isRepeating: true, wakesAt: 1035, ends: ["1000 missed skip", "1030 fired"], shown: 1),
    MissedRow(
      name: "within of a repeating trigger ends at its next", policy: MissedPolicy(choice: .all, withinSeconds: 9000),
      times: [1000, 2000, 3000, 9000], isRepeating: true, wakesAt: 4000,
      ends: ["1000 missed distance", "2000 missed distance", "3000 fired"], shown: 1),
  ]

  @Test(arguments: rows) func missed(_ row: MissedRow) {
    let rule = notifying("bell") { rule in
      rule.missed = row.policy
      rule.graceSeconds = row.grace
      if row.isRepeating {
        rule.triggers = [Trigger(source: .interval(.every(seconds: 30, between: nil, days: .all)))]
      }
    }
    let simulation = Simulation(book([rule], ["bell": .at(row.times, civil: false)]), at: 0)
    simulation.start()
    simulation.sleep(until: row.wakesAt)
    #expect(simulation.store.ends(of: "bell") == row.ends)
    #expect(simulation.shown.count == row.shown)
  }

  @Test(arguments: [0, 600] as [Int64]) func oneOnTimeIsNotSkippedForTheSakeOfThoseMadeUp(_ spread: Int64) {
    let rule = running("job") {
      $0.missed = MissedPolicy(choice: .all, withinSeconds: nil, spreadSeconds: spread)
      $0.run?.overlap = .skip
    }
    let simulation = Simulation(book([rule], ["job": .at([1000, 2000, 3000], civil: false)]), at: 0)
    simulation.script = { _ in (40, Simulation.exit(0)) }
    simulation.start()
    simulation.sleep(until: 3010)
    simulation.run(until: 5000)
    #expect(simulation.store.ends(of: "job") == ["1000 fired", "2000 fired", "3000 fired"])
  }

  @Test func missedAllMakesUpAHundred() {
    let rule = notifying("bell") { $0.missed = MissedPolicy(choice: .all, withinSeconds: nil) }
    let times = (1...150).map { Int64($0) * 100 }
    let simulation = Simulation(book([rule], ["bell": .at(times, civil: false)]), at: 0)
    simulation.start()
    simulation.sleep(until: 100_000)
    let ends = simulation.store.ends(of: "bell")
    #expect(ends.count { $0.hasSuffix("missed limit") } == 50)
    #expect(ends.suffix(100).allSatisfy { $0.hasSuffix("fired") })
  }

  @Test func yearsOfSecondsAreOneRowAndAThousand() {
    let rule = notifying("tick") { rule in
      rule.triggers = [Trigger(source: .interval(.every(seconds: 1, between: nil, days: .all)))]
    }
    let simulation = Simulation(book([rule], ["tick": .every(1, from: 0)]), at: 0)
    simulation.start()
    simulation.sleep(until: 100_000_000)
    let ends = simulation.store.ends(of: "tick")
    #expect(ends.count == 1001)
    #expect(ends.first == "0 missed unlisted")
    #expect(ends.last == "100000000 fired")
  }

  @Test func aNewRuleDoesNotFireAtOnce() {
    let simulation = Simulation(book([notifying("bell")], ["bell": .at([10, 20], civil: false)]), at: 15)
    simulation.start()
    simulation.run(until: 30)
    #expect(simulation.store.ends(of: "bell") == ["20 fired"])
  }

  @Test func rulesOfOneGroupFireTogether() {
    var both = book(
      [notifying("a"), notifying("b")], ["a": .at([10], civil: false), "b": .at([10], civil: false)])
    if var source = both.source as? ScriptedSource {
      source.shared = [RuleID("a"): 1, RuleID("b"): 1]
      both.source = source
    }
    let simulation = Simulation(both, at: 0)
    simulation.start()
    simulation.run(until: 20)
    #expect(simulation.shown.map(\.title) == ["a", "b"])
  }

  @Test func nothingIsMissedBeforeTheClockIsSet() {
    let simulation = Simulation(book([notifying("bell")], ["bell": .at([100, 5000], civil: false)]), at: 0)
    simulation.start()
    simulation.isClockSet = false
    simulation.sleep(until: 2000)
    #expect(simulation.store.ends(of: "bell") == [])
    simulation.event(.clockSet)
    #expect(simulation.store.ends(of: "bell") == ["100 fired"])
  }

  @Test func aClockSetBackAFewSecondsFiresNothingAgain() {
    let simulation = Simulation(book([notifying("bell")], ["bell": .at([1000], civil: false)]), at: 0)
    simulation.start()
    simulation.run(until: 1001)
    simulation.setClock(960)
    simulation.run(until: 1100)
    #expect(simulation.shown.count == 1)
  }

  @Test func whatAClockFarAheadSettledIsVoid() {
    let simulation = Simulation(book([notifying("bell")], ["bell": .at([1000, 9000], civil: false)]), at: 0)
    simulation.start()
    simulation.run(until: 500)
    simulation.setClock(9010)
    // The later one was on time by the wrong clock.
    #expect(simulation.shown.count == 1)
    simulation.setClock(600)
    simulation.run(until: 10_000)
    #expect(simulation.store.ends(of: "bell") == ["1000 fired", "9000 fired"])
    #expect(simulation.shown.count == 3)
  }

  @Test func aClockNotSetVoidsNothing() {
    let simulation = Simulation(book([notifying("bell")], ["bell": .at([100_000], civil: false)]), at: 99_000)
    simulation.start()
    simulation.run(until: 100_010)
    simulation.isClockSet = false
    // A machine without a clock battery starts in 1970.
    simulation.sleep(until: 5)
    simulation.setClock(100_020)
    simulation.event(.clockSet)
    #expect(simulation.store.ends(of: "bell") == ["100000 fired"])
    #expect(simulation.shown.count == 1)
  }

  @Test func aZoneChangeKeepsTheCivilTimeAndItsIdentity() throws {
    // Two daily rings at 10,000 local seconds and a day later.
    let day: Int64 = 86_400
    let simulation = Simulation(book([notifying("bell")], ["bell": .at([10_000, 10_000 + day], civil: true)]), at: 0)
    simulation.start()
    simulation.run(until: 10_001)
    var source = try #require(simulation.engine.book.source as? ScriptedSource)
    // Westwards: the same local time comes again, and is not a second occurrence.
    source.offsetSeconds = -3600
    simulation.event(.zoneChanged(source))
    simulation.run(until: 20_000)
    #expect(simulation.shown.count == 1)
    simulation.run(until: 10_000 + day + 3600)
    #expect(simulation.shown.count == 2)
  }

  @Test func stopRecordsWhatItSkipsAndResumeBeginsAnew() {
    let simulation = Simulation(book([notifying("bell")], ["bell": .at([10, 20, 30, 40], civil: false)]), at: 0)
    simulation.start()
    simulation.run(until: 15)
    #expect(simulation.ask(.stop(RuleID("bell"), .untilResumed)) == .until(nil))
    simulation.run(until: 35)
    #expect(simulation.ask(.resume(RuleID("bell"))) == .done)
    simulation.run(until: 50)
    #expect(simulation.store.ends(of: "bell") == ["10 fired", "20 stopped", "30 stopped", "40 fired"])
  }

  @Test func aStopEndsByItself() {
    let simulation = Simulation(book([notifying("bell")], ["bell": .at([10, 20, 30], civil: false)]), at: 0)
    simulation.start()
    let until = Instant(epochSeconds: 20)
    #expect(simulation.ask(.stop(RuleID("bell"), .until(.point(.instant(until))))) == .until(until))
    simulation.run(until: 50)
    #expect(simulation.store.ends(of: "bell") == ["10 stopped", "20 fired", "30 fired"])
  }

  @Test func pauseHoldsBackAndUnpauseDecidesByTheMissedPolicy() {
    let simulation = Simulation(book([notifying("bell")], ["bell": .at([10, 500], civil: false)]), at: 0)
    simulation.start()
    simulation.ask(.pause)
    simulation.run(until: 600)
    #expect(simulation.shown.isEmpty)
    simulation.ask(.unpause)
    #expect(simulation.store.ends(of: "bell") == ["10 missed latest", "500 fired"])
  }

  @Test func aChangedTriggerBeginsAnewAndAFormerNameMovesAlong() throws {
    let simulation = Simulation(book([notifying("bell")], ["bell": .at([10], civil: false)]), at: 0)
    simulation.start()
    simulation.run(until: 20)
    var renamed = book(
      [notifying("chime") { $0.formerly = RuleID("bell") }], ["chime": .at([10, 30], civil: false)])
    var source = try #require(renamed.source as? ScriptedSource)
    source.forms[RuleID("chime")] = ["bell#0"]
    renamed.source = source
    simulation.event(.reloaded(renamed))
    #expect(simulation.store.ends(of: "chime") == ["10 fired"])
    #expect(simulation.engine.state.rules[RuleID("chime")]?.horizon == Instant(epochSeconds: 0))
    source.forms[RuleID("chime")] = ["another"]
    renamed.source = source
    simulation.event(.reloaded(renamed))
    #expect(simulation.engine.state.rules[RuleID("chime")]?.horizon == Instant(epochSeconds: 20))
  }

  @Test func bootRulesFireOncePerBoot() {
    let rule = notifying("hello") { $0.triggers = [Trigger(source: .event(.startup(.boot)))] }
    let simulation = Simulation(book([rule]), at: 0)
    simulation.start()
    simulation.sleep(until: 10)
    #expect(simulation.shown.count == 1)
    simulation.bootID = "boot-2"
    simulation.sleep(until: 20)
    #expect(simulation.shown.count == 2)
  }
}
