import CivilTime
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

extension EventMoment {
  /// A date, or an RFC 3339 time on the clock of a zone.
  func text(in zone: ZoneRules) -> String {
    switch self {
    case .day(let date): date.description
    case .instant(let instant): RFC3339.text(instant, in: zone)
    }
  }
}
