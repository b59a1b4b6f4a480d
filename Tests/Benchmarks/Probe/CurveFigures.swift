import CivilTime
import JSONText
import NextFire
import RuleModel
import TriggerGraph

/// How the cost of evaluation grows with the number of rules, with few different triggers and with many.
struct CurveFigures {
  let workload: Workload
  let rounds: Int

  /// The next occurrence of every rule; rules with equal triggers are asked once, as the engine does.
  func report(rules count: Int, triggers: Int) {
    var set = RuleSet()
    for number in 0..<count { set.rules.append(rule(number % triggers, id: "r\(number)")) }
    let graph = TriggerGraph(set)
    let context = workload.context
    let binding = medianTime(rounds: rounds) { keep(Evaluator(graph: graph, context: context)) }
    let evaluator = Evaluator(graph: graph, context: context)
    let groups = Dictionary(graph.rules.enumerated().map { ($0.element.root, $0.offset) }) { first, _ in first }
      .values.sorted()
    let asking = medianTime(rounds: rounds) {
      var sum: Int64 = 0
      for rule in groups {
        sum &+= evaluator.nextInstant(ofRule: rule, after: workload.streamAfter)?.epochSeconds ?? 0
      }
      keep(sum)
    }
    writeFigure(
      "curve", ("rules", .integer(Int64(count))), ("triggers", .integer(Int64(groups.count))),
      ("bind_us", .number(binding / 1000)), ("next_us", .number(asking / 1000)))
  }

  /// Weekday mornings that differ in their time: every second of 24 hours, then other days.
  private func rule(_ number: Int, id: String) -> Rule {
    let second = number * 61 % 86_400
    let days = WeekdaySet(rawValue: UInt8(2 + number / 86_400 * 2))
    let times = [TimeOfDay(secondsSinceMidnight: second)].compactMap { $0 }
    let pattern = FixedPattern(days: .weekly(days: days, every: 1, weeks: nil), times: times)
    let zone = workload.zoneNames[number % workload.zoneNames.count]
    return Rule(id: RuleID(id), triggers: [Trigger(source: .fixed(pattern), zone: .named(zone))])
  }
}
