import Diagnostics
import JSONText
import RuleCompiler
import RuleModel

extension CommandDeclaration {
  /// `check`: what is wrong with the files.
  static let check = CommandDeclaration(
    "check", "compile the rules and show every mistake with its place",
    arguments: [RuleFileArguments.declaration],
    options: [
      OptionDeclaration("strict", "warnings count as errors"),
      OptionDeclaration(
        "format", value: "FORMAT", "the form of the diagnostics; sarif and github are for code review",
        completion: .words(["text", "json", "sarif", "github"])),
    ],
    examples: [
      CommandExample("carillon check rules.yaml --strict", "Status 0 only without any error or warning."),
      CommandExample("carillon check rules --format sarif > carillon.sarif", "For code scanning (SARIF 2.1.0)."),
    ]
  ) { arguments, context throws(CommandFailure) in
    let loaded = try RulesAtHand(arguments, context)
    var diagnostics = loaded.compilation.diagnostics
    if arguments.has("strict") {
      for index in diagnostics.indices where diagnostics[index].severity == .warning {
        diagnostics[index].severity = .error
      }
    }
    switch arguments.value("format") {
    case "json": context.output.writeLine(DiagnosticJSON.document(diagnostics))
    case "sarif":
      context.output.writeLine(
        DiagnosticSARIF(diagnostics: diagnostics, version: Program.version, folder: context.folder).document)
    case "github": context.output.write(DiagnosticCommands.text(diagnostics))
    default:
      context.output.write(context.output.renderer.text(diagnostics, sources: loaded.texts))
      context.output.write(summary(diagnostics, rules: loaded.compilation.ruleSet.rules.count))
    }
    return diagnostics.hasErrors ? .failure : .success
  }

  private static func summary(_ diagnostics: [Diagnostic], rules: Int) -> String {
    let errors = diagnostics.count { $0.severity == .error }
    let warnings = diagnostics.count { $0.severity == .warning }
    let found = [counted(errors, "error"), counted(warnings, "warning")].compactMap(\.self).joined(separator: ", ")
    if errors > 0 { return "\(found)\n" }
    return "\(counted(rules, "rule") ?? "no rules"): \(found.isEmpty ? "fine" : found)\n"
  }

  static func counted(_ number: Int, _ noun: String) -> String? {
    number == 0 ? nil : "\(number) \(noun)\(number == 1 ? "" : "s")"
  }
}
