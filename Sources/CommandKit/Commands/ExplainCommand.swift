import CivilTime
import Diagnostics
import JSONText
import NextFire
import RuleCompiler
import RuleModel

extension CommandDeclaration {
  /// `explain`: a rule or an expression in words.
  static let explain = CommandDeclaration(
    "explain", "say a rule or an expression in words, with its next dates and what clock changes do to it",
    discussion:
      "Takes a rule's id, or one expression: --cron, --rrule, --on-calendar, or --when with what stands under 'when' in a rule file (its calendars come from FILE). An expression is read in --zone, else on the machine's clock.",
    arguments: [
      ArgumentDeclaration("RULE", .optional, "the rule's id; left out with an expression", completion: .none),
      RuleFileArguments.declaration,
    ],
    options: [
      OptionDeclaration("cron", value: "TEXT", "a cron expression: '0 9 * * 1-5'"),
      OptionDeclaration("rrule", value: "TEXT", "an RFC 5545 recurrence rule: 'FREQ=WEEKLY;BYDAY=TU,TH'"),
      OptionDeclaration("start", value: "TIME", "where --rrule begins to count (default: the day of --from)"),
      OptionDeclaration("on-calendar", value: "TEXT", "a systemd calendar expression: 'Mon..Fri 09:00'"),
      OptionDeclaration("when", value: "YAML", "triggers: 'daily: 09:00', or a list"),
      OptionDeclaration("count", letter: "n", value: "N", "so many next dates (default 5)"),
      OptionDeclaration("from", value: "TIME", "as seen from this time (default: now)"),
      OptionDeclaration("format", value: "FORMAT", "the form of the answer", completion: .words(["text", "json"])),
      DisplayZones.declaration,
    ] + ServiceOptions.declarations,
    examples: [
      CommandExample("carillon explain backup rules.yaml", "What the backup does, when, and what to watch for."),
      CommandExample("carillon explain --cron '0 9 * * 1-5'", "A line of a crontab in words, and as a trigger."),
      CommandExample(
        "carillon explain --rrule 'FREQ=MONTHLY;BYDAY=-1FR' --start 2027-01-29T18:00", "A rule of a calendar program."),
    ]
  ) { arguments, context throws(CommandFailure) in
    let count = try arguments.integer("count", in: 1...10_000) ?? 5
    let given = ExplainSubject.expressionOptions.filter { arguments.has($0) }
    if given.count > 1 { throw .usage("--\(given[0]) and --\(given[1]) don't go together") }
    if arguments.has("start"), given != ["rrule"] { throw .usage("--start belongs to --rrule") }
    let subject: ExplainSubject
    if let option = given.first {
      subject = try ExplainSubject(option, arguments, context)
    } else {
      guard let name = arguments.one("RULE") else {
        throw .usage("'explain' needs a rule's id, or an expression such as --cron '0 9 * * 1-5'")
      }
      if arguments.all("FILE").isEmpty, name.contains("/") || name.hasSuffix(".yaml") || name.hasSuffix(".yml"),
        FileKind.exists(name)
      {
        throw .usage("'\(name)' is a file; a rule's id stands before it: carillon explain RULE \(name)")
      }
      subject = try ExplainSubject(rule: name, arguments, context)
    }
    if subject.findings.hasErrors {
      context.errors.write(context.errors.renderer.text(subject.findings, sources: subject.texts))
      return .failure
    }
    let explanation = Explanation(subject, count: count)
    if arguments.value("format") == "json" {
      context.output.writeLine(explanation.json)
    } else {
      context.output.write(explanation.text)
      if !subject.findings.isEmpty {
        context.output.write("warnings:\n" + context.output.renderer.text(subject.findings, sources: subject.texts))
      }
    }
    return .success
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

extension Template {
  /// The text with an ellipsis for each insertion.
  var source: String { text(summary: nil) }

  /// The same with the summary of an event, where one is given.
  func text(summary: String?) -> String {
    segments.map { segment in
      switch segment {
      case .text(let text): text
      case .value(.event(.summary)): summary ?? "…"
      case .value: "…"
      }
    }.joined()
  }
}
