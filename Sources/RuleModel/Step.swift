public import CivilTime

/// One thing that a response or an outcome does.
public indirect enum Step: Hashable, Sendable, Codable {
  /// Runs a script and waits for its end; a failure ends the list.
  case run(RunStep)
  /// Delivers a notification.
  case notify(Content)
  /// Starts another rule.
  case fire(RuleID)
  /// Delivers the notification again at that moment.
  case snooze(Moment)
  /// Stops the rule.
  case stop(StopExtent)
  /// Delivers the notification again with the next entry of its sequence; at once where nil.
  case advance(Moment?)
  /// Lays fields over the notification.
  case update(Content)
  /// Ends the escalation.
  case acknowledge
  /// Withdraws the notification everywhere.
  case remove
  /// Changes the badge.
  case badge(BadgeChange)
}

/// A script among steps, and the steps of its outcomes.
public struct RunStep: Hashable, Sendable, Codable {
  /// The script.
  public var run: ScriptRun
  /// What its outcomes do.
  public var handlers: RunHandlers
  /// Makes a step.
  public init(run: ScriptRun, handlers: RunHandlers = RunHandlers()) {
    self.run = run
    self.handlers = handlers
  }
}

/// What the outcomes of a run do; nil where nothing is said, which is not the same as an empty list.
public struct RunHandlers: Hashable, Sendable, Codable {
  /// After a success.
  public var onSuccess: [Step]?
  /// After a failure, and after a timeout or interruption where `onTimeout` does not take it.
  ///
  /// Nil: the failure is notified through the default channels; empty: it is not.
  public var onFailure: [Step]?
  /// After a timeout, instead of `onFailure`.
  public var onTimeout: [Step]?
  /// After a run that wrote any output, whatever its outcome.
  public var onOutput: [Step]?
  /// Makes handlers; by default none.
  public init(
    onSuccess: [Step]? = nil, onFailure: [Step]? = nil, onTimeout: [Step]? = nil, onOutput: [Step]? = nil
  ) {
    self.onSuccess = onSuccess
    self.onFailure = onFailure
    self.onTimeout = onTimeout
    self.onOutput = onOutput
  }
}

/// A moment in the future, seen from when it is asked for.
public enum Moment: Hashable, Sendable, Codable {
  /// That long from now.
  case after(CalendarDuration)
  /// The next time the local clock shows this.
  case at(TimeOfDay)
  /// That time tomorrow.
  case tomorrow(TimeOfDay)
  /// The start of a date.
  case on(LocalDate)
  /// A local date-time or fixed instant.
  case point(DateTimePoint)
}

/// How long a rule stays stopped.
public enum StopExtent: Hashable, Sendable, Codable {
  /// Until it is resumed.
  case untilResumed
  /// For the rest of the local day.
  case today
  /// Until a moment.
  case until(Moment)
}
