public import RuleModel

/// What a load of rule files changes about one rule, in the words of reload reports.
public enum RuleChange: String, Hashable, Sendable, CaseIterable, Codable {
  /// No file named it before.
  case new
  /// Its triggers compile to another form.
  case changed
  /// It takes over what was stored under the name before.
  case renamed
  /// It may fire again.
  case enabled
  /// It fires no more.
  case disabled
  /// No file names it any more.
  case gone

  /// Whether a rule's horizon begins anew with these changes: no occurrence up to the load exists for it.
  public static func beginsAnew(_ changes: [RuleChange]) -> Bool {
    changes.contains { $0 == .new || $0 == .changed || $0 == .enabled }
  }
}

extension RuleRecord {
  /// What changes when its rule is loaded again; empty where nothing of it is armed anew.
  ///
  /// - Parameters:
  ///   - rule: The rule of the new files; its name does not matter.
  ///   - fingerprints: The forms of its triggers, in order.
  public func changes(loading rule: Rule, fingerprints: [String]) -> [RuleChange] {
    var changes: [RuleChange] = []
    if absentSince != nil { changes.append(.new) }
    if self.fingerprints != fingerprints { changes.append(.changed) }
    if isEnabled != rule.isEnabled { changes.append(rule.isEnabled ? .enabled : .disabled) }
    return changes
  }
}

extension Rule {
  /// The name whose record this rule takes over: its `formerly`, while nothing is stored under its own name.
  ///
  /// - Parameters:
  ///   - isStored: Whether something is stored under a name.
  ///   - isDeclared: Whether the new files have a rule of a name.
  public func predecessor(isStored: (RuleID) -> Bool, isDeclared: (RuleID) -> Bool) -> RuleID? {
    guard let formerly, !isStored(id), isStored(formerly), !isDeclared(formerly) else { return nil }
    return formerly
  }

  /// The forms of those triggers that count from their first load, which is stored; in the order of the triggers.
  ///
  /// - Parameter fingerprints: The forms of all triggers, in order.
  public func anchoredForms(_ fingerprints: [String]) -> [String] {
    zip(triggers, fingerprints).filter { $0.0.needsStoredAnchor }.map(\.1)
  }
}
