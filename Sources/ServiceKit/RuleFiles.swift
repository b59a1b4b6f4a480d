import CivilTime
import ControlProtocol
import Diagnostics
import Glibc
import HostTime
import RuleCompiler
import RuleEngine
import RuleLoading
import RuleModel
import TriggerGraph

/// The rules of the files that were named, or of the folder of the configuration.
final class RuleFiles: RuleSource {
  private let named: [String]
  private let folder: String
  private let lastGood: LastGoodRules
  private let environment: [String: String]
  private let machineKey: UInt64
  private let clock = SystemClock()

  private var zones: MachineZones
  private var current = RuleSet()
  private var currentSources: RuleSources?
  /// The last good copies of files of events by path; nil before the first loading.
  private var eventFiles: [String: [UInt8]]?

  /// - Parameters:
  ///   - named: Absolute paths of files and folders; empty: `folder`.
  ///   - folder: The folder of the configuration.
  ///   - lastGood: The file that keeps the sources of the rules that were in force last.
  init(
    named: [String], folder: String, lastGood: String, environment: [String: String], machineKey: UInt64
  ) throws(ServiceFailure) {
    self.named = named
    self.folder = folder
    self.lastGood = LastGoodRules(path: lastGood)
    self.environment = environment
    self.machineKey = machineKey
    do throws(ZoneFolderError) {
      zones = try MachineZones(environment: environment)
    } catch {
      throw .outside("the machine's time zone can't be read: \(error)")
    }
  }

  func load() -> RuleLoad {
    // Zone files may have changed too; one that is broken now must not end the service.
    if let fresh = try? MachineZones(environment: environment) { zones = fresh }
    return load(named.isEmpty ? [folder] : named)
  }

  func loadAtStart() -> RuleLoad {
    var load = load()
    guard load.book == nil else { return load }
    if let (sources, kept) = lastGood.read(), let set = compiled(sources) {
      load.book = book(set)
      load.oldRules = "the files have errors; the last good rules, of \(kept), are in force"
    } else if let (set, files) = whatCompilesAlone() {
      load.book = book(set)
      load.oldRules =
        "the files have errors and no older rules are kept; in force is only \(files.joined(separator: ", "))"
    }
    return load
  }

  func keep(_ load: RuleLoad) throws(ServiceFailure) {
    // They are kept in the file from now on, not here.
    defer { currentSources = nil }
    guard var kept = currentSources else { return }
    kept.keptEventFiles = eventFiles ?? [:]
    try lastGood.write(kept, at: clock.now())
  }

  func sourceAfterZoneChange() -> (any OccurrenceSource)? {
    guard let fresh = try? MachineZones(environment: environment) else { return nil }
    // A zone without a name is a copy, whose content alone can have changed.
    guard fresh.local.name != zones.local.name || fresh.local.name.rawValue == "local" else { return nil }
    zones = fresh
    return CompiledOccurrences(current, zones: zones, machineKey: machineKey, now: clock.now())
  }

  func triggers(when text: String, zone: ZoneName?) throws(ControlError) -> [Trigger] {
    if let zone {
      do throws(ZoneFolderError) {
        _ = try zones.folder.rules(zone)
      } catch {
        throw ControlError(.badTrigger, error.description)
      }
    }
    let source = SourceText(path: "when", bytes: Array(text.utf8))
    let fragment = compileTriggers(
      source, calendars: current.calendars, zone: zone.map(ZoneChoice.named) ?? .local)
    guard let triggers = fragment.value, !triggers.isEmpty else {
      let errors = fragment.diagnostics.filter { $0.severity == .error }
      throw ControlError(.badTrigger, Self.text(errors) { _ in source })
    }
    return triggers
  }

  // MARK: Loading

  private func load(_ paths: [String]) -> RuleLoad {
    var load = RuleLoad()
    do throws(LoadError) {
      let loaded = try read(paths)
      for path in loaded.watchedPaths {
        if Self.isFolder(path) { load.folders.append(path) } else { load.files.append(path) }
      }
      load.eventFiles = loaded.eventFiles
      load.findings = Self.findings(loaded)
      for fault in checkPermissions(load.files + Self.scriptFolders(loaded.compilation.ruleSet)) {
        load.findings.append(.init(severity: "error", code: "permission", text: "error[permission]: \(fault)"))
      }
      guard !load.hasErrors else { return load }
      load.book = book(loaded.compilation.ruleSet, graph: loaded.compilation.graph)
      currentSources = loaded.sources
      eventFiles = loaded.goodEventFiles
    } catch {
      load.files = paths
      switch error {
      case .noRuleFiles(let empty) where empty == folder, .noConfiguration(let empty) where empty == folder:
        load.folders = [folder]
        load.findings.append(.init(severity: "warning", code: "no-rules", text: "warning[no-rules]: \(error)"))
        load.book = book(RuleSet())
        currentSources = RuleSources()
      case .unreadable(folder, _, ENOENT) where paths == [folder]:
        load.findings.append(.init(severity: "warning", code: "no-rules", text: "warning[no-rules]: \(error)"))
        load.book = book(RuleSet())
        currentSources = RuleSources()
      default:
        load.isUnreadable = true
        load.findings.append(.init(severity: "error", code: "unreadable", text: "error[unreadable]: \(error)"))
      }
    }
    return load
  }

