import CivilTime
import RuleModel

/// Ledger rows claimed in the turn that goes on.
struct TurnClaims {
  /// Rows to be acted on once they are granted, in order.
  var keys: [OccurrenceKey] = []
  /// Other identities of the same occurrences; one of them stands in where the claim is refused.
  var siblings: [OccurrenceKey: [LedgerRow]] = [:]

  /// Follows a rule to its new name.
  mutating func rename(_ old: RuleID, to new: RuleID) {
    func moved(_ key: OccurrenceKey) -> OccurrenceKey {
      key.rule == old ? OccurrenceKey(rule: new, identity: key.identity) : key
    }
    keys = keys.map(moved)
    var renamed: [OccurrenceKey: [LedgerRow]] = [:]
    for (key, rows) in siblings {
      renamed[moved(key)] = rows.map { row in
        var row = row
        row.key = moved(row.key)
        return row
      }
    }
    siblings = renamed
  }
}

/// A batch that the store has not answered yet.
struct OutstandingBatch {
  var batch: MutationBatch
  var effects: [Effect]
  var claims: TurnClaims
}

extension Engine {
  /// Ends the turn: makes its batch, or, while the store is degraded, goes on without one.
  mutating func finish() -> Turn {
    pump()
    if degraded != nil, now < storeRetry {
      goOnWithoutStore()
    } else if !mutations.isEmpty || !backlog.isEmpty {
      backlog.absorb(mutations)
      let batch = MutationBatch(number: nextBatch, mutations: backlog.mutations)
      nextBatch += 1
      backlog.clear()
      mutations.removeAll(keepingCapacity: true)
      outstanding[batch.number] = OutstandingBatch(batch: batch, effects: held, claims: turnClaims)
      held = []
      turnClaims = TurnClaims()
      defer { direct = [] }
      return Turn(batch: batch, effects: direct, nextWake: timers.earliest, isCut: !unsettled.isEmpty)
    }
    let effects = direct + held
    direct = []
    held = []
    return Turn(effects: effects, nextWake: timers.earliest, isCut: !unsettled.isEmpty)
  }

  private mutating func goOnWithoutStore() {
    for _ in 0..<64 where !mutations.isEmpty {
      backlog.absorb(mutations)
      mutations.removeAll(keepingCapacity: true)
      let claims = turnClaims
      turnClaims = TurnClaims()
      ready += claims.keys
      direct += held
      held = []
      pump()
    }
    backlog.absorb(mutations)
    mutations.removeAll(keepingCapacity: true)
    ready += turnClaims.keys
    turnClaims = TurnClaims()
  }

  /// The store has kept a batch: its effects may happen, its granted claims are acted on.
  mutating func committed(_ number: Int64, refused: Set<OccurrenceKey>) {
    answerClaims(of: number, refused: refused)
    guard let batch = outstanding.removeValue(forKey: number) else { return }
    direct += batch.effects
    // One that was written before the failure says nothing about the store since.
    if degraded != nil, number > lastFailedBatch {
      degraded = nil
      direct.append(.note(.recovered))
    }
  }

  /// The store has answered the claims of a batch: those that it grants are acted on.
  mutating func answerClaims(of number: Int64, refused: Set<OccurrenceKey>) {
    guard let claims = outstanding[number]?.claims else { return }
    outstanding[number]?.claims = TurnClaims()
    for key in claims.keys {
      guard refused.contains(key) else {
        ready.append(key)
        continue
      }
      let row = state.claims[key]
      state.claims[key] = nil
      // The occurrence stands for others at the same instant; the first that was not handled before takes its place.
      guard let row, let sibling = claims.siblings[key]?.first(where: { !refused.contains($0.key) }) else {
        continue
      }
      var promoted = row
      promoted.key = sibling.key
      keep(.settle(promoted))
      ready.append(promoted.key)
    }
  }

  /// The store could not keep batches: the bells go on, and the batches are kept when they can be.
  mutating func commitFailed(_ numbers: [Int64], _ error: StoreError) {
    let failed = numbers.compactMap { outstanding.removeValue(forKey: $0) }
    guard !failed.isEmpty else { return }
    lastFailedBatch = max(lastFailedBatch, numbers.max() ?? 0)
    if degraded != error { direct.append(.note(.degraded(error))) }
    degraded = error
    storeRetry = now.advanced(bySeconds: options.storeRetrySeconds)
    timers.add(.store, at: storeRetry)
    // What already waits is older than this turn's changes and newer than nothing, so the batches go first.
    let later = backlog.mutations
    backlog.clear()
    for batch in failed {
      backlog.absorb(batch.batch.mutations)
      direct += batch.effects
      ready += batch.claims.keys
    }
    backlog.absorb(later)
  }
}
