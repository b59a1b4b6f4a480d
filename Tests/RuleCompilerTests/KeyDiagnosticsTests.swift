import Diagnostics
import RuleCompiler
import RuleModel
import Testing

/// Keys: unknown, missing, without value, not supported yet, of a wrong type.
@Suite struct KeyDiagnosticsTests {
  static let rows = [
    FindingRow(
      "top typo", "ruels: {}\n".mark("ruels"), "unknown-key", "'ruels' is not a key of a rule file",
      hint: "did you mean 'rules'?"),
    FindingRow(
      "rule typo", rule("«notfy»: Ring\n    notify: x"), "unknown-key", "'notfy' is not a key of a rule",
      hint: "did you mean 'notify'?"),
    FindingRow(
      "wrong case and word", when("{ weekly: { «Weekdays»: mon, days: mon, at: 09:00 } }"), "unknown-key",
      "'Weekdays' is not a key of `weekly`", hint: "did you mean 'days'?"),
    FindingRow(
      "typo in days", when("{ weekly: { «dayz»: mon, days: mon, at: 09:00 } }"), "unknown-key",
      "'dayz' is not a key of `weekly`", hint: "did you mean 'days'?"),
    FindingRow(
      "zero-width space", when("{ weekly: { «da\u{200B}ys»: mon, days: mon, at: 09:00 } }"), "unknown-key",
      "'da\\u{200b}ys' is not a key of `weekly`"),
    FindingRow(
      "modifier inside", when("{ daily: { at: 09:00, «timezone»: UTC } }"), "unknown-key",
      "'timezone' is not a key of `daily`", hint: "write `timezone` beside the trigger key"),
    FindingRow(
      "trigger beside when", rule("notify: x\n    «daily»: 09:00"), "unknown-key", "'daily' is not a key of a rule",
      hint: "write it inside `when`"),
    FindingRow(
      "a YAML 1.1 tool's key", "«true»: x\nrules: {}\n", "unknown-key", "'true' is not a key of a rule file",
      hint: "a YAML 1.1 tool writes true for a key such as on, yes or no"),
    FindingRow(
      "quoted merge", rule("notify: x\n    «\"<<\"»: { enabled: true }"), "unknown-key", "'<<' is not a key of a rule"),
    FindingRow("no value", rule("«notify»:\n    run: x"), "missing-value", "`notify` has no value"),
    FindingRow("null", rule("notify: x\n    enabled: «~»"), "missing-value", "`enabled` has no value"),
    FindingRow("null word", rule("notify: x\n    enabled: «null»"), "missing-value", "`enabled` has no value"),
    FindingRow(
      "comment for a value", rule("notify: x\n    description: «#b»"), "missing-value",
      "`description` has no value: what stands here is a comment", hint: "quote a text that has # in it"),
    FindingRow(
      "null in a list", when("{ daily: [09:00, «~»] }"), "missing-value",
      "a time of day is wanted, but there is no value"),
    FindingRow("rule without value", "rules:\n  «a»:\n", "missing-value", "`a` has no value"),
    FindingRow(
      "mapping for a text", rule("notify: { title: «{ a: b }» }"), "wrong-type",
      "a mapping stands where a text is wanted", hint: "quote this text"),
    FindingRow(
      "list for a text", rule("notify: x\n    description: «[a]»"), "wrong-type",
      "a list stands where a text is wanted", hint: "quote this text"),
    FindingRow(
      "text for a trigger", when("«daily»"), "wrong-type", "the text 'daily' stands where a trigger is wanted",
      hint: "write when: { daily: … }"),
    FindingRow(
      "list of rules", "rules: [«a», b]\n", "wrong-type", "a list stands where names with a rule each are wanted",
      hint: "write rules: { name: … }"),
    FindingRow("text for a rule", "rules: { a: «b» }\n", "wrong-type", "the text 'b' stands where a rule is wanted"),
    FindingRow(
      "text at the top", "«\"rules: []\"»\n", "wrong-type", "a text stands at the top; a rule file is a mapping"),
    FindingRow("list at the top", "- «a»\n", "wrong-type", "a list stands at the top; a rule file is a mapping"),
    FindingRow("no trigger key", when("«{ timezone: UTC }»"), "missing-key", "this trigger does not say when"),
    FindingRow(
      "two trigger keys", when("{ daily: 09:00, «every»: 5m }"), "contradiction",
      "a trigger has one trigger key; this is a second one"),
    FindingRow("missing key", when("{ weekly: «{ at: 09:00 }» }"), "missing-key", "`weekly` needs `days`"),
    FindingRow("missing at", when("{ weekly: «{ days: mon }» }"), "missing-at", "`weekly` needs `at`, a time of day"),
    FindingRow("empty list", when("«[]»"), "empty-list", "the list is empty; a trigger is wanted"),
    FindingRow("empty times", when("{ daily: «[]» }"), "empty-list", "the list is empty; a time of day is wanted"),
    FindingRow(
      "not yet: trigger", when("{ «location»: x }"), "not-supported-yet", "`location` is not supported yet"),
    FindingRow(
      "not yet: rule", rule("notify: x\n    «deadline»: 06:00"), "not-supported-yet", "`deadline` is not supported yet"),
    FindingRow("not yet: top", "«channels»: {}\nrules: {}\n", "not-supported-yet", "`channels` is not supported yet"),
    FindingRow(
      "not yet: content", rule("notify: { title: x, «escalate»: [] }"), "not-supported-yet",
      "`escalate` is not supported yet"),
    FindingRow(
      "not yet: overlap", rule("run: { command: x, overlap: «queue» }"), "not-supported-yet",
      "`overlap: queue` is not supported yet"),
    FindingRow(
      "not yet: overlap of a rule", rule("run: { command: x, overlap: «allow» }"), "not-supported-yet",
      "`overlap: allow` of a rule is not supported yet"),
    FindingRow(
      "not yet: channel", rule("notify: { title: x, channels: «desktop» }"), "not-supported-yet",
      "the channel 'desktop' is not supported yet"),
    FindingRow("empty rule", "rules:\n  «r»:\n    when: { daily: 09:00 }\n", "empty-rule", "the rule 'r' does nothing"),
    FindingRow(
      "name with a space", "rules:\n  «my rule»: { notify: x }\n", "bad-identifier",
      "the name 'my rule' has a space in it: letters, digits and _ - . are possible", hint: "write 'my_rule'"),
    FindingRow(
      "name beginning with a dot", "rules:\n  «.a»: { notify: x }\n", "bad-identifier", "the name '.a' begins with '.'",
      hint: "begin with a letter or digit"),
    FindingRow(
      "reserved action", "actions:\n  «open»: { title: x }\ncategories:\n  c: { actions: [open] }\n", "bad-identifier",
      "'open' is reserved: every notification has it"),
    FindingRow(
      "calendar named like a day", "calendars:\n  «monday»: { dates: 2026-01-01 }\n", "bad-identifier",
      "a calendar can't be named 'monday', which means a day already"),
    FindingRow("NUL", rule("notify: \"a«\\0»b\""), "control-character", "a text cannot contain NUL"),
  ]

