public import CivilTime
public import RuleModel
public import TriggerGraph

/// Answers when the rules of a graph fire, for one state of the world: zones, anchors and machine.
///
/// A value without clock, file or global state: equal inputs give equal answers. Instants outside the years 1 to 9999
/// do not exist for it. A trigger whose zone nobody knows never fires; `unknownZones(ofRule:)` tells.
public struct Evaluator: Sendable {
  /// The rules.
  public var graph: TriggerGraph { bound.graph }
  /// The state of the world.
  public var context: EvaluationContext { bound.context }

  private let bound: BoundGraph

  /// Binds all rules of a graph.
  ///
  /// - Complexity: O(nodes + rules); a rule with `count` costs as much as counting that many days or instants.
  public init(graph: TriggerGraph, context: EvaluationContext) { bound = BoundGraph(graph, context) }

  // MARK: Instants

  /// The first instant strictly after another at which a rule fires; nil when there is none.
  ///
  /// - Parameter rule: A place in `graph.rules`; any other never fires.
  /// - Complexity: tens of nanoseconds for plain triggers, without allocation; bounded by one cycle of the calendar
  ///   (400 years) for patterns that repeat in it, else by the year 9999.
  public func nextInstant(ofRule rule: Int, after instant: Instant) -> Instant? {
    bound.next(ofRule: rule, from: instant.epochSeconds &+ 1).map { Instant(epochSeconds: $0) }
  }

  /// The last instant strictly before another at which a rule fires; nil when there is none.
  public func previousInstant(ofRule rule: Int, before instant: Instant) -> Instant? {
    guard let found = bound.plan(ofRule: rule)?.previous(through: instant.epochSeconds - 1, bound.tables)
    else { return nil }
    return Instant(epochSeconds: found)
  }

  /// Whether a rule fires at an instant.
  public func contains(_ instant: Instant, ofRule rule: Int) -> Bool {
    bound.next(ofRule: rule, from: instant.epochSeconds) == instant.epochSeconds
  }

  /// The instants strictly after another at which a rule fires, ascending, found one by one.
  public func instants(ofRule rule: Int, after instant: Instant) -> InstantStream {
    InstantStream.ofRule(rule, bound, after: instant)
  }

  /// Whether the clock never fires a rule that it should: what its triggers ask for does not come.
  ///
  /// Searched from the year 1 on, so also what lies in the past counts. False for rules without triggers, with events,
  /// or with an unknown zone, about which nothing can be said.
  public func isNever(_ rule: Int) -> Bool {
    guard graph.rules.indices.contains(rule), graph.rules[rule].root != nil, !bound.hasEvents(rule),
      bound.unknownZones(ofRule: rule).isEmpty
    else { return false }
    return bound.next(ofRule: rule, from: Instant.secondsRange.lowerBound) == nil
  }

  /// Names of zones that triggers of a rule need and nobody knows; those triggers never fire.
  public func unknownZones(ofRule rule: Int) -> [ZoneName] { bound.unknownZones(ofRule: rule) }

  // MARK: Occurrences

  /// The first occurrence of a rule strictly after an instant; nil when there is none.
  public func next(ofRule rule: Int, after instant: Instant) -> Occurrence? {
    bound.nextOccurrence(ofRule: rule, from: instant.epochSeconds &+ 1)
  }

  /// The last occurrence of a rule strictly before an instant; nil when there is none.
  public func previous(ofRule rule: Int, before instant: Instant) -> Occurrence? {
    guard let plan = bound.plan(ofRule: rule),
      let found = plan.previous(through: instant.epochSeconds - 1, bound.tables)
    else { return nil }
    return plan.occurrence(at: found, bound.tables)
  }

  /// The occurrence of a rule at an instant; nil when it does not fire then.
  public func occurrence(ofRule rule: Int, at instant: Instant) -> Occurrence? {
    bound.nextOccurrence(ofRule: rule, from: instant.epochSeconds).flatMap { $0.instant == instant ? $0 : nil }
  }

  /// The occurrences of a rule strictly after an instant, ascending, found one by one.
  public func occurrences(ofRule rule: Int, after instant: Instant) -> OccurrenceStream {
    OccurrenceStream(ofRule: rule, bound, after: instant)
  }

  /// What a rule's fixed-time triggers name in a stretch of time and leave out again, in time order.
  ///
  /// - Parameters:
  ///   - from: First instant, included.
  ///   - until: Last instant, included.
  ///   - limit: How many at most, the earliest; also bounds the work.
  public func skipped(
    ofRule rule: Int, from: Instant, until: Instant, limit: Int = 1000
  ) -> [SkippedOccurrence] {
    guard from <= until, limit > 0, let plan = bound.plan(ofRule: rule) else { return [] }
    return plan.skipped(from: from.epochSeconds, until: until.epochSeconds, limit: limit, bound.tables)
  }

  // MARK: Nodes

  /// A node of the graph on its own, made ready for questions.
  ///
  /// First loads are taken to be at `context.assumedAnchor`, and jitter delays nothing. Nodes before gap and fold are
  /// resolved, whose output is civil, are read on the clock of UTC.
  public func node(_ node: NodeIndex) -> NodeEvaluator {
    var binder = PlanBinder(graph: graph, context: context)
    let plan = binder.plan(of: [node], rule: nil)
    return NodeEvaluator(plan: plan, tables: binder.finishedTables)
  }
}

/// One node of a graph, answering as `Evaluator` does for rules.
public struct NodeEvaluator: Sendable {
  let plan: Plan
  let tables: Tables

  /// The first occurrence strictly after an instant; nil when there is none.
  public func next(after instant: Instant) -> Occurrence? {
    plan.next(from: instant.epochSeconds &+ 1, tables).map { plan.occurrence(at: $0, tables) }
  }

  /// The last occurrence strictly before an instant; nil when there is none.
  public func previous(before instant: Instant) -> Occurrence? {
    plan.previous(through: instant.epochSeconds - 1, tables).map { plan.occurrence(at: $0, tables) }
  }

  /// The first instant strictly after another; nil when there is none.
  public func nextInstant(after instant: Instant) -> Instant? {
    plan.next(from: instant.epochSeconds &+ 1, tables).map { Instant(epochSeconds: $0) }
  }

  /// Whether the node fires at an instant.
  public func contains(_ instant: Instant) -> Bool {
    plan.next(from: instant.epochSeconds, tables) == instant.epochSeconds
  }

  /// The occurrences strictly after an instant, ascending, found one by one.
  public func occurrences(after instant: Instant) -> OccurrenceStream { OccurrenceStream(plan, tables, after: instant) }

  /// The instants strictly after another, ascending, found one by one.
  public func instants(after instant: Instant) -> InstantStream { InstantStream(plan, tables, after: instant) }

  /// Names of zones that nobody knows.
  public var unknownZones: [ZoneName] { plan.unknownZones }
}
