import CivilTime
import Diagnostics
import JSONText
import RuleModel
import YAMLSyntax

/// The keys of a calendar.
final class CalendarShape: Sendable {
  static let shared = CalendarShape()
  let dates: Field<[LocalDate]>
  let ranges: Field<[CalendarRange]>
  let yearly: Field<[YearlyDate]>
  let weekly: Field<YAMLNode>
  let monthly: Field<YAMLNode>
  let recurrence: Field<YAMLNode>
  let start: Field<LocalDateTime>
  let added: Field<[ScalarText.DateOrTime]>
  let removed: Field<[ScalarText.DateOrTime]>
  let from: Field<LocalDate>
  let until: Field<LocalDate>
  let hours: Field<[TimeWindow]>
  let events: Field<YAMLNode>
  let union: Field<[DayItem]>
  let except: Field<[DayItem]>
  let timezone: Field<ZoneChoice>
  let allow: Field<[String]>
  let mapping: MappingShape

  private init() {
    var builder = ShapeBuilder("a calendar", "A named set of days, or of windows of time.")
    dates = builder.field("dates", "Single dates.", .oneOrMany(.date, "a date"))
    ranges = builder.field(
      "ranges", "Ranges of days, both included, or of times: 2026-08-01/2026-08-21.",
      .oneOrMany(.calendarRange, "a range"))
    yearly = builder.field(
      "yearly", "Dates of every year: dec 25, easter+1.", .oneOrMany(.yearlyDate, "a date of the year"))
    weekly = builder.field(
      "weekly", "Days of the week, or { days, every, weeks }.",
      .node(SchemaParts.either([SchemaParts.reference("weekdays"), SchemaParts.reference("calendar-weekly")])))
    monthly = builder.field(
      "monthly", "Days of the month: { day, weekday or workday, every }.",
      .node(SchemaParts.reference("calendar-monthly")))
    recurrence = builder.field("rrule", "The days of an RFC 5545 recurrence rule; needs `start`.", .expression)
    start = builder.field("start", "DTSTART of `rrule`, a date or a date with a time.", .localStart)
    added = builder.field("rdates", "Days that belong to `rrule` too.", .localDates)
    removed = builder.field("exdates", "Days that do not belong to `rrule`.", .localDates)
    from = builder.field("from", "First day of the recurring parts; fixes the phase of every.", .date)
    until = builder.field("until", "Last day of the recurring parts.", .date)
    hours = builder.field(
      "hours", "Hours of its days, which make it a calendar of windows.", .oneOrMany(.timeWindow, "a part of the day"))
    events = builder.field(
      "ics", "An iCalendar file: its events of whole days are days, others are windows.",
      .node(Grammar<String>.text.schema))
    union = builder.field(
      "union", "Other calendars and days that belong to it.", .oneOrMany(.dayItem, "a calendar, weekday or date"))
    except = builder.field("except", "Days taken out again.", .oneOrMany(.dayItem, "a calendar, weekday or date"))
    timezone = builder.field("timezone", "Zone of its windows; that of the trigger without it.", .zone)
    allow = builder.field("allow", "Warnings that are silenced here.", .allow)
    mapping = builder.finish(
      extensions: true,
      synonyms: [
        "date": "dates", "days": "dates", "range": "ranges", "include": "union", "tz": "timezone", "exclude": "except",
        "dtstart": "start", "rdate": "rdates", "exdate": "exdates",
      ],
      example: "{ dates: [2026-12-25] }")
  }
}

/// A range of a calendar.
indirect enum CalendarRange: Sendable {
  case days(DayRange)
  case times(TimedRange)
}

extension Grammar where Value == CalendarRange {
  static let calendarRange = Grammar.scalar(
    "a range",
    SchemaParts.pattern(
      "(" + TimePatterns.date + "|" + TimePatterns.dateTime + ") */ *(" + TimePatterns.date + "|"
        + TimePatterns.dateTime + ")")
  ) { text throws(ScalarFault) in try ScalarText.calendarRange(text) }
}

extension ScalarText {
  /// Reads `2026-08-01/2026-08-21`, or with times of day on both ends.
  static func calendarRange(_ text: String) throws(ScalarFault) -> CalendarRange {
    let halves = text.split(separator: "/", omittingEmptySubsequences: false)
    guard halves.count == 2 else {
      throw ScalarFault(
        "bad-range", "\(quoted(text)) is not a range of dates", hint: "write for example 2026-08-01/2026-08-21")
    }
    let first = try dateOrTime(String(trimmed(halves[0])))
    let last = try dateOrTime(String(trimmed(halves[1])))
    switch (first, last) {
    case (.day(let first), .day(let last)):
      guard first <= last else { throw ScalarFault("bad-range", "the range \(quoted(text)) runs backwards") }
      return .days(DayRange(first: first, last: last))
    case (.point(.local(let start)), .point(.local(let end))):
      guard start < end else { throw ScalarFault("bad-range", "the range \(quoted(text)) has no length") }
      return .times(TimedRange(start: start, end: end))
    case (.point(.instant), _), (_, .point(.instant)):
      throw ScalarFault(
        "bad-range", "\(quoted(text)) has an offset", hint: "write local times; `timezone` names their zone")
    default:
      throw ScalarFault("bad-range", "\(quoted(text)) has a time of day at one end only")
    }
  }
}

