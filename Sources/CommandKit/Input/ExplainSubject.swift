import CivilTime
import Diagnostics
import HostTime
import NextFire
import RecurrenceText
import RuleCompiler
import RuleModel
import TriggerGraph

/// What `explain` is asked about: a rule of a file, or triggers of an expression.
struct ExplainSubject {
  /// The options that take an expression.
  static let expressionOptions = ["cron", "rrule", "on-calendar", "when"]

  /// `rule`, or the option.
  let kind: String
  /// The rule's id, or the expression as it was typed.
  let title: String
  /// The rule, where it is one of a file.
  var rule: Rule?
  var triggers: [Trigger] = []
  var calendars: [CalendarID: CalendarDefinition] = [:]
  /// What a file that would say the triggers in other words says beside them.
  var phrasing = PhraseContext()
  /// The expression in its normal form.
  var normalForm: String?
  /// What the call did not say and is taken for given.
  var assumption: String?
  /// What nobody can know of it.
  var unknowns = Unknowns(files: [], calendars: [])
  /// What there is to say about the text, with the texts.
  var findings: [Diagnostic] = []
  var texts: [SourceText] = []
  /// As seen from here.
  let from: Instant
  let evaluator: Evaluator
  let index: Int
  let zones: DisplayZones

  /// The zone whose clock an occurrence is shown on.
  func zone(of occurrence: Occurrence) -> ZoneRules {
    if occurrence.hasCivilName { return zones.zone(occurrence.namedZone) }
    if case .named(let name)? = triggers.first?.zone { return zones.zone(name) }
    return zones.zone(nil)
  }

  /// A rule of a file.
  init(rule name: String, _ arguments: ParsedArguments, _ context: CommandContext) throws(CommandFailure) {
    let loaded = try RulesAtHand(arguments, context)
    try loaded.requireNoErrors(context)
    let reader = TimeArgument(zone: loaded.zones.reading(loaded), now: context.now)
    from = try reader.optional(arguments, "from") ?? context.now
    let rules = EvaluatedRules(loaded, firstLoad: from, arguments, context)
    index = try rules.index(named: name)
    rules.tellAssumptions(aboutRules: [index], context)
    kind = "rule"
    title = name
    zones = loaded.zones
    evaluator = rules.evaluator
    rule = rules.rules[index]
    triggers = rules.rules[index].triggers
    calendars = loaded.compilation.ruleSet.calendars
    unknowns = rules.unknowns(ofRule: index)
    // Clock changes are told for two years from --from, not from today.
    findings = loaded.diagnostics(ofRule: index).filter { $0.code != "clock-change" }
    texts = loaded.texts
    if loaded.compilation.sites.indices.contains(index) {
      let file = loaded.compilation.sites[index].file
      phrasing.zone = loaded.compilation.files.first { $0.path == file }?.zone ?? .local
    }
    if let trigger = triggers.first { phrasing.weekend = trigger.weekend }
  }

  /// The expression of an option.
  init(_ option: String, _ arguments: ParsedArguments, _ context: CommandContext) throws(CommandFailure) {
    kind = option
    title = arguments.value(option) ?? ""
    let source = SourceText(path: "--\(option)", text: title)
    texts = [source]
    let files = arguments.all("RULE") + arguments.all("FILE")
    var known: [ZoneName: ZoneRules] = [:]
    var choice: ZoneChoice = .local
    let reading: ZoneRules
    if option == "when", !files.isEmpty {
      var arguments = arguments
      arguments.arguments["FILE"] = files
      let loaded = try RulesAtHand(arguments, context)
      try loaded.requireNoErrors(context)
      zones = loaded.zones
      calendars = loaded.compilation.ruleSet.calendars
      known = loaded.ruleZones
      choice = loaded.compilation.sharedZone ?? .local
      reading = zones.reading(loaded)
    } else {
      if let file = files.first {
        throw .usage("--\(option) stands alone; '\(file)' is one argument too many")
      }
      zones = try DisplayZones(arguments, context)
      reading = zones.chosen ?? zones.local
    }
    if let name = arguments.value("zone"), name != "local", let chosen = zones.chosen {
      choice = .named(ZoneName(name))
      known[ZoneName(name)] = chosen
    }
    phrasing.zone = choice
    from = try TimeArgument(zone: reading, now: context.now).optional(arguments, "from") ?? context.now
    let read: Fragment<[Trigger]>
    switch option {
    case "cron": read = Self.single(compileExpression(.cron, source, zone: choice))
    case "on-calendar": read = Self.single(compileExpression(.onCalendar, source, zone: choice))
    case "rrule":
      let start = try Self.start(arguments, reading, from: from, now: context.now)
      if !arguments.has("start") {
        assumption = "no start is given; counted from \(start.date) \(start.time) (--start TIME names another)"
      }
      read = Self.single(compileExpression(.rrule(start: start), source, zone: choice))
    default: read = compileTriggers(source, calendars: calendars, zone: choice)
    }
    triggers = read.value ?? []
    findings = read.diagnostics
    unknowns.calendars = CalendarEnds(calendars).of(triggers)
    for case .named(let name) in triggers.map(\.zone) where known[name] == nil && name != .utc {
      do throws(ZoneFolderError) {
        known[name] = try zones.folder.rules(name)
      } catch {
        guard ZoneName.isKnown(name.rawValue) else {
          findings.append(unknownZone(name, in: source))
          continue
        }
        throw CommandFailure(.outside, "\(error)")
      }
    }
    var builder = TriggerGraphBuilder(calendars: calendars)
    builder.add(Rule(id: RuleID(option), triggers: triggers))
    index = 0
    evaluator = Evaluator(
      graph: builder.finish(),
      context: EvaluationContext(zones: known, localZone: zones.local, assumedAnchor: from))
    normalForm = normalText
  }

  private static func single(_ fragment: Fragment<Trigger>) -> Fragment<[Trigger]> {
    Fragment(value: fragment.value.map { [$0] }, diagnostics: fragment.diagnostics)
  }

  private var normalText: String? {
    guard let trigger = triggers.first else { return nil }
    switch trigger.source {
    case .cron(let expression) where kind == "cron": return expression.text
    case .recurrence(let pattern) where kind == "rrule": return pattern.rule.text
    case .calendarExpression(let expression) where kind == "on-calendar": return expression.text
    default:
      guard kind == "when", let words = preferredWords(for: triggers, calendars: calendars, in: phrasing),
        words.isIdentical
      else { return nil }
      return words.text
    }
  }

  /// `--start` on the local clock; the first second of the day of `--from` without it.
  private static func start(
    _ arguments: ParsedArguments, _ zone: ZoneRules, from: Instant, now: Instant
  ) throws(CommandFailure) -> LocalDateTime {
    guard let text = arguments.value("start") else {
      return LocalDateTime(date: zone.localDateTime(at: from).date, time: .midnight)
    }
    if let dateTime = LocalDateTime(text.replacing(" ", with: "T")) { return dateTime }
    if let date = LocalDate(text) { return LocalDateTime(date: date, time: .midnight) }
    return zone.localDateTime(at: try TimeArgument(zone: zone, now: now).instant(text, option: "start"))
  }
}

extension TimeArgument {
  /// Reads the value of an option where it was given.
  func optional(_ arguments: ParsedArguments, _ option: String) throws(CommandFailure) -> Instant? {
    guard let text = arguments.value(option) else { return nil }
    return try instant(text, option: option)
  }
}
