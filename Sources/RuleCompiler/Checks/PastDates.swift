import CivilTime
import Diagnostics
import RuleModel
import YAMLSyntax

extension Linker {
  /// Triggers whose dates or bounds leave nothing to fire from now on.
  mutating func checkPastDates() {
    var touched: [Int] = []
    forEachRule { rule in
      guard rules[rule].triggers.contains(where: { pastDates(of: $0) != nil }) else { return false }
      touched.append(rule)
      return true
    }
    for rule in touched {
      for (trigger, site) in zip(rules[rule].triggers, sites(ofRule: rule)) {
        guard let node = node(site.node, ofRule: rule), let key = self.node(site.key, ofRule: rule) else { continue }
        check(trigger, at: node, key: key, silenced: silenced(ofRule: rule))
      }
    }
  }

  private mutating func check(_ trigger: Trigger, at node: YAMLNode, key: YAMLNode, silenced: Set<String>) {
    guard let code = pastDates(of: trigger) else { return }
    let (message, place) =
      switch code {
      case .emptyBounds where hasReversedBounds(trigger):
        ("`until` is before `from`, so this never fires", node["until"] ?? key)
      case .emptyBounds: ("`until` is over, so this never fires again", node["until"] ?? key)
      default: ("all these dates are over, so this never fires again", key)
      }
    warn(code, Diagnostic(.warning, code.rawValue, message, at: place.range), silenced: silenced)
  }

  /// The warning that a trigger's own dates and bounds earn; nil where they leave something.
  func pastDates(of trigger: Trigger) -> WarningCode? {
    if hasReversedBounds(trigger) { return .emptyBounds }
    guard let now = context.now else { return nil }
    if let until = trigger.bounds.until, instant(until, trigger.zone) < now { return .emptyBounds }
    guard case .fixed(let pattern) = trigger.source, let last = last(of: pattern, trigger.zone), last < now else {
      return nil
    }
    return .datesAllPast
  }

  private func hasReversedBounds(_ trigger: Trigger) -> Bool {
    guard let from = trigger.bounds.from, let until = trigger.bounds.until else { return false }
    return instant(until, trigger.zone) < instant(from, trigger.zone)
  }

  private func last(of pattern: FixedPattern, _ zone: ZoneChoice) -> Instant? {
    switch pattern.days {
    case .dates(let dates):
      guard let date = dates.last, let time = pattern.times.last else { return nil }
      return instant(.local(LocalDateTime(date: date, time: time)), zone)
    case .dateTimes(let points): return points.map { instant($0, zone) }.max()
    default: return nil
    }
  }

  /// Returns about when a point is: exact where the zone is known, else as in UTC a day later, since a warning too
  /// few is better than a wrong one.
  private func instant(_ point: DateTimePoint, _ zone: ZoneChoice) -> Instant {
    switch point {
    case .instant(let instant): return instant
    case .local(let local):
      let rules: ZoneRules? =
        switch zone {
        case .local: context.localZone
        case .named(let name): name == .utc ? .utc : sources.zones[name]
        }
      guard let rules else { return Instant(epochSeconds: local.localSeconds + 86_400) }
      switch rules.meaning(of: local) {
      case .once(let instant): return instant
      case .repeated(_, let last): return last
      default:
        let guess = Instant(epochSeconds: local.localSeconds)
        return guess.advanced(bySeconds: -Int64(rules.offset(at: guess)))
      }
    }
  }
}
