public import RuleEngine

/// Why a request was not done, as the socket says it: a stable code for programs and a sentence for people.
public struct ControlError: Error, Hashable, Sendable, CustomStringConvertible {
  /// A stable word in kebab case, such as `unknown-rule`; `Code` names all of them.
  public var code: String
  /// One or more sentences for people, without a line break at the end.
  public var message: String

  /// Makes an error.
  public init(_ code: Code, _ message: String) {
    self.code = code.rawValue
    self.message = message
  }

  /// Makes an error of a code that this version may not know.
  public init(code: String, message: String) {
    self.code = code
    self.message = message
  }

  /// The message.
  public var description: String { message }

  /// The codes of this version.
  public enum Code: String, Hashable, Sendable, CaseIterable {
    /// The line is no JSON (RFC 8259), or not UTF-8.
    case badJSON = "bad-json"
    /// The line is longer than `ControlLines.requestLimit`.
    case tooLong = "too-long"
    /// The request's fields are wrong: one is missing, unknown, of a wrong type or out of its range.
    case badRequest = "bad-request"
    /// No such command.
    case unknownCommand = "unknown-command"
    /// The peer is neither the user of the service nor root.
    case notPermitted = "not-permitted"
    /// The service serves as many connections as it can.
    case tooManyConnections = "too-many-connections"
    /// The store could not be read.
    case storeFailed = "store-failed"
    /// `when` of an added request does not compile.
    case badTrigger = "bad-trigger"
    /// The service can't tell what happened to the request.
    case serviceFailed = "service-failed"
    /// `Refusal.unknownRule`
    case unknownRule = "unknown-rule"
    /// `Refusal.unknownNotification`
    case unknownNotification = "unknown-notification"
    /// `Refusal.unknownAction`
    case unknownAction = "unknown-action"
    /// `Refusal.unknownCategory`
    case unknownCategory = "unknown-category"
    /// `Refusal.unknownChannel`
    case unknownChannel = "unknown-channel"
    /// `Refusal.tooLate`
    case tooLate = "too-late"
    /// `Refusal.identifierOfRule`
    case identifierOfRule = "identifier-of-rule"
    /// `Refusal.badText`
    case badText = "bad-text"
    /// `Refusal.noTextExpected`
    case noTextExpected = "no-text-expected"
    /// `Refusal.overlap`
    case overlap
    /// `Refusal.neverComes`
    case neverComes = "never-comes"
    /// `Refusal.noSequence`
    case noSequence = "no-sequence"
    /// `Refusal.badMoment`
    case badMoment = "bad-moment"
    /// `Refusal.disabled`
    case disabled
    /// `Refusal.notStopped`
    case notStopped = "not-stopped"
  }
}

extension ControlError {
  /// The engine's refusal in words that say what can be done.
  public init(_ refusal: Refusal) {
    switch refusal {
    case .unknownRule(let rule):
      self.init(.unknownRule, "no rule '\(rule)' is loaded; 'carillon status' names the files that are")
    case .unknownNotification(let identifier):
      self.init(
        .unknownNotification, "no notification '\(identifier)' is pending or shown, or was shown lately")
    case .unknownAction(let action, let identifier):
      self.init(
        .unknownAction,
        "'\(identifier)' has no action '\(action)'; 'open' and 'dismiss' are always there, 'carillon categories' names the others"
      )
    case .unknownCategory(let category):
      self.init(.unknownCategory, "no category '\(category)' is loaded; 'carillon categories' lists them")
    case .unknownChannel(let channel):
      self.init(.unknownChannel, "there is no channel '\(channel)'; 'terminal' is there")
    case .tooLate(let identifier, let winner):
      self.init(
        .tooLate, "'\(identifier)' was answered before, with '\(winner)'; this response is recorded as too late")
    case .identifierOfRule(let identifier):
      self.init(
        .identifierOfRule,
        "'\(identifier)' is a rule, and a request by hand may not take its place; use 'fire' or another identifier")
    case .badText(let reason): self.init(.badText, reason)
    case .noTextExpected(let action): self.init(.noTextExpected, "the action '\(action)' takes no text")
    case .overlap(let rule):
      self.init(
        .overlap,
        "the run of '\(rule)' before still goes on and the rule skips overlaps; 'fire --force' starts it anyway"
      )
    case .neverComes: self.init(.neverComes, "the request would never come")
    case .noSequence(let identifier): self.init(.noSequence, "'\(identifier)' has no sequence to advance")
    case .badMoment: self.init(.badMoment, "the moment lies in the past or outside the years 1 to 9999")
    case .disabled(let rule): self.init(.disabled, "the rule '\(rule)' is not enabled")
    case .notStopped: self.init(.notStopped, "nothing is stopped or paused there")
    }
  }
}
