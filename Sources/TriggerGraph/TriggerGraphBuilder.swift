public import RuleModel

/// Lowers rules to canonical nodes and stores each equal node once.
///
/// Takes any value: what the compiler would have refused (a count of zero, a month without days) becomes a trigger
/// that never fires, or the nearest meaning; nothing traps.
public struct TriggerGraphBuilder: Sendable {
  var graph = TriggerGraph()
  let definitions: [CalendarID: CalendarDefinition]
  var calendarsInProgress: Set<CalendarID> = []

  /// The nodes of lists of triggers by their storage; the lists are kept, so that it stays theirs.
  private var knownLists: [Int: (triggers: [Trigger], nodes: [NodeIndex], root: Int32)] = [:]
  private var nodePositions: [TriggerNode: Int] = [:]
  private var daySetPositions: [DaySet: Int] = [:]
  private var windowSetPositions: [WindowSet: Int] = [:]
  private var daySetHashes: [UInt64] = []
  private var windowSetHashes: [UInt64] = []

  /// Starts a graph whose triggers may name these calendars; one that is not among them is empty.
  public init(calendars: [CalendarID: CalendarDefinition]) { definitions = calendars }

  /// Adds a rule behind those added before.
  public mutating func add(_ rule: Rule) {
    let first = graph.triggerRoots.count
    let root: Int32
    if let known = knownLists[rule.triggers.storageIdentity] {
      graph.triggerRoots.append(contentsOf: known.nodes)
      root = known.root
    } else {
      let nodes = rule.triggers.map { node(for: $0) }
      graph.triggerRoots.append(contentsOf: nodes)
      root = nodes.isEmpty ? -1 : union(nodes).position
      knownLists[rule.triggers.storageIdentity] = (rule.triggers, nodes, root)
    }
    graph.rules.append(
      TriggerGraph.RuleEntry(
        id: rule.id, rootPosition: root, firstTrigger: Int32(truncatingIfNeeded: first)))
  }

  /// Returns the graph of all rules added, in their order.
  public func finish() -> TriggerGraph {
    var result = graph
    let rules = result.rules
    result.order = rules.indices.map { Int32(truncatingIfNeeded: $0) }.sorted {
      rules[Int($0)].id < rules[Int($1)].id
    }
    return result
  }

  /// The node of many streams in one order.
  mutating func union(_ inputs: [NodeIndex]) -> NodeIndex {
    if inputs.count == 1 { return inputs[0] }
    let distinct = Set(inputs)
    if distinct.count == 1, let only = distinct.first { return only }
    return index(of: .union(distinct.sorted()))
  }

  /// The place of a node, stored once.
  mutating func index(of node: TriggerNode) -> NodeIndex {
    if let known = nodePositions[node] { return NodeIndex(known) }
    let position = graph.nodes.count
    nodePositions[node] = position
    graph.nodes.append(node)
    graph.nodeHashes.append(
      StableHasher.hash(of: node, nodes: graph.nodeHashes, daySets: daySetHashes, windowSets: windowSetHashes))
    let isOwn =
      switch node {
      case .count(_, _, let isFirstLoad): isFirstLoad
      case .once(_, let from, _): from == nil
      case .jitter: true
      default: false
      }
    graph.dependsOnRule.append(isOwn || node.inputs.contains { graph.dependsOnRule[Int($0.position)] })
    return NodeIndex(position)
  }

  /// The place of a day set, stored once.
  mutating func index(of set: DaySet) -> DaySetIndex {
    if let known = daySetPositions[set] { return DaySetIndex(known) }
    let position = graph.daySets.count
    daySetPositions[set] = position
    graph.daySets.append(set)
    daySetHashes.append(StableHasher.hash(of: set, daySets: daySetHashes))
    return DaySetIndex(position)
  }

  /// The place of a window set, stored once.
  mutating func index(of set: WindowSet) -> WindowSetIndex {
    if let known = windowSetPositions[set] { return WindowSetIndex(known) }
    let position = graph.windowSets.count
    windowSetPositions[set] = position
    graph.windowSets.append(set)
    windowSetHashes.append(StableHasher.hash(of: set, daySets: daySetHashes, windowSets: windowSetHashes))
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
    for rule in set.rules { builder.add(rule) }
    self = builder.finish()
  }
}