  private func read(_ paths: [String]) throws(LoadError) -> LoadedRules {
    if eventFiles == nil { eventFiles = lastGood.read()?.sources.keptEventFiles ?? [:] }
    return try RuleLoader(environment: environment, zones: zones.folder, currentFolder: "/", takesPipes: false)
      .load(paths, now: clock.now(), localZone: zones.local, keptEventFiles: eventFiles ?? [:])
  }

  private func book(_ set: RuleSet, graph: TriggerGraph? = nil) -> RuleBook {
    current = set
    return RuleBook(
      rules: set, source: CompiledOccurrences(set, graph: graph, zones: zones, machineKey: machineKey, now: clock.now())
    )
  }

  /// The rules of stored sources; nil where they no longer compile.
  private func compiled(_ stored: RuleSources) -> RuleSet? {
    var sources = stored
    var compiler = RuleFileCompiler()
    var compilation = compiler.compile(sources)
    for _ in 0..<64 where !compilation.needs.isEmpty {
      for need in compilation.needs {
        switch need {
        case .include(let pattern): sources.includes[pattern] = []
        case .events(let path): sources.eventFiles[path] = .unreadable("only the last good rules are read")
        case .file(let path): sources.included[path] = RuleFile(path: path, folder: "/", bytes: [])
        case .fact(let path): sources.facts[path] = FileFact(exists: true, isExecutable: true)
        case .zone(let name):
          if let rules = zones.rules(of: [name])[name] {
            sources.zones[name] = rules
          } else {
            sources.missingZones.insert(name)
          }
        }
      }
      compilation = compiler.compile(sources)
    }
    return compilation.hasErrors || !compilation.needs.isEmpty ? nil : compilation.ruleSet
  }

  /// As many of the files as compile together, taken in their order; nil where none does.
  private func whatCompilesAlone() -> (RuleSet, files: [String])? {
    let paths = named.isEmpty ? [folder] : named
    let candidates = (try? read(paths))?.sources.roots.map(\.path) ?? paths
    var accepted: [String] = []
    var found: RuleSet?
    for path in candidates {
      guard let loaded = try? read(accepted + [path]), !loaded.compilation.hasErrors,
        checkPermissions(loaded.watchedPaths).isEmpty
      else { continue }
      accepted.append(path)
      found = loaded.compilation.ruleSet
    }
    return found.map { ($0, accepted) }
  }

  // MARK: Findings

  private static func findings(_ loaded: LoadedRules) -> [ReloadReport.Finding] {
    var texts: [String: SourceText] = [:]
    for text in loaded.texts { texts[text.path] = text }
    let all = loaded.compilation.diagnostics
    // Errors first, so that none is lost behind many warnings.
    let told = (all.filter { $0.severity == .error } + all.filter { $0.severity != .error }).prefix(findingLimit)
    var findings = told.map { diagnostic in
      ReloadReport.Finding(
        severity: diagnostic.severity.rawValue, code: diagnostic.code, text: text([diagnostic]) { texts[$0] })
    }
    if told.count < all.count {
      let more = "note[more]: and \(all.count - told.count) more; 'carillon check' shows all"
      findings.append(.init(severity: "note", code: "more", text: more))
    }
    return findings
  }

  /// How many findings are told; a large set of rules can have one or two for each.
  private static let findingLimit = 50

  private static func text(_ diagnostics: [Diagnostic], source: (String) -> SourceText?) -> String {
    let renderer = DiagnosticRenderer()
    var text = diagnostics.map { renderer.text($0, source: source) }.joined()
    while text.hasSuffix("\n") { text.removeLast() }
    return text
  }

  private static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  /// Programs that rules and actions name by a path, which must be as safe as the files that name them.
  private static func scriptFolders(_ set: RuleSet) -> [String] {
    var programs: Set<String> = []
    func add(_ run: ScriptRun) {
      guard case .arguments(let words) = run.command, let program = words.first, program.contains("/") else { return }
      if program.hasPrefix("/") {
        programs.insert(program)
      } else if run.directory.hasPrefix("/") {
        programs.insert(run.directory + "/" + program)
      }
    }
    func add(_ steps: [Step]?) {
      for step in steps ?? [] {
        guard case .run(let run) = step else { continue }
        add(run.run)
        add(run.handlers)
      }
    }
    func add(_ handlers: RunHandlers) {
      for steps in [handlers.onSuccess, handlers.onFailure, handlers.onTimeout, handlers.onOutput] { add(steps) }
    }
    for rule in set.rules {
      if let run = rule.run { add(run) }
      add(rule.handlers)
    }
    for category in set.categories.values {
      add(category.onOpen)
      add(category.onDismiss)
      for action in category.actions { add(action.steps) }
    }
    return programs.sorted()
  }
}
