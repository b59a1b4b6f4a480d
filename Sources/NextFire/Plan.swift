import CivilTime

/// One trigger: its chains in one order, each occurrence delayed by the constant share of `jitter`.
struct TriggerPlan: Sendable {
  let chains: [Chain]
  /// Constant delay in seconds; an occurrence whose next one is nearer is delayed less.
  let delay: Int64

  /// The first instant at or after `from`; nil when there is none.
  func next(from: Int64, _ tables: Tables) -> Int64? {
    guard delay > 0 else { return base(from: from, tables) }
    // Each occurrence stays before the next one, so only the last one before `from` can be delayed into it.
    if let before = basePrevious(through: from - 1, tables) {
      let delayed = before + delay(after: before, tables)
      if delayed >= from { return supported(delayed) }
    }
    guard let first = base(from: from, tables) else { return nil }
    return supported(first + delay(after: first, tables))
  }

  /// The last instant at or before `through`; nil when there is none.
  func previous(through: Int64, _ tables: Tables) -> Int64? {
    guard delay > 0 else { return basePrevious(through: through, tables) }
    guard let last = basePrevious(through: through, tables) else { return nil }
    let delayed = last + delay(after: last, tables)
    if delayed <= through { return delayed }
    guard let before = basePrevious(through: last - 1, tables) else { return nil }
    return before + delay(after: before, tables)
  }

  /// The instant before jitter of an occurrence; nil where the trigger does not fire then.
  func base(of instant: Int64, _ tables: Tables) -> Int64? {
    guard let before = basePrevious(through: instant, tables) else { return nil }
    if delay == 0 { return before == instant ? before : nil }
    return before + delay(after: before, tables) == instant ? before : nil
  }

  /// How much an occurrence is delayed.
  private func delay(after instant: Int64, _ tables: Tables) -> Int64 {
    guard let next = base(from: instant + 1, tables) else { return delay }
    return min(delay, next - instant - 1)
  }

  private func base(from: Int64, _ tables: Tables) -> Int64? {
    var result: Int64?
    for chain in chains {
      guard let found = chain.next(from: from, tables) else { continue }
      result = min(found, result ?? found)
    }
    return result
  }

  private func basePrevious(through: Int64, _ tables: Tables) -> Int64? {
    var result: Int64?
    for chain in chains {
      guard let found = chain.previous(through: through, tables) else { continue }
      result = max(found, result ?? found)
    }
    return result
  }

  private func supported(_ instant: Int64) -> Int64? {
    Instant.secondsRange.contains(instant) ? instant : nil
  }
}

/// Everything that fires one root of the graph, bound to zones, anchors and machine.
final class Plan: Sendable {
  let triggers: [TriggerPlan]
  /// The only chain, where there is one trigger with one chain and no delay.
  let single: Chain?
  /// Zones that triggers name and nobody knows; those triggers never fire.
  let unknownZones: [ZoneName]
  /// Whether something other than the clock fires it.
  let hasEvents: Bool

  init(triggers: [TriggerPlan], unknownZones: [ZoneName], hasEvents: Bool) {
    self.triggers = triggers
    self.unknownZones = unknownZones
    self.hasEvents = hasEvents
    single =
      triggers.count == 1 && triggers[0].chains.count == 1 && triggers[0].delay == 0 ? triggers[0].chains[0] : nil
  }

  /// The first instant at or after `from`; nil when there is none.
  @inline(__always) func next(from: Int64, _ tables: Tables) -> Int64? {
    if let single { return single.next(from: from, tables) }
    return nextOfMany(from: from, tables)
  }

  private func nextOfMany(from: Int64, _ tables: Tables) -> Int64? {
    var result: Int64?
    for trigger in triggers {
      guard let found = trigger.next(from: from, tables) else { continue }
      result = min(found, result ?? found)
    }
    return result
  }

  /// The last instant at or before `through`; nil when there is none.
  func previous(through: Int64, _ tables: Tables) -> Int64? {
    var result: Int64?
    for trigger in triggers {
      guard let found = trigger.previous(through: through, tables) else { continue }
      result = max(found, result ?? found)
    }
    return result
  }
}
