import CivilTime
import Diagnostics
import JSONText
import NextFire
import RuleModel

/// What rules do on each day of a stretch, on the clock of one zone.
struct CalendarDays {
  /// One rule on one day.
  struct Entry {
    /// The rule's place.
    var rule: Int
    /// How often it rings.
    var count = 0
    /// When first and last.
    var first: Instant?
    var last: Instant?
    /// The first few rings, for a week's grid.
    var instants: [Instant] = []
    /// What the events of iCalendar files are called that begin with those rings.
    var events: [(instant: Instant, summaries: [String])] = []
    /// What is left out that day.
    var skipped: [SkippedOccurrence] = []
  }

  let zone: ZoneRules
  let first: LocalDate
  let last: LocalDate
  /// The rules that were asked for.
  let rules: [Int]
  /// Entries by day number, those of a day by first ring.
  private(set) var entries: [Int32: [Entry]] = [:]
  /// Changes of the zone's clock in seconds, by day number.
  private(set) var clockChanges: [Int32: Int32] = [:]
  /// Rules that need a zone that this machine lacks.
  private(set) var unknownZones: [(name: String, zones: String)] = []
  /// Rules of which not everything can be known.
  private(set) var unknown: [(rule: Int, what: Unknowns)] = []
  private let ids: [RuleID]
  /// Rings in all, by rule.
  private var counts: [Int: Int] = [:]

  /// How many rings of a rule a day keeps apart.
  private static let keptInstants = 48

  init(
    _ evaluated: EvaluatedRules, _ chosen: [Int], from first: LocalDate, through last: LocalDate, zone: ZoneRules,
    showsSkipped: Bool
  ) {
    (self.zone, self.first, self.last) = (zone, first, last)
    ids = evaluated.rules.map(\.id)
    rules = chosen.filter { evaluated.rules[$0].isEnabled }
    let start = zone.firstInstant(of: LocalDateTime(date: first, time: .midnight))
    let next = last.advanced(byDays: 1).map { zone.firstInstant(of: LocalDateTime(date: $0, time: .midnight)) }
    let end = next?.advanced(bySeconds: -1) ?? .latest
    for rule in rules {
      let missing = evaluated.evaluator.unknownZones(ofRule: rule)
      if !missing.isEmpty {
        unknownZones.append((terminalText(ids[rule].text), missing.map(\.rawValue).joined(separator: ", ")))
      }
      collect(evaluated, rule, start, end, showsSkipped: showsSkipped)
    }
    for day in entries.keys {
      entries[day]?.sort { left, right in
        let keys = (left.first ?? left.skipped.first?.instant, right.first ?? right.skipped.first?.instant)
        guard let one = keys.0, let other = keys.1, one != other else { return left.rule < right.rule }
        return one < other
      }
    }
    var change = start.advanced(bySeconds: -1)
    while let transition = zone.nextTransition(after: change), transition <= end {
      change = transition
      let difference = zone.offset(at: transition) - zone.offset(at: transition.advanced(bySeconds: -1))
      if difference != 0 { clockChanges[zone.localDateTime(at: transition).date.dayNumber, default: 0] += difference }
    }
  }

  private mutating func collect(
    _ evaluated: EvaluatedRules, _ rule: Int, _ start: Instant, _ end: Instant, showsSkipped: Bool
  ) {
    let evaluator = evaluated.evaluator
    let triggers = evaluated.rules[rule].triggers
    let hasEvents = triggers.contains { if case .eventFile = $0.source { true } else { false } }
    var found: [Int32: Entry] = [:]
    for instant in evaluator.instants(ofRule: rule, after: start.advanced(bySeconds: -1)) {
      if instant > end { break }
      let day = zone.localDateTime(at: instant).date.dayNumber
      var entry = found[day] ?? Entry(rule: rule)
      entry.count += 1
      if entry.first == nil { entry.first = instant }
      entry.last = instant
      if entry.instants.count < Self.keptInstants {
        entry.instants.append(instant)
        if hasEvents, let occurrence = evaluator.occurrence(ofRule: rule, at: instant) {
          entry.events.append((instant, occurrence.events.map(\.text.summary)))
        }
      }
      found[day] = entry
    }
    if showsSkipped {
      for skipped in evaluator.skipped(ofRule: rule, from: start, until: end, limit: 100_000) {
        let day = zone.localDateTime(at: skipped.instant).date.dayNumber
        found[day, default: Entry(rule: rule)].skipped.append(skipped)
      }
    }
    let unknown = evaluated.unknowns(ofRule: rule).reaching(last, of: triggers, ringing: found.keys.max())
    if !unknown.isEmpty { self.unknown.append((rule, unknown)) }
    for (day, entry) in found {
      entries[day, default: []].append(entry)
      counts[rule, default: 0] += entry.count
    }
  }

