public import CivilTime
public import RuleModel

/// Something the rim is to do.
///
/// Each may come again after a crash, and is then named by the same number.
public indirect enum Effect: Hashable, Sendable {
  /// Show a notification under its identifier, in the place of one that is shown under it.
  case deliver(DeliveryOrder)
  /// Withdraw a notification everywhere.
  case withdraw(identifier: String, number: Int64)
  /// Start a script; one whose number and attempt was started before is not started again but adopted.
  case startRun(RunOrder)
  /// Look for a script that an earlier service started, and report that it goes on (as its start), or its end or
  /// disappearance: until then its rule waits.
  case adoptRun(RunID, attempt: Int)
  /// Show this number on the badge.
  case setBadge(Int)
  /// Answer a command.
  case reply(CommandTicket, Reply)
  /// Tell the journal.
  case note(Note)
  /// Remove history older than the instant, in small portions.
  case prune(before: Instant)
}

/// A notification to show.
public struct DeliveryOrder: Hashable, Sendable {
  /// The delivery's number, which a response names.
  public var number: Int64
  /// What it is known by.
  public var identifier: String
  /// The rule it comes from.
  public var rule: RuleID?
  /// What it shows.
  public var content: RenderedContent
  /// Its buttons, in order.
  public var actions: [Action]
  /// Whether it makes no sound, whatever the content says (an update).
  public var isQuiet: Bool
  /// Whether it may have been shown before, by a service that was ended before it could note so.
  public var mayRepeat: Bool
  /// Makes an order.
  public init(
    number: Int64, identifier: String, rule: RuleID?, content: RenderedContent, actions: [Action], isQuiet: Bool,
    mayRepeat: Bool = false
  ) {
    self.number = number
    self.identifier = identifier
    self.rule = rule
    self.content = content
    self.actions = actions
    self.isQuiet = isQuiet
    self.mayRepeat = mayRepeat
  }
}

/// Something the journal is told, with its level.
public indirect enum Note: Hashable, Sendable {
  /// A rule fired.
  case fired(RuleID, scheduled: Instant, latenessSeconds: Int64)
  /// Occurrences of a rule were missed; with the policy's code.
  case missed(RuleID, count: Int, reason: String)
  /// A reload changed what is kept of a rule: `new`, `changed`, `renamed`, `enabled`, `disabled`, `gone`.
  case ruleChanged(RuleID, String)
  /// A run has ended for good.
  case runEnded(RunID, RuleID?, RunOutcome)
  /// The store does not keep what it is told; bells go on.
  case degraded(StoreError)
  /// The store keeps again what it is told, the backlog included.
  case recovered
  /// The clock went backwards by that many seconds; rows handled ahead of it are void.
  case clockWentBack(seconds: Int64)
  /// Something of an older service was given up after three starts.
  case gaveUp(String)
  /// A step could not be taken.
  case stepFailed(RuleID?, String)
}

/// What one event leads to.
public struct Turn: Hashable, Sendable {
  /// To be committed, in order of numbers; nil where nothing is to be kept.
  public var batch: MutationBatch?
  /// To be done at once; effects that wait for a commit come with its `committed` event.
  public var effects: [Effect]
  /// When the engine is to be woken next; nil for never.
  public var nextWake: Instant?
  /// Whether more is due now than one portion: `woke` is to follow once the effects of this turn's batch are done.
  public var isCut: Bool
  /// Makes a turn.
  public init(batch: MutationBatch? = nil, effects: [Effect] = [], nextWake: Instant? = nil, isCut: Bool = false) {
    self.isCut = isCut
    self.batch = batch
    self.effects = effects
    self.nextWake = nextWake
  }
}
