import Diagnostics
import RuleModel
import YAMLSyntax

extension Linker {
  /// Names that nothing declares.
  ///
  /// Where a file broke off its names are not known, and nothing is said.
  mutating func checkNames() {
    guard knowsAllNames else { return }
    let declared: [NameUse.Kind: Set<String>] = [
      .calendar: names(\.calendarNames), .action: names(\.actionNames), .category: names(\.categoryNames),
      .rule: names(\.ruleNames),
    ]
    for file in files {
      for use in file.uses where declared[use.kind]?.contains(use.name) == false {
        let candidates = (declared[use.kind] ?? []).sorted()
        diagnostics.append(.unknownDeclaration(use, candidates: candidates))
      }
    }
  }

  private func names(_ path: KeyPath<DecodedFile, [Declared]>) -> Set<String> {
    var result: Set<String> = []
    result.reserveCapacity(files.reduce(0) { $0 + $1[keyPath: path].count })
    for file in files {
      for declared in file[keyPath: path] { result.insert(declared.name) }
    }
    return result
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
