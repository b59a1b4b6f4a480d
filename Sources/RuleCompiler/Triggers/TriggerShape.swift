import CivilTime
import JSONText
import RuleModel
import YAMLSyntax

/// One entry of `when`: exactly one trigger key, and modifiers.
final class TriggerShape: Sendable {
  static let shared = TriggerShape()
  let daily: Field<YAMLNode>
  let weekly: Field<YAMLNode>
  let monthly: Field<YAMLNode>
  let yearly: Field<YAMLNode>
  let dates: Field<YAMLNode>
  let matching: Field<YAMLNode>
  let hourly: Field<YAMLNode>
  let every: Field<YAMLNode>
  let once: Field<CalendarDuration>
  let after: Field<YAMLNode>
  let startup: Field<StartupKind>
  let cron: Field<YAMLNode>
  let rrule: Field<YAMLNode>
  let onCalendar: Field<YAMLNode>
  let ics: Field<YAMLNode>
  let between: Field<TimeWindow>
  let days: Field<WeekdaySet>
  let recurrence: RecurrenceFields
  let modifiers: ModifierFields
  let mapping: MappingShape
  /// Keys that name what fires, in this version.
  let sources: [String]

  private init() {
    var builder = ShapeBuilder("a trigger", "What fires a rule: one trigger key, and modifiers.")
    daily = builder.field("daily", "Every day at these times.", DailyShape.grammar)
    weekly = builder.field("weekly", "On days of the week.", .node(SchemaParts.reference("weekly")))
    monthly = builder.field("monthly", "On days of the month.", .node(SchemaParts.reference("monthly")))
    yearly = builder.field("yearly", "On dates of the year.", .node(SchemaParts.reference("yearly")))
    dates = builder.field("dates", "On single dates.", DatesShape.grammar)
    matching = builder.field(
      "matching", "When all named date components match.", .node(SchemaParts.reference("matching")))
    hourly = builder.field("hourly", "At these minutes past the hour.", HourlyShape.grammar)
    every = builder.field(
      "every", "At equal lengths of elapsed time: 15m, 90s.", .node(Grammar<Int64>.seconds().schema))
    once = builder.field(
      "in", "Once, that long after the rule was first loaded or the request was added.", .calendarDuration)
    after = builder.field("after", "When another rule's run has ended.", AfterShape.grammar)
    startup = builder.field(
      "startup", "When the service starts: the first time after a boot, or each time.",
      .choice("a start", [("boot", .boot), ("service", .service)]))
    cron = builder.field("cron", "A cron expression in quotes: five fields, or six with leading seconds.", .expression)
    rrule = builder.field("rrule", "An RFC 5545 recurrence rule; needs `start`.", .expression)
    onCalendar = builder.field("on_calendar", "A systemd calendar expression (systemd.time).", .expression)
    ics = builder.field("ics", "The events of an iCalendar file.", EventFileShape.grammar)
    sources = [
      "daily", "weekly", "monthly", "yearly", "dates", "matching", "hourly", "every", "in", "after", "startup", "cron",
      "rrule", "on_calendar", "ics",
    ]
    between = builder.field(
      "between", "Part of the day in which `hourly` and `every` fire, both ends included.", .timeWindow)
    days = builder.field("days", "Days of the week on which `hourly` and `every` fire.", .weekdays)
    recurrence = RecurrenceFields(&builder)
    modifiers = ModifierFields(&builder)
    builder.notYet("location")
    mapping = builder.finish(
      extensions: true, exactlyOne: sources,
      synonyms: [
        "at": "write `at` inside the trigger: daily: { at: 09:00 }, ics: { file: a.ics, at: 09:00 }",
        "time": "write daily: 09:00", "tz": "timezone",
        "end": "until", "dtstart": "start", "rdate": "rdates", "exdate": "exdates", "oncalendar": "on_calendar",
        "icalendar": "ics",
        "calendar": "on_calendar", "crontab": "cron", "weekdays": "write weekly: { days: weekdays, at: 09:00 }",
        "interval": "every", "once": "in", "boot": "startup", "window": "between",
        "day": "write monthly: { day: 1, at: 09:00 }",
        "rate": "every", "timer": "in", "date": "dates", "zone": "timezone",
      ])
  }

  static let grammar = Grammar<YAMLNode>.node(
    SchemaParts.either([SchemaParts.reference("trigger"), SchemaParts.list(SchemaParts.reference("trigger"))]))
}

/// A trigger as it stands in the file, before the modifiers of its rule and of `defaults` reach it.
struct DecodedTrigger {
  var source: TriggerSource
  var own: Modifiers
  var node: YAMLNode
  /// The trigger's own key, such as `daily`.
  var key: YAMLNode
  var everyKey: YAMLNode?

