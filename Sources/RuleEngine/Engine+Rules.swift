import CivilTime
import RuleModel

/// A rule that another one's outcome fires.
struct Follower: Hashable {
  var rule: RuleID
  /// Index in the rule's triggers.
  var trigger: Int
  var outcomes: OutcomeSet
}

extension Engine {
  /// Puts a book in force: horizons and anchors of what is new or changed begin now.
  mutating func load(_ book: RuleBook) {
    self.book = book
    index()
    let anchored = Dictionary(grouping: state.anchors.keys, by: \.rule)
    for rule in book.rules.rules { recordLoad(of: rule, anchored: anchored) }
    let gone = state.rules.values.filter { $0.absentSince == nil && place(of: $0.rule) == nil }.map(\.rule).sorted()
    let now = now
    for rule in gone {
      changeRecord(of: rule) { $0.absentSince = now }
      tell(.gone, of: rule)
    }
    useAnchors()
    index()
    rearm()
  }

  /// - Parameter anchored: The anchors before the load, by their rules.
  private mutating func recordLoad(of rule: Rule, anchored: [RuleID: [AnchorKey]]) {
    let fingerprints = book.source.fingerprints(of: rule.id)
    let old = rule.predecessor(
      isStored: { state.rules[$0] != nil }, isDeclared: { place(of: $0) != nil })
    if let old {
      keep(.rename(old, rule.id))
      let moved = ready.map { $0.rule == old ? OccurrenceKey(rule: rule.id, identity: $0.identity) : $0 }
      ready = moved
      for number in outstanding.keys { outstanding[number]?.claims.rename(old, to: rule.id) }
      countRuns()
      tell(.renamed, of: rule.id)
    }
    if let record = state.rules[rule.id] {
      let changes = record.changes(loading: rule, fingerprints: fingerprints)
      for change in changes { tell(change, of: rule.id) }
      let now = now
      changeRecord(of: rule.id) { record in
        if RuleChange.beginsAnew(changes) { record.horizon = max(record.horizon, now) }
        record.absentSince = nil
        record.fingerprints = fingerprints
        record.isEnabled = rule.isEnabled
      }
      // The same texts: many rules share those of the source.
      state.rules[rule.id]?.fingerprints = fingerprints
    } else {
      keep(
        .record(RuleRecord(rule: rule.id, horizon: now, fingerprints: fingerprints, isEnabled: rule.isEnabled)))
      tell(.new, of: rule.id)
    }
    // What a rename has moved has its new name by now.
    let moved = old.flatMap { anchored[$0] }?.map { AnchorKey(rule: rule.id, fingerprint: $0.fingerprint) } ?? []
    keepAnchors(of: rule, fingerprints, stored: (anchored[rule.id] ?? []) + moved)
  }

  private mutating func tell(_ change: RuleChange, of rule: RuleID) {
    direct.append(.note(.ruleChanged(rule, change.rawValue)))
  }

  private mutating func keepAnchors(of rule: Rule, _ fingerprints: [String], stored: [AnchorKey]) {
    let needed = rule.anchoredForms(fingerprints)
    for fingerprint in needed {
      let key = AnchorKey(rule: rule.id, fingerprint: fingerprint)
      if state.anchors[key] == nil { keep(.anchor(Anchor(key: key, instant: now))) }
    }
    let dropped = stored.filter { state.anchors[$0] != nil && !needed.contains($0.fingerprint) }
    for key in dropped.sorted(by: { $0.fingerprint < $1.fingerprint }) { keep(.dropAnchor(key)) }
  }

  /// Gives the stored anchors to the source of occurrences.
  mutating func useAnchors() {
    let anchors = state.anchors.mapValues(\.instant)
    book.source.use(anchors: anchors)
  }

