import CivilTime
import RuleModel

/// A preview as an iCalendar object (RFC 5545): one event for each ring, at its instant in UTC.
struct PreviewCalendar {
  let preview: Preview
  /// When the calendar counts as made: the preview's start, so that the same call gives the same text.
  let stamp: Instant

  /// The whole object, lines folded at 75 octets and ended by CR LF.
  var text: String {
    var calendar = CalendarLines()
    calendar.add("BEGIN", "VCALENDAR")
    calendar.add("VERSION", "2.0")
    calendar.add("PRODID", "-//Carillon//carillon//EN")
    calendar.add("CALSCALE", "GREGORIAN")
    calendar.add("METHOD", "PUBLISH")
    var isEmpty = true
    for case .ring(let index, let occurrence) in preview.rows {
      isEmpty = false
      if occurrence.events.isEmpty { write(occurrence, nil, ofRule: index, to: &calendar) }
      for event in occurrence.events { write(occurrence, event, ofRule: index, to: &calendar) }
    }
    // A calendar without any component would not be one (RFC 5545, section 3.6).
    if isEmpty { writeZone(to: &calendar) }
    calendar.add("END", "VCALENDAR")
    return calendar.text
  }

  private func write(
    _ occurrence: Occurrence, _ event: OccurrenceEvent?, ofRule index: Int, to calendar: inout CalendarLines
  ) {
    let rule = preview.rules.rules[index]
    let identity = event?.identity ?? occurrence.identities.first ?? .instant(occurrence.instant)
    calendar.add("BEGIN", "VEVENT")
    calendar.add("UID", text: "\(rule.id.text)/\(Self.text(identity))@carillon")
    calendar.add("DTSTAMP", utc(stamp))
    calendar.add("DTSTART", utc(occurrence.instant))
    calendar.add("SUMMARY", text: summary(of: rule, event))
    let reasons = preview.reasons(of: occurrence, rule: index).map { "\($0.code): \($0.text)" }
    let lines = (rule.description.map { [$0] } ?? []) + reasons
    if !lines.isEmpty { calendar.add("DESCRIPTION", text: lines.joined(separator: "\n")) }
    if let place = event?.text.location, !place.isEmpty { calendar.add("LOCATION", text: place) }
    calendar.add("CATEGORIES", text: rule.id.text)
    calendar.add("TRANSP", "TRANSPARENT")
    calendar.add("END", "VEVENT")
  }

  /// The rule's title, else its id, with the event's summary behind it.
  private func summary(of rule: Rule, _ event: OccurrenceEvent?) -> String {
    let title = rule.notify?.title
    let shown = event?.text.summary ?? ""
    if let title, event != nil, title.segments.contains(.value(.event(.summary))) { return title.text(summary: shown) }
    let source = title?.source ?? ""
    let name = source.isEmpty ? rule.id.text : source
    return shown.isEmpty ? name : "\(name): \(shown)"
  }

  /// What stays the same for an occurrence whatever zone files and clocks do.
  private static func text(_ identity: OccurrenceIdentity) -> String {
    switch identity {
    case .civil(let nominal, let zone, let offset, let pass):
      "\(nominal)/\(zone?.rawValue ?? "local")/\(offset.map { OccurrenceText.text($0) } ?? "0")/\(pass.rawValue)"
    case .instant(let instant): RFC3339.text(instant)
    case .event(let key, let time): "\(key)/\(text(time.time))"
    }
  }

  private func writeZone(to calendar: inout CalendarLines) {
    calendar.add("BEGIN", "VTIMEZONE")
    calendar.add("TZID", "UTC")
    calendar.add("BEGIN", "STANDARD")
    calendar.add("DTSTART", "19700101T000000")
    calendar.add("TZOFFSETFROM", "+0000")
    calendar.add("TZOFFSETTO", "+0000")
    calendar.add("END", "STANDARD")
    calendar.add("END", "VTIMEZONE")
  }

  /// `20270328T013000Z`.
  private func utc(_ instant: Instant) -> String {
    RFC3339.text(instant).filter { $0 != "-" && $0 != ":" }
  }
}

/// Content lines of RFC 5545, section 3.1.
struct CalendarLines {
  private(set) var text = ""

  /// Adds a property whose value needs no escapes.
  mutating func add(_ name: String, _ value: String) {
    var octets = 0
    for character in "\(name):\(value)".unicodeScalars {
      let length = UTF8.width(character)
      if octets + length > 75 {
        text += "\r\n "
        octets = 1
      }
      text.unicodeScalars.append(character)
      octets += length
    }
    text += "\r\n"
  }

  /// Adds a property of the type TEXT (section 3.3.11); control characters become blanks.
  mutating func add(_ name: String, text value: String) {
    var escaped = ""
    for scalar in value.replacing("\r\n", with: "\n").unicodeScalars {
      switch scalar {
      case "\\", ";", ",": escaped += "\\\(scalar)"
      case "\n", "\r": escaped += "\\n"
      case "\t": escaped.unicodeScalars.append(scalar)
      default: escaped += scalar.value < 0x20 || scalar.value == 0x7F ? " " : String(scalar)
      }
    }
    add(name, escaped)
  }
}
