public import Diagnostics
public import RuleModel
public import TriggerGraph
import YAMLSyntax

/// What a set of rule files means, and everything to say about it.
public struct Compilation: Sendable {
  /// The declarations; whole only without errors.
  public var ruleSet: RuleSet
  /// What fires each rule, in the order of `ruleSet.rules`; nil while there are errors or needs.
  public var graph: TriggerGraph?
  /// Findings in file order.
  public var diagnostics: [Diagnostic]
  /// What is still missing; with it a next compilation knows more.
  public var needs: [SourceNeed]
  /// Where each rule of `ruleSet.rules` stands.
  public var sites: [RuleSite]
  /// Paths of the files of events that could be read.
  public var goodEventFiles: Set<String> = []
  /// The files in the order they were read, with the zone that each names for its triggers.
  public var files: [FileSummary]

  /// Whether the rules are refused.
  public var hasErrors: Bool { diagnostics.hasErrors }

  /// The zone that all files share; nil where they differ or there is none.
  public var sharedZone: ZoneChoice? {
    guard let first = files.first else { return nil }
    return files.allSatisfy { $0.zone == first.zone } ? first.zone : nil
  }
}

/// A file of a compilation.
public struct FileSummary: Hashable, Sendable {
  /// Its path as diagnostics show it.
  public var path: String
  /// Its `timezone`; `local` where it names none.
  public var zone: ZoneChoice
}

/// Where a rule stands.
public struct RuleSite: Sendable {
  /// The file's path.
  public let file: String
  let key: YAMLNode
  let triggers: [TriggerSite]

  /// The rule's name.
  public var nameRange: SourceRange { key.range }
  /// Its triggers, in their order.
  public var triggerRanges: [SourceRange] { triggers.map(\.node.range) }
}
