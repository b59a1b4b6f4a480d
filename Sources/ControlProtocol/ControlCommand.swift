public import CivilTime
public import RuleEngine
public import RuleModel

/// What a client asks of the service.
public indirect enum ControlCommand: Hashable, Sendable {
  /// How things stand.
  case status
  /// What will come, in time order.
  case pending(ListPage)
  /// What is shown.
  case delivered(ListPage)
  /// All categories with their actions.
  case categories(ListPage)
  /// A request by hand.
  case add(AddedRequest)
  /// Fields laid over a pending or shown notification, or over the next one of a rule.
  case update(identifier: String, PlainContent)
  /// Withdraw or cancel.
  case remove(Selection)
  /// Answer a notification, or a certain delivery of it.
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
  /// End the pause.
  case unpause
  /// Change the badge, or ask for it where nil.
  case badge(BadgeChange?)
  /// Read the rule files again.
  case reload
  /// Ledger rows, newest first.
  case history(HistoryQuery)
  /// Deliveries, shown and ended, newest first.
  case deliveries(HistoryQuery)
  /// Responses, those too late included, newest first.
  case responses(HistoryQuery)
  /// Runs with their kept output, newest first.
  case runs(HistoryQuery)
  /// The stored anchors, and the key that jitter is counted with: all that a preview needs of the service.
  case anchors
}

/// Which part of a listing is asked for.
public struct ListPage: Hashable, Sendable {
  /// How many entries at most, 1 to 10,000; a page may hold fewer and still not be the last.
  public var limit: Int
  /// How many entries to pass over, 0 to 1,000,000: the `next` of the page before.
  public var offset: Int
  /// Makes a page; by default the first hundred.
  public init(limit: Int = 100, offset: Int = 0) {
    self.limit = limit
    self.offset = offset
  }
}

/// A request by hand as a client sends it.
public struct AddedRequest: Hashable, Sendable {
  /// What it is to be known by; a new name where nil.
  public var identifier: String?
  /// What it says.
  public var content: PlainContent
  /// When it comes, as the value of `when` in a rule file; nil or blank: at once.
  ///
  /// YAML text, compiled by the service with the calendars of its rules: `in: 5s`, `every: 60s`,
  /// `[{ daily: 18:00, repeats: false }]`.
  public var when: String?
  /// The zone of `when`'s times where the text names none; the machine's where nil.
  public var zone: ZoneName?
  /// Makes a request.
  public init(identifier: String? = nil, content: PlainContent, when: String? = nil, zone: ZoneName? = nil) {
    self.identifier = identifier
    self.content = content
    self.when = when
    self.zone = zone
  }
}
