public import RuleModel

/// Lowers rules to canonical nodes and stores each equal node once.
///
/// Takes any value: what the compiler would have refused (a count of zero, a month without days) becomes a trigger
/// that never fires, or the nearest meaning; nothing traps.
public struct TriggerGraphBuilder: Sendable {
  var graph = TriggerGraph()
  let definitions: [CalendarID: CalendarDefinition]
  var calendarsInProgress: Set<CalendarID> = []

  /// Lists of triggers whose nodes are known; kept, so that their storage stays theirs.
  private var lists: [KnownList] = []
  private var listPlaces = PlaceTable()
  private var nodePlaces = PlaceTable()
  private var daySetPlaces = PlaceTable()
  private var windowSetPlaces = PlaceTable()
  private var daySetHashes: [UInt64] = []
  private var windowSetHashes: [UInt64] = []
  /// The days of the week that were asked for last, as those that are no weekend are by nearly every trigger.
  private var lastWeek: (days: WeekdaySet, set: DaySetIndex)?

  /// A list of triggers with its rule's root and where its nodes begin in the graph's `triggerRoots`.
  private struct KnownList {
    let triggers: [Trigger]
    let first: Int
    let root: Int32
  }

  /// Starts a graph whose triggers may name these calendars; one that is not among them is empty.
  public init(calendars: [CalendarID: CalendarDefinition]) { definitions = calendars }

  /// Adds a rule behind those added before.
  public mutating func add(_ rule: Rule) {
    let first = graph.triggerRoots.count
    let identity = rule.triggers.storageIdentity
    var hasher = StableHasher()
    hasher.combine(identity)
    let hash = hasher.value
    var root: Int32 = -1
    if let place = listPlaces.place(of: hash, where: { lists[$0].triggers.storageIdentity == identity }) {
      let known = lists[place]
      for offset in known.triggers.indices { graph.triggerRoots.append(graph.triggerRoots[known.first + offset]) }
      root = known.root
    } else if !rule.triggers.isEmpty {
      for index in rule.triggers.indices { graph.triggerRoots.append(node(for: rule.triggers[index])) }
      root = union(graph.triggerRoots[first...]).position
      listPlaces.add(hash, at: lists.count)
      lists.append(KnownList(triggers: rule.triggers, first: first, root: root))
    }
    graph.rules.append(
      TriggerGraph.RuleEntry(
        id: rule.id, rootPosition: root, firstTrigger: Int32(truncatingIfNeeded: first)))
  }

  /// Returns the graph of all rules added, in their order.
  public func finish() -> TriggerGraph {
    var result = graph
    result.indexRules()
    return result
  }

  /// The node of many streams in one order.
  mutating func union(_ inputs: some Collection<NodeIndex>) -> NodeIndex {
    if inputs.count == 1, let only = inputs.first { return only }
    let distinct = Set(inputs)
    if distinct.count == 1, let only = distinct.first { return only }
    return index(of: .union(distinct.sorted()))
  }

  /// The place of a node, stored once.
  mutating func index(of node: TriggerNode) -> NodeIndex {
    let form = StableHasher.hash(
      of: node, nodes: graph.nodeHashes, daySets: daySetHashes, windowSets: windowSetHashes)
    var hash = form
    // The events of a file may be many for one pattern, and are no part of its form.
    if case .labelled(_, let labels) = node { hash = StableHasher.mixed(form, labels.series.first?.place ?? -1) }
    if let known = nodePlaces.place(of: hash, where: { graph.nodes[$0] == node }) { return NodeIndex(known) }
    let position = graph.nodes.count
    nodePlaces.add(hash, at: position)
    graph.nodes.append(node)
    graph.nodeHashes.append(form)
    graph.dependsOnRule.append(dependsOnRule(node))
    return NodeIndex(position)
  }

  private func dependsOnRule(_ node: TriggerNode) -> Bool {
    switch node {
    case .count(_, _, isFirstLoad: true), .jitter: true
    case .once(_, let from, _): from == nil
    case .union(let inputs): inputs.contains { graph.dependsOnRule[Int($0.position)] }
    default: node.input.map { graph.dependsOnRule[Int($0.position)] } ?? false
    }
  }

  /// The place of a day set, stored once.
  mutating func index(of set: DaySet) -> DaySetIndex {
    let hash = StableHasher.hash(of: set, daySets: daySetHashes)
    if let known = daySetPlaces.place(of: hash, where: { graph.daySets[$0] == set }) { return DaySetIndex(known) }
    let position = graph.daySets.count
    daySetPlaces.add(hash, at: position)
    graph.daySets.append(set)
    daySetHashes.append(hash)
    return DaySetIndex(position)
  }

  /// The place of the set of some days of the week.
  mutating func indexOfWeek(_ days: WeekdaySet) -> DaySetIndex {
    if let lastWeek, lastWeek.days == days { return lastWeek.set }
    let set = index(of: weekdays(days))
    lastWeek = (days, set)
    return set
  }

  /// The place of a window set, stored once.
  mutating func index(of set: WindowSet) -> WindowSetIndex {
    let hash = StableHasher.hash(of: set, daySets: daySetHashes, windowSets: windowSetHashes)
    let known = windowSetPlaces.place(of: hash) { graph.windowSets[$0] == set }
    if let known { return WindowSetIndex(known) }
    let position = graph.windowSets.count
    windowSetPlaces.add(hash, at: position)
    graph.windowSets.append(set)
    windowSetHashes.append(hash)
    return WindowSetIndex(position)
  }

  /// The days of any of the sets; no sets: no day.
  mutating func union(_ sets: [DaySetIndex]) -> DaySetIndex {
    let distinct = Set(sets)
    if distinct.isEmpty { return index(of: DaySet.dates([])) }
    if distinct.count == 1, let only = distinct.first { return only }
    return index(of: DaySet.union(distinct.sorted()))
  }

  /// The days of all the sets; no sets: every day.
  mutating func intersection(_ sets: [DaySetIndex]) -> DaySetIndex {
    if sets.count == 1 { return sets[0] }
    let distinct = Set(sets)
    if distinct.isEmpty { return index(of: DaySet.masks(DayMasks())) }
    if distinct.count == 1, let only = distinct.first { return only }
    return index(of: DaySet.intersection(distinct.sorted()))
  }

  /// The windows of any of the sets.
  mutating func union(_ sets: [WindowSetIndex]) -> WindowSetIndex {
    let distinct = Set(sets)
    if distinct.count == 1, let only = distinct.first { return only }
    return index(of: WindowSet.union(distinct.sorted()))
  }
}

extension TriggerGraph {
  /// Compiles the triggers of all rules of a set.
  public init(_ set: RuleSet) {
    var builder = TriggerGraphBuilder(calendars: set.calendars)
    builder.graph.rules.reserveCapacity(set.rules.count)
    builder.graph.triggerRoots.reserveCapacity(set.rules.count)
    for rule in set.rules { builder.add(rule) }
    self = builder.finish()
  }
}