  /// Computes what is looked up by name.
  mutating func index() {
    dueLists.removeAll()
    rulePlaces.removeAll()
    followers.removeAll(keepingCapacity: true)
    groups.removeAll(keepingCapacity: true)
    var groupIndex: [Int: Int] = [:]
    for (number, rule) in book.rules.rules.enumerated() {
      rulePlaces.add(rule.id, at: number)
      guard rule.isEnabled else { continue }
      for (trigger, value) in rule.triggers.enumerated() {
        guard case .event(.after(let other, let outcomes)) = value.source else { continue }
        followers[other, default: []].append(Follower(rule: rule.id, trigger: trigger, outcomes: outcomes))
      }
      guard let key = book.source.group(of: rule.id) else { continue }
      if let group = groupIndex[key] {
        groups[group].append(rule.id)
      } else {
        groupIndex[key] = groups.count
        groups.append([rule.id])
      }
    }
  }

  /// Computes anew when each group of rules is due; other timers stay.
  ///
  /// Old timers of groups are left in the heap and do no harm: settling what is settled does nothing.
  mutating func rearm() {
    unsettled = []
    rebuildTimers()
    guard !state.settings.isPaused else { return }
    for group in groups.indices {
      guard let first = groups[group].first, let base = groups[group].compactMap({ self.base(of: $0) }).min() else {
        continue
      }
      if let next = book.source.next(of: first, after: base) {
        timers.add(.calendar(group: group), at: next.instant)
      }
    }
  }

  private mutating func rebuildTimers() {
    timers.removeAll()
    for (key, row) in state.claims.sorted(by: { $0.key < $1.key }) {
      if let later = row.notBefore { timers.add(.claim(key), at: later) }
    }
    for (identifier, request) in state.requests.sorted(by: { $0.key < $1.key }) {
      if let schedule = request.schedule { timers.add(.request(identifier), at: schedule.due) }
    }
    for (number, delivery) in state.deliveries.sorted(by: { $0.key < $1.key }) where delivery.end == nil {
      if let expires = delivery.expires { timers.add(.expiry(number), at: expires) }
    }
    for (id, run) in state.runs.sorted(by: { $0.key < $1.key }) where run.phase == .retrying {
      if let next = run.nextAttempt { timers.add(.retry(id), at: next) }
    }
    if degraded != nil { timers.add(.store, at: storeRetry) }
    timers.add(.prune, at: (state.settings.pruned ?? now).advanced(bySeconds: Self.pruneEverySeconds))
  }

  /// The instant after which a rule's occurrences exist and are not settled.
  func base(of rule: RuleID) -> Instant? { state.rules[rule].map { max($0.horizon, $0.highWater) } }

  /// Undoes what a clock that was ahead has settled of what still lies ahead.
  mutating func reviewClock() {
    guard isClockSet else { return }
    var back: Int64 = 0
    for id in state.rules.keys.sorted() {
      guard var record = state.rules[id] else { continue }
      let limit = now.advanced(bySeconds: rule(id)?.graceSeconds ?? 60)
      if record.highWater > now, record.lastHandled > limit {
        back = max(back, record.lastHandled.seconds(since: now))
        keep(.voidRows(id, handledAfter: limit, dueAfter: now))
        let claims = state.claims
        ready.removeAll { $0.rule == id && claims[$0] == nil }
        record.highWater = now
        record.lastHandled = now
      }
      if record.horizon > limit { record.horizon = now }
      if let stop = record.stop, stop.since > limit { record.stop = Stop(since: now, until: stop.until) }
      if state.rules[id] != record { keep(.record(record)) }
    }
    guard back > 0 else { return }
    direct.append(.note(.clockWentBack(seconds: back)))
    rearm()
  }

  /// Seconds between two prunings of the history.
  static let pruneEverySeconds: Int64 = 86_400
  /// Seconds for which what belongs to absent rules is kept.
  static let absentRuleSeconds: Int64 = 30 * 86_400

  /// Forgets rules that are long absent and has old history removed.
  mutating func pruneDue() {
    let now = now
    changeSettings { $0.pruned = now }
    timers.add(.prune, at: now.advanced(bySeconds: Self.pruneEverySeconds))
    let limit = now.advanced(bySeconds: -Self.absentRuleSeconds)
    for id in state.rules.keys.sorted() {
      if let since = state.rules[id]?.absentSince, since < limit { keep(.forget(id)) }
    }
    direct.append(.prune(before: now.advanced(bySeconds: -options.historySeconds)))
  }
}
