import CivilTime
public import RuleModel

/// Lowers rules to canonical nodes and stores each equal node once.
///
/// Takes any value: what the compiler would have refused (a count of zero, a month without days) becomes a trigger
/// that never fires, or the nearest meaning; nothing traps.
public struct TriggerGraphBuilder: Sendable {
  var graph = TriggerGraph()
  let definitions: [CalendarID: CalendarDefinition]
  var calendarsInProgress: Set<CalendarID> = []

  /// Lists of triggers whose nodes are known.
  private var lists: [KnownList] = []
  private var listPlaces = PlaceTable()
  /// What holds those lists, so that their storage stays theirs.
  private var keptLists: [[Trigger]] = []
  private var keptRules: [[Rule]] = []
  private var nodePlaces = PlaceTable()
  private var daySetPlaces = PlaceTable()
  private var windowSetPlaces = PlaceTable()
  private var zonePlaces = PlaceTable()
  /// The masks that were asked for last: rules of one kind often stand together.
  private var lastMasks = DayMasks()
  private var setOfLastMasks: DaySetIndex?
  /// The days of the week that were asked for last, as those that are no weekend are by nearly every trigger.
  private var lastWeek: (days: WeekdaySet, set: DaySetIndex)?

  /// A list of triggers by its storage, with its rule's root and where its nodes lie in the graph's `triggerRoots`.
  private struct KnownList {
    let identity: Int
    let first: Int
    let root: Int32
  }

  /// Starts a graph whose triggers may name these calendars; one that is not among them is empty.
  public init(calendars: [CalendarID: CalendarDefinition]) { definitions = calendars }

  /// Adds a rule behind those added before.
  public mutating func add(_ rule: Rule) {
    let known = lists.count
    add(rule.id, rule.triggers)
    if lists.count > known { keptLists.append(rule.triggers) }
  }

  /// Adds rules behind those added before.
  mutating func add(_ rules: [Rule]) {
    graph.rules.reserveCapacity(graph.rules.count + rules.count)
    graph.triggerRoots.reserveCapacity(graph.triggerRoots.count + rules.count)
    // Mostly a rule has a list of its own, with a pattern or the reading of one that no rule before it had.
    graph.stored.reserveCapacity(graph.stored.count + rules.count)
    nodePlaces.reserve(rules.count)
    lists.reserveCapacity(lists.count + rules.count)
    listPlaces.reserve(rules.count)
    keptRules.append(rules)
    // By place, so that of each rule only its name and its triggers are touched.
    for place in rules.indices { add(rules[place].id, rules[place].triggers) }
  }

  private mutating func add(_ id: RuleID, _ triggers: [Trigger]) {
    let first = graph.triggerRoots.count
    let root = triggers.isEmpty ? -1 : root(of: triggers)
    graph.rules.append(
      TriggerGraph.RuleEntry(id: id, rootPosition: root, firstTrigger: Int32(truncatingIfNeeded: first)))
  }

  /// The position of the root of all of a rule's triggers, whose own roots become those of the next rule.
  private mutating func root(of triggers: [Trigger]) -> Int32 {
    let first = graph.triggerRoots.count
    let identity = triggers.storageIdentity
    // The table looks at the upper half of a hash, and addresses differ in their lower one.
    let hash = UInt64(truncatingIfNeeded: identity) &* 0x9E37_79B9_7F4A_7C15
    switch listPlaces.search(hash, where: { lists[$0].identity == identity }) {
    case .known(let place):
      let known = lists[place]
      for offset in triggers.indices { graph.triggerRoots.append(graph.triggerRoots[known.first + offset]) }
      return known.root
    case .unknown(let slot):
      listPlaces.add(hash, at: lists.count, slot: slot)
      for place in triggers.indices { graph.triggerRoots.append(node(for: triggers[place])) }
      let root = triggers.count == 1 ? graph.triggerRoots[first] : union(graph.triggerRoots[first...])
      lists.append(KnownList(identity: identity, first: first, root: root.position))
      return root.position
    }
  }

  /// Returns the graph of all rules added, in their order.
  public func finish() -> TriggerGraph { graph }

  /// The node of many streams in one order.
  mutating func union(_ inputs: some Collection<NodeIndex>) -> NodeIndex {
    if inputs.count == 1, let only = inputs.first { return only }
    let distinct = Set(inputs)
    if distinct.count == 1, let only = distinct.first { return only }
    return index(of: .union(distinct.sorted()))
  }

  /// The place of a node, stored once.
  mutating func index(of node: TriggerNode) -> NodeIndex {
    switch node {
    case .pattern(let days, .masks(let times)): return index(of: StoredNode.pattern(days, times))
    case .aligned(let parts) where parts.timesAfterMidnight == nil:
      return index(of: StoredNode.aligned(parts.days, parts.times))
    case .resolve(let input, let zone, let gap, let fold): return index(resolving: input, zone, gap, fold)
    default: return index(ofOther: node)
    }
  }

  /// The place of the node that reads another on the clock of a zone.
  mutating func index(resolving input: NodeIndex, _ zone: ZoneChoice, _ gap: GapPolicy, _ fold: FoldPolicy) -> NodeIndex
  {
    index(
      of: StoredNode.resolve(
        input, zone: place(of: zone), gap, fold, dependsOnRule: graph.dependsOnRule(input)))
  }

