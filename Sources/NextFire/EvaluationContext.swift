public import CivilTime
public import RuleModel
public import TriggerGraph

/// What an answer depends on besides the graph: zones, when rules were first loaded, and the machine.
public struct EvaluationContext: Sendable {
  /// Zones by the names that triggers and calendars use; `UTC` need not be among them.
  public var zones: [ZoneName: ZoneRules]
  /// What `local` means.
  public var localZone: ZoneRules
  /// When each trigger that counts from its first load was first loaded.
  public var anchors: [AnchorKey: Instant]
  /// When those that are not among `anchors` are taken to be first loaded.
  public var assumedAnchor: Instant
  /// The machine's key, from which constant delays below `jitter` are drawn; nil: no delays.
  public var machineKey: UInt64?

  /// Makes a context.
  public init(
    zones: [ZoneName: ZoneRules] = [:], localZone: ZoneRules, anchors: [AnchorKey: Instant] = [:],
    assumedAnchor: Instant, machineKey: UInt64? = nil
  ) {
    self.zones = zones
    self.localZone = localZone
    self.anchors = anchors
    self.assumedAnchor = assumedAnchor
    self.machineKey = machineKey
  }

  /// The rules of a zone; nil where it is not known.
  func rules(of zone: ZoneChoice) -> ZoneRules? {
    switch zone {
    case .local: localZone
    case .named(let name): zones[name] ?? (name == .utc ? ZoneRules.utc : nil)
    }
  }
}

/// A trigger of a rule, as the time of its first load is stored under.
public struct AnchorKey: Hashable, Sendable {
  /// The rule.
  public let rule: RuleID
  /// The trigger: a changed trigger is another one.
  public let trigger: TriggerFingerprint

  /// Makes a key.
  public init(rule: RuleID, trigger: TriggerFingerprint) {
    self.rule = rule
    self.trigger = trigger
  }
}