  var triggerClass: TriggerClass { TriggerClass(source) }
}

extension Decoder {
  /// Reads `when`: one mapping or a list of them.
  mutating func when(_ node: YAMLNode, at defaults: [TimeOfDay]?) -> [DecodedTrigger] {
    switch node.kind {
    case .mapping: return trigger(node, at: defaults).map { [$0] } ?? []
    case .scalar:
      let text = node.text ?? ""
      let hint =
        TriggerShape.shared.mapping.has(text)
        ? "write when: { \(text): … }" : "write for example when: { daily: 09:00 }"
      error("wrong-type", "the text \(quoted(text)) stands where a trigger is wanted", at: node, hint: hint)
      return []
    case .sequence:
      if node.elements.isEmpty {
        error("empty-list", "the list is empty; a trigger is wanted", at: node, hint: "leave `when` out: by hand only")
      }
      return node.elements.compactMap { trigger($0, at: defaults) }
    }
  }

  mutating func trigger(_ node: YAMLNode, at defaults: [TimeOfDay]?) -> DecodedTrigger? {
    let shape = TriggerShape.shared
    let before = diagnostics.count
    guard let entries = entries(node, shape.mapping) else { return nil }
    let own = modifiers(entries, shape.modifiers)
    let between = value(shape.between, entries)
    let days = value(shape.days, entries)
    let keys = entries.keys.filter { $0.slot <= shape.ics.slot }
    guard let first = keys.first else {
      if diagnostics.count == before {
        error("missing-key", "this trigger does not say when", at: node, hint: "write for example daily: 09:00")
      }
      return nil
    }
    guard keys.count == 1 else {
      error(
        "contradiction", "a trigger has one trigger key; this is a second one", at: keys[1].key,
        hint: "write a list: each fires the rule")
      return nil
    }
    let takesWindow = first.slot == shape.hourly.slot || first.slot == shape.every.slot
    for (field, key) in [("between", entries.key(shape.between)), ("days", entries.key(shape.days))] {
      guard let key, !takesWindow else { continue }
      let inside = first.slot == shape.weekly.slot && field == "days"
      error(
        "wrong-modifier", "`\(field)` belongs to `hourly` and `every`", at: key,
        hint: inside ? "write it inside: weekly: { days: …, at: … }" : nil)
    }
    for (key, name) in zip(
      [
        entries.key(shape.recurrence.start), entries.key(shape.recurrence.added), entries.key(shape.recurrence.removed),
      ], shape.recurrence.names)
    {
      guard let key, first.slot != shape.rrule.slot else { continue }
      error(
        "wrong-modifier", "`\(name)` belongs to `rrule`", at: key,
        hint: name == "start" ? "did you mean 'from'?" : name == "exdates" ? "did you mean 'except'?" : nil)
    }
    guard let source = source(entries, between: between, days: days, at: defaults) else { return nil }
    return DecodedTrigger(source: source.source, own: own, node: node, key: first.key, everyKey: source.everyKey)
  }

  private mutating func source(
    _ entries: Entries, between: TimeWindow?, days: WeekdaySet?, at defaults: [TimeOfDay]?
  ) -> DecodedSource? {
    let shape = TriggerShape.shared
    if let node = entries.node(shape.daily) { return daily(node, at: defaults) }
    if let node = entries.node(shape.weekly) { return weekly(node, at: defaults) }
    if let node = entries.node(shape.monthly) { return monthly(node, at: defaults) }
    if let node = entries.node(shape.yearly) { return yearly(node, at: defaults) }
    if let node = entries.node(shape.dates) { return dates(node, at: defaults) }
    if let node = entries.node(shape.matching) { return matching(node) }
    if let node = entries.node(shape.hourly) { return hourly(node, between: between, days: days) }
    if let node = entries.node(shape.every) { return every(node, between: between, days: days) }
    if let node = entries.node(shape.after) { return after(node) }
    if let node = entries.node(shape.cron) { return cron(node) }
    if let node = entries.node(shape.rrule) { return recurrence(node, entries, shape.recurrence) }
    if let node = entries.node(shape.onCalendar) { return onCalendar(node) }
    if let node = entries.node(shape.ics) { return eventTrigger(node, at: defaults) }
    if let kind = value(shape.startup, entries) { return DecodedSource(source: .event(.startup(kind))) }
    if let duration = value(shape.once, entries) { return DecodedSource(source: .interval(.once(after: duration))) }
    return nil
  }
}
