import Diagnostics
import RuleModel
import YAMLSyntax

extension Linker {
  /// Names that nothing declares.
  ///
  /// Where a file broke off its names are not known, and nothing is said.
  mutating func checkNames() {
    guard knowsAllNames else { return }
    for kind in NameUse.Kind.allCases where files.contains(where: { $0.uses.contains { $0.kind == kind } }) {
      let known = Set(files.lazy.flatMap { $0.names(of: kind) }.map(\.name))
      var candidates: [String]?
      for file in files {
        for use in file.uses where use.kind == kind && !known.contains(use.name) {
          let sorted = candidates ?? known.sorted()
          candidates = sorted
          diagnostics.append(.unknownDeclaration(use, candidates: sorted))
        }
      }
    }
  }

  /// Puts the named actions into their categories.
  mutating func linkCategories() {
    for file in files {
      for decoded in file.categories where categories[decoded.id] == nil {
        var list: [Action] = []
        for entry in decoded.actions {
          switch entry {
          case .named(let id, _):
            if let action = actions[id] { list.append(action) }
          case .inline(let action, let node):
            if let known = files.lazy.flatMap(\.actionNames).first(where: { $0.name == action.id.text }) {
              diagnostics.append(
                .duplicateDefinition(
                  "the action \(quoted(action.id.text)) is defined a second time", at: node["id"] ?? node,
                  first: known.key))
            }
            list.append(action)
          }
        }
        categories[decoded.id] = Category(
          id: decoded.id, actions: list, onOpen: decoded.onOpen, onDismiss: decoded.onDismiss)
      }
    }
  }
}

extension DecodedFile {
  /// The names that the file declares of a kind.
  fileprivate func names(of kind: NameUse.Kind) -> [Declared] {
    switch kind {
    case .calendar: calendarNames
    case .action: actionNames
    case .category: categoryNames
    case .rule: ruleNames
    }
  }
}

extension Diagnostic {
  static func unknownDeclaration(_ use: NameUse, candidates: [String]) -> Diagnostic {
    let kind = "\(use.kind)"
    let words = use.kind == .calendar ? candidates + ScalarText.weekdayWords : candidates
    let near = closestMatch(to: use.name, among: words)
    return Diagnostic(
      .error, "unknown-\(kind)", "no \(kind) is named \(quoted(use.name))", at: use.node.range,
      hint: near.map { "did you mean '\($0)'?" } ?? (candidates.isEmpty ? "none is declared" : nil))
  }
}
