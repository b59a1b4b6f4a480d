import Glibc
import RuleEngine
import RuleModel
import SQLiteStore
import TestSupport
import Testing

/// SIGKILL between any two steps of the service loses nothing, rings nothing twice and starts nothing twice.
@Suite struct KillTests {
  // Two runs, two lists of steps and four notifications that follow from one start of the machine.
  static let rules = """
    actions:
      later: { title: "Later", do: { snooze: 1h } }
    categories:
      news: { actions: [later] }
    rules:
      job:
        when: { startup: boot }
        notify: { title: "Ring job", category: news, badge: +1 }
        run: "echo job >> $HOME/log"
        on_success:
          - notify: { title: "Ring job done", identifier: job.done }
          - run: "echo step >> $HOME/log"
          - notify: { title: "Ring step done", identifier: step.done }
          - badge: +1
      broken:
        when: { after: job }
        run: "echo broken >> $HOME/log; exit 3"
        on_failure:
          - notify: { title: "Ring broken {{ run.exit_code }}", identifier: broken.done }
    """
  static let rings = ["Ring job", "Ring job done", "Ring step done", "Ring broken 3"]

  /// One start with `--once`.
  static func start(_ folder: TemporaryFolder, killAt: Int) throws -> RunningProgram {
    let program = try RunningProgram(
      "ServiceProbe", ["\(killAt)", "--once", "--state", folder.path(of: "state"), folder.path(of: "rules.yaml")],
      environment: ["HOME": folder.path])
    program.end()
    return program
  }

  static func lines(_ text: String) -> [String] { text.split(separator: "\n").map(String.init) }

  /// How often a title stands on a line of its own, besides when it is said to be shown again.
  static func shows(_ title: String, in outputs: [String]) -> (all: Int, again: Int) {
    var all = 0
    var again = 0
    for output in outputs {
      let lines = lines(output)
      for (number, line) in lines.enumerated() where line.hasSuffix(title) {
        all += 1
        if number > 0, lines[..<number].suffix(2).contains(where: { $0.contains("perhaps shown before") }) {
          again += 1
        }
      }
    }
    return (all, again)
  }

  /// Checks everything that must hold after the last start.
  static func check(_ folder: TemporaryFolder, _ outputs: [String], _ killAt: Int) throws {
    let log = lines(String(decoding: (try? readFile(folder.path(of: "log"))) ?? [], as: UTF8.self))
    #expect(log.sorted() == ["broken", "job", "step"], "step \(killAt): \(log)")
    for ring in rings {
      let (all, again) = shows(ring, in: outputs)
      #expect(all - again <= 1 && all >= 1, "step \(killAt): '\(ring)' \(all) times:\n\(outputs.joined())")
    }
    let history = try SQLiteHistory(folder: folder.path(of: "state"))
    let ledger = try history.occurrences(HistoryQuery()).entries
    #expect(ledger.map(\.status) == [.fired, .fired], "step \(killAt)")
    let runs = try history.runs(HistoryQuery()).entries
    #expect(runs.map(\.phase) == [.ended, .ended, .ended], "step \(killAt)")
    #expect(runs.map { $0.result?.exitCode }.sorted { ($0 ?? 0) < ($1 ?? 0) } == [0, 0, 3], "step \(killAt)")
    #expect(runs.allSatisfy { $0.attempt == 1 }, "step \(killAt)")
    let deliveries = try history.deliveries(HistoryQuery()).entries
    #expect(deliveries.count == rings.count && deliveries.allSatisfy(\.isConfirmed), "step \(killAt)")
    #expect(try history.state().settings.badge == 2, "step \(killAt)")
  }

  static func fresh() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try folder.write("rules.yaml", rules)
    return folder
  }

  @Test func killedAtEveryStep() throws {
    let whole = try Self.fresh()
    let calm = try Self.start(whole, killAt: 0)
    try Self.check(whole, [calm.text], 0)
    let count = Self.lines(calm.text).first { $0.hasPrefix("steps: ") }.flatMap { Int($0.dropFirst(7)) }
    let steps = try #require(count)
    #expect(steps >= 50, "there are only \(steps) kill points")
    for killAt in 1...steps {
      let folder = try Self.fresh()
      var outputs = [try Self.start(folder, killAt: killAt).text]
      // A second kill at the same distance hits what the first restart makes up for.
      if killAt % 3 == 0 { outputs.append(try Self.start(folder, killAt: killAt / 2).text) }
      outputs.append(try Self.start(folder, killAt: 0).text)
      try Self.check(folder, outputs, killAt)
    }
  }
}
