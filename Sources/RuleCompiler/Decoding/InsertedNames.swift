import Diagnostics
import RuleModel

/// The names that `{{ … }}` knows.
enum InsertedNames {
  /// Groups whose values exist only in some places.
  enum Group: Sendable {
    case always, run, response
  }

  /// What a name in braces means.
  enum Meaning {
    case value(InsertedValue, Group)
    /// The language knows it, this version does not have it.
    case notYet
    /// Nobody knows it; perhaps another was meant.
    case unknown(near: String?)
  }

  static func meaning(of name: String) -> Meaning {
    if let entry = fixed[name] { return .value(entry.0, entry.1) }
    let parts = name.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[1].isEmpty else { return .unknown(near: near(name)) }
    let own = String(parts[1])
    switch parts[0] {
    case "env" where isVariableName(own): return .value(.environment(own), .always)
    case "user_info" where !own.utf8.contains(where: { $0 <= 0x20 }): return .value(.userInfo(own), .always)
    case "group": return .notYet
    default: return .unknown(near: near(name))
    }
  }

  /// Where a run finds the value that a name in braces would insert; nil for names that nobody knows, which may be
  /// the braces of another language.
  static func environmentHint(_ name: String) -> String? {
    guard case .value(let value, _) = meaning(of: name) else { return nil }
    if let variable = variables[name] { return "use the environment variable \(variable)" }
    if case .environment(let own) = value { return "use the environment variable \(own)" }
    return "it stands in the file that CARILLON_EVENT_FILE names"
  }

  /// Whether a text can name an environment variable.
  static func isVariableName(_ text: String) -> Bool {
    guard let first = text.utf8.first, !(first >= 0x30 && first <= 0x39) else { return false }
    return text.utf8.allSatisfy {
      $0 == UInt8(ascii: "_") || ($0 | 0x20 >= 0x61 && $0 | 0x20 <= 0x7A) || ($0 >= 0x30 && $0 <= 0x39)
    }
  }

  private static func near(_ name: String) -> String? {
    closestMatch(to: name, among: names) ?? names.first { $0.hasSuffix("." + name) }
  }

  private static let names = table.map(\.0)

  private static let fixed: [String: (InsertedValue, Group)] = Dictionary(
    uniqueKeysWithValues: table.map { ($0.0, ($0.1, $0.2)) })

  private static let variables: [String: String] = [
    "rule.id": "CARILLON_RULE", "fire.date": "CARILLON_SCHEDULED", "fire.time": "CARILLON_SCHEDULED",
    "fire.year": "CARILLON_SCHEDULED", "response.text": "CARILLON_TEXT", "response.action": "CARILLON_ACTION",
    "cause.rule": "CARILLON_CAUSE_RULE", "cause.scheduled": "CARILLON_CAUSE_SCHEDULED",
    "cause.outcome": "CARILLON_CAUSE_OUTCOME", "cause.exit_code": "CARILLON_CAUSE_EXIT_CODE",
    "event.summary": "CARILLON_EVENT_SUMMARY", "event.description": "CARILLON_EVENT_DESCRIPTION",
    "event.location": "CARILLON_EVENT_LOCATION", "event.uid": "CARILLON_EVENT_UID", "event.url": "CARILLON_EVENT_URL",
    "event.start": "CARILLON_EVENT_START", "event.end": "CARILLON_EVENT_END", "event.date": "CARILLON_EVENT_START",
    "event.time": "CARILLON_EVENT_START",
    "cause.output": "CARILLON_CAUSE_OUTPUT", "cause.last_line": "CARILLON_CAUSE_LAST_LINE",
  ]

  private static let table: [(String, InsertedValue, Group)] =
    [
      ("rule.id", .ruleID, .always), ("fire.date", .fireDate, .always), ("fire.time", .fireTime, .always),
      ("fire.year", .fireYear, .always), ("fire.lateness", .fireLateness, .always),
      ("missed.count", .missedCount, .always), ("response.text", .responseText, .response),
      ("response.action", .responseAction, .response), ("run.exit_code", .runExitCode, .run),
      ("run.outcome", .runOutcome, .run), ("run.duration", .runDuration, .run), ("run.output", .runOutput, .run),
      ("run.last_line", .runLastLine, .run), ("cause.rule", .causeRule, .always),
      ("cause.scheduled", .causeScheduled, .always), ("cause.outcome", .causeOutcome, .always),
      ("cause.exit_code", .causeExitCode, .always), ("cause.output", .causeOutput, .always),
      ("cause.last_line", .causeLastLine, .always), ("content.title", .contentTitle, .always),
      ("content.subtitle", .contentSubtitle, .always), ("content.body", .contentBody, .always),
      ("sequence.index", .sequenceIndex, .always), ("snooze.count", .snoozeCount, .always),
    ] + EventField.allCases.map { ("event." + $0.rawValue, .event($0), .always) }
}
