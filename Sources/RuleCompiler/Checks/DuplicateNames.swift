import Diagnostics
import YAMLSyntax

extension Linker {
  /// One namespace for each kind over all files: a second definition shows both places.
  mutating func checkDuplicateNames() {
    check("calendar", files.lazy.map(\.calendarNames))
    check("action", files.lazy.map(\.actionNames))
    check("category", files.lazy.map(\.categoryNames))
    check("rule", files.lazy.map(\.ruleNames))
    var first: YAMLNode?
    for file in files {
      guard let parallel = file.parallel else { continue }
      if let first {
        diagnostics.append(
          .duplicateDefinition("`limits.parallel` is given a second time", at: parallel.node, first: first))
      }
      first = first ?? parallel.node
    }
  }

  private mutating func check(_ kind: String, _ lists: some Sequence<[Declared]>) {
    // In one file the names are the keys of one mapping, each of which stands there once.
    guard lists.count(where: { !$0.isEmpty }) > 1 else { return }
    var first: [String: YAMLNode] = [:]
    for list in lists {
      first.reserveCapacity(first.count + list.count)
      for declared in list {
        guard let known = first.updateValue(declared.key, forKey: declared.name) else { continue }
        first[declared.name] = known
        diagnostics.append(
          .duplicateDefinition(
            "the \(kind) \(quoted(declared.name)) is defined a second time", at: declared.key, first: known))
      }
    }
  }

  /// A former name is nobody's present name, and one rule's only.
  mutating func checkFormerNames() {
    guard files.contains(where: { !$0.formerNames.isEmpty }) else { return }
    let present = Dictionary(
      files.lazy.flatMap(\.ruleNames).map { ($0.name, $0.key) }, uniquingKeysWith: { first, _ in first })
    var first: [String: YAMLNode] = [:]
    for former in files.lazy.flatMap(\.formerNames) {
      if let rule = present[former.name] {
        diagnostics.append(
          .duplicateDefinition("\(quoted(former.name)) is the name of another rule now", at: former.key, first: rule))
      } else if let known = first[former.name] {
        diagnostics.append(
          .duplicateDefinition(
            "\(quoted(former.name)) is the former name of another rule too", at: former.key, first: known))
      } else {
        first[former.name] = former.key
      }
    }
  }
}

extension Diagnostic {
  static func duplicateDefinition(_ message: String, at node: YAMLNode, first: YAMLNode) -> Diagnostic {
    Diagnostic(
      .error, "duplicate-definition", message, at: node.range, related: [Related("first defined here", at: first.range)]
    )
  }

  static func includeMissing(_ pattern: String, at range: SourceRange) -> Diagnostic {
    Diagnostic(.warning, "include-missing", "\(quoted(pattern)) names no file", at: range)
  }
}
