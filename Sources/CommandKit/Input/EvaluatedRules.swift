import CivilTime
import ControlProtocol
import NextFire
import RuleCompiler
import RuleEngine
import RuleModel
import TriggerGraph

/// Compiled rules with everything that says when they fire.
struct EvaluatedRules {
  let rules: [Rule]
  private let ruleSet: RuleSet
  private let calendarEnds: CalendarEnds
  let graph: TriggerGraph
  let evaluator: Evaluator
  let zones: DisplayZones
  private let firstLoad: Instant
  /// Whether anchors and the machine's key are wanted and nobody has them.
  private let isUntold: Bool

  /// Binds the graph to zones, anchors and the machine.
  ///
  /// - Parameters:
  ///   - loaded: Rules without errors.
  ///   - firstLoad: When rules are taken to be first loaded that the running service does not know.
  ///   - isPortable: Whether neither the service nor the machine's key are asked, so that every machine has the same answer.
  init(
    _ loaded: RulesAtHand, firstLoad: Instant, isPortable: Bool = false, _ arguments: ParsedArguments,
    _ context: CommandContext
  ) {
    ruleSet = loaded.compilation.ruleSet
    rules = ruleSet.rules
    calendarEnds = CalendarEnds(ruleSet.calendars)
    zones = loaded.zones
    graph = loaded.graph
    var bound = EvaluationContext(zones: loaded.ruleZones, localZone: zones.local, assumedAnchor: firstLoad)
    let graph = graph
    let depends = graph.rules.contains { $0.root.map(graph.dependsOnRule) ?? false }
    var isKnown = false
    if depends, !isPortable, let stored = Self.stored(arguments, context) {
      isKnown = true
      bound.machineKey = UInt64(stored.machineKey, radix: 16)
      for anchor in stored.anchors {
        guard let trigger = UInt64(anchor.key.fingerprint, radix: 16) else { continue }
        bound.anchors[AnchorKey(rule: anchor.key.rule, trigger: TriggerFingerprint(rawValue: trigger))] = anchor.instant
      }
    }
    self.firstLoad = firstLoad
    isUntold = !isPortable && !isKnown
    evaluator = Evaluator(graph: graph, context: bound)
  }

  /// Says on the error stream what is taken for given about some rules because no running service tells it.
  func tellAssumptions(aboutRules indices: [Int], _ context: CommandContext) {
    guard isUntold else { return }
    let triggers = indices.lazy.flatMap { rules[$0].triggers }
    if triggers.contains(where: \.needsStoredAnchor) {
      let time = OccurrenceText.stamp(firstLoad, in: zones.local)
      context.errors.write(
        "carillon: no running service knows these rules; assuming that they are first loaded at \(time)\n")
    }
    if triggers.contains(where: { $0.jitterSeconds > 0 }) {
      context.errors.write("carillon: no running service knows the jitter of this machine; it is left out\n")
    }
  }

  private static func stored(_ arguments: ParsedArguments, _ context: CommandContext) -> StoredAnchors? {
    guard let paths = try? ServiceOptions.paths(arguments, context), let client = try? ControlClient(paths),
      case .anchors(let stored) = try? client.ask(.anchors)
    else { return nil }
    return stored
  }

  /// Files of events on which a rule hangs and that nobody can read now, and calendars that run out.
  func unknowns(ofRule rule: Int) -> Unknowns {
    Unknowns(of: rules[rule], in: ruleSet, calendarEnds)
  }

  /// The zone whose clock an occurrence of a rule was read on.
  func zoneName(of occurrence: Occurrence, rule: Int) -> ZoneName? { rules[rule].zoneName(of: occurrence) }

  /// The zone that a rule's first trigger names.
  func zoneName(ofRule rule: Int) -> ZoneName? { rules[rule].zoneName }
}
