public import CivilTime
public import RuleModel

/// What a reply belongs to; given by who asks, meaning nothing to the engine.
public struct CommandTicket: Hashable, Sendable {
  /// Unique while the service goes on.
  public let number: UInt64
  /// Makes a ticket.
  public init(_ number: UInt64) { self.number = number }
}

/// Something a person or program asks of the service.
///
/// History and logs are read from the store (`HistoryReader`).
public indirect enum Command: Hashable, Sendable {
  /// How things stand.
  case status
  /// What will come, in time order, at most that many.
  case pending(limit: Int)
  /// What is shown.
  case delivered
  /// All categories.
  case categories
  /// A request by hand.
  case add(NewRequest)
  /// Fields laid over a pending or a shown notification, or over the next one of a rule.
  case update(identifier: String, Content)
  /// Withdraw or cancel.
  case remove(Selection)
  /// Answer a notification: the shown one of the identifier, else the latest that was shown; or a certain delivery of it.
  case respond(identifier: String, delivery: Int64?, action: ActionID, text: String?)
  /// End a notification's escalation.
  case acknowledge(identifier: String)
  /// Show a notification again later; 10 minutes where nil.
  case snooze(identifier: String, Moment?)
  /// Show a notification again with its next sequence entry; at once where nil.
  case advance(identifier: String, Moment?)
  /// Fire a rule now; `force`: past a run that still goes on.
  case fire(RuleID, force: Bool)
  /// Stop a rule.
  case stop(RuleID, StopExtent)
  /// End a rule's stop.
  case resume(RuleID)
  /// Hold back all rules.
  case pause
  /// End the pause; the missed policy decides about what fell into it.
  case unpause
  /// Change the badge, or ask for it where nil.
  case badge(BadgeChange?)
}

/// A request by hand.
public struct NewRequest: Hashable, Sendable {
  /// What it is to be known by; a new name where nil.
  public var identifier: String?
  /// What it says.
  public var content: Content
  /// When it comes; at once where empty.
  ///
  /// `in` counts from now, and so does `every` without `from`.
  public var triggers: [Trigger]
  /// Makes a request.
  public init(identifier: String? = nil, content: Content, triggers: [Trigger] = []) {
    self.identifier = identifier
    self.content = content
    self.triggers = triggers
  }
}

/// Which notifications a removal means: those that every given condition names.
public struct Selection: Hashable, Sendable {
  /// Any of these identifiers; no condition where empty.
  public var identifiers: [String]
  /// A pattern of the identifier: `*`, `?` and `[a-z]`.
  public var glob: String?
  /// The rule they come from.
  public var rule: RuleID?
  /// Their category.
  public var category: CategoryID?
  /// Their thread.
  public var thread: String?
  /// Whether it means all; without any other condition nothing is removed unless this is set.
  public var all: Bool
  /// Whether pending ones are meant.
  public var pending: Bool
  /// Whether shown ones are meant.
  public var delivered: Bool

  /// Makes a selection of pending and shown ones.
  public init(
    identifiers: [String] = [], glob: String? = nil, rule: RuleID? = nil, category: CategoryID? = nil,
    thread: String? = nil, all: Bool = false, pending: Bool = true, delivered: Bool = true
  ) {
    self.identifiers = identifiers
    self.glob = glob
    self.rule = rule
    self.category = category
    self.thread = thread
    self.all = all
    self.pending = pending
    self.delivered = delivered
  }
}

/// What a command is answered.
public indirect enum Reply: Hashable, Sendable {
  /// It is done and kept.
  case done
  /// How things stand.
  case status(StatusReport)
  /// What will come.
  case pending([PendingEntry])
  /// What is shown.
  case delivered([Delivery])
  /// All categories, by name.
  case categories([Category])
  /// A request was added under this identifier, and comes then.
  case added(identifier: String, due: Instant?)
  /// So many were removed.
  case removed(pending: Int, delivered: Int)
  /// The number on the badge.
  case badge(Int)
  /// Until when the rule is stopped, or the notification comes again; nil for until it is resumed.
  case until(Instant?)
  /// It was not done.
  case refused(Refusal)
}

