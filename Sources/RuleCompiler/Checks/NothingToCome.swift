import CivilTime
import Diagnostics
import NextFire
import RuleModel
import TriggerGraph
import YAMLSyntax

extension Linker {
  /// Triggers that never fire again for all that is said about them together: bounds, calendars, excluded days,
  /// workdays, offsets.
  ///
  /// What `checkPastDates` tells already is passed over, and so is `count`, whose beginning is not known here.
  mutating func checkNothingToCome() {
    guard let now = context.now else { return }
    var indices: [Trigger: Int] = [:]
    var builder = TriggerGraphBuilder(calendars: calendars)
    var found: [(index: Int, rule: Int, key: UInt32)] = []
    forEachRule { rule in
      guard rules[rule].triggers.contains(where: mayBeOver) else { return false }
      guard rules[rule].isEnabled, !silenced(ofRule: rule).contains(WarningCode.neverFiresAgain.rawValue) else {
        return true
      }
      for (trigger, site) in zip(rules[rule].triggers, sites(ofRule: rule)) {
        guard mayBeOver(trigger), pastDates(of: trigger) == nil else { continue }
        var alone = trigger
        alone.jitterSeconds = 0
        alone.bounds.count = nil
        let index = indices[alone] ?? indices.count
        if indices.updateValue(index, forKey: alone) == nil {
          builder.add(Rule(id: RuleID("\(index)"), triggers: [alone]))
        }
        found.append((index, rule, site.key))
      }
      return true
    }
    guard !found.isEmpty else { return }
    let evaluator = Evaluator(
      graph: builder.finish(),
      context: EvaluationContext(
        zones: sources.zones, localZone: context.localZone ?? .utc, assumedAnchor: now))
    var isOver: [Int: Bool] = [:]
    for (index, rule, key) in found {
      let over =
        isOver[index]
        ?? (evaluator.unknownZones(ofRule: index).isEmpty && evaluator.next(ofRule: index, after: now) == nil)
      isOver[index] = over
      guard over else { continue }
      diagnostics.append(
        Diagnostic(
          .warning, WarningCode.neverFiresAgain.rawValue, "nothing of this is left to fire from now on",
          at: node(key, ofRule: rule)?.range))
    }
  }

  /// Whether a trigger has something that can leave nothing over.
  private func mayBeOver(_ trigger: Trigger) -> Bool {
    // What is no matter of the clock can come at any time, and what a file of events holds can change at any time.
    switch trigger.source {
    case .event, .eventFile: return false
    default: break
    }
    if trigger.bounds.from != nil || trigger.bounds.until != nil { return true }
    if !trigger.only.isEmpty || !trigger.except.isEmpty || !trigger.offsets.isEmpty { return true }
    switch trigger.source {
    case .fixed(let pattern):
      switch pattern.days {
      case .dates, .dateTimes, .matching, .monthly(.workdays, _, _), .yearlyMonths(_, .workdays, _, _): return true
      default: return false
      }
    case .aligned(let pattern): return !pattern.days.matchesEveryDay
    case .recurrence: return true
    case .calendarExpression(let expression): return !expression.years.isEmpty
    case .cron, .interval, .eventFile, .event: return false
    }
  }
}
