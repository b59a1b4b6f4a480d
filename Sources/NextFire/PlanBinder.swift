import CivilTime
import RuleModel
import TriggerGraph

/// Binds nodes of a graph to zones, anchors and machine, so that they can be searched.
struct PlanBinder {
  let graph: TriggerGraph
  let context: EvaluationContext
  var days: DayTable
  private let windows: WindowTable
  /// The rules of `graph.zones`, once one was asked for; nil for those that nobody knows.
  var zonesOfGraph: [ZoneRules?] = []
  private var added: [DaySet: DaySetIndex] = [:]
  private var unknownZones: Set<ZoneName> = []
  private var hasEvents = false

  init(graph: TriggerGraph, context: EvaluationContext) {
    self.graph = graph
    self.context = context
    days = DayTable(graph) { instant, zone in context.rules(of: zone)?.localDateTime(at: instant).date }
    windows = WindowTable(graph, zones: context.zones.merging([.utc: .utc]) { known, _ in known })
  }

  /// Binds what needs no more than the tables hold.
  init(graph: TriggerGraph, context: EvaluationContext, _ tables: Tables) {
    self.graph = graph
    self.context = context
    days = tables.days
    windows = tables.windows
  }

  /// What the plans bound so far look things up in.
  var finishedTables: Tables { Tables(days: days, windows: windows) }

  /// Binds the triggers of a rule.
  mutating func plan(ofRule rule: Int) -> Plan {
    let entry = graph.rules[rule]
    let isOwn = entry.root.map { graph.dependsOnRule($0) } ?? false
    return plan(of: Array(graph.triggers(ofRule: rule)), rule: isOwn ? entry.id : nil)
  }

  /// Binds the triggers with these top nodes.
  ///
  /// - Parameter rule: Whose anchors and delays count; nil: the assumed anchor and no delay.
  mutating func plan(of triggers: [NodeIndex], rule: RuleID?) -> Plan {
    unknownZones = []
    hasEvents = false
    var plans: [TriggerPlan] = []
    for trigger in triggers { plans += self.plans(of: trigger, owner: Owner(rule: rule, trigger: trigger)) }
    return Plan(triggers: plans, unknownZones: unknownZones.sorted(), hasEvents: hasEvents)
  }

  /// The rule and trigger whose anchor counts.
  struct Owner {
    let rule: RuleID?
    let trigger: NodeIndex
  }

  private mutating func plans(of node: NodeIndex, owner: Owner) -> [TriggerPlan] {
    switch graph[node] {
    case .union(let inputs):
      return inputs.flatMap { plans(of: $0, owner: owner) }
    case .eventFile(let input, _):
      return plans(of: input, owner: owner)
    case .jitter(let input, let seconds):
      return [TriggerPlan(chains: chains(of: input, owner), delay: delay(below: seconds, owner.rule))]
    default:
      return [TriggerPlan(chains: chains(of: node, owner), delay: 0)]
    }
  }

  private mutating func chains(of node: NodeIndex, _ owner: Owner) -> [Chain] {
    switch graph[node] {
    case .union(let inputs): inputs.flatMap { chains(of: $0, owner) }
    case .jitter(let input, _), .eventFile(let input, _): chains(of: input, owner)
    default: bind(ChainParts(node, in: graph), owner)
    }
  }

  private func delay(below seconds: Int64, _ rule: RuleID?) -> Int64 {
    guard let key = context.machineKey, let rule, seconds > 0 else { return 0 }
    var hasher = StableHasher(key: key)
    hasher.combine(rule.text)
    return Int64(hasher.value % UInt64(min(seconds, 1 << 32)))
  }

  /// The rules of a zone, noting one that nobody knows.
  mutating func rules(of zone: ZoneChoice) -> ZoneRules? {
    let rules = context.rules(of: zone)
    if rules == nil, case .named(let name) = zone { unknownZones.insert(name) }
    return rules
  }

  mutating func noteUnknownZones(of filter: WindowFilter) -> Bool {
    let names = ((filter.only ?? []) + filter.except).compactMap { windows.unknownZone(in: $0) }
    unknownZones.formUnion(names)
    return !names.isEmpty
  }

  mutating func noteEvent() { hasEvents = true }

  /// When the owner was first loaded.
  func anchor(of owner: Owner) -> Instant {
    guard let rule = owner.rule else { return context.assumedAnchor }
    let key = AnchorKey(rule: rule, trigger: graph.fingerprint(of: owner.trigger))
    return context.anchors[key] ?? context.assumedAnchor
  }

  /// The place of a set, added once.
  mutating func index(of set: DaySet) -> DaySetIndex {
    if let known = added[set] { return known }
    let index = days.add(set)
    added[set] = index
    return index
  }

  /// The days that a filter allows; nil where it allows all.
  mutating func free(_ filter: DayFilter?) -> DaySetIndex? {
    guard let filter else { return nil }
    var parts: [DaySetIndex] = []
    if let only = filter.only { parts.append(union(only)) }
    if !filter.except.isEmpty { parts.append(index(of: .complement(union(filter.except)))) }
    return parts.isEmpty ? nil : intersection(parts)
  }

  mutating func union(_ parts: [DaySetIndex]) -> DaySetIndex {
    parts.count == 1 ? parts[0] : index(of: .union(parts))
  }

  mutating func intersection(_ parts: [DaySetIndex]) -> DaySetIndex {
    parts.count == 1 ? parts[0] : index(of: .intersection(parts))
  }
}

/// The steps of one chain, taken apart.
struct ChainParts {
  var source: TriggerNode
  var labels: EventLabels?
  var days: DayFilter?
  var bounds: (from: DateTimePoint?, until: DateTimePoint?, zone: ZoneChoice)?
  var count: (number: Int, isFirstLoad: Bool)?
  var civilOffset: (offset: Offset, free: DaySetIndex?)?
  /// Civil date-times that no node resolves are read on the clock of UTC.
  var resolve: (zone: ZoneChoice, gap: GapPolicy, fold: FoldPolicy) = (.named(.utc), .shift, .first)
  var windows: WindowFilter?
  var clockOffset: Offset?

  /// Walks from a node down to its source.
  init(_ top: NodeIndex, in graph: TriggerGraph) {
    var node = graph[top]
    while true {
      source = node
      let input: NodeIndex
      switch node {
      case .pattern, .points, .aligned, .interval, .once, .recurrence, .event, .union, .jitter, .eventFile: return
      case .labelled(let below, let events):
        labels = events
        input = below
      case .days(let below, let filter):
        days = filter
        input = below
      case .bounds(let below, let from, let until, let zone):
        bounds = (from, until, zone)
        input = below
      case .count(let below, let number, let isFirstLoad):
        count = (number, isFirstLoad)
        input = below
      case .civilOffset(let below, let offset, let free):
        civilOffset = (offset, free)
        input = below
      case .resolve(let below, let zone, let gap, let fold):
        resolve = (zone, gap, fold)
        input = below
      case .windows(let below, let filter):
        windows = filter
        input = below
      case .clockOffset(let below, let offset):
        clockOffset = offset
        input = below
      }
      node = graph[input]
    }
  }

  /// Elapsed seconds of the clock offset, at most about 34,000 years.
  var clockSeconds: Int64 {
    let limit: Int64 = 1 << 40
    switch clockOffset {
    case nil, .workdays: return 0
    case .days(let days): return Int64(days) * 86_400
    case .seconds(let seconds): return min(max(seconds, -limit), limit)
    case .daysAndSeconds(let days, let seconds):
      return Int64(days) * 86_400 + min(max(seconds, -limit), limit)
    }
  }
}
