import Diagnostics
import RuleCompiler
import RuleModel
import YAMLSyntax

/// What must survive a change of form: values, rules and comments.
struct Content {
  private let root: YAMLNode?
  private let comments: [String]
  private let file: RuleFile

  init(_ source: SourceText, tokens: [YAMLToken]) {
    let (root, diagnostics) = parseYAML(source)
    self.root = diagnostics.hasErrors ? nil : root
    comments = Self.comments(of: source, tokens)
    file = RuleFile(path: source.path, folder: "/", bytes: source.bytes)
  }

  /// The comments in their order, without blanks at their ends.
  private static func comments(of source: SourceText, _ tokens: [YAMLToken]) -> [String] {
    tokens.compactMap { token in
      var range = token.start..<token.end
      if token.style == .literal || token.style == .folded {
        let line = source.bytes[range].prefix { $0 != 0x0A && $0 != 0x0D }
        guard let start = line.firstIndex(of: UInt8(ascii: "#")) else { return nil }
        range = start..<line.endIndex
      } else if token.kind != .comment {
        return nil
      }
      var end = range.upperBound
      while end > range.lowerBound, source.bytes[end - 1] == 0x20 || source.bytes[end - 1] == 0x09 { end -= 1 }
      return String(decoding: source.bytes[range.lowerBound..<end], as: UTF8.self)
    }
  }

  /// Whether another file says the same, apart from the spellings that were meant to change.
  func hasSameMeaning(as other: Content, spellings: [Int: String]) -> Bool {
    guard comments == other.comments, let root, let otherRoot = other.root else { return false }
    var trees = TreeComparison(spellings: spellings)
    guard trees.areEqual(root, otherRoot), root.anchors.map(\.name) == otherRoot.anchors.map(\.name) else {
      return false
    }
    return spellings.isEmpty || hasSameRules(as: other)
  }

  /// Codes without their order, which follows the places.
  private static func errors(_ compilation: Compilation) -> [String] {
    compilation.diagnostics.filter { $0.severity == .error }.map(\.code).sorted()
  }

  /// Whether the compiler says the same of both, warnings aside: a text that a comment cuts off is only seen where no comma
  /// stands between them.
  private func hasSameRules(as other: Content) -> Bool {
    let before = compile(RuleSources([file]))
    let after = compile(RuleSources([other.file]))
    let (left, right) = (before.ruleSet, after.ruleSet)
    return left.rules == right.rules && left.calendars == right.calendars && left.actions == right.actions
      && left.categories == right.categories && left.parallelRuns == right.parallelRuns && left.tests == right.tests
      && before.needs == after.needs
      && Self.errors(before) == Self.errors(after)
  }
}

/// Compares two trees; what aliases repeat is compared once.
private struct TreeComparison {
  let spellings: [Int: String]
  private var known: Set<Pair> = []

  private struct Pair: Hashable {
    var left: Int
    var right: Int
  }

  init(spellings: [Int: String]) { self.spellings = spellings }

  /// - Complexity: O(nodes); the depth is bounded by the reader.
  mutating func areEqual(_ left: YAMLNode, _ right: YAMLNode) -> Bool {
    guard left.kind == right.kind else { return false }
    switch left.kind {
    case .scalar:
      if left.text == right.text { return left.isNull == right.isNull && isMerge(left) == isMerge(right) }
      return spellings[left.startOffset].map { $0 == right.text } ?? false
    case .sequence:
      guard known.insert(Pair(left: left.identity, right: right.identity)).inserted else { return true }
      let (first, second) = (left.elements, right.elements)
      guard first.count == second.count else { return false }
      for index in first.indices where !areEqual(first[index], second[index]) { return false }
    case .mapping:
      guard known.insert(Pair(left: left.identity, right: right.identity)).inserted else { return true }
      let (first, second) = (left.entries, right.entries)
      guard first.count == second.count else { return false }
      for index in first.indices {
        guard first[index].key.text == second[index].key.text, areEqual(first[index].value, second[index].value) else {
          return false
        }
      }
    }
    return true
  }

  private func isMerge(_ node: YAMLNode) -> Bool { node.text == "<<" && node.style == .plain }
}
