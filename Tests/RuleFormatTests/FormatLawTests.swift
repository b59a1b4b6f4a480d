import Diagnostics
import RuleCompiler
import RuleFormat
import RuleModel
import TestSupport
import Testing
import YAMLSyntax

/// What holds for every file.
@Suite struct FormatLawTests {
  static let examples = [
    "backups", "bins", "birthdays", "chain", "every-trigger", "medication", "notification-centre", "office", "rent",
  ]

  @Test func examplesHaveTheForm() throws {
    for name in Self.examples {
      let text = String(decoding: try readFile("\(CaseFile.testsFolder)/../examples/\(name).yaml"), as: UTF8.self)
      #expect(formatted(text) == text, "\(name)")
    }
  }

  @Test func filesOfTheReadmeHaveTheForm() throws {
    let readme = String(decoding: try readFile("\(CaseFile.testsFolder)/../README.md"), as: UTF8.self)
    var files = 0
    for part in readme.split(separator: "```yaml\n").dropFirst() {
      let text = part.prefix(upTo: part.firstRange(of: "```")?.lowerBound ?? part.endIndex)
      #expect(formatted(String(text)) == text)
      files += 1
    }
    #expect(files >= 3)
  }

  @Test(arguments: SampleFiles.all) func samples(_ text: String) { check(text) }

  /// Files with other indentation, comments at the ends and between lines, and lists broken over lines.
  @Test(arguments: Array(1...12) as [UInt64]) func rewrittenFiles(_ seed: UInt64) {
    var generator = SplitMix64(seed: seed)
    for text in SampleFiles.all {
      for _ in 0..<20 { check(Self.rewritten(text, &generator)) }
    }
  }

  @Test(arguments: Array(1...8) as [UInt64]) func mutatedFiles(_ seed: UInt64) {
    var generator = SplitMix64(seed: seed)
    for text in SampleFiles.all {
      for _ in 0..<40 {
        check(SampleFiles.mutated(Self.rewritten(text, &generator), &generator))
      }
    }
  }

  /// Formatting twice is formatting once; the rules and the comments are the same; only faults of syntax are refused.
  private func check(_ text: String) {
    let source = SourceText(path: "rules.yaml", text: text)
    switch formatRules(source) {
    case .unchanged: break
    case .changed(let bytes):
      let result = SourceText(path: "rules.yaml", bytes: bytes)
      if case .unchanged = formatRules(result) {
      } else {
        Issue.record(
          "not stable:\n\(text)\n--- becomes\n\(String(decoding: bytes, as: UTF8.self))\n--- then\n\(formatted(String(decoding: bytes, as: UTF8.self)))"
        )
      }
      #expect(comments(source) == comments(result), "\(text)")
      let before = compile(RuleSources([RuleFile(path: "rules.yaml", folder: "/", bytes: source.bytes)]))
      let after = compile(RuleSources([RuleFile(path: "rules.yaml", folder: "/", bytes: bytes)]))
      #expect(before.ruleSet.rules == after.ruleSet.rules, "\(text)")
      #expect(before.ruleSet.calendars == after.ruleSet.calendars)
      #expect(before.ruleSet.actions == after.ruleSet.actions)
      #expect(before.ruleSet.categories == after.ruleSet.categories)
      #expect(before.ruleSet.tests == after.ruleSet.tests)
      #expect(errors(before) == errors(after), "\(text)")
    case .refused(let diagnostics):
      #expect(parseYAML(source).diagnostics.hasErrors, "\(diagnostics.map(\.code)):\n\(text)")
    }
  }

  /// Codes without their order, which follows the places.
  private func errors(_ compilation: Compilation) -> [String] {
    compilation.diagnostics.filter { $0.severity == .error }.map(\.code).sorted()
  }

  private func comments(_ source: SourceText) -> [String] {
    (yamlTokens(of: source) ?? []).filter { $0.kind == .comment }.map {
      String(decoding: source.bytes[$0.start..<$0.end], as: UTF8.self)
    }
  }

  /// The same file in another form, in most cases.
  private static func rewritten(_ text: String, _ generator: inout SplitMix64) -> String {
    var lines: [String] = []
    let step = 1 + generator.below(4)
    var number = 0
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      let indent = line.prefix { $0 == " " }.count
      var content = String(line.dropFirst(indent))
      number += 1
      switch generator.below(14) {
      case 0 where !content.isEmpty: content += "   # behind \(number)"
      case 1: lines.append(String(repeating: " ", count: generator.below(7)) + "# before \(number)")
      case 2: content = content.replacing(", ", with: ",\n   ", maxReplacements: 1 + generator.below(3))
      case 3: content = content.replacing(", ", with: ", # within \(number)\n           ", maxReplacements: 1)
      case 4: content = content.replacing("{ ", with: "{\n               ", maxReplacements: 1)
      case 5: content = content.replacing(": ", with: ":   ")
      case 6: lines.append("")
      case 7: content = content.replacing("]", with: "# last \(number)\n       ]", maxReplacements: 1)
      case 8: content = content.replacing("[", with: "[ # first \(number)\n        ", maxReplacements: 1)
      case 9: content = content.replacing("- ", with: "-    ", maxReplacements: 1)
      default: break
      }
      lines.append(String(repeating: " ", count: indent / 2 * step) + content)
    }
    return lines.joined(separator: generator.below(5) == 0 ? "\r\n" : "\n")
  }
}
