public import JSONText
public import RuleModel

/// What a reload did.
public struct ReloadReport: ControlEntry {
  /// What changed about a rule.
  public struct Change: Hashable, Sendable {
    /// The rule.
    public var rule: RuleID
    /// `new`, `changed`, `renamed`, `enabled`, `disabled` or `gone`.
    public var change: String
    /// Makes a change.
    public init(rule: RuleID, change: String) {
      self.rule = rule
      self.change = change
    }
  }

  /// A finding in a rule file.
  public struct Finding: Hashable, Sendable {
    /// `error`, `warning` or `note`.
    public var severity: String
    /// The stable code.
    public var code: String
    /// The whole finding as it is shown to people, with place and excerpt; no line feed at the end.
    public var text: String
    /// Makes a finding.
    public init(severity: String, code: String, text: String) {
      self.severity = severity
      self.code = code
      self.text = text
    }
  }

  /// Whether the files are in force now; otherwise the rules before still are, unchanged.
  public var isApplied: Bool
  /// How many rules are in force.
  public var rules: Int
  /// What changed, in the order of the rules.
  public var changes: [Change]
  /// What the compiler has to say.
  public var findings: [Finding]

  /// Makes a report.
  public init(isApplied: Bool, rules: Int, changes: [Change] = [], findings: [Finding] = []) {
    self.isApplied = isApplied
    self.rules = rules
    self.changes = changes
    self.findings = findings
  }

  /// `applied`, `rules`, `changes`, `findings`.
  public var json: JSONValue {
    [
      "applied": .bool(isApplied), "rules": .integer(Int64(rules)),
      "changes": .array(changes.map { ["rule": .string($0.rule.text), "change": .string($0.change)] }),
      "findings": .array(
        findings.map { ["severity": .string($0.severity), "code": .string($0.code), "text": .string($0.text)] }),
    ]
  }

  /// Reads what `json` made.
  public init(json: JSONValue) throws(ControlError) {
    var reader = try FieldReader(json, "reloaded")
    isApplied = try reader.flag("applied")
    rules = try reader.count("rules")
    changes = try reader.list("changes") { value throws(ControlError) in
      var reader = try FieldReader(value, "change")
      let change = Change(rule: RuleID(try reader.neededName("rule")), change: try reader.neededText("change"))
      try reader.finish()
      return change
    }
    findings = try reader.list("findings") { value throws(ControlError) in
      var reader = try FieldReader(value, "finding")
      let finding = Finding(
        severity: try reader.neededText("severity"), code: try reader.neededText("code"),
        text: try reader.neededText("text"))
      try reader.finish()
      return finding
    }
    try reader.finish()
  }
}
