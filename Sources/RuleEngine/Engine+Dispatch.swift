import CivilTime
import RuleModel

extension Engine {
  /// Acts on rows whose claims are granted and whose time has come, in order.
  mutating func dispatchReady() {
    guard !ready.isEmpty else { return }
    let keys = ready
    ready.removeAll(keepingCapacity: true)
    var serialRules: Set<RuleID> = []
    // Whether a run goes on is not judged by what an earlier service knew.
    let unclear = Set(unclearRuns.values)
    for key in keys {
      guard let row = state.claims[key] else { continue }
      let isHeld = state.settings.isPaused && !Self.isByHand(key) && (row.notBefore != nil || isEvent(row))
      let isEarly = row.notBefore.map { $0 > now } ?? false
      let isBehind = row.isSerial && (serialRules.contains(key.rule) || hasRun(of: key.rule))
      if row.isSerial { serialRules.insert(key.rule) }
      if isHeld || isEarly || isBehind || unclear.contains(key.rule) {
        ready.append(key)
      } else {
        if row.isSerial, rule(key.rule)?.run == nil { serialRules.remove(key.rule) }
        dispatch(row)
      }
    }
  }

  private func isEvent(_ row: LedgerRow) -> Bool {
    ["after/", "boot/", "start/"].contains { row.key.identity.hasPrefix($0) }
  }

  private mutating func dispatch(_ claimed: LedgerRow) {
    var row = claimed
    guard let rule = rule(row.key.rule), rule.isEnabled else {
      return settle(&row, .skipped, self.rule(row.key.rule) == nil ? "absent" : "disabled")
    }
    if !Self.isByHand(row.key), let stop = state.rules[rule.id]?.stop, stop.until.map({ now < $0 }) ?? true,
      row.scheduled >= stop.since
    {
      return settle(&row, .stopped, nil)
    }
    row.facts.latenessSeconds = max(0, now.seconds(since: row.scheduled))
    if let run = rule.run, run.overlap == .skip, !row.isForced, hasRun(of: rule.id) {
      settle(&row, .skipped, "overlap")
      let run = RunFacts(outcome: .skipped, problem: "the run before still goes on")
      if rule.handlers.onFailure == nil { tellFailure(of: rule.id, facts: row.facts, run: run) }
      fireFollowers(
        of: rule.id, outcome: .skipped, name: row.key.identity,
        cause: Cause(rule: rule.id, scheduled: row.scheduled, run: run))
      return
    }
    settle(&row, .fired, nil)
    direct.append(
      .note(.fired(rule.id, scheduled: row.scheduled, latenessSeconds: row.facts.latenessSeconds)))
    if let content = rule.notify { notify(content, of: rule, facts: row.facts) }
    if let run = rule.run {
      enqueue(run, of: rule, row)
    } else {
      fireFollowers(
        of: rule.id, outcome: .success, name: row.key.identity, cause: Cause(rule: rule.id, scheduled: row.scheduled))
    }
  }

  private mutating func settle(_ row: inout LedgerRow, _ status: LedgerStatus, _ reason: String?) {
    row.status = status
    row.reason = reason
    keep(.settle(row))
  }

  private mutating func enqueue(_ run: ScriptRun, of rule: Rule, _ row: LedgerRow) {
    let number = takeNumber(\.nextRun)
    var record = RunRecord(
      id: RunID(number), rule: rule.id, run: run, handlers: rule.handlers, facts: row.facts, queued: now)
    record.occurrence = row.key
    if rule.notify != nil { record.request = state.rules[rule.id]?.lastIdentifier }
    keepRun(record)
    runQueue.append(record.id)
  }
}
