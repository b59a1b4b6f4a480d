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
  public var sites: RuleSites
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

/// Where the rules of a compilation stand.
public struct RuleSites: RandomAccessCollection, Sendable {
  struct File: Sendable {
    let path: String
    let tree: YAMLNode?
    let sites: [TriggerSite]
  }

  let places: [RulePlace]
  let files: [File]

  /// 0.
  public var startIndex: Int { 0 }
  /// How many rules there are.
  public var endIndex: Int { places.count }

  /// Where a rule stands.
  public subscript(rule: Int) -> RuleSite { RuleSite(place: places[rule], in: files[Int(places[rule].file)]) }
}

/// Where a rule stands.
public struct RuleSite: Sendable {
  /// The file's path.
  public let file: String
  /// The rule's name.
  public let nameRange: SourceRange
  /// Its triggers, in their order.
  public let triggerRanges: [SourceRange]

  init(place: RulePlace, in file: RuleSites.File) {
    func range(_ identity: UInt32) -> SourceRange? { file.tree?.node(identity: Int(identity))?.range }
    let start = SourcePosition(offset: 0, line: 1, column: 1)
    self.file = file.path
    nameRange = range(place.key) ?? SourceRange(file: file.path, start: start, end: start)
    triggerRanges = file.sites[Int(place.firstSite)...].prefix(Int(place.siteCount)).compactMap { range($0.node) }
  }
}
