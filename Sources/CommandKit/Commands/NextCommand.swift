import CivilTime
import JSONText
import NextFire
import RuleCompiler
import RuleModel

extension CommandDeclaration {
  /// `next`: the coming occurrences.
  static let next = CommandDeclaration(
    "next", "show the coming occurrences, in time order, without running anything",
    discussion: "Times are shown in the rule's zone. Anchors of 'in' and 'count' come from the running service.",
    arguments: [RuleFileArguments.declaration],
    options: [
      OptionDeclaration("count", letter: "n", value: "N", "so many rings in all (default 10)"),
      OptionDeclaration("each", value: "N", "so many rings of each rule"),
      OptionDeclaration("from", value: "TIME", "at or after this time"),
      OptionDeclaration("after", value: "TIME", "strictly after this time (default: now)"),
      OptionDeclaration("until", value: "TIME", "at or before this time"),
      OptionDeclaration("rule", value: "ID", repeats: true, "only this rule"),
      OptionDeclaration("skipped", "also what is left out, with the reason"),
      OptionDeclaration(
        "format", value: "FORMAT", "the form of the listing; ics is an iCalendar file of the rings",
        completion: .words(ListingFormat.allCases.map(\.rawValue) + ["ics"])),
      DisplayZones.declaration,
    ] + ServiceOptions.declarations,
    examples: [
      CommandExample(
        "carillon next rules.yaml --count 5 --skipped", "The next five rings, and what is left out between."),
      CommandExample("carillon next --rule backup --from 2027-03-27 --each 3", "One rule around a clock change."),
    ]
  ) { arguments, context throws(CommandFailure) in
    var request = try PreviewRequest(arguments, context)
    let loaded = try RulesAtHand(arguments, context)
    try loaded.requireNoErrors(context)
    try request.readTimes(arguments, TimeArgument(zone: loaded.zones.reading(loaded), now: context.now))
    let rules = EvaluatedRules(loaded, firstLoad: request.firstLoad, arguments, context)
    let chosen = try rules.indices(named: arguments.values("rule"))
    rules.tellAssumptions(aboutRules: chosen, context)
    let preview = Preview(rules, chosen, request)
    let start = request.isFromGiven ? request.firstLoad : context.now
    if arguments.value("format") == "ics" {
      context.output.write(PreviewCalendar(preview: preview, stamp: start).text)
      return .success
    }
    switch ListingFormat(arguments) {
    case .table: preview.writeTable(context, from: start)
    case .csv: context.output.write(preview.csv)
    case .json: preview.writeJSON(context)
    }
    return .success
  }
}

/// What a preview is asked for.
struct PreviewRequest {
  /// Exclusive lower bound.
  var after: Instant
  /// Inclusive upper bound.
  var until: Instant?
  /// Rings in all.
  var count: Int?
  /// Rings of each rule.
  var each: Int?
  /// Whether skipped occurrences are wanted.
  var showsSkipped: Bool
  /// When unknown rules are taken to be first loaded.
  var firstLoad: Instant
  /// Whether the call names a start.
  var isFromGiven: Bool

  /// Reads all but the times, whose zone the files may name.
  init(_ arguments: ParsedArguments, _ context: CommandContext) throws(CommandFailure) {
    guard !(arguments.has("from") && arguments.has("after")) else {
      throw .usage("--from and --after don't go together")
    }
    guard !(arguments.has("count") && arguments.has("each")) else {
      throw .usage("--count and --each don't go together")
    }
    guard !(arguments.has("skipped") && arguments.value("format") == "ics") else {
      throw .usage("--skipped has no place in a calendar of rings")
    }
    firstLoad = context.now
    after = context.now
    isFromGiven = false
    each = try arguments.integer("each", in: 1...1_000_000)
    count = try arguments.integer("count", in: 1...1_000_000)
    if count == nil, each == nil { count = arguments.has("until") ? 1_000_000 : 10 }
    showsSkipped = arguments.has("skipped")
  }

  /// Reads the times.
  mutating func readTimes(_ arguments: ParsedArguments, _ reader: TimeArgument) throws(CommandFailure) {
    if let text = arguments.value("from") {
      firstLoad = try reader.instant(text, option: "from")
      after = firstLoad.advanced(bySeconds: -1)
      isFromGiven = true
    } else if let text = arguments.value("after") {
      firstLoad = try reader.instant(text, option: "after")
      after = firstLoad
      isFromGiven = true
    }
    guard let text = arguments.value("until") else { return }
    let end = try reader.instant(text, option: "until")
    guard end > after else {
      if let from = arguments.value("from") { throw .usage("--until \(text) lies before --from \(from)") }
      if let after = arguments.value("after") { throw .usage("--until \(text) does not lie after --after \(after)") }
      throw .usage("--until \(text) lies in the past; name a start with --from")
    }
    until = end
  }
}

