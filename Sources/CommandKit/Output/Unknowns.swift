import CivilTime
import Diagnostics
import JSONText
import RuleModel

/// What a preview of a rule can't know: files of events that can't be read, and calendars beyond their end.
struct Unknowns {
  /// The files as the rules name them.
  var files: [String]
  /// Calendars that run out.
  var calendars: [CalendarEnd]

  /// Whether everything is known.
  var isEmpty: Bool { files.isEmpty && calendars.isEmpty }

  /// The calendars that have ended when an occurrence comes.
  func calendars(at occurrence: Occurrence, in zone: ZoneRules) -> [CalendarEnd] {
    if calendars.isEmpty { return [] }
    let local = zone.localDateTime(at: occurrence.instant).date
    let day = max(local, occurrence.nominal?.date ?? local)
    return calendars.filter { $0.lastDay < day }
  }

  /// What matters for what was looked at: calendars that ended before one of some occurrences, and those whose end may
  /// hide others up to a day.
  func reaching(
    _ day: LocalDate, of triggers: [Trigger], _ occurrences: some Sequence<Occurrence>,
    zone: (Occurrence) -> ZoneRules
  ) -> Unknowns {
    if calendars.isEmpty { return self }
    var met: Set<CalendarID> = []
    for occurrence in occurrences { met.formUnion(calendars(at: occurrence, in: zone(occurrence)).map(\.calendar)) }
    let last = min(day, Self.lastDay(of: triggers))
    return Unknowns(
      files: files,
      calendars: calendars.filter { met.contains($0.calendar) || $0.hidesOccurrences && $0.lastDay < last })
  }

  /// The same where all that is known of the occurrences is the number of the last day with one.
  func reaching(_ day: LocalDate, of triggers: [Trigger], ringing last: Int32?) -> Unknowns {
    var result = reaching(day, of: triggers, EmptyCollection<Occurrence>()) { _ in .utc }
    result.calendars = calendars.filter { end in
      result.calendars.contains(end) || last.map { $0 > end.lastDay.dayNumber } ?? false
    }
    return result
  }

  /// The last day on which the bounds of triggers let them fire.
  static func lastDay(of triggers: [Trigger]) -> LocalDate {
    let days = triggers.map { trigger -> LocalDate in
      switch trigger.bounds.until {
      case .local(let last): last.date
      case .instant(let last): ZoneRules.utc.localDateTime(at: last).date
      case nil: .latest
      }
    }
    return days.max() ?? .latest
  }

  // MARK: Forms

  /// What it depends on: `a.ics, which can't be read`.
  var phrases: [String] {
    (files.isEmpty ? [] : ["\(terminalText(files.joined(separator: ", "))), which can't be read"])
      + calendars.map { "\(terminalText($0.calendar.text)), which ends on \($0.lastDay)" }
  }

  /// `files` and `calendars` of the schemas.
  var members: [JSONObject.Member] {
    [
      ("files", .array(files.map { .string($0) })),
      (
        "calendars",
        .array(
          calendars.map { ["calendar": .string($0.calendar.text), "last": .string("\($0.lastDay)")] })
      ),
    ]
  }
}

extension Unknowns {
  /// Those of a rule of a set.
  ///
  /// - Parameter ends: The ends of the set's calendars.
  init(of rule: Rule, in set: RuleSet, _ ends: CalendarEnds) {
    self.init(files: set.unknownEventFiles(of: rule), calendars: ends.of(rule.triggers))
  }
}

extension CalendarEnd {
  /// The reason that an occurrence beyond the end carries, for programs and people.
  var reason: (code: String, text: String) {
    ("calendar-unknown", "the calendar '\(calendar.text)' ends on \(lastDay)")
  }

  /// The same in a table.
  var mark: String { "\(calendar.text) unknown" }
}
