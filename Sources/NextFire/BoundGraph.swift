import CivilTime
import RuleModel
import TriggerGraph

/// A graph bound to one state of the world: what an evaluator and its streams share.
///
/// What fires a rule stands here in one of two forms. Most rules have a plain clock: some bytes without an object of
/// their own, which answer wherever no transition of the zone is near. All others have a plan. A rule with a clock has
/// one too, bound anew whenever something asks what the clock does not know.
final class BoundGraph: Sendable {
  let graph: TriggerGraph
  let context: EvaluationContext
  let tables: Tables
  private let clocks: [PlainClock]
  private let plans: [Plan]
  private let places: [Place]

  /// Where what fires a rule stands; equal roots that don't depend on their rule share it.
  private struct Place {
    private let number: Int32

    private init(_ number: Int) { self.number = Int32(truncatingIfNeeded: number) }

    static let nowhere = Place(-1)
    static func clock(_ index: Int) -> Place { Place(index * 2) }
    static func plan(_ index: Int) -> Place { Place(index * 2 + 1) }

    var isKnown: Bool { number >= 0 }
    var clock: Int? { number >= 0 && number & 1 == 0 ? Int(number / 2) : nil }
    var plan: Int? { number >= 0 && number & 1 == 1 ? Int(number / 2) : nil }
  }

  init(_ graph: TriggerGraph, _ context: EvaluationContext) {
    var binder = PlanBinder(graph: graph, context: context)
    var clocks: [PlainClock] = []
    var plans: [Plan] = []
    var places: [Place] = []
    var placeOfNode = [Place](repeating: .nowhere, count: graph.nodeCount)
    places.reserveCapacity(graph.rules.count)
    clocks.reserveCapacity(min(graph.rules.count, graph.nodeCount))
    for rule in graph.rules.indices {
      guard let root = graph.rules[rule].root else {
        places.append(.nowhere)
        continue
      }
      var place = placeOfNode[Int(root.position)]
      if !place.isKnown {
        if let clock = binder.clock(of: root) {
          place = .clock(clocks.count)
          clocks.append(clock)
        } else {
          place = .plan(plans.count)
          plans.append(binder.plan(ofRule: rule))
        }
        if !graph.dependsOnRule(root) { placeOfNode[Int(root.position)] = place }
      }
      places.append(place)
    }
    self.graph = graph
    self.context = context
    self.clocks = clocks
    self.plans = plans
    self.places = places
    tables = binder.finishedTables
  }

  @inline(__always) private func place(_ rule: Int) -> Place {
    rule >= 0 && rule < places.count ? places[rule] : .nowhere
  }

  /// The clock of a rule that has one.
  @inline(__always) func clock(ofRule rule: Int) -> PlainClock? { place(rule).clock.map { clocks[$0] } }

  /// Everything that fires a rule; nil for one without triggers.
  func plan(ofRule rule: Int) -> Plan? {
    let place = place(rule)
    if let plan = place.plan { return plans[plan] }
    guard place.isKnown else { return nil }
    var binder = PlanBinder(graph: graph, context: context, tables)
    return binder.plan(ofRule: rule)
  }

  /// Zones that triggers of a rule name and nobody knows.
  func unknownZones(ofRule rule: Int) -> [ZoneName] { place(rule).plan.map { plans[$0].unknownZones } ?? [] }

  /// Whether something other than the clock fires a rule.
  func hasEvents(_ rule: Int) -> Bool { place(rule).plan.map { plans[$0].hasEvents } ?? false }

  /// The first second at or after `from` at which a rule fires; nil when there is none.
  @inline(__always) func next(ofRule rule: Int, from: Int64) -> Int64? {
    var segment = LocalSegment.none
    switch clockAnswer(ofRule: rule, from: from, &segment) {
    case .found(let found): return found
    case .never: return nil
    case .unsure: return plan(ofRule: rule)?.next(from: from, tables)
    }
  }

  /// The first occurrence of a rule at or after `from`; nil when there is none.
  func nextOccurrence(ofRule rule: Int, from: Int64) -> Occurrence? {
    var segment = LocalSegment.none
    switch clockAnswer(ofRule: rule, from: from, &segment) {
    case .found(let found):
      return plainOccurrence(ofRule: rule, at: found, segment)
        ?? plan(ofRule: rule)?.occurrence(at: found, tables)
    case .never: return nil
    case .unsure:
      guard let plan = plan(ofRule: rule) else { return nil }
      return plan.next(from: from, tables).map { plan.occurrence(at: $0, tables) }
    }
  }

  /// What the clock of a rule answers; unsure where the rule has none.
  @inline(__always) private func clockAnswer(
    ofRule rule: Int, from: Int64, _ segment: inout LocalSegment
  ) -> PlainClock.Answer {
    guard let clock = place(rule).clock, Instant.secondsRange.contains(from) else { return .unsure }
    var cell = MonthCell()
    // Through the buffer, so that no clock is copied.
    return clocks.withUnsafeBufferPointer { $0[clock].next(from: from, &segment, &cell) }
  }

  /// The occurrence of a rule with a clock at an instant that it has found; nil where a transition is near.
  ///
  /// There each local time is shown once, so that nothing happened on the way from the pattern to the instant.
  func plainOccurrence(ofRule rule: Int, at instant: Int64, _ segment: LocalSegment) -> Occurrence? {
    guard instant >= segment.clearStart, instant < segment.clearEnd, let root = graph.rules[rule].root,
      let pattern = graph.zonedPattern(root)
    else { return nil }
    let moment = Instant(epochSeconds: instant)
    if pattern.isAligned { return Occurrence(instant: moment, identities: [.instant(moment)]) }
    guard let dateTime = LocalDateTime(localSeconds: instant + segment.offset) else { return nil }
    var name: ZoneName?
    if case .named(let zone) = graph.zones[pattern.zone] { name = zone }
    return Occurrence(
      instant: moment, identities: [.civil(dateTime, zone: name, offset: nil, pass: .first)])
  }
}