/// The coming occurrences of chosen rules, and what is left out between them.
struct Preview {
  /// One row, in time order.
  indirect enum Row {
    case ring(rule: Int, Occurrence)
    case skipped(rule: Int, SkippedOccurrence)

    var instant: Instant {
      switch self {
      case .ring(_, let occurrence): occurrence.instant
      case .skipped(_, let skipped): skipped.instant
      }
    }

    var rule: Int {
      switch self {
      case .ring(let rule, _), .skipped(let rule, _): rule
      }
    }
  }

  let rules: EvaluatedRules
  let rows: [Row]
  /// Rules on the clock that have no further occurrence.
  let never: [Int]
  /// Rules whose occurrences hang on files of events that nobody can read now, or on calendars that end before what is
  /// shown.
  let unknown: [(rule: Int, what: Unknowns)]
  /// What can't be known of each rule, wherever it begins.
  let unknowns: [Int: Unknowns]
  /// Rules that need a zone that this machine lacks.
  let unknownZones: [(rule: Int, zones: [ZoneName])]

  init(_ rules: EvaluatedRules, _ chosen: [Int], _ request: PreviewRequest) {
    self.rules = rules
    let evaluator = rules.evaluator
    var rings: [(instant: Instant, rule: Int)] = []
    var never: [Int] = []
    var unknownZones: [(rule: Int, zones: [ZoneName])] = []
    var unknowns: [Int: Unknowns] = [:]
    for rule in chosen where rules.rules[rule].isEnabled {
      let found = rules.unknowns(ofRule: rule)
      if !found.isEmpty { unknowns[rule] = found }
    }
    var heap = InstantHeap()
    for rule in chosen where rules.rules[rule].isEnabled {
      let missing = evaluator.unknownZones(ofRule: rule)
      if !missing.isEmpty { unknownZones.append((rule, missing)) }
      guard let first = evaluator.nextInstant(ofRule: rule, after: request.after) else {
        if missing.isEmpty, rules.rules[rule].triggers.contains(where: { !$0.isEvent }) { never.append(rule) }
        continue
      }
      heap.push(first, rule)
    }
    var taken: [Int: Int] = [:]
    while let (instant, rule) = heap.pop() {
      if let until = request.until, instant > until { break }
      rings.append((instant, rule))
      if let count = request.count, rings.count >= count { break }
      if let each = request.each {
        taken[rule, default: 0] += 1
        if taken[rule, default: 0] >= each { continue }
      }
      if let next = evaluator.nextInstant(ofRule: rule, after: instant) { heap.push(next, rule) }
    }
    var rows: [Row] = rings.compactMap { instant, rule in
      evaluator.occurrence(ofRule: rule, at: instant).map { .ring(rule: rule, $0) }
    }
    self.unknowns = unknowns
    let reached = Self.reached(unknowns, rules, rows, request, rings.last?.instant, count: rings.count, Set(never))
    unknown = chosen.compactMap { rule in reached[rule].map { (rule, $0) } }
    if request.showsSkipped {
      let from = request.after.advanced(bySeconds: 1)
      // Without a last ring, a year is looked at.
      let isCut = request.count.map { rings.count >= $0 } ?? false
      let end =
        request.until.map { isCut ? min($0, rings.last?.instant ?? $0) : $0 } ?? rings.last?.instant
        ?? from.advanced(bySeconds: 366 * 86_400)
      for rule in chosen where rules.rules[rule].isEnabled {
        rows += evaluator.skipped(ofRule: rule, from: from, until: end).map { .skipped(rule: rule, $0) }
      }
      rows = rows.enumerated().sorted {
        ($0.element.instant, $0.element.rule, $0.offset) < ($1.element.instant, $1.element.rule, $1.offset)
      }.map(\.element)
    }
    self.rows = rows
    self.never = never.filter { reached[$0] == nil }
    self.unknownZones = unknownZones
  }
}

extension EvaluatedRules {
  /// Places of the rules named, in file order; all where none is.
  func indices(named names: [String]) throws(CommandFailure) -> [Int] {
    guard !names.isEmpty else { return Array(rules.indices) }
    var result: [Int] = []
    for name in names { result.append(try index(named: name)) }
    return Array(Set(result)).sorted()
  }
}

/// Instants of rules, earliest first; equal ones in the order of the rules.
private struct InstantHeap {
  private var entries: [(instant: Instant, rule: Int)] = []

  mutating func push(_ instant: Instant, _ rule: Int) {
    entries.append((instant, rule))
    var child = entries.count - 1
    while child > 0, entries[child] < entries[(child - 1) / 2] {
      entries.swapAt(child, (child - 1) / 2)
      child = (child - 1) / 2
    }
  }

  mutating func pop() -> (instant: Instant, rule: Int)? {
    guard let first = entries.first else { return nil }
    let last = entries.removeLast()
    guard !entries.isEmpty else { return first }
    entries[0] = last
    var parent = 0
    while true {
      var least = parent
      for child in [2 * parent + 1, 2 * parent + 2] where child < entries.count && entries[child] < entries[least] {
        least = child
      }
      if least == parent { return first }
      entries.swapAt(parent, least)
      parent = least
    }
  }
}