/// Why a command was not done.
public enum Refusal: Hashable, Sendable {
  /// No rule of that name.
  case unknownRule(RuleID)
  /// No notification of that identifier is pending or shown, or was shown lately.
  case unknownNotification(String)
  /// The notification's category has no such action.
  case unknownAction(ActionID, identifier: String)
  /// No category of that name is loaded.
  case unknownCategory(CategoryID)
  /// No channel of that name is there.
  case unknownChannel(ChannelName)
  /// Another response came before.
  case tooLate(identifier: String, winner: ActionID)
  /// A request by hand may not use a rule's identifier.
  case identifierOfRule(String)
  /// The text is longer than 16 KiB, or holds a NUL.
  case badText(String)
  /// The action takes no text.
  case noTextExpected(ActionID)
  /// The rule's run still goes on and the rule says `overlap: skip`.
  case overlap(RuleID)
  /// The request's triggers never come.
  case neverComes
  /// The notification has no sequence to advance.
  case noSequence(String)
  /// The moment asked for is none, or lies outside the years 1 to 9999.
  case badMoment
  /// The rule is not enabled.
  case disabled(RuleID)
  /// The rule is not stopped, or the service not paused.
  case notStopped
}

/// How things stand.
public struct StatusReport: Hashable, Sendable {
  /// How many rules are loaded and enabled.
  public var rules: Int
  /// Rules that are stopped, by name.
  public var stopped: [RuleID: Stop]
  /// Whether all are paused.
  public var isPaused: Bool
  /// Whether the clock is known to be right.
  public var isClockSet: Bool
  /// Why the store keeps nothing at present; nil where it does.
  public var degraded: StoreError?
  /// How many notifications are pending besides those of the calendar.
  public var pendingRequests: Int
  /// How many are shown.
  public var delivered: Int
  /// How many scripts go on.
  public var running: Int
  /// How many wait for a place.
  public var waiting: Int
  /// The number on the badge.
  public var badge: Int
  /// When the next thing rings or runs; housekeeping does not count.
  public var nextWake: Instant?
  /// Shown notifications that no channel took, by identifier, with the reason.
  public var undelivered: [String: String]
  /// Makes a report.
  public init(
    rules: Int, stopped: [RuleID: Stop], isPaused: Bool, isClockSet: Bool, degraded: StoreError?,
    pendingRequests: Int, delivered: Int, running: Int, waiting: Int, badge: Int, nextWake: Instant?,
    undelivered: [String: String]
  ) {
    self.rules = rules
    self.stopped = stopped
    self.isPaused = isPaused
    self.isClockSet = isClockSet
    self.degraded = degraded
    self.pendingRequests = pendingRequests
    self.delivered = delivered
    self.running = running
    self.waiting = waiting
    self.badge = badge
    self.nextWake = nextWake
    self.undelivered = undelivered
  }
}

/// One thing that will come.
public struct PendingEntry: Hashable, Sendable {
  /// What brings it.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// A rule's trigger.
    case calendar
    /// A snooze.
    case snooze
    /// The next sequence entry.
    case advance
    /// A request by hand.
    case request
    /// The next attempt of a run.
    case retry
    /// An occurrence that was taken and waits: an `after` with offset, or a spread catch-up.
    case delayed
  }

  /// What brings it.
  public var kind: Kind
  /// When.
  public var due: Instant
  /// The identifier it will have; the rule's id for one of the calendar.
  public var identifier: String
  /// The rule it comes from.
  public var rule: RuleID?
  /// What it is called: the title as far as it is known.
  public var title: String
  /// The occurrence, for one of the calendar.
  public var occurrence: Occurrence?
  /// Makes an entry.
  public init(
    kind: Kind, due: Instant, identifier: String, rule: RuleID?, title: String, occurrence: Occurrence? = nil
  ) {
    self.kind = kind
    self.due = due
    self.identifier = identifier
    self.rule = rule
    self.title = title
    self.occurrence = occurrence
  }
}
