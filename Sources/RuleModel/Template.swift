/// A text with inserted values: `Backup failed with {{ run.exit_code }}`.
///
/// Values are inserted once and never read again, so an inserted text can't insert anything.
public struct Template: Hashable, Sendable, Codable {
  /// A piece of the text.
  public enum Segment: Hashable, Sendable, Codable {
    /// Literal text.
    case text(String)
    /// The value of a name.
    case value(InsertedValue)
  }

  /// The pieces, in order.
  public let segments: [Segment]

  /// Makes a template of pieces.
  public init(segments: [Segment]) { self.segments = segments }

  /// Makes a template of literal text.
  public init(literal text: String) { segments = text.isEmpty ? [] : [.text(text)] }

  /// The text, where nothing is inserted.
  public var literal: String? {
    switch segments.count {
    case 0: ""
    case 1: if case .text(let text) = segments[0] { text } else { nil }
    default: nil
    }
  }
}

/// A field of a calendar event, by the name it has behind `event.`.
public enum EventField: String, Hashable, Sendable, CaseIterable, Codable {
  /// What it is called.
  case summary
  /// What is said about it.
  case description
  /// Where it is.
  case location
  /// Its UID.
  case uid
  /// Its address on the net.
  case url
  /// When it begins: `2026-12-24 09:00`, of whole days `2026-12-24`.
  case start
  /// When it ends, in the same forms; of whole days the last one.
  case end
  /// The date of its begin.
  case date
  /// The time of its begin; empty for whole days.
  case time
}

/// What `{{ … }}` can name.
///
/// Names of groups that later features bring are unknown until then.
public enum InsertedValue: Hashable, Sendable, Codable {
  /// `rule.id`
  case ruleID
  /// `fire.date`: the nominal civil date, `2026-12-24`.
  case fireDate
  /// `fire.time`: the nominal time of day, `09:25`.
  case fireTime
  /// `fire.year`
  case fireYear
  /// `fire.lateness`: how late it was handled, `5 min`.
  case fireLateness
  /// `missed.count`: how many missed occurrences this one stands for.
  case missedCount
  /// `response.text`
  case responseText
  /// `response.action`
  case responseAction
  /// `run.exit_code`
  case runExitCode
  /// `run.outcome`
  case runOutcome
  /// `run.duration`
  case runDuration
  /// `run.output`
  case runOutput
  /// `run.last_line`
  case runLastLine
  /// `cause.rule`
  case causeRule
  /// `cause.scheduled`
  case causeScheduled
  /// `cause.outcome`
  case causeOutcome
  /// `cause.exit_code`
  case causeExitCode
  /// `cause.output`
  case causeOutput
  /// `cause.last_line`
  case causeLastLine
  /// `content.title`
  case contentTitle
  /// `content.subtitle`
  case contentSubtitle
  /// `content.body`
  case contentBody
  /// `user_info.NAME`
  case userInfo(String)
  /// `sequence.index`, from 1.
  case sequenceIndex
  /// `snooze.count`
  case snoozeCount
  /// `event.…`: a field of the calendar event that is announced.
  case event(EventField)
  /// `env.NAME`: a variable of the service's environment.
  case environment(String)
}
