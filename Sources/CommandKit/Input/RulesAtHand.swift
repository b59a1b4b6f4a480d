import CivilTime
import Diagnostics
import HostTime
import RuleCompiler
import RuleLoading
import RuleModel
import TriggerGraph

/// The argument of every command that reads rule files.
enum RuleFileArguments {
  static let declaration = ArgumentDeclaration(
    "FILE", .any, "rule files, folders, or - for standard input; the configuration folder where left out",
    completion: .files)
}

/// The rules that a call names, read and compiled, with the zones of this machine.
struct RulesAtHand {
  let compilation: Compilation
  let zones: DisplayZones
  /// Zones that the rules name.
  let ruleZones: [ZoneName: ZoneRules]
  /// The texts, for excerpts.
  let texts: [SourceText]

  init(_ arguments: ParsedArguments, _ context: CommandContext) throws(CommandFailure) {
    zones = try DisplayZones(arguments, context)
    let loader = RuleLoader(environment: context.environment, zones: zones.folder)
    do throws(LoadError) {
      let loaded = try loader.load(
        arguments.all("FILE"), isSystem: arguments.has("system"), now: context.now, localZone: zones.local)
      compilation = loaded.compilation
      ruleZones = loaded.sources.zones
      texts = loaded.texts
    } catch {
      throw CommandFailure(.outside, error.description)
    }
  }

  /// What fires each rule, as the compiler made it; for rules without errors.
  var graph: TriggerGraph { compilation.graph ?? TriggerGraph(compilation.ruleSet) }

  /// Shows errors, with which the command ends here; warnings are for `check`.
  func requireNoErrors(_ context: CommandContext) throws(CommandFailure) {
    let shown = compilation.diagnostics.filter { $0.severity == .error }
    if !shown.isEmpty {
      context.errors.write(context.errors.renderer.text(shown, sources: texts))
    }
    guard shown.isEmpty else {
      throw CommandFailure(.failure, "the rules have \(shown.count) error\(shown.count == 1 ? "" : "s")")
    }
  }

  /// The findings inside a rule.
  func diagnostics(ofRule rule: Int) -> [Diagnostic] {
    guard compilation.sites.indices.contains(rule) else { return [] }
    let start = compilation.sites[rule].nameRange
    let later = compilation.sites.map(\.nameRange).filter { $0.file == start.file && $0.start > start.start }
    let end = later.map(\.start).min()
    return compilation.diagnostics.filter { diagnostic in
      guard let range = diagnostic.range, range.file == start.file else { return false }
      return range.start >= start.start && end.map { range.start < $0 } ?? true
    }
  }
}

extension DisplayZones {
  /// The zone in which times of a call are read: `--zone`, else the zone that all files share, else the machine's.
  func reading(_ rules: RulesAtHand) -> ZoneRules {
    if let chosen { return chosen }
    if case .named(let name)? = rules.compilation.sharedZone { return zone(name) }
    return local
  }
}

extension CommandFailure {
  /// A call names a rule that is not among these.
  static func noRule(_ name: String, among rules: [Rule]) -> CommandFailure {
    let near = closestMatch(to: name, among: rules.map(\.id.text))
    return CommandFailure(.failure, "there is no rule '\(name)'\(near.map { "; did you mean '\($0)'?" } ?? "")")
  }
}

extension EvaluatedRules {
  /// The place of a rule.
  func index(named name: String) throws(CommandFailure) -> Int {
    if let index = rules.firstIndex(where: { $0.id.text == name }) { return index }
    throw .noRule(name, among: rules)
  }
}