  @Test(arguments: rows) func finding(_ row: FindingRow) { row.check() }

  @Test func extensionKeysAreIgnored() {
    let result = compileText(
      """
      x-note: { anything: [1, 2] }
      rules:
        r: { notify: { title: a, x-own: b }, x-other: ~, run: { command: x, x-more: 1 }, when: { daily: 09:00, x-a: 1 } }
      """)
    #expect(result.diagnostics.map(\.code) == [])
  }

  @Test func extensionKeysAreOrdinaryInFreeMaps() throws {
    let result = compileText("rules:\n  r: { notify: { title: a, user_info: { x-own: 1.10 } } }\n")
    let rule = try #require(result.ruleSet.rules.first)
    #expect(rule.notify?.userInfo?.map(\.name) == ["x-own"])
    #expect(rule.notify?.userInfo?.first?.value.literal == "1.10")
  }
}

/// A file of one rule with these lines.
func rule(_ lines: String) -> String { "rules:\n  r:\n    \(lines)\n" }

/// A file of one rule with this `when`.
func when(_ text: String) -> String { ruleText(when: text) }

extension String {
  /// Marks the first place of a text.
  func mark(_ part: String) -> String {
    guard let first = firstRange(of: part) else { return self }
    return self[..<first.lowerBound] + "«" + part + "»" + self[first.upperBound...]
  }

  private func firstRange(of part: String) -> Range<Index>? {
    indices.lazy.compactMap { start in
      self[start...].hasPrefix(part) ? start..<self.index(start, offsetBy: part.count) : nil
    }.first
  }
}
