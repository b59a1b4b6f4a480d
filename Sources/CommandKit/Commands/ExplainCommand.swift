import CivilTime
import Diagnostics
import NextFire
import RuleModel

extension CommandDeclaration {
  /// `explain`: a rule in words.
  static let explain = CommandDeclaration(
    "explain", "say a rule in words, with its next dates and what clock changes do to it",
    arguments: [ArgumentDeclaration("RULE", .one, "the rule's id"), RuleFileArguments.declaration],
    options: [
      OptionDeclaration("count", letter: "n", value: "N", "so many next dates (default 5)"),
      OptionDeclaration("from", value: "TIME", "as seen from this time (default: now)"),
      DisplayZones.declaration,
    ] + ServiceOptions.declarations,
    examples: [
      CommandExample("carillon explain backup rules.yaml", "What the backup does, when, and what to watch for.")
    ]
  ) { arguments, context throws(CommandFailure) in
    let count = try arguments.integer("count", in: 1...10_000) ?? 5
    let loaded = try RulesAtHand(arguments, context)
    try loaded.requireNoErrors(context)
    let reader = TimeArgument(zone: loaded.zones.reading(loaded), now: context.now)
    let from = try arguments.value("from").map { text throws(CommandFailure) in try reader.instant(text, option: "from")
    }
    let rules = EvaluatedRules(loaded, firstLoad: from ?? context.now, arguments, context)
    let index = try rules.index(named: arguments.one("RULE") ?? "")
    let explanation = RuleExplanation(rules: rules, index: index, from: from ?? context.now, count: count)
    context.output.write(explanation.text)
    let warnings = loaded.diagnostics(ofRule: index)
    if !warnings.isEmpty {
      let renderer = DiagnosticRenderer(usesColor: context.output.usesColor, width: max(80, context.output.columns))
      context.output.write("\n" + renderer.text(warnings, sources: loaded.texts))
    }
    return .success
  }
}

/// One rule in words.
struct RuleExplanation {
  let rules: EvaluatedRules
  let index: Int
  let from: Instant
  let count: Int

  private var rule: Rule { rules.rules[index] }

  /// Several paragraphs, each line ended.
  var text: String {
    var text = "\(rule.id)"
    if let description = rule.description { text += ": \(description)" }
    text = terminalText(text) + "\n"
    if !rule.isEnabled { text += "  not enabled\n" }
    if rule.triggers.isEmpty { text += "  fires by hand, or by another rule\n" }
    for trigger in rule.triggers { text += "  fires \(terminalText(trigger.words))\n" }
    for line in effects { text += "  \(terminalText(line))\n" }
    return text + dates + clockChanges
  }

  private var effects: [String] {
    var lines: [String] = []
    if let notify = rule.notify {
      let title = notify.title.map { $0.source } ?? ""
      lines.append("notifies '\(title)'\(notify.category.map { " with the answers of '\($0)'" } ?? "")")
    }
    if let run = rule.run { lines.append("runs \(run.command.words)") }
    if rule.triggers.contains(where: \.isOnTheClock) { lines.append(rule.missed.words(grace: rule.graceSeconds)) }
    return lines
  }

  private var dates: String {
    guard rule.triggers.contains(where: \.isOnTheClock) else { return "" }
    var text = "next:\n"
    var shown = 0
    for occurrence in rules.evaluator.occurrences(ofRule: index, after: from.advanced(bySeconds: -1)) {
      guard shown < count else { break }
      shown += 1
      let zone = rules.zones.zone(rules.zoneName(of: occurrence, rule: index))
      let reasons = occurrence.reasons.map { OccurrenceText.reason($0) }.map { "   \($0.code): \($0.text)" }
      text += "  \(OccurrenceText.stamp(occurrence.instant, in: zone))\(reasons.joined())\n"
    }
    return shown == 0 ? "next: never\n" : text
  }

  /// What gaps and folds do in the coming two years.
  private var clockChanges: String {
    let end = from.advanced(bySeconds: 2 * 366 * 86_400)
    let zone = rules.zones.zone(rules.zoneName(ofRule: index))
    var text = ""
    var change = from
    // Two years have a handful of changes; the bound only guards against odd zone data.
    for _ in 0..<64 {
      guard let next = zone.nextTransition(after: change), next < end else { break }
      change = next
      let day = next.advanced(bySeconds: -86_400)
      let until = next.advanced(bySeconds: 86_400)
      for occurrence in rules.evaluator.occurrences(ofRule: index, after: day) {
        guard occurrence.instant < until else { break }
        let told = occurrence.reasons.filter(\.isClockChange)
        guard !told.isEmpty else { continue }
        let reasons = told.map { OccurrenceText.reason($0).text }.joined(separator: "; ")
        text += "  \(OccurrenceText.stamp(occurrence.instant, in: zone))   \(reasons)\n"
      }
      for skipped in rules.evaluator.skipped(ofRule: index, from: day, until: until) where skipped.reason == .gap {
        text +=
          "  \(OccurrenceText.day(skipped.nominal.date)) \(skipped.nominal.time)   skipped: the local time does not exist\n"
      }
    }
    return text.isEmpty ? "" : "clock changes in the coming two years:\n" + text
  }
}

extension OccurrenceReason {
  /// Whether a gap or fold is the reason.
  fileprivate var isClockChange: Bool {
    switch self {
    case .gap, .fold: true
    default: false
    }
  }
}

extension Template {
  /// The text with an ellipsis for each insertion.
  var source: String {
    segments.map { segment in
      if case .text(let text) = segment { text } else { "…" }
    }.joined()
  }
}

extension ScriptCommand {
  /// The command as one line.
  var words: String {
    switch self {
    case .shell(let text): "'\(text)' in a shell"
    case .arguments(let words): words.joined(separator: " ")
    case .script: "a script of its own"
    }
  }
}

extension MissedPolicy {
  fileprivate func words(grace: Int64) -> String {
    let late = "when more than \(RelativeTime.text(seconds: grace)) late"
    let within = withinSeconds.map { " within \(RelativeTime.text(seconds: $0))" } ?? ""
    return switch choice {
    case .skip: "makes up nothing \(late)"
    case .latest: "makes up the latest\(within) \(late)"
    case .all: "makes up all\(within), at most 100, \(late)"
    }
  }
}