  /// The place of a node of the usual kinds, stored once.
  mutating func index(of node: StoredNode) -> NodeIndex {
    let hash = node.hash
    switch nodePlaces.search(hash, where: { graph.stored[$0] == node }) {
    case .known(let place): return NodeIndex(place)
    case .unknown(let slot): return append(node, hash, slot)
    }
  }

  private mutating func index(ofOther node: TriggerNode) -> NodeIndex {
    var hash = StableHasher.hash(of: node, daySets: graph.daySetHashes, windowSets: graph.windowSetHashes) {
      UInt64($0.position)
    }
    // The events of a file may be many for one pattern, and are no part of its form.
    if case .labelled(_, let labels) = node { hash = StableHasher.mixed(hash, labels.series.first?.place ?? -1) }
    let finding = nodePlaces.search(hash) { place in
      let stored = graph.stored[place]
      return stored.kind == .other && graph.others[Int(stored.below)] == node
    }
    switch finding {
    case .known(let place): return NodeIndex(place)
    case .unknown(let slot):
      graph.others.append(node)
      return append(.other(graph.others.count - 1, dependsOnRule: dependsOnRule(node)), hash, slot)
    }
  }

  private mutating func append(_ node: StoredNode, _ hash: UInt64, _ slot: Int) -> NodeIndex {
    let position = graph.stored.count
    nodePlaces.add(hash, at: position, slot: slot)
    graph.stored.append(node)
    return NodeIndex(position)
  }

  /// The place of a zone among the graph's.
  private mutating func place(of zone: ZoneChoice) -> Int32 {
    // Most files name a few zones, whose lengths mostly tell them apart.
    for place in 0..<min(8, graph.zones.count) where graph.zones[place].isSame(as: zone) {
      return Int32(truncatingIfNeeded: place)
    }
    return foundPlace(of: zone)
  }

  private mutating func foundPlace(of zone: ZoneChoice) -> Int32 {
    var hash: UInt64 = 0
    if case .named(let name) = zone { hash = StableHasher.hash(of: name.rawValue) }
    switch zonePlaces.search(hash, where: { graph.zones[$0].isSame(as: zone) }) {
    case .known(let place): return Int32(truncatingIfNeeded: place)
    case .unknown(let slot):
      zonePlaces.add(hash, at: graph.zones.count, slot: slot)
      graph.zones.append(zone)
      return Int32(truncatingIfNeeded: graph.zones.count - 1)
    }
  }

  private func dependsOnRule(_ node: TriggerNode) -> Bool {
    switch node {
    case .count(_, _, isFirstLoad: true), .jitter: true
    case .once(_, let from, _): from == nil
    case .union(let inputs): inputs.contains { graph.dependsOnRule($0) }
    default: node.input.map { graph.dependsOnRule($0) } ?? false
    }
  }

  /// The place of a day set, stored once.
  mutating func index(of set: DaySet) -> DaySetIndex {
    if case .masks(let masks) = set { return index(of: masks) }
    let hash = StableHasher.hash(of: set, daySets: graph.daySetHashes)
    switch daySetPlaces.search(hash, where: { graph.daySets[$0] == set }) {
    case .known(let place): return DaySetIndex(place)
    case .unknown(let slot): return append(set, hash, slot, form: hash)
    }
  }

  /// The place of a set of masks, made into a set only where it is new.
  mutating func index(of masks: DayMasks) -> DaySetIndex {
    if let setOfLastMasks, lastMasks == masks { return setOfLastMasks }
    let set = foundIndex(of: masks)
    lastMasks = masks
    setOfLastMasks = set
    return set
  }

  private mutating func foundIndex(of masks: DayMasks) -> DaySetIndex {
    let hash = masks.hash
    let finding = daySetPlaces.search(hash) { place in
      if case .masks(let known) = graph.daySets[place] { known == masks } else { false }
    }
    switch finding {
    case .known(let place): return DaySetIndex(place)
    case .unknown(let slot): return append(.masks(masks), hash, slot, form: StableHasher.hash(of: masks))
    }
  }

  private mutating func append(_ set: DaySet, _ hash: UInt64, _ slot: Int, form: UInt64) -> DaySetIndex {
    let position = graph.daySets.count
    daySetPlaces.add(hash, at: position, slot: slot)
    graph.daySets.append(set)
    graph.daySetHashes.append(form)
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
    let hash = StableHasher.hash(of: set, daySets: graph.daySetHashes, windowSets: graph.windowSetHashes)
    switch windowSetPlaces.search(hash, where: { graph.windowSets[$0] == set }) {
    case .known(let place): return WindowSetIndex(place)
    case .unknown(let slot):
      let position = graph.windowSets.count
      windowSetPlaces.add(hash, at: position, slot: slot)
      graph.windowSets.append(set)
      graph.windowSetHashes.append(hash)
      return WindowSetIndex(position)
    }
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
    if distinct.isEmpty { return index(of: DayMasks()) }
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

extension ZoneChoice {
  /// Whether both are the same text, or the machine's zone.
  fileprivate func isSame(as other: ZoneChoice) -> Bool {
    switch (self, other) {
    case (.local, .local): true
    case (.named(let left), .named(let right)):
      left.rawValue.utf8.count == right.rawValue.utf8.count && left == right
    default: false
    }
  }
}

extension TriggerGraph {
  /// Compiles the triggers of all rules of a set.
  public init(_ set: RuleSet) {
    var builder = TriggerGraphBuilder(calendars: set.calendars)
    builder.add(set.rules)
    self = builder.finish()
  }
}
