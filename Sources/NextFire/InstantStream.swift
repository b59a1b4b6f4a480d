public import CivilTime
public import RuleModel

/// Instants at which something fires, ascending, found one by one.
///
/// Keeps the month and the zone segment it is in, so that one step costs some nanoseconds.
public struct InstantStream: Sequence, IteratorProtocol {
  /// One chain, or one trigger whose occurrences are delayed, with its coming instant.
  private struct Lane {
    let chain: Chain?
    let trigger: TriggerPlan?
    var state = SearchState()
    var pending: Int64?

    mutating func advance(from: Int64, _ tables: Tables) {
      if let chain {
        pending = chain.next(from: from, tables, &state)
      } else {
        pending = trigger?.next(from: from, tables)
      }
    }
  }

  private let tables: Tables
  private let single: Chain?
  /// That of `single`, which keeps it alive.
  private let clock: Borrowed<PlainClock>?
  private var cursor: PlainCursor
  private var state = SearchState()
  private var from: Int64
  private var lanes: [Lane] = []

  init(_ plan: Plan?, _ tables: Tables, after instant: Instant) {
    self.tables = tables
    from = instant.epochSeconds + 1
    single = plan?.single
    clock = single?.clock.map { Borrowed($0) }
    cursor = PlainCursor(single?.clock)
    guard let plan, single == nil else { return }
    for trigger in plan.triggers {
      if trigger.delay == 0 {
        lanes += trigger.chains.map { Lane(chain: $0, trigger: nil) }
      } else {
        lanes.append(Lane(chain: nil, trigger: trigger))
      }
    }
    for index in lanes.indices { lanes[index].advance(from: from, tables) }
  }

  /// The next instant; nil when none follows.
  public mutating func next() -> Instant? {
    guard let found = nextSeconds() else { return nil }
    return Instant(epochSeconds: found)
  }

  @inline(__always) mutating func nextSeconds() -> Int64? {
    if let found = cursor.next() {
      from = found &+ 1
      return found
    }
    return searched()
  }

  @inline(never) private mutating func searched() -> Int64? {
    if let clock, from <= Instant.secondsRange.upperBound {
      let isLater = cursor.isAtEndOfMonth
      let answer = clock.with {
        isLater
          ? $0.nextInLaterMonth(&state.segment, &state.cell) : $0.next(from: from, &state.segment, &state.cell)
      }
      switch answer {
      case .found(let found):
        from = found &+ 1
        if isLater {
          cursor.enterMonth(found, state.segment, state.cell)
        } else {
          cursor.enter(found, state.segment, state.cell)
        }
        return found
      case .never:
        end()
        return nil
      case .unsure: break
      }
    }
    guard let single else { return nextOfMany() }
    guard let found = single.nextOfMany(from: from, tables, &state) else {
      end()
      return nil
    }
    from = found &+ 1
    if clock != nil { cursor.enter(found, state.segment, state.cell) }
    return found
  }

  private mutating func end() {
    from = Instant.secondsRange.upperBound + 1
    cursor.leave()
  }

  private mutating func nextOfMany() -> Int64? {
    var result: Int64?
    for lane in lanes {
      if let pending = lane.pending { result = Swift.min(pending, result ?? pending) }
    }
    guard let result else { return nil }
    // Equal instants are one occurrence.
    for index in lanes.indices where lanes[index].pending == result { lanes[index].advance(from: result + 1, tables) }
    return result
  }
}

/// Occurrences with their histories, ascending, found one by one.
public struct OccurrenceStream: Sequence, IteratorProtocol {
  private let plan: Plan?
  private let tables: Tables
  private var instants: InstantStream

  init(_ plan: Plan?, _ tables: Tables, after instant: Instant) {
    self.plan = plan
    self.tables = tables
    instants = InstantStream(plan, tables, after: instant)
  }

  /// The next occurrence; nil when none follows.
  public mutating func next() -> Occurrence? {
    guard let plan, let found = instants.nextSeconds() else { return nil }
    return plan.occurrence(at: found, tables)
  }
}
