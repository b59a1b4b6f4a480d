import CivilTime
import Diagnostics
import JSONText
import NextFire
import RuleCompiler
import RuleModel
import TriggerGraph

/// What `explain` has to say: words, normal form, the same in other words, next dates, and what will touch them.
struct Explanation {
  /// Other words for the same.
  struct Sameness {
    /// The value of `when`.
    var when: String
    /// Whether it is the same for ever and in every zone; else the coming two years were compared.
    var isAlways: Bool
    /// What makes it the same for ever, where that is missing: `gap: skip`.
    var remedy: String?
  }

  let subject: ExplainSubject
  /// The next occurrences.
  let occurrences: [Occurrence]
  /// What clock changes and month ends do in the coming two years.
  let changes: [ComingChanges.Change]
  let sameness: Sameness?
  /// What can't be known of what is shown.
  let unknown: Unknowns

  /// How far clock changes are looked at.
  static let horizonDays: Int64 = 731

  init(_ subject: ExplainSubject, count: Int) {
    self.subject = subject
    let first = subject.from.advanced(bySeconds: -1)
    let until = subject.from.advanced(bySeconds: Self.horizonDays * 86_400)
    occurrences = Array(subject.evaluator.occurrences(ofRule: subject.index, after: first).prefix(count))
    let end = occurrences.count < count ? .latest : occurrences.last?.instant ?? .latest
    unknown = subject.unknowns.reaching(
      subject.zones.local.localDateTime(at: end).date, of: subject.triggers, occurrences, zone: subject.zone)
    changes = ComingChanges(subject, until: until).changes
    sameness = Self.sameness(subject, until: until)
  }

  private static func sameness(_ subject: ExplainSubject, until: Instant) -> Sameness? {
    let isForeign = subject.triggers.contains { trigger in
      switch trigger.source {
      case .cron, .recurrence, .calendarExpression: true
      case .fixed, .aligned, .interval, .eventFile, .event: false
      }
    }
    guard isForeign else { return nil }
    var phrasing = subject.phrasing
    let full = preferredWords(for: subject.triggers, calendars: subject.calendars, in: phrasing)
    phrasing.saysGap = false
    let plain = preferredWords(for: subject.triggers, calendars: subject.calendars, in: phrasing)
    if let plain, plain.isIdentical { return Sameness(when: plain.text, isAlways: true) }
    if let plain, firesAlike(plain, subject, until: until) {
      var remedy: String?
      if full?.isIdentical == true, case let gaps = Set(subject.triggers.map(\.gap)), gaps.count == 1,
        let gap = gaps.first
      {
        remedy = "gap: \(gap)"
      }
      return Sameness(when: plain.text, isAlways: false, remedy: remedy)
    }
    if let full, full.isIdentical { return Sameness(when: full.text, isAlways: true) }
    if let full, firesAlike(full, subject, until: until) { return Sameness(when: full.text, isAlways: false) }
    return nil
  }

  /// Whether both rules of a graph fire at the same instants up to a time; of more than 200,000 nothing is claimed.
  private static func firesAlike(_ words: PreferredWords, _ subject: ExplainSubject, until: Instant) -> Bool {
    var context = subject.evaluator.context
    context.machineKey = nil
    let evaluator = Evaluator(graph: words.graph, context: context)
    var given = subject.from.advanced(bySeconds: -1)
    for _ in 0..<200_000 {
      let next = evaluator.nextInstant(ofRule: 0, after: given)
      guard next == evaluator.nextInstant(ofRule: 1, after: given) else { return false }
      guard let next, next <= until else { return true }
      given = next
    }
    return false
  }

  // MARK: Text

  /// Several paragraphs, each line ended.
  var text: String {
    var lines: [String] = []
    if let rule = subject.rule {
      lines.append(rule.id.text + (rule.description.map { ": \($0)" } ?? ""))
      if !rule.isEnabled { lines.append("  not enabled") }
      if rule.triggers.isEmpty { lines.append("  fires by hand, or by another rule") }
    } else {
      lines.append("\(subject.kind) \(subject.title)")
    }
    lines += subject.triggers.map { "  fires \($0.words)" }
    if let assumption = subject.assumption { lines.append("  \(assumption)") }
    if let form = subject.normalForm { lines.append("  normal form: \(form)") }
    if let sameness { lines.append("  \(Self.words(sameness))") }
    if let rule = subject.rule { lines += effects(rule).map { "  \($0)" } }
    return lines.map { terminalText($0) + "\n" }.joined() + dates + coming
  }

  private static func words(_ sameness: Sameness) -> String {
    let text = "the same as `\(sameness.when)`"
    if sameness.isAlways { return text }
    return text + " in the coming two years" + (sameness.remedy.map { "; with `\($0)` always" } ?? "")
  }

