import CivilTime
import RuleModel

/// The occurrences of a rule that are due.
struct DueList {
  /// Ascending, at most `Engine.dueLimit`; the latest ones where there are more.
  var occurrences: [Occurrence]
  /// Whether there are more before the first.
  var isCut: Bool
  /// The first occurrence that is not due yet.
  var next: Instant?
}

/// Rules of a group with the same base have the same due occurrences.
struct DueListKey: Hashable {
  var group: Int
  var base: Instant
}

extension Engine {
  /// How many due occurrences of one rule are told apart; of more, the earlier ones are one row.
  static let dueLimit = 1000
  /// How many missed occurrences `missed: all` makes up.
  static let catchUpLimit = 100

  mutating func settle(_ id: RuleID, group: Int) {
    guard let record = state.rules[id], let rule = rule(id) else { return }
    let base = max(record.horizon, record.highWater)
    guard base < now else { return }
    let due = dueList(of: id, group: group, after: base)
    guard let last = due.occurrences.last else { return }
    var decision = Decision(rule: rule, now: now, stop: record.stop)
    decision.decide(due)
    if decision.needsClock, !isClockSet { return }
    if due.isCut, let first = due.occurrences.first { keepUnlisted(of: rule, after: base, before: first.instant) }
    for verdict in decision.verdicts { carryOut(verdict, of: rule) }
    if decision.missedCount > 0 {
      direct.append(.note(.missed(id, count: decision.missedCount, reason: rule.missed.choice.rawValue)))
    }
    let now = now
    changeRecord(of: id) { record in
      record.highWater = last.instant
      record.lastHandled = now
      if let until = record.stop?.until, until <= now { record.stop = nil }
    }
  }

  private mutating func dueList(of rule: RuleID, group: Int, after base: Instant) -> DueList {
    let key = DueListKey(group: group, base: base)
    if let list = dueLists[key] { return list }
    let list = collectDue(of: rule, after: base)
    dueLists[key] = list
    return list
  }

  private func collectDue(of rule: RuleID, after base: Instant) -> DueList {
    var found: [Occurrence] = []
    var from = base
    while found.count <= Self.dueLimit {
      guard let next = book.source.next(of: rule, after: from), next.instant > from, next.instant <= now else {
        let next = found.isEmpty ? nil : book.source.next(of: rule, after: now)?.instant
        return DueList(occurrences: found, isCut: false, next: next)
      }
      found.append(next)
      from = next.instant
    }
    found.removeAll(keepingCapacity: true)
    var before = now.advanced(bySeconds: 1)
    while found.count < Self.dueLimit, let previous = book.source.previous(of: rule, before: before),
      previous.instant > base, previous.instant < before
    {
      found.append(previous)
      before = previous.instant
    }
    found.reverse()
    return DueList(occurrences: found, isCut: true, next: book.source.next(of: rule, after: now)?.instant)
  }

  /// One row for all occurrences that are too many to be told apart.
  private mutating func keepUnlisted(of rule: Rule, after base: Instant, before first: Instant) {
    let key = OccurrenceKey(rule: rule.id, identity: "before \(first.epochSeconds)")
    let facts = Facts(rule: rule.id, scheduled: base, nominal: book.source.localTime(at: base, in: rule.zone))
    keep(
      .claim(LedgerRow(key: key, scheduled: base, handled: now, status: .missed, reason: "unlisted", facts: facts)))
  }

  private mutating func carryOut(_ verdict: Decision.Verdict, of rule: Rule) {
    let occurrence = verdict.occurrence
    var facts = Facts(
      rule: rule.id, scheduled: occurrence.instant,
      nominal: occurrence.nominal ?? book.source.localTime(at: occurrence.instant, in: rule.zone))
    facts.missedCount = verdict.missedCount
    facts.latenessSeconds = max(0, now.seconds(since: occurrence.instant))
    if !occurrence.events.isEmpty { return carryOut(verdict, of: rule, facts) }
    let keys = occurrence.identities.map { OccurrenceKey(rule: rule.id, identity: $0.ledgerText) }
    guard let primary = keys.first else { return }
    var row = LedgerRow(
      key: primary, scheduled: occurrence.instant, handled: now, status: verdict.status, reason: verdict.reason,
      facts: facts)
    row.isSerial = verdict.isSerial
    if verdict.isCatchUp { row.notBefore = spread(of: rule) }
    claim(row, siblings: keys.dropFirst().map { row.superseded(as: $0) })
  }