  /// What happens on a day, by first ring.
  subscript(day: LocalDate) -> [Entry] { entries[day.dayNumber] ?? [] }

  /// A rule's id, fit for a terminal.
  func name(of rule: Int) -> String { terminalText(ids[rule].text) }

  /// A rule's id with the events of one of its rings, fit for a terminal.
  func name(of entry: Entry, at instant: Instant) -> String {
    let summaries = (entry.events.first { $0.instant == instant }?.summaries ?? []).filter { !$0.isEmpty }
    if summaries.isEmpty { return name(of: entry.rule) }
    return "\(name(of: entry.rule)): \(terminalText(summaries.joined(separator: ", ")))"
  }

  /// Rings of a rule in all.
  func count(ofRule rule: Int) -> Int { counts[rule] ?? 0 }

  /// Whether something is left out.
  var hasSkipped: Bool { entries.values.contains { $0.contains { !$0.skipped.isEmpty } } }

  /// The days in order.
  var dates: [LocalDate] { (first.dayNumber...last.dayNumber).compactMap { LocalDate(dayNumber: Int($0)) } }

  // MARK: Other forms

  /// The object that schemas/calendar.schema.json describes.
  func json(today: LocalDate) -> JSONValue {
    let days = dates.map { date -> JSONValue in
      var members: [JSONObject.Member] = [
        ("date", .string("\(date)")), ("week", .string(Self.week(of: date))), ("today", .bool(date == today)),
      ]
      if let change = clockChanges[date.dayNumber] {
        members.append(("clock_change", .string(OccurrenceText.offset(change))))
      }
      members.append(("rules", .array(self[date].filter { $0.count > 0 }.map(ring))))
      members.append(
        (
          "skipped",
          .array(
            self[date].flatMap { entry in
              entry.skipped.map { skipped in
                let (code, text) = OccurrenceText.reason(skipped.reason)
                return [
                  "rule": .string(ids[entry.rule].text), "civil": .string("\(skipped.nominal)"),
                  "reason": ["code": .string(code), "text": .string(text)],
                ]
              }
            })
        ))
      return .object(JSONObject(members))
    }
    return [
      "from": .string("\(first)"), "until": .string("\(last)"), "zone": .string(zone.name.rawValue),
      "days": .array(days),
      "unknown": .array(
        unknown.map { .object(JSONObject([("rule", .string(ids[$0.rule].text))] + $0.what.members)) }),
    ]
  }

  private func ring(_ entry: Entry) -> JSONValue {
    var members: [JSONObject.Member] = [
      ("rule", .string(ids[entry.rule].text)), ("count", .integer(Int64(entry.count))),
      ("first", .string(text(entry.first))), ("last", .string(text(entry.last))),
    ]
    let events = entry.events.flatMap { ring in
      ring.summaries.map { ["at": .string(text(ring.instant)), "summary": .string($0)] as JSONValue }
    }
    if !events.isEmpty { members.append(("events", .array(events))) }
    return .object(JSONObject(members))
  }

  private func text(_ instant: Instant?) -> String { instant.map { RFC3339.text($0, in: zone) } ?? "" }

  /// A line for each rule on each day.
  var csv: String {
    var table = TextTable(headings: ["DATE", "WEEK", "RULE", "COUNT", "FIRST", "LAST", "SKIPPED", "EVENTS"])
    for date in dates {
      for entry in self[date] {
        table.rows.append([
          "\(date)", Self.week(of: date), ids[entry.rule].text, "\(entry.count)", text(entry.first), text(entry.last),
          "\(entry.skipped.count)", entry.events.flatMap(\.summaries).joined(separator: "; "),
        ])
      }
    }
    return table.csv
  }

  /// `2027-W09`, the ISO week of a day.
  private static func week(of date: LocalDate) -> String {
    let (year, week) = date.isoWeek
    let digits = String(year)
    return String(repeating: "0", count: max(0, 4 - digits.count)) + digits + "-W"
      + (week < 10 ? "0\(week)" : "\(week)")
  }
}
