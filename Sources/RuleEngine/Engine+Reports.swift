import CivilTime
import RuleModel

extension Engine {
  /// A rule's next occurrence while all of them are listed in time order.
  private struct Head {
    var instant: Instant
    var rule: Int
  }

  /// How things stand.
  func statusReport() -> StatusReport {
    let shown = state.deliveries.values.filter { $0.end == nil }
    var undelivered: [String: String] = [:]
    for delivery in shown { undelivered[delivery.request.identifier] = delivery.problem }
    var stops: [RuleID: Stop] = [:]
    for record in state.rules.values {
      guard let stop = record.stop, stop.until.map({ now < $0 }) ?? true, place(of: record.rule) != nil else {
        continue
      }
      stops[record.rule] = stop
    }
    return StatusReport(
      rules: book.rules.rules.count { $0.isEnabled }, stopped: stops, isPaused: state.settings.isPaused,
      isClockSet: isClockSet, degraded: degraded, pendingRequests: state.requests.count, delivered: shown.count,
      running: state.runs.values.count { $0.phase == .claimed || $0.phase == .started },
      waiting: state.runs.values.count { $0.phase == .waiting }, badge: state.settings.badge,
      nextWake: timers.earliestForPeople, undelivered: undelivered)
  }

  /// What will come, in time order.
  func pendingEntries(limit: Int) -> [PendingEntry] {
    let limit = min(max(0, limit), 10_000)
    var entries = storedEntries()
    // Each rule's next one first; then the earliest is taken and its rule asked for the one after.
    // The heads are small, since each occurrence taken moves some of them: with many rules that is most of the work.
    let rules = book.rules.rules
    var coming = [Occurrence?](repeating: nil, count: rules.count)
    var heads: [Head] = []
    for (index, rule) in rules.enumerated() where rule.isEnabled && book.source.group(of: rule.id) != nil {
      let start = max(base(of: rule.id) ?? now, now)
      guard let next = comingOccurrence(of: rule, after: start) else { continue }
      coming[index] = next
      heads.append(Head(instant: next.instant, rule: index))
    }
    var taken = 0
    heads.sort { $0.instant > $1.instant }
    while taken < limit, let head = heads.popLast() {
      let rule = rules[head.rule]
      guard let occurrence = coming[head.rule] else { continue }
      taken += 1
      entries.append(
        PendingEntry(
          kind: .calendar, due: head.instant, identifier: rule.id.text, rule: rule.id,
          title: rule.notify.map { title(of: $0, rule, occurrence) } ?? "", occurrence: occurrence))
      guard let next = comingOccurrence(of: rule, after: head.instant) else { continue }
      coming[head.rule] = next
      heads.insert(Head(instant: next.instant, rule: head.rule), at: Self.insertionPoint(of: next.instant, in: heads))
    }
    entries.sort { ($0.due, $0.identifier) < ($1.due, $1.identifier) }
    return Array(entries.prefix(limit))
  }

  /// The first occurrence after an instant that no stop takes away.
  private func comingOccurrence(of rule: Rule, after instant: Instant) -> Occurrence? {
    var start = instant
    if let stop = state.rules[rule.id]?.stop {
      guard let until = stop.until else { return nil }
      start = max(start, until.advanced(bySeconds: -1))
    }
    guard let next = book.source.next(of: rule.id, after: start), next.instant > instant else { return nil }
    return next
  }

  /// The place in a descending list before which an instant goes.
  private static func insertionPoint(of instant: Instant, in descending: [Head]) -> Int {
    var low = 0
    var high = descending.count
    while low < high {
      let middle = (low + high) / 2
      if descending[middle].instant > instant { low = middle + 1 } else { high = middle }
    }
    return low
  }

  private func title(of content: Content, _ rule: Rule, _ occurrence: Occurrence) -> String {
    var facts = Facts(
      rule: rule.id, scheduled: occurrence.instant,
      nominal: occurrence.nominal ?? book.source.localTime(at: occurrence.instant, in: rule.zone))
    facts.latenessSeconds = 0
    if let event = occurrence.events.first { facts.announce(event, as: eventFacts(of: event, rule)) }
    let request = Request(identifier: rule.id.text, rule: rule.id, content: content, facts: facts)
    let title = content.title.map { rendering(of: request).text($0) } ?? ""
    // One entry stands for all events of an instant.
    return occurrence.events.count > 1 ? "\(title) and \(occurrence.events.count - 1) more" : title
  }

  /// What is pending besides the calendar.
  private func storedEntries() -> [PendingEntry] {
    var entries: [PendingEntry] = []
    for request in state.requests.values {
      guard let schedule = request.schedule else { continue }
      let kind: PendingEntry.Kind =
        switch schedule.kind {
        case .request: .request
        case .snooze: .snooze
        case .advance: .advance
        }
      let title = effectiveContent(of: request).title.map { rendering(of: request).text($0) } ?? ""
      entries.append(
        PendingEntry(
          kind: kind, due: schedule.due, identifier: request.identifier, rule: request.rule, title: title))
    }
    for run in state.runs.values {
      guard run.phase == .retrying, let next = run.nextAttempt else { continue }
      let identifier = run.request ?? run.rule?.text ?? run.id.description
      entries.append(PendingEntry(kind: .retry, due: next, identifier: identifier, rule: run.rule, title: ""))
    }
    for row in state.claims.values {
      guard let later = row.notBefore, later > now else { continue }
      entries.append(
        PendingEntry(kind: .delayed, due: later, identifier: row.key.rule.text, rule: row.key.rule, title: ""))
    }
    return entries
  }
}
