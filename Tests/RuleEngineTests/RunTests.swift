import CivilTime
import RuleEngine
import RuleModel
import Testing

@Suite struct RunTests {
  private func note(_ title: Template.Segment...) -> Step {
    var content = Content()
    content.title = Template(segments: title)
    return .notify(content)
  }

  @Test func successAndOutputTakeTheirStepsAndFollowersFire() {
    let first = running("first") { rule in
      rule.handlers.onSuccess = [note(.text("done "), .value(.runLastLine))]
      rule.handlers.onOutput = [note(.text("wrote "), .value(.runOutput))]
    }
    let second = running("second") { $0.triggers = [after("first")] }
    let third = notifying("third") { rule in
      rule.triggers = [after("second", .anyFailure), after("first", .any, delay: 60)]
      rule.notify?.title = Template(segments: [.value(.causeRule), .text(" "), .value(.causeExitCode)])
    }
    let simulation = Simulation(book([first, second, third], ["first": .at([10], civil: false)]), at: 0)
    simulation.script = { order in
      order.environment.contains(RunOrder.Variable("CARILLON_RULE", "second"))
        ? (5, Simulation.exit(3)) : (5, Simulation.exit(0, "a\nb\n"))
    }
    simulation.start()
    simulation.run(until: 100)
    #expect(simulation.starts == ["1-1", "2-1"])
    #expect(
      simulation.shown.map(\.title) == ["done b", "wrote a\nb\n", "second failed", "second 3", "first 0"])
  }

  @Test func retriesWaitLongerAndLonger() {
    let rule = running("job") { rule in
      rule.run?.retry = Retry(attempts: 4, delaySeconds: 10, backoff: .exponential, maxDelaySeconds: 30)
      rule.handlers.onFailure = [note(.text("failed "), .value(.runExitCode))]
    }
    let simulation = Simulation(book([rule], ["job": .at([100, 150], civil: false)]), at: 0)
    var attempts: [Int] = []
    simulation.script = { order in
      attempts.append(order.attempt)
      return (1, Simulation.exit(7))
    }
    simulation.start()
    simulation.run(until: 1000)
    // 100, 111, 132, 163: the run lasts to the end of its last attempt, so the firing at 150 is skipped.
    #expect(simulation.starts == ["1-1", "1-2", "1-3", "1-4"])
    #expect(attempts == [1, 2, 3, 4])
    #expect(simulation.store.ends(of: "job") == ["100 fired", "150 skipped overlap"])
    #expect(simulation.store.runs[RunID(1)]?.ended == Instant(epochSeconds: 164))
    #expect(simulation.shown.map(\.title) == ["failed 7"])
  }

  struct AwayRow: CustomTestStringConvertible, Sendable {
    var name: String
    var lasts: Int64
    var ends: [String]
    var testDescription: String { name }
  }

  /// The service is away from 105 to 160.
  @Test(arguments: [
    AwayRow(name: "over meanwhile", lasts: 10, ends: ["100 fired", "150 fired"]),
    AwayRow(name: "still going on", lasts: 100, ends: ["100 fired", "150 skipped overlap"]),
  ]) func overlapAfterARestartIsAboutTheRunItself(_ row: AwayRow) {
    let simulation = Simulation(book([running("job")], ["job": .at([100, 150], civil: false)]), at: 0)
    simulation.script = { _ in (row.lasts, Simulation.exit(0)) }
    simulation.start()
    simulation.run(until: 105)
    simulation.sleep(until: 160)
    simulation.run(until: 300)
    #expect(simulation.store.ends(of: "job") == row.ends)
  }

  struct OutcomeRow: CustomTestStringConvertible, Sendable {
    var name: String
    var result: RunResult
    var outcome: RunOutcome
    var testDescription: String { name }
  }

  static let outcomes = [
    OutcomeRow(name: "a success code", result: Simulation.exit(2), outcome: .success),
    OutcomeRow(name: "0 where it is none", result: Simulation.exit(0), outcome: .failure),
    OutcomeRow(name: "a skip code", result: Simulation.exit(75), outcome: .skipped),
    OutcomeRow(name: "a time limit", result: Simulation.exit(2, timedOut: true), outcome: .timeout),
    OutcomeRow(
      name: "a signal", result: RunResult(outcome: .signaled(9), startedAt: 0, endedAt: 0, durationMilliseconds: 0),
      outcome: .failure),
    OutcomeRow(
      name: "no start",
      result: RunResult(outcome: .couldNotStart("no such file"), startedAt: 0, endedAt: 0, durationMilliseconds: 0),
      outcome: .failure),
    OutcomeRow(
      name: "ended by someone",
      result: RunResult(
        outcome: .signaled(15), cancelled: true, startedAt: 0, endedAt: 0, durationMilliseconds: 0),
      outcome: .interrupted),
  ]

  @Test(arguments: outcomes) func codes(_ row: OutcomeRow) {
    let rule = running("job") { rule in
      rule.run?.successCodes = [2]
      rule.run?.skipCodes = [75]
      rule.handlers.onFailure = []
    }
    let simulation = Simulation(book([rule], ["job": .at([10], civil: false)]), at: 0)
    simulation.script = { _ in (1, row.result) }
    simulation.start()
    simulation.run(until: 100)
    #expect(simulation.store.runs[RunID(1)]?.result?.outcome == row.outcome)
    #expect(simulation.shown.isEmpty)
  }

  @Test func aFailureThatNothingTellsIsToldOncePerStreak() {
    let simulation = Simulation(
      book([running("job")], ["job": .at([10, 20, 30, 40, 50], civil: false)]), at: 0)
    var codes: [Int32] = [1, 1, 0, 1, 0]
    simulation.script = { _ in (1, Simulation.exit(codes.removeFirst(), "oh no\n")) }
    simulation.start()
    simulation.run(until: 100)
    #expect(simulation.shown.map(\.title) == ["job failed", "job failed"])
    #expect(simulation.shown.first?.body == "exit 1: oh no")
  }

  @Test func placesAreTakenInOrder() {
    let rules = ["a", "b", "c", "d"].map { running($0) }
    let times = Dictionary(
      uniqueKeysWithValues: rules.map { ($0.id.text, ScriptedSource.Times.at([10], civil: false)) })
    let simulation = Simulation(book(rules, times, parallel: 2), at: 0)
    simulation.script = { _ in (10, Simulation.exit(0)) }
    simulation.start()
    simulation.run(until: 15)
    #expect(simulation.starts == ["1-1", "2-1"])
    simulation.run(until: 20)
    #expect(simulation.starts == ["1-1", "2-1", "3-1", "4-1"])
  }

  @Test func catchUpsRunOneAfterTheOther() {
    let rule = running("job") { $0.missed = MissedPolicy(choice: .all, withinSeconds: nil) }
    let simulation = Simulation(book([rule], ["job": .at([100, 200, 300], civil: false)]), at: 0)
    simulation.script = { _ in (10, Simulation.exit(0)) }
    simulation.start()
    simulation.sleep(until: 1000)
    #expect(simulation.starts == ["1-1"])
    simulation.run(until: 1015)
    #expect(simulation.starts == ["1-1", "2-1"])
    simulation.run(until: 1100)
    #expect(simulation.starts == ["1-1", "2-1", "3-1"])
    #expect(simulation.store.ends(of: "job") == ["100 fired", "200 fired", "300 fired"])
  }

  @Test func aListOfStepsGoesOnAfterARestart() {
    let run = RunStep(run: ScriptRun(command: .shell("x"), directory: "/"))
    let category = Category(
      id: CategoryID("c"),
      actions: [
        Action(
          id: ActionID("go"), title: "Go", input: TextInput(),
          steps: [.run(run), note(.text("between "), .value(.responseText)), .run(run), note(.text("end"))])
      ])
    let rule = notifying("bell") { $0.notify?.category = CategoryID("c") }
    let simulation = Simulation(
      book([rule], ["bell": .at([10], civil: false)], categories: [category]), at: 0)
    simulation.script = { _ in (10, Simulation.exit(0)) }
    simulation.start()
    simulation.run(until: 10)
    let text = "\"; rm -rf ~ #$(id)"
    simulation.ask(.respond(identifier: "bell", delivery: nil, action: ActionID("go"), text: text))
    simulation.sleep(until: 15)
    simulation.run(until: 20)
    #expect(simulation.shown.last?.title == "between \(text)")
    simulation.sleep(until: 35)
    simulation.run(until: 40)
    #expect(simulation.shown.last?.title == "end")
    #expect(simulation.starts == ["1-1", "2-1"])
    let order = simulation.processes["1-1"]?.order
    #expect(order?.environment.contains(RunOrder.Variable("CARILLON_TEXT", text)) == true)
    #expect(order?.environment.contains(RunOrder.Variable("CARILLON_ACTION", "go")) == true)
    #expect(order?.environment.contains(RunOrder.Variable("CARILLON_SCHEDULED", "1970-01-01T00:00:10+00:00")) == true)
  }

  @Test func aFailedStepEndsItsList() {
    let run = RunStep(
      run: ScriptRun(command: .shell("x"), directory: "/"),
      handlers: RunHandlers(onFailure: [note(.text("own "), .value(.runExitCode))]))
    let rule = running("job") { $0.handlers.onSuccess = [.run(run), note(.text("never"))] }
    let simulation = Simulation(book([rule], ["job": .at([10], civil: false)]), at: 0)
    simulation.script = { order in (1, Simulation.exit(order.runID == "1-1" ? 0 : 4)) }
    simulation.start()
    simulation.run(until: 100)
    #expect(simulation.shown.map(\.title) == ["own 4"])
  }

  @Test func aRunThatVanishedIsInterruptedAndTriedAgain() {
    let rule = running("job") { $0.run?.retry = Retry(attempts: 2, delaySeconds: 5) }
    let simulation = Simulation(book([rule], ["job": .at([10], civil: false)]), at: 0)
    simulation.script = { _ in (1000, Simulation.exit(0)) }
    simulation.start()
    simulation.run(until: 20)
    simulation.kill("1-1")
    simulation.sleep(until: 30)
    simulation.run(until: 40)
    #expect(simulation.starts == ["1-1", "1-2"])
    #expect(simulation.store.runs[RunID(1)]?.result?.outcome == .interrupted)
  }

  @Test func fireByHandRespectsOverlapUnlessForced() {
    let simulation = Simulation(book([running("job")]), at: 0)
    simulation.script = { _ in (100, Simulation.exit(0)) }
    simulation.start()
    #expect(simulation.ask(.fire(RuleID("job"), force: false)) == .done)
    #expect(simulation.ask(.fire(RuleID("job"), force: false)) == .refused(.overlap(RuleID("job"))))
    #expect(simulation.ask(.fire(RuleID("job"), force: true)) == .done)
    #expect(simulation.starts == ["1-1", "2-1"])
  }
}
