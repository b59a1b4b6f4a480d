import CivilTime
import ControlProtocol
import Diagnostics
import RuleEngine
import RuleModel

/// A run with its output, as `logs` shows it.
enum RunText {
  static func block(_ run: RunEntry, in zone: ZoneRules) -> String {
    let name = run.rule?.text ?? run.request ?? "run"
    let action = run.action.map { " (\($0.text))" } ?? ""
    var head = "\(OccurrenceText.stamp(run.started ?? run.queued, in: zone))   \(name)\(action)   "
    head += run.attempt > 1 ? "attempt \(run.attempt), " : ""
    head += state(run)
    var text = terminalText(head) + "\n"
    for line in (run.result?.output ?? "").split(separator: "\n", omittingEmptySubsequences: false).dropLastEmpty() {
      text += "  | \(terminalText(String(line).replacing("\t", with: "    ")))\n"
    }
    return text
  }

  private static func state(_ run: RunEntry) -> String {
    guard let result = run.result, run.ended != nil else {
      if let next = run.nextAttempt { return "\(run.phase.rawValue), next attempt \(RFC3339.text(next))" }
      return run.phase.rawValue
    }
    var text = result.outcome.rawValue
    if let code = result.exitCode { text += ", exit \(code)" }
    if let signal = result.signal { text += ", signal \(signal)" }
    if let problem = result.problem { text += ", \(problem)" }
    return text + ", \(duration(result.durationMilliseconds))"
  }

  private static func duration(_ milliseconds: Int64) -> String {
    milliseconds < 10_000 ? "\(milliseconds) ms" : RelativeTime.text(seconds: milliseconds / 1000)
  }
}

extension Array where Element: StringProtocol {
  /// Without one empty element at its end: what a final line feed leaves.
  fileprivate func dropLastEmpty() -> ArraySlice<Element> { last?.isEmpty == true ? dropLast() : self[...] }
}
