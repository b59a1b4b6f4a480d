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

  /// The rules of all files.
  var rules: [Rule] = []
  /// Where they stand, one for each of them.
  var places: [RulePlace] = []
  /// How many lists of triggers they have.
  var triggerLists = 0
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
      sites: RuleSites(
        places: places, files: files.map { RuleSites.File(path: $0.path, tree: $0.tree, sites: $0.sites) }),
      goodEventFiles: goodEventFiles, files: files.map { FileSummary(path: $0.path, zone: $0.zone) })
  }

  private mutating func collect() {
    if files.count == 1 {
      // The very arrays of the only file, and no copies of them.
      (rules, places, triggerLists) = (files[0].rules, files[0].rulePlaces, files[0].triggerLists)
    } else {
      let count = files.reduce(0) { $0 + $1.rules.count }
      rules.reserveCapacity(count)
      places.reserveCapacity(count)
      for (index, file) in files.enumerated() {
        rules += file.rules
        for var place in file.rulePlaces {
          place.file = UInt32(truncatingIfNeeded: index)
          place.list &+= UInt32(truncatingIfNeeded: triggerLists)
          places.append(place)
        }
        triggerLists += file.triggerLists
      }
    }
    for file in files {
      for (calendar, _, _) in file.calendars { calendars[calendar.id] = calendars[calendar.id] ?? calendar }
      for (action, _) in file.actions { actions[action.id] = actions[action.id] ?? action }
    }
  }

  private func ruleSet() -> RuleSet {
    var result = RuleSet()
    result.rules = eventSeries.isEmpty ? rules : rules.map(withEvents)
    result.calendars = calendars
    result.actions = actions
    result.categories = categories
    result.parallelRuns = files.lazy.compactMap { $0.parallel?.value }.first
    result.tests = files.flatMap(\.tests)
    return result
  }

  /// Where the triggers of a rule stand, in their order.
  func sites(ofRule rule: Int) -> ArraySlice<TriggerSite> {
    let place = places[rule]
    return files[Int(place.file)].sites[Int(place.firstSite)...].prefix(Int(place.siteCount))
  }

  /// A node of the tree in which a rule stands, by its identity.
  func node(_ identity: UInt32, ofRule rule: Int) -> YAMLNode? {
    files[Int(places[rule].file)].tree?.node(identity: Int(identity))
  }

  /// Warning codes silenced where a rule stands.
  func silenced(ofRule rule: Int) -> Set<String> {
    places[rule].notes?.silenced ?? files[Int(places[rule].file)].silenced
  }

  /// Calls with the rules in their order, but only once with those that have a list of triggers in common of which it
  /// was found at the first that there is nothing to say: then `body` returns false.
  func forEachRule(_ body: (Int) -> Bool) {
    var isFine = [Bool](repeating: false, count: triggerLists)
    for rule in rules.indices where !isFine[Int(places[rule].list)] {
      if !body(rule) { isFine[Int(places[rule].list)] = true }
    }
  }

  /// Adds a warning unless the place silences it.
  mutating func warn(_ code: WarningCode, _ diagnostic: Diagnostic, silenced: Set<String>) {
    if !silenced.contains(code.rawValue) { diagnostics.append(diagnostic) }
  }
}
