import CivilTime
import Diagnostics
import RuleModel
import TriggerGraph
import YAMLSyntax

/// Joins the files of a compilation: resolves names over all of them and runs the checks.
struct Linker {
  let files: [DecodedFile]
  let sources: RuleSources
  let context: CheckContext
  var diagnostics: [Diagnostic] = []
  var needs: [SourceNeed] = []
  var eventCache = EventFileCache()
  var eventFindings: [String: [EventFinding]] = [:]
  var eventSeries: [String: [EventSeries]] = [:]
  var goodEventFiles: Set<String> = []

  /// Rules with the index of their file.
  var rules: [(file: Int, decoded: DecodedRule)] = []
  var calendars: [CalendarID: CalendarDefinition] = [:]
  var actions: [ActionID: Action] = [:]
  var categories: [CategoryID: Category] = [:]

  /// Whether a file broke off, so that the names it would have declared are not known.
  var knowsAllNames: Bool { needs.isEmpty && files.allSatisfy { !$0.isBroken } && !hasOpenIncludes }

  private var hasOpenIncludes: Bool {
    files.contains { file in
      file.includes.contains { include in
        guard let paths = sources.includes[include.pattern] else { return true }
        return paths.contains { path in sources.included[path] == nil && !sources.roots.contains { $0.path == path } }
      }
    }
  }

  init(files: [DecodedFile], sources: RuleSources, context: CheckContext) {
    self.files = files
    self.sources = sources
    self.context = context
  }

  mutating func link() -> Compilation {
    for file in files { diagnostics += file.diagnostics }
    collect()
    checkDuplicateNames()
    checkNames()
    linkCategories()
    readEventFiles()
    checkFormerNames()
    checkCalendars()
    checkFiringCycles()
    checkUnreachableActions()
    checkZones()
    checkScripts()
    checkPastDates()
    checkCalendarEnds()
    let set = ruleSet()
    var graph: TriggerGraph?
    if needs.isEmpty, knowsAllNames {
      checkNeverFires()
      if !diagnostics.hasErrors {
        checkNothingToCome()
        checkClockChanges()
        graph = TriggerGraph(set)
      }
    }
    return Compilation(
      ruleSet: set, graph: graph, diagnostics: diagnostics, needs: needs,
      sites: rules.map {
        RuleSite(file: files[$0.file].path, key: $0.decoded.key, triggers: $0.decoded.sites)
      },
      goodEventFiles: goodEventFiles, files: files.map { FileSummary(path: $0.path, zone: $0.zone) })
  }

  private mutating func collect() {
    rules.reserveCapacity(files.reduce(0) { $0 + $1.rules.count })
    for (index, file) in files.enumerated() {
      for rule in file.rules { rules.append((index, rule)) }
      for (calendar, _, _) in file.calendars { calendars[calendar.id] = calendars[calendar.id] ?? calendar }
      for (action, _) in file.actions { actions[action.id] = actions[action.id] ?? action }
    }
  }

  private func ruleSet() -> RuleSet {
    var result = RuleSet()
    result.rules = eventSeries.isEmpty ? rules.map(\.decoded.rule) : rules.map { withEvents($0.decoded.rule) }
    result.calendars = calendars
    result.actions = actions
    result.categories = categories
    result.parallelRuns = files.lazy.compactMap { $0.parallel?.value }.first
    result.tests = files.flatMap(\.tests)
    return result
  }

  /// Adds a warning unless the place silences it.
  mutating func warn(_ code: WarningCode, _ diagnostic: Diagnostic, silenced: Set<String>) {
    if !silenced.contains(code.rawValue) { diagnostics.append(diagnostic) }
  }
}