/// `weekly` and `monthly` of a calendar.
final class CalendarPatternShapes: Sendable {
  static let shared = CalendarPatternShapes()
  let days: Field<WeekdaySet>
  let weeks: Field<WeekParity>
  let everyWeeks: Field<Int>
  let weekly: MappingShape
  let day: Field<[Ordinal]>
  let weekday: Field<[OrdinalWeekday]>
  let workday: Field<[Ordinal]>
  let everyMonths: Field<Int>
  let monthly: MappingShape

  private init() {
    var builder = ShapeBuilder("`weekly`", "Days of every week, of every n-th, or of even or odd ones.")
    days = builder.field("days", "Days of the week.", .weekdays, required: true)
    everyWeeks = builder.field("every", "Every n-th week, counted from `from`.", .every)
    weeks = builder.field("weeks", "Even or odd ISO week numbers.", .weekParity)
    weekly = builder.finish(synonyms: ["weekdays": "days"])
    builder = ShapeBuilder("`monthly`", "Days of every month, or of every n-th.")
    day = builder.field("day", "Days of the month.", .monthDays)
    weekday = builder.field("weekday", "Counted weekdays.", .ordinalWeekdays)
    workday = builder.field("workday", "Counted workdays.", .workdays)
    everyMonths = builder.field("every", "Every n-th month, counted from `from`.", .every)
    monthly = builder.finish(exactlyOne: ["day", "weekday", "workday"], synonyms: ["days": "day"])
  }
}

extension Decoder {
  mutating func calendar(_ node: YAMLNode, named name: String) -> CalendarDefinition? {
    let shape = CalendarShape.shared
    let before = diagnostics.count
    guard let entries = entries(node, shape.mapping) else { return nil }
    let outer = silenced
    defer { silenced = outer }
    silenced.formUnion(value(shape.allow, entries) ?? [])
    var result = CalendarDefinition(id: CalendarID(name), weekend: weekend)
    result.mayEnd = silenced.contains(WarningCode.calendarRunsOut.rawValue)
    result.dates = Set(value(shape.dates, entries) ?? []).sorted()
    for range in value(shape.ranges, entries) ?? [] {
      switch range {
      case .days(let range): result.dayRanges.append(range)
      case .times(let range): result.timedRanges.append(range)
      }
    }
    result.yearly = value(shape.yearly, entries) ?? []
    var everyKeys: [YAMLNode] = []
    if let node = entries.node(shape.weekly) { result.weekly = calendarWeekly(node, &everyKeys) }
    if let node = entries.node(shape.monthly) { result.monthly = calendarMonthly(node, &everyKeys) }
    result.recurrence = calendarRecurrence(entries, shape)
    result.from = value(shape.from, entries)
    result.until = value(shape.until, entries)
    result.hours = value(shape.hours, entries) ?? []
    if let node = entries.node(shape.events) { result.events = eventFile(node, at: nil) }
    let daysElsewhere =
      entries.has(shape.dates) || entries.has(shape.ranges) || entries.has(shape.yearly) || entries.has(shape.weekly)
      || entries.has(shape.recurrence) || entries.has(shape.events) || entries.has(shape.monthly)
      || entries.has(shape.union)
    // Hours alone are the hours of every day.
    if !result.hours.isEmpty, !daysElsewhere { result.weekly = .weekly(days: .all, every: 1, weeks: nil) }
    result.union = value(shape.union, entries) ?? []
    result.except = value(shape.except, entries) ?? []
    if case .named(let zone) = value(shape.timezone, entries) { result.zone = zone }
    if !entries.has(shape.from) {
      for key in everyKeys {
        error("every-needs-from", "`every` needs `from`, which says where counting begins", at: key)
      }
    }
    if !daysElsewhere, !entries.has(shape.hours), diagnostics.count == before {
      error(
        "missing-key", "this calendar has no days", at: node,
        hint: "give it dates, ranges, yearly, weekly, monthly, rrule, ics or union")
    }
    return hasErrors(since: before) ? nil : result
  }

  private mutating func calendarWeekly(_ node: YAMLNode, _ everyKeys: inout [YAMLNode]) -> DayPattern? {
    if node.kind != .mapping {
      return Grammar<WeekdaySet>.weekdays.read(node, &self).map { .weekly(days: $0, every: 1, weeks: nil) }
    }
    let shape = CalendarPatternShapes.shared
    guard let entries = entries(node, shape.weekly) else { return nil }
    let every = value(shape.everyWeeks, entries)
    let weeks = value(shape.weeks, entries)
    if let key = entries.key(shape.everyWeeks) { everyKeys.append(key) }
    return value(shape.days, entries).map { .weekly(days: $0, every: every ?? 1, weeks: weeks) }
  }

  private mutating func calendarMonthly(_ node: YAMLNode, _ everyKeys: inout [YAMLNode]) -> DayPattern? {
    let shape = CalendarPatternShapes.shared
    guard let entries = entries(node, shape.monthly) else { return nil }
    let every = value(shape.everyMonths, entries)
    if let key = entries.key(shape.everyMonths) { everyKeys.append(key) }
    return monthDays(
      entries, day: shape.day, weekday: shape.weekday, workday: shape.workday, kind: "`monthly`", missing: nil,
      policy: nil
    ).map { .monthly($0, every: every ?? 1, missing: .skip(isExplicit: true)) }
  }
}
