import CivilTime
import RuleModel

extension Engine {
  /// Fires the rules that follow an outcome of `rule`.
  ///
  /// - Parameter name: What tells this outcome from every other of the rule.
  mutating func fireFollowers(of rule: RuleID, outcome: RunOutcome, name: String, cause: Cause) {
    for follower in followers[rule] ?? [] where follower.outcomes.contains(outcome.set) {
      guard let other = self.rule(follower.rule) else { continue }
      take(event: "after/\(rule)/\(name)", of: other, trigger: follower.trigger, cause: cause)
    }
  }

  /// Takes an event of a rule's trigger: one row for each offset, acted on when its delay is over.
  mutating func take(event name: String, of rule: Rule, trigger number: Int, cause: Cause?) {
    guard rule.triggers.indices.contains(number) else { return }
    let trigger = rule.triggers[number]
    guard book.source.admits(rule.id, trigger: number, at: now), countAdmits(rule, number) else { return }
    let offsets = trigger.offsets.isEmpty ? [Offset.seconds(0)] : trigger.offsets
    for (index, offset) in offsets.enumerated() {
      var identity = "\(name)/\(number)"
      if index > 0 { identity += "/\(index)" }
      let due = delayed(by: offset, in: rule.zone)
      take(identity: identity, of: rule, due: due, cause: cause)
    }
  }

  /// Counts an event against the trigger's `count`; false where it is used up.
  private mutating func countAdmits(_ rule: Rule, _ number: Int) -> Bool {
    guard let count = rule.triggers[number].bounds.count else { return true }
    let fingerprints = book.source.fingerprints(of: rule.id)
    guard fingerprints.indices.contains(number) else { return true }
    let key = AnchorKey(rule: rule.id, fingerprint: fingerprints[number])
    var anchor = state.anchors[key] ?? Anchor(key: key, instant: now)
    guard anchor.taken < count else { return false }
    anchor.taken += 1
    keep(.anchor(anchor))
    return true
  }

  private func delayed(by offset: Offset, in zone: ZoneChoice) -> Instant {
    switch offset {
    case .seconds(let seconds): return now.advanced(bySeconds: max(0, seconds))
    case .days(let days), .workdays(let days):
      return moment(.after(CalendarDuration(days: max(0, days))), in: zone) ?? now
    case .daysAndSeconds(let days, let seconds):
      return moment(.after(CalendarDuration(days: max(0, days), seconds: max(0, seconds))), in: zone) ?? now
    }
  }

  /// Takes an occurrence that is no clock's.
  mutating func take(identity: String, of rule: Rule, due: Instant, cause: Cause?, isForced: Bool = false) {
    var facts = Facts(rule: rule.id, scheduled: due, nominal: book.source.localTime(at: due, in: rule.zone))
    facts.cause = cause
    var row = LedgerRow(
      key: OccurrenceKey(rule: rule.id, identity: identity), scheduled: due, handled: now, status: .claimed,
      facts: facts)
    row.isForced = isForced
    if due > now { row.notBefore = due }
    claim(row)
  }

  /// Whether an occurrence was asked for by hand or by a step, and so is held by neither pause nor stop.
  static func isByHand(_ key: OccurrenceKey) -> Bool { key.identity.hasPrefix("fire/") }

  /// After a pause: what it held back of events is late, and the missed policy decides about it.
  mutating func settleHeldEvents() {
    var late: [RuleID: [OccurrenceKey]] = [:]
    for key in ready where !Self.isByHand(key) {
      guard let row = state.claims[key], let rule = rule(key.rule) else { continue }
      let due = row.notBefore ?? row.scheduled
      if now.seconds(since: due) > rule.graceSeconds, !row.isSerial { late[key.rule, default: []].append(key) }
    }
    for id in late.keys.sorted() {
      guard let rule = rule(id), let keys = late[id] else { continue }
      let made: ArraySlice<OccurrenceKey> =
        switch rule.missed.choice {
        case .skip: []
        case .latest: keys.suffix(1)
        case .all: keys.suffix(Self.catchUpLimit)
        }
      for key in keys {
        guard var row = state.claims[key] else { continue }
        let isOld = rule.missed.withinSeconds.map { now.seconds(since: row.scheduled) > $0 } ?? false
        if made.contains(key), !isOld {
          row.facts.missedCount = rule.missed.choice == .latest ? keys.count : 1
          row.isSerial = rule.missed.choice == .all
        } else {
          row.status = .missed
          row.reason =
            made.contains(key) ? "within" : rule.missed.choice == .all ? "limit" : rule.missed.choice.rawValue
        }
        keep(.settle(row))
      }
    }
  }
}
