public import CivilTime
import RuleModel

/// A node as its graph keeps it.
///
/// Nearly all nodes are patterns and what reads these on the clock of a zone: they stand here as some numbers, which
/// cost no object, no counting and a moment to compare. All others are kept as they are, beside these.
struct StoredNode: Hashable, Sendable {
  /// What the numbers mean.
  enum Kind: UInt8 {
    /// `TriggerNode.pattern` with masks: `below` is its day set.
    case pattern
    /// `TriggerNode.aligned` without times after midnight: `below` is its day set.
    case aligned
    /// `TriggerNode.resolve`: `below` is its input, `zone` a place among the graph's zones.
    case resolve
    /// Any other: `below` is its place among the nodes that are kept as they are.
    case other
  }

  let kind: Kind
  let gap: GapPolicy
  let fold: FoldPolicy
  /// Whether two rules with this node can differ in when they fire.
  let dependsOnRule: Bool
  let below: Int32
  let zone: Int32
  let times: ClockMasks

  private init(
    _ kind: Kind, below: Int32, times: ClockMasks = .none, zone: Int32 = 0, gap: GapPolicy = .shift,
    fold: FoldPolicy = .first, dependsOnRule: Bool = false
  ) {
    self.kind = kind
    self.dependsOnRule = dependsOnRule
    self.below = below
    self.times = times
    self.zone = zone
    self.gap = gap
    self.fold = fold
  }

  static func pattern(_ days: DaySetIndex, _ times: ClockMasks) -> StoredNode {
    StoredNode(.pattern, below: days.position, times: times)
  }

  static func aligned(_ days: DaySetIndex, _ times: ClockMasks) -> StoredNode {
    StoredNode(.aligned, below: days.position, times: times)
  }

  static func resolve(
    _ input: NodeIndex, zone: Int32, _ gap: GapPolicy, _ fold: FoldPolicy, dependsOnRule: Bool
  ) -> StoredNode {
    StoredNode(.resolve, below: input.position, zone: zone, gap: gap, fold: fold, dependsOnRule: dependsOnRule)
  }

  static func other(_ place: Int, dependsOnRule: Bool) -> StoredNode {
    StoredNode(.other, below: Int32(truncatingIfNeeded: place), dependsOnRule: dependsOnRule)
  }

  /// A hash that equal nodes share, of no use to others; for those that are kept as they are their place's alone.
  var hash: UInt64 {
    var hasher = StableHasher()
    hasher.combine(
      UInt64(UInt32(bitPattern: below)) << 32 | UInt64(kind.rawValue) << 24 | UInt64(UInt16(truncatingIfNeeded: zone)))
    if kind == .resolve { return hasher.value }
    hasher.combine(times.minutes)
    hasher.combine(times.seconds ^ UInt64(times.hours) << 32)
    hasher.combine(UInt64(UInt32(bitPattern: times.first)) << 32 | UInt64(UInt32(bitPattern: times.last)))
    return hasher.value
  }
}

extension ClockMasks {
  /// No time of day.
  static let none = ClockMasks(hours: 0, minutes: 0, seconds: 0)
}

/// A pattern of masks that is read on the clock of a zone, from first to last local date-time: what most triggers are.
public struct ZonedPattern: Sendable {
  /// The days.
  public let days: DaySetIndex
  /// The times of each of them.
  public let times: ClockMasks
  /// A place in `TriggerGraph.zones`.
  public let zone: Int
  /// Whether clock readings count, in each pass, and not nominal date-times.
  public let isAligned: Bool
  /// The first date-time that counts, included; nil for no bound.
  public internal(set) var from: LocalDateTime?
  /// The last date-time that counts, included; nil for no bound.
  public internal(set) var until: LocalDateTime?
}

extension TriggerGraph {
  /// What a node is where it reads a pattern of masks on the clock of a zone, within local bounds or none; nil for all
  /// others.
  public func zonedPattern(_ node: NodeIndex) -> ZonedPattern? {
    let top = stored[Int(node.position)]
    guard top.kind == .resolve else { return nil }
    var source = stored[Int(top.below)]
    var from: LocalDateTime?
    var until: LocalDateTime?
    if source.kind == .other {
      guard case .bounds(let input, let first, let last, _) = others[Int(source.below)] else { return nil }
      if case .instant = first { return nil }
      if case .instant = last { return nil }
      if case .local(let dateTime) = first { from = dateTime }
      if case .local(let dateTime) = last { until = dateTime }
      source = stored[Int(input.position)]
    }
    guard source.kind == .pattern || source.kind == .aligned else { return nil }
    return ZonedPattern(
      days: DaySetIndex(Int(source.below)), times: source.times, zone: Int(top.zone),
      isAligned: source.kind == .aligned, from: from, until: until)
  }
}
