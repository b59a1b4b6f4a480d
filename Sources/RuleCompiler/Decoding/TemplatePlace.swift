/// Where a text with insertions stands, which decides what may be inserted.
enum TemplatePlace: Sendable {
  /// A rule's own notification, which starts together with its run.
  case ruleNotification
  /// Steps of a run's outcome in a rule.
  case ruleOutcome
  /// Steps of a response.
  case response
  /// Steps of the outcome of a run that a response started.
  case responseOutcome
  /// `defaults`, which reach everything.
  case defaults

  /// Whether `run.*` has a value here.
  var hasRun: Bool { self == .ruleOutcome || self == .responseOutcome }
  /// Whether `response.*` has a value here.
  var hasResponse: Bool { self == .response || self == .responseOutcome }
  /// The place of a run's `on_…` steps, seen from here.
  var outcome: TemplatePlace { hasResponse ? .responseOutcome : .ruleOutcome }
}
