import CivilTime
import RuleEngine
import RuleModel

/// A rule that shows its id.
func notifying(_ id: String, _ change: (inout Rule) -> Void = { _ in }) -> Rule {
  var rule = Rule(id: RuleID(id), triggers: [fixedTrigger])
  var content = Content()
  content.title = Template(literal: id)
  rule.notify = content
  change(&rule)
  return rule
}

/// A rule that runs `true`.
func running(_ id: String, _ change: (inout Rule) -> Void = { _ in }) -> Rule {
  var rule = Rule(id: RuleID(id), triggers: [fixedTrigger])
  rule.run = ScriptRun(command: .arguments(["true"]), directory: "/")
  rule.missed = .runDefault
  change(&rule)
  return rule
}

/// A trigger whose times the source scripts.
let fixedTrigger = Trigger(source: .fixed(FixedPattern(days: .daily(every: 1), times: [.midnight])))

/// A trigger that follows another rule.
func after(_ rule: String, _ outcomes: OutcomeSet = .success, delay: Int64 = 0) -> Trigger {
  Trigger(
    source: .event(.after(rule: RuleID(rule), outcomes: outcomes)), offsets: delay > 0 ? [.seconds(delay)] : [])
}

/// A book of rules with scripted times.
func book(
  _ rules: [Rule], _ times: [String: ScriptedSource.Times] = [:], categories: [Category] = [], parallel: Int? = nil
) -> RuleBook {
  var set = RuleSet()
  set.rules = rules
  for category in categories { set.categories[category.id] = category }
  set.parallelRuns = parallel
  var source = ScriptedSource()
  for (id, value) in times { source.times[RuleID(id)] = value }
  for rule in rules { source.triggerCounts[rule.id] = rule.triggers.count }
  return RuleBook(rules: set, source: source)
}

extension MemoryStore {
  /// Ends of a rule's occurrences in time order, as `instant status reason`.
  func ends(of rule: String) -> [String] {
    ledger.values.filter { $0.key.rule.text == rule }.sorted { ($0.scheduled, $0.key) < ($1.scheduled, $1.key) }
      .map { "\($0.scheduled.epochSeconds) \($0.status.rawValue)" + ($0.reason.map { " " + $0 } ?? "") }
  }
}
