public import RuleModel

/// What fires each rule of one set, compiled: immutable, with every equal part stored once.
///
/// Everything that asks when a rule fires (preview, simulation, service, export, tests) reads this value.
public struct TriggerGraph: Sendable {
  /// The steps; each refers to earlier ones only.
  var stored: [StoredNode] = []
  /// The steps that `stored` keeps as they are.
  var others: [TriggerNode] = []
  /// The zones on whose clocks patterns are read.
  public internal(set) var zones: [ZoneChoice] = []
  /// The sets of days; each refers to earlier ones only.
  public internal(set) var daySets: [DaySet] = []
  /// The sets of windows; each refers to earlier ones only.
  public internal(set) var windowSets: [WindowSet] = []
  /// The rules in their order.
  public internal(set) var rules: [RuleEntry] = []
  /// Calendars that triggers use, and those that these use.
  public internal(set) var calendars: [CalendarID: CompiledCalendar] = [:]

  var triggerRoots: [NodeIndex] = []
  var daySetHashes: [UInt64] = []
  var windowSetHashes: [UInt64] = []

  /// One rule of the graph.
  public struct RuleEntry: Sendable {
    /// Its name.
    public let id: RuleID
    let rootPosition: Int32
    let firstTrigger: Int32

    /// All its triggers in one order; nil for a rule without triggers.
    ///
    /// Equal roots are one node.
    public var root: NodeIndex? { rootPosition < 0 ? nil : NodeIndex(Int(rootPosition)) }
  }

  /// A graph without rules.
  init() {}

  /// The number of steps.
  public var nodeCount: Int { stored.count }

  /// The steps, made anew at each call; each refers to earlier ones only.
  public var nodes: [TriggerNode] { stored.indices.map { self[NodeIndex($0)] } }

  /// The node of an index.
  public subscript(index: NodeIndex) -> TriggerNode {
    let node = stored[Int(index.position)]
    let below = Int(node.below)
    switch node.kind {
    case .pattern: return .pattern(DaySetIndex(below), .masks(node.times))
    case .aligned:
      return .aligned(AlignedParts(days: DaySetIndex(below), times: node.times, timesAfterMidnight: nil))
    case .resolve: return .resolve(NodeIndex(below), zones[Int(node.zone)], node.gap, node.fold)
    case .other: return others[below]
    }
  }

  /// The day set of an index.
  public subscript(index: DaySetIndex) -> DaySet { daySets[Int(index.position)] }
  /// The window set of an index.
  public subscript(index: WindowSetIndex) -> WindowSet { windowSets[Int(index.position)] }

  /// The top node of each trigger of the rule at a place in `rules`, in file order.
  public func triggers(ofRule rule: Int) -> ArraySlice<NodeIndex> {
    guard rules.indices.contains(rule) else { return [] }
    let start = Int(rules[rule].firstTrigger)
    let end = rule + 1 < rules.count ? Int(rules[rule + 1].firstTrigger) : triggerRoots.count
    return triggerRoots[start..<end]
  }

  /// Whether two rules with this node can differ in when they fire, because of jitter or the time of their first load.
  public func dependsOnRule(_ node: NodeIndex) -> Bool { stored[Int(node.position)].dependsOnRule }

  /// The fingerprint of a node with all below it.
  ///
  /// - Complexity: O(nodes below it); it is worked out at each call.
  public func fingerprint(of node: NodeIndex) -> TriggerFingerprint { TriggerFingerprint(rawValue: hash(of: node)) }

  private func hash(of node: NodeIndex) -> UInt64 {
    StableHasher.hash(of: self[node], daySets: daySetHashes, windowSets: windowSetHashes) { hash(of: $0) }
  }

  /// The texts of the fingerprints of a rule's triggers, in file order, by which a store knows them.
  public func triggerForms(ofRule rule: Int) -> [String] {
    triggers(ofRule: rule).map { fingerprint(of: $0).description }
  }

  /// The fingerprint of all triggers of the rule at a place in `rules`, whatever their order; of none: 0.
  public func fingerprint(ofRule rule: Int) -> TriggerFingerprint {
    guard rules.indices.contains(rule), let root = rules[rule].root else { return TriggerFingerprint(rawValue: 0) }
    return fingerprint(of: root)
  }
}