  /// Carries out what stands for events: each is a firing of its own, one after the other; what else fires at the
  /// instant goes with the first.
  private mutating func carryOut(_ verdict: Decision.Verdict, of rule: Rule, _ shared: Facts) {
    let occurrence = verdict.occurrence
    let announced = Set(occurrence.events.map(\.identity))
    var others = occurrence.identities.filter { !announced.contains($0) }
    for (number, event) in occurrence.events.enumerated() {
      var facts = shared
      facts.announce(event, as: eventFacts(of: event, rule))
      var row = LedgerRow(
        key: OccurrenceKey(rule: rule.id, identity: event.identity.ledgerText), scheduled: occurrence.instant,
        handled: now, status: verdict.status, reason: verdict.reason, facts: facts)
      // The second must not be skipped because the first still runs.
      row.isSerial = verdict.isSerial || number > 0
      if verdict.isCatchUp { row.notBefore = spread(of: rule) }
      let siblings = others.map { row.superseded(as: OccurrenceKey(rule: rule.id, identity: $0.ledgerText)) }
      claim(row, siblings: siblings)
      others = []
    }
  }

  /// An event as templates and scripts see it.
  func eventFacts(of event: OccurrenceEvent, _ rule: Rule) -> EventFacts {
    EventFacts(
      text: event.text, start: event.start, end: event.end, localStart: localTime(of: event.start, in: rule.zone),
      localEnd: localTime(of: event.end, in: rule.zone))
  }

  private func localTime(of moment: EventMoment, in zone: ZoneChoice) -> LocalDateTime {
    switch moment {
    case .day(let date): LocalDateTime(date: date, time: .midnight)
    case .instant(let instant): book.source.localTime(at: instant, in: zone)
    }
  }

  /// When a catch-up of the rule may start: a constant share of its spread from now; nil for at once.
  private func spread(of rule: Rule) -> Instant? {
    let seconds = rule.missed.spreadSeconds
    guard seconds > 0 else { return nil }
    // FNV-1a; the share must not change between starts.
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325 ^ options.machineKey
    for byte in rule.id.text.utf8 { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
    return now.advanced(bySeconds: Int64(hash % UInt64(seconds)))
  }

  /// Puts a row into the ledger, with those of its other identities; one that is claimed is acted on once it is granted.
  mutating func claim(_ row: LedgerRow, siblings: [LedgerRow] = []) {
    guard state.claims[row.key] == nil else { return }
    keep(.claim(row))
    for sibling in siblings { keep(.claim(sibling)) }
    guard row.status == .claimed else { return }
    turnClaims.keys.append(row.key)
    if !siblings.isEmpty { turnClaims.siblings[row.key] = siblings }
    if let later = row.notBefore { timers.add(.claim(row.key), at: later) }
  }
}

extension Facts {
  /// Makes them those of an event's own firing.
  mutating func announce(_ event: OccurrenceEvent, as facts: EventFacts) {
    if let nominal = event.identity.nominal { self.nominal = nominal }
    self.event = facts
  }
}

extension LedgerRow {
  /// The row of another identity of the same instant, for which this one stands.
  fileprivate func superseded(as key: OccurrenceKey) -> LedgerRow {
    var sibling = self
    sibling.key = key
    if sibling.status == .claimed {
      sibling.status = .superseded
      sibling.reason = self.key.identity
      sibling.notBefore = nil
    }
    return sibling
  }
}
