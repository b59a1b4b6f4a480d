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
  /// A rule with a clock and where it is bound, for when the clock is unsure.
  private let home: (bound: BoundGraph, rule: Int)?
  private let clock: PlainClock?
  private var single: Chain?
  private var cursor: PlainCursor
  /// What the last search left behind.
  private(set) var state = SearchState()
  private var from: Int64
  private var lanes: [Lane] = []

  /// The instants of a rule.
  static func ofRule(_ rule: Int, _ bound: BoundGraph, after instant: Instant) -> InstantStream {
    // No initializer, which would copy what another has made.
    if let clock = bound.clock(ofRule: rule) {
      return InstantStream(bound.tables, clock, nil, home: (bound, rule), after: instant)
    }
    return InstantStream(bound.plan(ofRule: rule), bound.tables, after: instant)
  }

  private init(
    _ tables: Tables, _ clock: PlainClock?, _ single: Chain?, home: (bound: BoundGraph, rule: Int)?, after: Instant
  ) {
    self.tables = tables
    self.clock = clock
    self.single = single
    self.home = home
    cursor = PlainCursor(clock)
    from = after.epochSeconds + 1
  }

  /// The instants of a plan.
  init(_ plan: Plan?, _ tables: Tables, after instant: Instant) {
    self.init(tables, plan?.single?.clock, plan?.single, home: nil, after: instant)
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
      let answer =
        isLater
        ? clock.nextInLaterMonth(&state.segment, &state.cell) : clock.next(from: from, &state.segment, &state.cell)
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
    if single == nil, let home { single = home.bound.plan(ofRule: home.rule)?.single }
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
  private let tables: Tables
  /// A rule with a clock and where it is bound.
  private let home: (bound: BoundGraph, rule: Int)?
  /// What tells the histories; for a rule with a clock bound when the clock can't.
  private var plan: Plan?
  private var instants: InstantStream

  /// The occurrences of a rule.
  init(ofRule rule: Int, _ bound: BoundGraph, after instant: Instant) {
    let isPlain = bound.clock(ofRule: rule) != nil
    tables = bound.tables
    home = isPlain ? (bound, rule) : nil
    plan = isPlain ? nil : bound.plan(ofRule: rule)
    instants = InstantStream.ofRule(rule, bound, after: instant)
  }

  /// The occurrences of a plan.
  init(_ plan: Plan?, _ tables: Tables, after instant: Instant) {
    self.plan = plan
    self.tables = tables
    home = nil
    instants = InstantStream(plan, tables, after: instant)
  }

  /// The next occurrence; nil when none follows.
  public mutating func next() -> Occurrence? {
    guard let found = instants.nextSeconds() else { return nil }
    if let (bound, rule) = home {
      if let plain = bound.plainOccurrence(ofRule: rule, at: found, instants.state.segment) { return plain }
      if plan == nil { plan = bound.plan(ofRule: rule) }
    }
    return plan?.occurrence(at: found, tables)
  }
}
