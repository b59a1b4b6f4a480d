public import CivilTime
public import RuleModel

/// What the store keeps about a rule.
///
/// There is one for every rule, so it is small: what seldom happens to a rule stands in a place of its own.
public struct RuleRecord: Hashable, Sendable {
  /// The rule.
  public var rule: RuleID
  /// Occurrences at or before this instant don't exist for it: its first load, a changed trigger, enabled or resumed.
  public var horizon: Instant
  /// The latest occurrence that is settled; none at or before it is looked at again, even when its row was pruned.
  public var highWater: Instant
  /// When the engine last took an occurrence of it; by a clock that may have been wrong.
  public var lastHandled: Instant
  /// The forms of its triggers when it was last loaded, in order.
  public var fingerprints: [String]
  /// Whether it was enabled when it was last loaded.
  public var isEnabled: Bool
  /// Identifier of its last notification.
  public var lastIdentifier: String?
  private var incidents = Rare<Incidents>()

  private struct Incidents: Hashable, Sendable, Blank {
    var absentSince: Instant?
    var stop: Stop?
    var sequencePosition = 0
    var nextUpdates: [Content] = []
    var failureTold = false
  }

  /// Makes the record of a rule that was just loaded for the first time.
  public init(rule: RuleID, horizon: Instant, fingerprints: [String], isEnabled: Bool) {
    self.rule = rule
    self.horizon = horizon
    self.fingerprints = fingerprints
    self.isEnabled = isEnabled
    highWater = horizon
    lastHandled = horizon
  }
}

extension RuleRecord {
  /// Since when no file names it; nil while one does.
  public var absentSince: Instant? {
    get { incidents.value.absentSince }
    set { incidents.value.absentSince = newValue }
  }

  /// Set while it is stopped.
  public var stop: Stop? {
    get { incidents.value.stop }
    set { incidents.value.stop = newValue }
  }

  /// Index of the sequence entry that comes next, 0 or more.
  public var sequencePosition: Int {
    get { incidents.value.sequencePosition }
    set { incidents.value.sequencePosition = newValue }
  }

  /// Laid over its next notification only (`update` of a pending one).
  public var nextUpdates: [Content] {
    get { incidents.value.nextUpdates }
    set { incidents.value.nextUpdates = newValue }
  }

  /// Whether the present streak of failures was already told.
  public var failureTold: Bool {
    get { incidents.value.failureTold }
    set { incidents.value.failureTold = newValue }
  }
}

extension RuleRecord: Codable {
  private enum Key: String, CodingKey {
    case rule, horizon, highWater, lastHandled, fingerprints, isEnabled, absentSince, stop, sequencePosition
    case lastIdentifier, nextUpdates, failureTold
  }

  /// Reads a record as `encode` wrote it.
  public init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: Key.self)
    rule = try fields.decode(RuleID.self, forKey: .rule)
    horizon = try fields.decode(Instant.self, forKey: .horizon)
    highWater = try fields.decode(Instant.self, forKey: .highWater)
    lastHandled = try fields.decode(Instant.self, forKey: .lastHandled)
    fingerprints = try fields.decode([String].self, forKey: .fingerprints)
    isEnabled = try fields.decode(Bool.self, forKey: .isEnabled)
    lastIdentifier = try fields.decodeIfPresent(String.self, forKey: .lastIdentifier)
    var read = Incidents()
    read.absentSince = try fields.decodeIfPresent(Instant.self, forKey: .absentSince)
    read.stop = try fields.decodeIfPresent(Stop.self, forKey: .stop)
    read.sequencePosition = try fields.decode(Int.self, forKey: .sequencePosition)
    read.nextUpdates = try fields.decode([Content].self, forKey: .nextUpdates)
    read.failureTold = try fields.decode(Bool.self, forKey: .failureTold)
    incidents.value = read
  }

  /// Writes every field under its own name.
  public func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: Key.self)
    try fields.encode(rule, forKey: .rule)
    try fields.encode(horizon, forKey: .horizon)
    try fields.encode(highWater, forKey: .highWater)
    try fields.encode(lastHandled, forKey: .lastHandled)
    try fields.encode(fingerprints, forKey: .fingerprints)
    try fields.encode(isEnabled, forKey: .isEnabled)
    try fields.encodeIfPresent(absentSince, forKey: .absentSince)
    try fields.encodeIfPresent(stop, forKey: .stop)
    try fields.encode(sequencePosition, forKey: .sequencePosition)
    try fields.encodeIfPresent(lastIdentifier, forKey: .lastIdentifier)
    try fields.encode(nextUpdates, forKey: .nextUpdates)
    try fields.encode(failureTold, forKey: .failureTold)
  }
}

/// A rule that was stopped.
public struct Stop: Hashable, Sendable, Codable {
  /// From when on.
  public var since: Instant
  /// Until when, exclusive; nil until it is resumed.
  public var until: Instant?
  /// Makes a stop.
  public init(since: Instant, until: Instant?) {
    self.since = since
    self.until = until
  }
}

/// What an anchor belongs to: a trigger of a rule, by its compiled form.
public struct AnchorKey: Hashable, Sendable, Codable {
  /// The rule.
  public var rule: RuleID
  /// The trigger's form.
  public var fingerprint: String
  /// Makes a key.
  public init(rule: RuleID, fingerprint: String) {
    self.rule = rule
    self.fingerprint = fingerprint
  }
}

/// From when a trigger counts: the first load of its rule in this form.
public struct Anchor: Hashable, Sendable, Codable {
  /// What it belongs to.
  public var key: AnchorKey
  /// From when it counts.
  public var instant: Instant
  /// How many events of an event trigger were taken, for `count`.
  public var taken: Int
  /// Makes an anchor.
  public init(key: AnchorKey, instant: Instant, taken: Int = 0) {
    self.key = key
    self.instant = instant
    self.taken = taken
  }
}

/// Counters and switches of the whole service.
public struct Settings: Hashable, Sendable, Codable {
  /// The boot during which the service last started.
  public var bootID: String?
  /// How often the service has started.
  public var starts: Int64
  /// Whether all rules are paused.
  public var isPaused: Bool
  /// The number on the badge, 0 or more.
  public var badge: Int
  /// The next delivery number.
  public var nextDelivery: Int64
  /// The next run number.
  public var nextRun: Int64
  /// The next number of a list of steps.
  public var nextStepList: Int64
  /// The next number of an event without a name of its own (`fire` by hand or by a step).
  public var nextEvent: Int64
  /// When the history was last pruned.
  public var pruned: Instant?

  /// Makes the settings of an empty store.
  public init() {
    starts = 0
    isPaused = false
    badge = 0
    nextDelivery = 1
    nextRun = 1
    nextStepList = 1
    nextEvent = 1
  }
}
