public import CivilTime
public import RuleModel

/// A notification that is asked for; pending while it has a `schedule`.
public struct Request: Hashable, Sendable, Codable {
  /// What it is known by; one pending and one delivered notification share an identifier at most.
  public var identifier: String
  /// The rule it comes from; nil for a request by hand.
  public var rule: RuleID?
  /// What it says, with the insertions not yet made.
  public var content: Content
  /// Which entry of the content's sequence is laid over, 0 or more; nil for none.
  public var sequenceIndex: Int?
  /// Laid over that in order; their insertions are already made.
  public var updates: [Content]
  /// What insertions name.
  public var facts: Facts
  /// How often it was snoozed.
  public var snoozeCount: Int
  /// Whether it has changed the badge, which happens once per request.
  public var badgeDone: Bool
  /// When it comes; nil once it is delivered for good.
  public var schedule: RequestSchedule?

  /// Makes a request.
  public init(identifier: String, rule: RuleID?, content: Content, facts: Facts) {
    self.identifier = identifier
    self.rule = rule
    self.content = content
    self.facts = facts
    updates = []
    snoozeCount = 0
    badgeDone = false
  }
}

extension Request {
  /// Lays a partial content over it; all that were laid are kept as one, however many there were.
  public mutating func lay(_ update: Content) {
    updates = [updates.reduce(Content()) { $0.overlaid(by: $1) }.overlaid(by: update)]
  }
}

/// When a pending request comes.
public struct RequestSchedule: Hashable, Sendable, Codable {
  /// What made it pending.
  public enum Kind: String, Hashable, Sendable, CaseIterable, Codable {
    /// Asked for by hand.
    case request
    /// Snoozed.
    case snooze
    /// Comes again with its next sequence entry.
    case advance
  }

  /// What made it pending.
  public var kind: Kind
  /// When it comes next.
  public var due: Instant
  /// Triggers of a request by hand that comes more than once; empty: once, at `due`.
  public var triggers: [Trigger]
  /// From when its triggers count.
  public var anchor: Instant

  /// Makes a schedule.
  public init(kind: Kind, due: Instant, triggers: [Trigger] = [], anchor: Instant) {
    self.kind = kind
    self.due = due
    self.triggers = triggers
    self.anchor = anchor
  }
}

/// A content with all insertions made, as channels show it.
public struct RenderedContent: Hashable, Sendable, Codable {
  /// The first line.
  public var title: String
  /// The second line.
  public var subtitle: String
  /// The text.
  public var body: String
  /// The category, which gives it actions.
  public var category: CategoryID?
  /// Groups notifications.
  public var thread: String?
  /// Own keys and values, in order.
  public var userInfo: [EnvironmentVariable]
  /// A theme name or a file.
  public var icon: String?
  /// An image shown while the application starts.
  public var launchImage: String?
  /// What sounds.
  public var sound: Sound
  /// How urgent it is.
  public var level: Level
  /// Where it goes; the default channels where nil.
  public var channels: [ChannelName]?

  /// Makes a content that says nothing.
  public init(title: String = "", subtitle: String = "", body: String = "") {
    self.title = title
    self.subtitle = subtitle
    self.body = body
    userInfo = []
    sound = .silent
    level = .active
  }
}

/// One showing of a request.
public struct Delivery: Hashable, Sendable, Codable {
  /// How a delivery ended.
  public enum End: String, Hashable, Sendable, CaseIterable, Codable {
    /// Answered; the first response wins.
    case answered
    /// One with the same identifier took its place.
    case superseded
    /// Withdrawn by `remove`.
    case removed
    /// Its `expires` passed.
    case expired
  }

  /// Its number, ascending over all deliveries.
  public var number: Int64
  /// The request it shows.
  public var request: Request
  /// What it shows.
  public var content: RenderedContent
  /// When it was handed to the channels.
  public var delivered: Instant
  /// When it is withdrawn; nil for never.
  public var expires: Instant?
  /// Shown without sound, whatever the content says (an update).
  public var isQuiet: Bool
  /// Whether a channel said that it took it; until then a restart delivers it again.
  public var isConfirmed: Bool
  /// The channels that showed it.
  public var channels: [ChannelName]
  /// Why no channel took it.
  public var problem: String?
  /// How it ended; nil while it is shown.
  public var end: End?
  /// When it ended.
  public var ended: Instant?
  /// The response that won; nil while none has come.
  public var response: ResponseFacts?
  /// At how many service starts in a row it was found unconfirmed.
  public var starts: Int

  /// Makes a delivery that no channel has confirmed yet.
  public init(number: Int64, request: Request, content: RenderedContent, delivered: Instant, expires: Instant?) {
    self.number = number
    self.request = request
    self.content = content
    self.delivered = delivered
    self.expires = expires
    isQuiet = false
    isConfirmed = false
    channels = []
    starts = 0
  }
}

/// A response in the journal.
public struct ResponseRecord: Hashable, Sendable, Codable {
  /// What was answered and how.
  public var facts: ResponseFacts
  /// When it came.
  public var received: Instant
  /// The channel or command it came by.
  public var source: String
  /// Whether another response had won already.
  public var isTooLate: Bool
  /// Makes a record.
  public init(facts: ResponseFacts, received: Instant, source: String, isTooLate: Bool) {
    self.facts = facts
    self.received = received
    self.source = source
    self.isTooLate = isTooLate
  }
}
