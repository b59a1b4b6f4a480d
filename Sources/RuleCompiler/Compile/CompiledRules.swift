public import CivilTime
public import Diagnostics
public import NextFire
public import RuleModel
import TriggerGraph

/// The rules of one text, compiled and bound to zones: the short way from YAML to coming occurrences.
///
///     let berlin = try ZoneRules(name: ZoneName("Europe/Berlin"), tzif: bytes)
///     let rules = try CompiledRules(text, zones: [berlin], firstLoad: now)
///     for occurrence in rules.occurrences(of: RuleID("tea"), after: now).prefix(5) { … }
///
/// Touches no file: scripts count as present, and an `include` finds nothing. Several files, what they include and facts
/// about scripts go through `RuleFileCompiler`.
public struct CompiledRules: Sendable {
  /// The rules in the order of the text.
  public let rules: [Rule]
  /// What is worth a look though the rules are right, in the order of the text; a zone that was not given is among them.
  public let warnings: [Diagnostic]
  /// Answers every question about when they fire; its rules have the same order as `rules`.
  public let evaluator: Evaluator
  private let places: RulePlaces

  /// Compiles a text.
  ///
  /// - Parameters:
  ///   - text: A rule file.
  ///   - path: What messages call it.
  ///   - zones: The zones that its rules name; UTC is always there. A rule whose zone is missing never fires.
  ///   - localZone: What `local` means, the zone of rules that name none.
  ///   - firstLoad: From when `in`, `count` and `repeats: false` count where no `from` says it.
  ///   - eventFiles: Contents of iCalendar files by the path that the rules name; one that is not there is unknown.
  /// - Throws: `RuleTextError` with every mistake of the text.
  public init(
    _ text: String, path: String = "rules.yaml", zones: [ZoneRules] = [], localZone: ZoneRules = .utc,
    firstLoad: Instant, eventFiles: [String: [UInt8]] = [:]
  ) throws(RuleTextError) {
    let file = RuleFile(path: path, folder: "/", bytes: Array(text.utf8))
    let known = Dictionary(zones.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    var sources = RuleSources([file])
    var compiler = RuleFileCompiler()
    var compilation = compiler.compile(sources)
    while !compilation.needs.isEmpty {
      for need in compilation.needs {
        switch need {
        case .zone(let name):
          if let rules = known[name] { sources.zones[name] = rules } else { sources.missingZones.insert(name) }
        case .fact(let path): sources.facts[path] = FileFact(exists: true, isExecutable: true)
        case .include(let pattern): sources.includes[pattern] = []
        case .events(let path):
          let bytes = eventFiles[path] ?? eventFiles[String(path.drop { $0 == "/" })]
          sources.eventFiles[path] = bytes.map { .bytes($0) } ?? .unreadable("its content is not given")
        case .file(let path): sources.included[path] = RuleFile(path: path, folder: "/", bytes: [])
        }
      }
      compilation = compiler.compile(sources)
    }
    guard !compilation.hasErrors, let graph = compilation.graph else {
      throw RuleTextError(
        diagnostics: compilation.diagnostics, source: SourceText(path: path, bytes: file.bytes))
    }
    rules = compilation.ruleSet.rules
    warnings = compilation.diagnostics
    places = RulePlaces(graph)
    evaluator = Evaluator(
      graph: graph, context: EvaluationContext(zones: known, localZone: localZone, assumedAnchor: firstLoad))
  }

  /// The occurrences of a rule strictly after an instant, ascending, found one by one; none where no rule has the name.
  public func occurrences(of rule: RuleID, after instant: Instant) -> OccurrenceStream {
    evaluator.occurrences(ofRule: places[rule] ?? -1, after: instant)
  }
}

/// A text whose rules are refused.
public struct RuleTextError: Error, Sendable, CustomStringConvertible {
  /// Everything found, in the order of the text.
  public let diagnostics: [Diagnostic]
  let source: SourceText

  /// The findings as `carillon check` shows them, with places and excerpts.
  public var description: String { DiagnosticRenderer().text(diagnostics, sources: [source]) }
}
