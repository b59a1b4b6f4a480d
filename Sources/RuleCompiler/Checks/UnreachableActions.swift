import Diagnostics
import RuleModel
import YAMLSyntax

extension Linker {
  /// Actions that stand in no category, and `advance` on rules without a sequence.
  mutating func checkUnreachableActions() {
    guard knowsAllNames else { return }
    var used: Set<String> = []
    for file in files { for use in file.uses where use.kind == .action { used.insert(use.name) } }
    for file in files {
      for (action, key) in file.actions where !used.contains(action.id.text) {
        warn(
          .unreachableAction,
          Diagnostic(
            .warning, WarningCode.unreachableAction.rawValue,
            "the action \(quoted(action.id.text)) stands in no category, so nobody can choose it", at: key.range),
          silenced: file.silenced)
      }
    }
    let advancing = categories.filter {
      $0.value.actions.contains { $0.steps.contains(where: advances) } || $0.value.onOpen.contains(where: advances)
    }
    guard !advancing.isEmpty else { return }
    for rule in rules.indices {
      guard let content = rules[rule].notify, let id = content.category, content.sequence.isEmpty,
        advancing[id] != nil
      else { continue }
      warn(
        .advanceWithoutSequence,
        Diagnostic(
          .warning, WarningCode.advanceWithoutSequence.rawValue,
          "an action of \(quoted(id.text)) advances, and this rule's notification has no `sequence`",
          at: node(places[rule].key, ofRule: rule)?.range),
        silenced: silenced(ofRule: rule))
    }
  }

  private func advances(_ step: Step) -> Bool { if case .advance = step { true } else { false } }
}
