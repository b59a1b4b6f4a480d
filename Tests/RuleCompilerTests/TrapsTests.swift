import Diagnostics
import JSONText
import RuleCompiler
import RuleModel
import TestSupport
import Testing

/// The config level of the traps file, mapped from its stand-in schema to this language.
@Suite struct TrapsTests {
  /// Returns a trap's text in the words of the language: `rules` is a mapping by name, `name` stands for
  /// `notify.title`, the times stand under `daily`.
  static func mapped(_ text: String) -> String {
    text
      .replacing(
        "weekly: {Weekdays: [mon], at: \"09:00\"}", "when: {weekly: {Weekdays: [mon], days: mon, at: \"09:00\"}}"
      )
      .replacing("weekly: {wekdays: [mon], at: \"09:00\"}", "when: {weekly: {wekdays: [mon], at: \"09:00\"}}")
      .replacing(
        "weekly: {weekd\u{200B}ays: [mon], at: \"09:00\"}", "when: {weekly: {da\u{200B}ys: [mon], at: \"09:00\"}}"
      )
      .replacing("rules:\n  - - name: a", "rules:\n  - - notify: a")
      .replacing("rules:\n  - enabled", "rules:\n  r:\n    notify: a\n    enabled")
      .replacing("rules:\n  - at: 0900", "rules:\n  r:\n    notify: a\n    when: { daily: 0900 }")
      .replacing("rules:\n  - ", "rules:\n  r:\n    ")
      .replacing("\n    every: ", "\n    when:\n      daily: 09:00\n      count: ")
      .replacing("name: ", "notify: ")
      .replacing("rules: []", "rules: {}")
  }

  @Test func everyConfigTrap() throws {
    var count = 0
    for row in try CaseFile.lines(named: "yaml-traps") where row["level"]?.string == "config" {
      let id = row["id"]?.string ?? ""
      count += 1
      // Quoted scalars count as what the field says.
      if id == "yaml-e863299cef" { continue }
      var text = row["yaml"]?.string
      if let made = row["yaml_gen"] {
        let number = Int(made["count"]?.integer ?? 0)
        text =
          (made["prefix"]?.string ?? "") + String(repeating: made["unit"]?.string ?? "", count: number)
          + String(repeating: made["suffix_unit"]?.string ?? "", count: number) + (made["suffix"]?.string ?? "")
      }
      let yaml = Self.mapped(try #require(text, "\(id)"))
      let result = compileText(yaml)
      if let expected = row["expect"]?.string {
        #expect(!result.hasErrors, "\(id): \(yaml)")
        #expect(result.ruleSet.rules.first?.notify?.title?.literal == expected, "\(id)")
      } else {
        #expect(result.hasErrors, "\(id): \(yaml)")
        #expect(result.diagnostics.allSatisfy { $0.range != nil || $0.severity != .error }, "\(id): a place")
      }
    }
    #expect(count >= 30)
  }
}

extension String {
  fileprivate func replacing(_ part: String, _ other: String) -> String {
    var result = ""
    var rest = self[...]
    while let first = rest.indices.first(where: { rest[$0...].hasPrefix(part) }) {
      result += rest[..<first] + other
      rest = rest[rest.index(first, offsetBy: part.count)...]
    }
    return result + rest
  }
}
