import CivilTime
import Diagnostics
import NextFire
import RuleModel
import TriggerGraph
import YAMLSyntax

extension Linker {
  /// Clock changes of the coming year that touch a fixed-time trigger which does not say what they shall do.
  mutating func checkClockChanges() {
    guard let now = context.now else { return }
    var changes: [ZoneChoice: [ClockChange]] = [:]
    var found: [Trigger: [String]] = [:]
    var findings: [Diagnostic] = []
    forEachRule { rule in
      guard rules[rule].isEnabled, !silenced(ofRule: rule).contains(WarningCode.clockChange.rawValue) else {
        return true
      }
      var isTouched = false
      for (trigger, site) in zip(rules[rule].triggers, sites(ofRule: rule)) {
        guard isOnCivilTime(trigger.source), let zone = zoneRules(trigger.zone) else { continue }
        if changes[trigger.zone] == nil { changes[trigger.zone] = coming(in: zone, after: now) }
        let touching = (changes[trigger.zone] ?? []).filter { change in
          !(change.isGap ? site.saysGap : site.saysFold) && mayTouch(trigger.source, change)
        }
        guard !touching.isEmpty else { continue }
        isTouched = true
        var alone = trigger
        // What delays and shifts is no matter of the clock change.
        alone.jitterSeconds = 0
        alone.bounds.count = nil
        let messages: [String]
        if let known = found[alone] {
          messages = known
        } else {
          messages = touching.compactMap { message(alone, $0, zone) }
          found[alone] = messages
        }
        for message in messages {
          findings.append(
            Diagnostic(
              .warning, WarningCode.clockChange.rawValue, message, at: node(site.key, ofRule: rule)?.range,
              hint: "say `gap` or `fold`, or allow \(WarningCode.clockChange.rawValue)"))
        }
      }
      return isTouched
    }
    diagnostics += findings
  }

  private func zoneRules(_ zone: ZoneChoice) -> ZoneRules? {
    switch zone {
    case .local: context.localZone
    case .named(let name): name == .utc ? nil : sources.zones[name]
    }
  }

  /// The first jump forward and the first one back within the horizon.
  private func coming(in zone: ZoneRules, after now: Instant) -> [ClockChange] {
    let end = now.advanced(bySeconds: Int64(context.horizonDays) * 86_400)
    var result: [ClockChange] = []
    var instant = now
    for _ in 0..<16 {
      guard let next = zone.nextTransition(after: instant), next <= end else { break }
      instant = next
      let before = zone.offset(at: next.advanced(bySeconds: -1))
      let after = zone.offset(at: next)
      guard before != after, !result.contains(where: { $0.isGap == (after > before) }) else { continue }
      result.append(ClockChange(instant: next, before: before, after: after))
    }
    return result
  }

  /// Whether a trigger names date-times, to which gaps and folds happen.
  private func isOnCivilTime(_ source: TriggerSource) -> Bool {
    switch source {
    case .fixed, .recurrence, .calendarExpression: true
    case .cron(let expression): !expression.isClockAligned
    case .aligned, .interval, .eventFile, .event: false
    }
  }

  private func mayTouch(_ source: TriggerSource, _ change: ClockChange) -> Bool {
    guard case .fixed(let pattern) = source else { return true }
    if pattern.times.isEmpty { return true }
    return pattern.times.contains { change.touches(secondsSinceMidnight: Int64($0.secondsSinceMidnight)) }
  }

  /// Returns what a change does to a trigger; nil where it does nothing.
  private func message(_ trigger: Trigger, _ change: ClockChange, _ zone: ZoneRules) -> String? {
    var builder = TriggerGraphBuilder(calendars: calendars)
    builder.add(Rule(id: RuleID("r"), triggers: [trigger]))
    let evaluator = Evaluator(
      graph: builder.finish(),
      context: EvaluationContext(
        zones: sources.zones, localZone: context.localZone ?? .utc, assumedAnchor: context.now ?? .earliest))
    let length = Int64(abs(change.after - change.before))
    let first = change.instant.advanced(bySeconds: -length - 86_400)
    let last = change.instant.advanced(bySeconds: length + 86_400)
    for occurrence in evaluator.occurrences(ofRule: 0, after: first).prefix(64) {
      if occurrence.instant > last { break }
      for reason in occurrence.reasons {
        let shown = zone.localDateTime(at: occurrence.instant)
        switch reason {
        case .gap(_, let nominal) where change.isGap:
          return "fires at \(shown.time) instead of \(nominal.time) on \(nominal.date)"
        case .fold where !change.isGap:
          return "the clock shows \(shown.time) twice on \(shown.date), and this fires at the first"
        default: continue
        }
      }
    }
    return nil
  }
}

/// A jump of a zone's clock.
struct ClockChange {
  let instant: Instant
  let before: Int32
  let after: Int32

  var isGap: Bool { after > before }

  /// Whether a time of day lies among those that are skipped or come twice.
  func touches(secondsSinceMidnight time: Int64) -> Bool {
    let low = instant.epochSeconds + Int64(min(before, after))
    let length = Int64(abs(after - before))
    let start = ((low % 86_400) + 86_400) % 86_400
    return (time - start + 86_400) % 86_400 < length
  }
}
