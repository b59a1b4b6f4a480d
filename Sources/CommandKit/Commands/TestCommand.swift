import CivilTime
import Diagnostics
import NextFire
import RuleCompiler
import RuleModel

extension CommandDeclaration {
  /// `test`: the files' own tests.
  static let test = CommandDeclaration(
    "test", "run the tests that the rule files hold",
    discussion:
      "Jitter is left out and every rule counts as first loaded when its test begins, so any machine has the same result.",
    arguments: [RuleFileArguments.declaration],
    examples: [
      CommandExample("carillon test rules.yaml", "Compares the dates under 'tests:' with what the rules give.")
    ]
  ) { arguments, context throws(CommandFailure) in
    let loaded = try RulesAtHand(arguments, context)
    try loaded.requireNoErrors(context)
    let tests = loaded.compilation.ruleSet.tests
    var failed = 0
    for (number, test) in tests.enumerated() {
      let outcome = try RuleTestRun(test, loaded, arguments, context).outcome()
      let name = terminalText(test.name ?? "test \(number + 1) of \(test.rule)")
      if let outcome {
        failed += 1
        context.output.write("failed: \(name)\n\(outcome)")
      } else {
        context.output.write("passed: \(name)\n")
      }
    }
    context.output.write("\(tests.count - failed) passed, \(failed) failed\n")
    return failed == 0 ? .success : .failure
  }
}

/// One entry of `tests`, compared with the evaluator.
struct RuleTestRun {
  private let test: RuleTest
  private let rules: EvaluatedRules
  private let rule: Int
  private let zone: ZoneRules

  init(
    _ test: RuleTest, _ loaded: RulesAtHand, _ arguments: ParsedArguments, _ context: CommandContext
  ) throws(CommandFailure) {
    self.test = test
    guard let rule = loaded.compilation.ruleSet.rules.firstIndex(where: { $0.id == test.rule }) else {
      throw CommandFailure(.failure, "the rule '\(test.rule)' of a test does not exist")
    }
    self.rule = rule
    let choice = loaded.compilation.ruleSet.rules[rule].triggers.first?.zone ?? .local
    zone = if case .named(let name) = choice { loaded.zones.zone(name) } else { loaded.zones.local }
    rules = EvaluatedRules(
      loaded, firstLoad: Self.instant(test.from, in: zone), isPortable: true, arguments, context)
  }

  /// Nil where the rule fires as expected, else lines that show the difference.
  func outcome() -> String? {
    let missing = rules.evaluator.unknownZones(ofRule: rule)
    guard missing.isEmpty else {
      return "  this machine lacks the zone \(missing.map(\.rawValue).joined(separator: ", "))\n"
    }
    let start = Self.instant(test.from, in: zone).advanced(bySeconds: -1)
    let end = test.until.map { Self.instant($0, in: zone) }
    let limit = test.expected.count + (end != nil || test.expected.isEmpty ? 1 : 0)
    var found: [Instant] = []
    if rules.rules[rule].isEnabled {
      for instant in rules.evaluator.instants(ofRule: rule, after: start) {
        if let end, instant > end { break }
        if found.count == limit { break }
        found.append(instant)
      }
    }
    let expected = test.expected.map { Self.instant($0, in: zone) }
    guard found != expected else { return nil }
    let last = (found.last ?? expected.last).map { zone.localDateTime(at: $0).date }
    let unknown = rules.unknowns(ofRule: rule).reaching(
      last ?? .latest, of: rules.rules[rule].triggers, ringing: last?.dayNumber)
    let notes = unknown.phrases.map { "  unknown:  it depends on \($0)\n" }.joined()
    return "  expected: \(list(expected))\n  found:    \(list(found))\n\(notes)"
  }

  private func list(_ instants: [Instant]) -> String {
    instants.isEmpty ? "none" : instants.map { RFC3339.text($0, in: zone) }.joined(separator: ", ")
  }

  /// A local time that the clocks skip is read later by the length of the gap, a repeated one as its first pass.
  static func instant(_ point: DateTimePoint, in zone: ZoneRules) -> Instant {
    switch point {
    case .instant(let instant): instant
    case .local(let dateTime): zone.firstInstant(of: dateTime)
    }
  }
}
