import CivilTime
import Diagnostics
import JSONText
import RuleModel

/// Events of iCalendar files in previews.
extension OccurrenceEvent {
  /// The object `event` of the schemas, times on the clock of a zone.
  func json(in zone: ZoneRules) -> JSONValue {
    [
      "uid": .string(text.uid), "summary": .string(text.summary), "description": .string(text.details),
      "location": .string(text.location), "url": .string(text.url), "start": .string(start.text(in: zone)),
      "end": .string(end.text(in: zone)),
    ]
  }
}

extension Occurrence {
  /// What its events are called, for a line of a terminal: the first three, and how many more there are.
  var eventPhrases: [String] {
    let shown = events.prefix(3).filter { !$0.text.summary.isEmpty }.map { "event: \(terminalText($0.text.summary))" }
    if shown.isEmpty, events.count > 1 { return ["\(events.count) events"] }
    return events.count > 3 ? shown + ["and \(events.count - 3) more events"] : shown
  }
}

extension EventMoment {
  /// A date, or an RFC 3339 time on the clock of a zone.
  func text(in zone: ZoneRules) -> String {
    switch self {
    case .day(let date): date.description
    case .instant(let instant): RFC3339.text(instant, in: zone)
    }
  }
}