  private func effects(_ rule: Rule) -> [String] {
    var lines: [String] = []
    if let notify = rule.notify {
      let title = notify.title?.source ?? ""
      lines.append("notifies '\(title)'\(notify.category.map { " with the answers of '\($0)'" } ?? "")")
    }
    if let run = rule.run { lines.append("runs \(run.command.words)") }
    if rule.triggers.contains(where: { !$0.isEvent }) { lines.append(rule.missed.words(grace: rule.graceSeconds)) }
    return lines
  }

  private var dates: String {
    guard subject.triggers.contains(where: { !$0.isEvent }) else { return "" }
    let missing = subject.evaluator.unknownZones(ofRule: subject.index)
    guard missing.isEmpty else {
      return "next: unknown, since this machine lacks the zone \(missing.map(\.rawValue).joined(separator: ", "))\n"
    }
    let unknown = unknown.phrases.map { "unknown: it depends on \($0)\n" }.joined()
    if occurrences.isEmpty { return unknown.isEmpty ? "next: never\n" : unknown }
    var table = TextTable(headings: ["", "", ""])
    for occurrence in occurrences {
      let zone = subject.zone(of: occurrence)
      let reasons =
        occurrence.eventPhrases
        + occurrence.reasons.map { OccurrenceText.reason($0) }.map { "\($0.code): \($0.text)" }
        + subject.unknowns.calendars(at: occurrence, in: zone).map { terminalText($0.mark) }
      table.rows.append([
        "  \(OccurrenceText.stamp(occurrence.instant, in: zone))",
        OccurrenceText.offset(zone.offset(at: occurrence.instant)), reasons.joined(separator: "; "),
      ])
    }
    return "next:\n" + table.text(columns: nil, showsHeadings: false) + unknown
  }

  private var coming: String {
    let onClock = subject.triggers.filter { !$0.isEvent }
    guard !onClock.isEmpty, !occurrences.isEmpty else { return "" }
    guard !changes.isEmpty else {
      let isElapsed = onClock.allSatisfy { if case .interval = $0.source { true } else { false } }
      return isElapsed
        ? "in the coming two years: elapsed time, which knows no clock changes\n"
        : "in the coming two years: no clock change and no month's end touches it\n"
    }
    var text = "in the coming two years:\n"
    for change in changes.prefix(Self.shownChanges) { text += "  \(change.date): \(change.text)\n" }
    if changes.count > Self.shownChanges { text += "  and \(changes.count - Self.shownChanges) more\n" }
    return text
  }

  private static let shownChanges = 40

  // MARK: JSON

  /// The object that schemas/explain.schema.json describes.
  var json: JSONValue {
    var members: [JSONObject.Member] = [
      ("kind", .string(subject.kind.replacing("-", with: "_"))),
      ("text", .string(subject.title)),
      ("words", .array(subject.triggers.map { .string($0.words) })),
    ]
    if let form = subject.normalForm { members.append(("normal_form", .string(form))) }
    if let assumption = subject.assumption { members.append(("assumption", .string(assumption))) }
    if let sameness {
      members.append(("same_as", ["when": .string(sameness.when), "always": .bool(sameness.isAlways)]))
    }
    members.append(("next", .array(occurrences.map(entry))))
    if !unknown.isEmpty { members.append(("unknown", .object(JSONObject(unknown.members)))) }
    members.append(
      (
        "coming",
        .array(
          changes.map { ["date": .string($0.date), "code": .string($0.code), "text": .string($0.text)] })
      ))
    members.append(("warnings", DiagnosticJSON.document(subject.findings)["diagnostics"] ?? []))
    return .object(JSONObject(members))
  }

  private func entry(_ occurrence: Occurrence) -> JSONValue {
    let zone = subject.zone(of: occurrence)
    var members: [JSONObject.Member] = [
      ("at", .string(RFC3339.text(occurrence.instant, in: zone))),
      ("epoch", .integer(occurrence.instant.epochSeconds)),
    ]
    if let nominal = occurrence.nominal { members.append(("civil", .string(nominal.description))) }
    members += [
      ("zone", .string(zone.name.rawValue)), ("abbreviation", .string(zone.abbreviation(at: occurrence.instant))),
      ("offset", .string(OccurrenceText.offset(zone.offset(at: occurrence.instant)))),
      (
        "reasons",
        .array(
          (occurrence.reasons.map(OccurrenceText.reason)
            + subject.unknowns.calendars(at: occurrence, in: zone).map(\.reason))
            .map { ["code": .string($0.code), "text": .string($0.text)] })
      ),
    ]
    if !occurrence.events.isEmpty { members.append(("events", .array(occurrence.events.map { $0.json(in: zone) }))) }
    return .object(JSONObject(members))
  }
}

extension MissedPolicy {
  fileprivate func words(grace: Int64) -> String {
    let late = "when more than \(RelativeTime.text(seconds: grace)) late"
    let within = withinSeconds.map { " within \(RelativeTime.text(seconds: $0))" } ?? ""
    return switch choice {
    case .skip: "makes up nothing \(late)"
    case .latest: "makes up the latest\(within) \(late)"
    case .all: "makes up all\(within), at most 100, \(late)"
    }
  }
}
