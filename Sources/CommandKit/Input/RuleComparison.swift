import CivilTime
import Diagnostics
import HostTime
import NextFire
import RuleCompiler
import RuleEngine
import RuleModel

/// Two versions of rules, compared rule by rule over a stretch of time.
struct RuleComparison {
  let old: RuleVersion
  let new: RuleVersion
  /// First instant, included.
  let from: Instant
  /// Last instant, included.
  let until: Instant
  /// Differences of each rule that are listed.
  let mostShown: Int
  /// The zone of `--zone`.
  let chosenZone: ZoneRules?
  /// Whether two sets of zones are compared.
  let comparesZones: Bool
  /// The rules that differ: those of the new version in its order, then those that are gone.
  let differences: [RuleDifference]
  /// Rules whose zone one version lacks.
  let unknownZones: [(version: String, rule: RuleID, zones: [ZoneName])]
  /// What rules of a version depend on that is not known, each thing once.
  let unknownParts: [(version: String, phrase: String, rules: [RuleID])]

  init(_ arguments: ParsedArguments, _ context: CommandContext) throws(CommandFailure) {
    guard let first = arguments.one("OLD"), let second = arguments.one("NEW") else {
      throw .usage("'diff' needs OLD and NEW; see 'carillon diff --help'")
    }
    comparesZones = arguments.has("tzdata")
    let files = arguments.all("FILE")
    guard comparesZones || files.isEmpty else { throw .usage("'diff' takes two versions; more FILEs need --tzdata") }
    guard !(arguments.has("until") && arguments.has("days")) else {
      throw .usage("--until and --days don't go together")
    }
    guard (comparesZones ? files : [first, second]).count(where: { $0 == "-" }) <= (comparesZones ? 0 : 1) else {
      throw .usage("standard input can be read only once; name a file")
    }
    mostShown = try arguments.integer("each", in: 0...1_000_000) ?? 10
    let days = try arguments.integer("days", in: 1...36_525) ?? 365
    if comparesZones {
      old = try RuleVersion(first, files, zoneFolder: try Self.folder(first), context)
      new = try RuleVersion(second, files, zoneFolder: try Self.folder(second), context)
    } else {
      old = try RuleVersion(first, [first], zoneFolder: nil, context)
      new = try RuleVersion(second, [second], zoneFolder: nil, context)
    }
    let display = try DisplayZones(arguments, context)
    chosenZone = display.chosen
    let reader = TimeArgument(zone: chosenZone ?? new.readingZone(display), now: context.now)
    var start = context.now
    if let text = arguments.value("from") { start = try reader.instant(text, option: "from") }
    from = start
    let end = arguments.value("until") ?? "+\(days)d"
    let option = arguments.has("until") ? "until" : "days"
    until = try TimeArgument(zone: reader.zone, now: option == "days" ? start : context.now).instant(
      end, option: option)
    guard from <= until else { throw .usage("--until lies before --from") }

    let (from, old, new) = (start, old, new)
    let chosen = Set(arguments.values("rule").map { RuleID($0) })
    for id in chosen where old.index(of: id) == nil && new.index(of: id) == nil {
      throw .noRule(id.text, among: old.rules + new.rules)
    }
    let pairs = Self.pairs(old, new).filter { pair in
      chosen.isEmpty || pair.old.map { chosen.contains(old.rules[$0].id) } ?? false
        || pair.new.map { chosen.contains(new.rules[$0].id) } ?? false
    }
    let before = old.evaluator(firstLoad: from)
    let after = new.evaluator(firstLoad: from)
    var unknown: [(version: String, rule: RuleID, zones: [ZoneName])] = []
    for pair in pairs {
      for (version, evaluator, rule) in [(old, before, pair.old), (new, after, pair.new)] {
        guard let rule else { continue }
        let zones = evaluator.unknownZones(ofRule: rule)
        if !zones.isEmpty { unknown.append((version.name, version.rules[rule].id, zones)) }
      }
    }
    unknownZones = unknown
    unknownParts =
      Self.unknownParts(old, pairs.compactMap(\.old), until: until)
      + Self.unknownParts(new, pairs.compactMap(\.new), until: until)
    let search = OccurrenceComparison(old: old, new: new, before: before, after: after, from: from, until: until)
    differences = pairs.compactMap { pair in
      let difference = RuleDifference(old, pair.old, new, pair.new, search.changes(pair.old, pair.new), loaded: from)
      return difference.isNone ? nil : difference
    }
  }

  private static func unknownParts(
    _ version: RuleVersion, _ rules: [Int], until: Instant
  ) -> [(version: String, phrase: String, rules: [RuleID])] {
    var dependents: [String: [RuleID]] = [:]
    for rule in rules {
      for phrase in version.unknowns(ofRule: rule, until: until).phrases {
        dependents[phrase, default: []].append(version.rules[rule].id)
      }
    }
    return dependents.sorted { $0.key < $1.key }.map { (version.name, $0.key, $0.value) }
  }

  private static func folder(_ path: String) throws(CommandFailure) -> String {
    guard FileKind.isFolder(path) else { throw CommandFailure(.outside, "\(path): no folder of zone files") }
    return path
  }

  /// Rules of both versions that belong together.
  private static func pairs(_ old: RuleVersion, _ new: RuleVersion) -> [(old: Int?, new: Int?)] {
    let oldPlaces = Dictionary(old.rules.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { first, _ in first })
    let newIDs = Set(new.rules.map(\.id))
    var taken: Set<Int> = []
    var pairs: [(old: Int?, new: Int?)] = []
    for (place, rule) in new.rules.enumerated() {
      let before = rule.predecessor(
        isStored: { id in oldPlaces[id].map { !taken.contains($0) } ?? false }, isDeclared: newIDs.contains)
      let match = oldPlaces[before ?? rule.id]
      if let match { taken.insert(match) }
      pairs.append((match, place))
    }
    return pairs + old.rules.indices.filter { !taken.contains($0) }.map { ($0, nil) }
  }
}

extension RuleVersion {
  /// The zone in which times of the call are read: the one that all files share, else the machine's.
  fileprivate func readingZone(_ display: DisplayZones) -> ZoneRules {
    if case .named(let name)? = compilation.sharedZone { return display.zone(name) }
    return display.local
  }
}
