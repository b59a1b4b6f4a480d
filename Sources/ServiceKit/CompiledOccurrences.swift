import CivilTime
import NextFire
import RuleEngine
import RuleModel
import TriggerGraph

/// The occurrences of one rule set on this machine: the evaluator as the engine asks it.
struct CompiledOccurrences: OccurrenceSource {
  private let calendars: [CalendarID: CalendarDefinition]
  /// In the order of the graph, and the engine's own list.
  private let rules: [Rule]
  private let graph: TriggerGraph
  private let places: RulePlaces
  private let forms = TriggerForms()
  private let zones: MachineZones
  private var evaluator: Evaluator
  private let gates: EventGates

  /// Answers for the triggers of a set.
  ///
  /// - Parameters:
  ///   - graph: The triggers, compiled; nil to have it done.
  ///   - zones: The zones of the machine, read once for this value.
  ///   - machineKey: What jitter is counted with.
  ///   - now: When triggers without a stored anchor are taken to be loaded first.
  init(_ set: RuleSet, graph known: TriggerGraph? = nil, zones: MachineZones, machineKey: UInt64, now: Instant) {
    calendars = set.calendars
    rules = set.rules
    graph = known ?? TriggerGraph(set)
    places = RulePlaces(graph)
    self.zones = zones
    let names = MachineZones.names(in: set)
    let context = EvaluationContext(
      zones: zones.rules(of: names), localZone: zones.local, assumedAnchor: now, machineKey: machineKey)
    evaluator = Evaluator(graph: graph, context: context)
    gates = EventGates()
  }

  mutating func use(anchors: [RuleEngine.AnchorKey: Instant]) {
    var context = evaluator.context
    var known: [NextFire.AnchorKey: Instant] = [:]
    for (key, instant) in anchors {
      guard let number = UInt64(key.fingerprint, radix: 16) else { continue }
      known[NextFire.AnchorKey(rule: key.rule, trigger: TriggerFingerprint(rawValue: number))] = instant
    }
    guard known != context.anchors else { return }
    context.anchors = known
    evaluator = Evaluator(graph: graph, context: context)
  }

  func fingerprints(of rule: RuleID) -> [String] {
    guard let index = places[rule] else { return [] }
    let list = rules[index].triggers.storageIdentity
    if let known = forms.known[list] { return known }
    let texts = graph.triggerForms(ofRule: index)
    forms.known[list] = texts
    return texts
  }

  func group(of rule: RuleID) -> Int? {
    guard let index = places[rule], let root = graph.rules[index].root,
      rules[index].triggers.contains(where: { !$0.isEvent })
    else { return nil }
    // Rules of their own come after all nodes.
    return graph.dependsOnRule(root) ? graph.nodeCount + index : Int(root.position)
  }

  func next(of rule: RuleID, after instant: Instant) -> Occurrence? {
    places[rule].flatMap { evaluator.next(ofRule: $0, after: instant) }
  }

  func previous(of rule: RuleID, before instant: Instant) -> Occurrence? {
    places[rule].flatMap { evaluator.previous(ofRule: $0, before: instant) }
  }

  func admits(_ rule: RuleID, trigger: Int, at instant: Instant) -> Bool {
    guard let index = places[rule], rules[index].triggers.indices.contains(trigger) else { return false }
    let event = rules[index].triggers[trigger]
    let isFree = event.only.isEmpty && event.except.isEmpty && event.bounds.from == nil && event.bounds.until == nil
    if isFree { return true }
    let key = EventGates.Key(rule: rule, trigger: trigger)
    if let gate = gates.known[key] { return gate.contains(instant, ofRule: 0) }
    // A trigger of every second with the same days and bounds fires exactly when the event may.
    let gate = Trigger(
      source: .interval(.every(seconds: 1, between: nil, days: .all)), zone: event.zone,
      bounds: Bounds(from: event.bounds.from, until: event.bounds.until), only: event.only, except: event.except,
      weekend: event.weekend)
    let evaluator = evaluator(of: [gate], anchor: instant)
    gates.known[key] = evaluator
    return evaluator.contains(instant, ofRule: 0)
  }

  func next(of triggers: [Trigger], anchor: Instant, after instant: Instant) -> Occurrence? {
    // A request by hand counts its intervals from when it was asked for.
    let anchored = triggers.map { trigger in
      guard case .interval(.every(_, between: nil, _)) = trigger.source, trigger.bounds.from == nil else {
        return trigger
      }
      var trigger = trigger
      trigger.bounds.from = .instant(anchor)
      return trigger
    }
    return evaluator(of: anchored, anchor: anchor).next(ofRule: 0, after: instant)
  }

  func localTime(at instant: Instant, in zone: ZoneChoice) -> LocalDateTime {
    zones.rules(of: zone).localDateTime(at: instant)
  }

  func instant(of dateTime: LocalDateTime, in zone: ZoneChoice) -> Instant {
    zones.rules(of: zone).firstInstant(of: dateTime)
  }

  /// An evaluator of some triggers that belong to no rule.
  private func evaluator(of triggers: [Trigger], anchor: Instant) -> Evaluator {
    var builder = TriggerGraphBuilder(calendars: calendars)
    builder.add(Rule(id: RuleID("request"), triggers: triggers))
    var context = evaluator.context
    context.anchors = [:]
    context.assumedAnchor = anchor
    for trigger in triggers {
      if case .named(let name) = trigger.zone, context.zones[name] == nil {
        context.zones[name] = zones.rules(of: [name])[name]
      }
    }
    return Evaluator(graph: builder.finish(), context: context)
  }
}

/// The texts of triggers' forms, which rules with the same list of triggers share.
private final class TriggerForms {
  /// By the storage of the list.
  var known: [Int: [String]] = [:]
}

/// When event triggers with days or bounds may fire, compiled at their first event.
private final class EventGates {
  struct Key: Hashable {
    var rule: RuleID
    var trigger: Int
  }

  var known: [Key: Evaluator] = [:]
}
