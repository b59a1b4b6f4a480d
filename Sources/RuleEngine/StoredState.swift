public import CivilTime
public import RuleModel

/// What a start needs of the store: everything that is not over.
///
/// Settled ledger rows, ended runs and most ended deliveries are history; they stay in the store and are not loaded.
public struct StoredState: Hashable, Sendable {
  /// Counters and switches.
  public var settings = Settings()
  /// Rules that were ever loaded and are not forgotten.
  public var rules = RuleRecords()
  /// Anchors of triggers.
  public var anchors: [AnchorKey: Anchor] = [:]
  /// Ledger rows that are claimed and not settled.
  public var claims: [OccurrenceKey: LedgerRow] = [:]
  /// Pending requests by identifier.
  public var requests: [String: Request] = [:]
  /// Deliveries that are shown, and the latest `recentDeliveries` that ended, by number.
  public var deliveries: [Int64: Delivery] = [:]
  /// Runs that are not over.
  public var runs: [RunID: RunRecord] = [:]
  /// Lists of steps that wait for a run.
  public var stepLists: [Int64: StepList] = [:]

  /// How many ended deliveries are kept at hand, so that their actions still work.
  public static let recentDeliveries = 500

  /// Makes the state of an empty store.
  public init() {}
}

/// One change to the store, named for what it keeps true.
public indirect enum Mutation: Hashable, Sendable {
  /// A new ledger row; refused, without failing the batch, where its key is taken by a row that is not void.
  case claim(LedgerRow)
  /// A claimed row that has come to its end, or whose circumstances changed.
  case settle(LedgerRow)
  /// Rows of a rule handled and due after the two instants are void: the clock was wrong when they were handled.
  case voidRows(RuleID, handledAfter: Instant, dueAfter: Instant)
  /// What is kept about a rule.
  case record(RuleRecord)
  /// All that is kept under the first name is kept under the second.
  case rename(RuleID, RuleID)
  /// What is kept about a rule is forgotten, its history excepted.
  case forget(RuleID)
  /// An anchor.
  case anchor(Anchor)
  /// An anchor no longer needed.
  case dropAnchor(AnchorKey)
  /// A pending request; replaces the one with its identifier.
  case request(Request)
  /// No request is pending under this identifier.
  case dropRequest(String)
  /// A delivery, new or changed.
  case delivery(Delivery)
  /// A response, in the order they came.
  case response(ResponseRecord)
  /// A run, new or changed.
  case run(RunRecord)
  /// A list of steps, new or changed.
  case stepList(StepList)
  /// A list of steps is over.
  case dropStepList(Int64)
  /// Counters and switches.
  case settings(Settings)
}

/// Mutations that are kept together or not at all.
public struct MutationBatch: Hashable, Sendable {
  /// Ascending from 1 at each start.
  public var number: Int64
  /// In this order.
  public var mutations: [Mutation]
  /// Makes a batch.
  public init(number: Int64, mutations: [Mutation]) {
    self.number = number
    self.mutations = mutations
  }
}
