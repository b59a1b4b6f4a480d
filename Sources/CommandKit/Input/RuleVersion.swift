import CivilTime
import Diagnostics
import HostTime
import NextFire
import RuleCompiler
import RuleEngine
import RuleLoading
import RuleModel
import TriggerGraph

/// One of two versions that are compared: rules with the zones in which they are read.
struct RuleVersion {
  /// Which one, as messages name it.
  let name: String
  /// The rules; folders of runs are written as if all files lay in one place.
  let rules: [Rule]
  let graph: TriggerGraph
  /// The compiled files.
  let compilation: Compilation
  let localZone: ZoneRules
  private let zones: [ZoneName: ZoneRules]
  private let calendarEnds: CalendarEnds

  /// Reads and compiles a version; errors of its rules are shown and end the command.
  ///
  /// - Parameters:
  ///   - paths: Files and folders.
  ///   - zoneFolder: Where zones are found, and nowhere else; nil for those of the machine.
  init(
    _ name: String, _ paths: [String], zoneFolder: String?, _ context: CommandContext
  ) throws(CommandFailure) {
    self.name = name
    let machine = ZoneFolder(environment: context.environment)
    let folder = zoneFolder.map { ZoneFolder(folders: [$0]) } ?? machine
    do throws(ZoneFolderError) {
      localZone = try Self.localZone(context, folder, machine)
    } catch {
      throw CommandFailure(.outside, "this machine's zone is not usable: \(error)")
    }
    do throws(LoadError) {
      let loaded = try RuleLoader(environment: context.environment, zones: folder).load(paths)
      compilation = loaded.compilation
      zones = loaded.sources.zones
      calendarEnds = CalendarEnds(loaded.compilation.ruleSet.calendars)
      Self.show(loaded, context)
      graph = loaded.compilation.graph ?? TriggerGraph(loaded.compilation.ruleSet)
      rules = Self.relocated(loaded)
    } catch {
      throw CommandFailure(.outside, error.description)
    }
    let errors = compilation.diagnostics.count { $0.severity == .error }
    if errors > 0 {
      throw CommandFailure(.failure, "\(name) has \(errors) error\(errors == 1 ? "" : "s")")
    }
  }

  /// The machine's zone as a folder has it; the machine's own data where the folder lacks it.
  private static func localZone(
    _ context: CommandContext, _ folder: ZoneFolder, _ machine: ZoneFolder
  ) throws(ZoneFolderError) -> ZoneRules {
    let zone = try LocalZone(environment: context.environment).rules(in: machine)
    return (try? folder.rules(zone.name)) ?? zone
  }

  private static func show(_ loaded: LoadedRules, _ context: CommandContext) {
    let errors = loaded.compilation.diagnostics.filter { $0.severity == .error }
    guard !errors.isEmpty else { return }
    context.errors.write(context.errors.renderer.text(errors, sources: loaded.texts))
  }

  /// The rules with the folder of the first file called `/`, so that two versions in two folders can be equal.
  private static func relocated(_ loaded: LoadedRules) -> [Rule] {
    guard let base = loaded.sources.roots.first?.folder else { return loaded.compilation.ruleSet.rules }
    func moved(_ path: String) -> String {
      if path == base { return "/" }
      return path.hasPrefix(base + "/") ? String(path.dropFirst(base.utf8.count)) : path
    }
    func moved(_ file: RuleFile) -> RuleFile {
      RuleFile(path: file.path, folder: moved(file.folder), bytes: file.bytes)
    }
    var sources = RuleSources(loaded.sources.roots.map { moved($0) })
    sources.included = loaded.sources.included.mapValues { moved($0) }
    for (pattern, paths) in loaded.sources.includes { sources.includes[moved(pattern)] = paths }
    return compile(sources).ruleSet.rules
  }

  /// The place of a rule by its name.
  func index(of id: RuleID) -> Int? { rules.firstIndex { $0.id == id } }

  /// The compiled forms of a rule's triggers, as the service keeps them.
  func fingerprints(ofRule rule: Int) -> [String] { graph.triggerForms(ofRule: rule) }

  /// The record that the service would have of a rule of this version, loaded at an instant.
  func record(ofRule rule: Int, loaded: Instant) -> RuleRecord {
    RuleRecord(
      rule: rules[rule].id, horizon: loaded, fingerprints: fingerprints(ofRule: rule),
      isEnabled: rules[rule].isEnabled)
  }

  /// Binds the rules to their zones; without a machine's key, so that no jitter delays anything.
  func evaluator(firstLoad: Instant) -> Evaluator {
    Evaluator(
      graph: graph, context: EvaluationContext(zones: zones, localZone: localZone, assumedAnchor: firstLoad))
  }

  /// What can't be known of a rule up to an instant: files of events that can't be read, and calendars that end before.
  func unknowns(ofRule rule: Int, until end: Instant) -> Unknowns {
    let set = compilation.ruleSet
    let all = Unknowns(of: set.rules[rule], in: set, calendarEnds)
    if all.isEmpty { return all }
    let triggers = set.rules[rule].triggers
    let day = localZone.localDateTime(at: end).date
    return all.reaching(day, of: triggers, ringing: min(day, Unknowns.lastDay(of: triggers)).dayNumber)
  }

  /// The zone in which an occurrence of a rule is shown, as this version knows it.
  func zone(of occurrence: Occurrence, rule: Int) -> ZoneRules {
    guard let name = rules[rule].zoneName(of: occurrence) else { return localZone }
    return zones[name] ?? (name == .utc ? .utc : localZone)
  }
}
