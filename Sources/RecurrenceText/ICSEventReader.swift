import CivilTime
import RuleModel

/// Turns the properties of a VEVENT into an event.
struct ICSEventReader {
  private let file: ICSFile
  private let knowsZone: (String) -> Bool
  /// Zones that events name and only the file defines, by their TZID.
  private(set) var definedZones: [ZoneName: DefinedZone] = [:]

  /// Reading the rules of a zone takes a while; real files define a handful that nobody else knows.
  private static let mostDefinedZones = 50

  init(_ file: ICSFile, _ knowsZone: @escaping (String) -> Bool) {
    self.file = file
    self.knowsZone = knowsZone
    var seen: Set<String> = []
    for line in file.events.joined() where definedZones.count < Self.mostDefinedZones {
      guard let id = line.parameters["TZID"], seen.insert(id).inserted, knownZone(id) == nil,
        let observances = file.observances[id]
      else { continue }
      definedZones[ZoneName(rawValue: id)] = DefinedZone(observances)
    }
  }

  func event(_ properties: [ICSLine]) throws(ExpressionError) -> CalendarEvent {
    guard let start = properties.first(where: { $0.name == "DTSTART" }) else {
      throw .eventWithoutStart(at: properties.first?.range ?? 0..<0)
    }
    var event = CalendarEvent(start: try time(start.value, start))
    for line in properties {
      switch line.name {
      case "UID": event.uid = text(line)
      case "SUMMARY": event.summary = text(line)
      case "DESCRIPTION": event.details = text(line)
      case "LOCATION": event.location = text(line)
      case "URL": event.url = line.value
      case "SEQUENCE": event.sequence = Int(line.value) ?? 0
      case "STATUS": event.isCancelled = line.value.uppercased() == "CANCELLED"
      case "DTEND": event.end = .at(try time(line.value, line))
      case "DURATION": event.end = try duration(line)
      case "RRULE":
        // Some programs end the rule with a separator.
        switch RRULEText.parse(line.value.last == ";" ? String(line.value.dropLast()) : line.value) {
        case .success(let rule): event.rules.append(rule)
        case .failure(let error): throw ExpressionError(error.code, error.message, at: line.range, hint: error.hint)
        }
      case "RDATE": event.additions += try times(line)
      case "EXDATE": event.exceptions += try times(line)
      case "EXRULE": throw .exruleInEvent(at: line.range)
      case "RECURRENCE-ID":
        if let range = line.parameters["RANGE"] {
          // RFC 5545 3.2.13 took THISANDPRIOR away.
          guard range.uppercased() == "THISANDFUTURE" else { throw .rangeOfReplacements(range, at: line.range) }
          event.replacesFollowing = true
        }
        event.replaces = try time(line.value, line)
      default: break
      }
    }
    return event
  }

  private func times(_ line: ICSLine) throws(ExpressionError) -> [EventTime] {
    var times: [EventTime] = []
    // No dates at all is what a program writes whose list has become empty.
    if line.value.isEmpty { return times }
    for value in line.value.split(separator: ",", omittingEmptySubsequences: false) {
      // A period is a start, a slash, and an end or a duration.
      times.append(try time(String(value.prefix { $0 != "/" }), line))
    }
    return times
  }

  private func time(_ value: String, _ line: ICSLine) throws(ExpressionError) -> EventTime {
    let bytes = ExpressionBytes(value)
    let end: RecurrenceEnd
    do throws(ExpressionError) {
      end = try RRULEUntil(bytes, 0..<bytes.count).end()
    } catch {
      throw .badEventTime(value, line)
    }
    switch end {
    case .untilDate(let date): return .date(date)
    case .untilInstant(let instant): return .instant(instant)
    case .untilLocal(let point):
      guard let zone = line.parameters["TZID"], !zone.isEmpty else { return .floating(point) }
      guard let name = zoneName(zone) else { throw .unknownEventZone(zone, line) }
      return .zoned(point, name)
    case .never, .count: throw .badEventTime(value, line)
    }
  }

  /// The zone that a TZID means: itself, its end behind a slash, its VTIMEZONE's location, the IANA name of one of
  /// Windows, or the rules of its VTIMEZONE under its own name.
  private func zoneName(_ id: String) -> ZoneName? {
    if let known = knownZone(id) { return known }
    return definedZones[ZoneName(rawValue: id)] == nil ? nil : ZoneName(rawValue: id)
  }

  /// The same without the rules of the file.
  private func knownZone(_ id: String) -> ZoneName? {
    var rest = Substring(id)
    // Mozilla and others put their own name before: `/mozilla.org/20070129_1/Europe/Berlin`.
    while !rest.isEmpty {
      if knowsZone(String(rest)) { return ZoneName(rawValue: String(rest)) }
      guard let slash = rest.firstIndex(of: "/") else { break }
      rest = rest[rest.index(after: slash)...]
    }
    if let location = file.locations[id], knowsZone(location) { return ZoneName(rawValue: location) }
    if let name = WindowsZones.name(of: id), knowsZone(name) { return ZoneName(rawValue: name) }
    return nil
  }

  /// Reads `P1W`, `P1DT2H3M4S` (RFC 5545 3.3.6).
  private func duration(_ line: ICSLine) throws(ExpressionError) -> EventEnd {
    let bytes = ExpressionBytes(line.value.uppercased())
    var place = bytes[0] == UInt8(ascii: "+") ? 1 : 0
    guard bytes[place] == UInt8(ascii: "P") else { throw .badEventDuration(line) }
    place += 1
    var (days, seconds) = (0, 0)
    var isTime = false
    var isEmpty = true
    while place < bytes.count {
      if bytes[place] == UInt8(ascii: "T"), !isTime {
        isTime = true
        place += 1
        continue
      }
      let end = bytes.endOfDigits(from: place, to: bytes.count)
      // Fifty thousand years and more is not a duration; the bound also keeps the sums small.
      guard let number = bytes.number(place..<end), number <= 1_000_000_000 else { throw .badEventDuration(line) }
      switch (bytes[end], isTime) {
      case (UInt8(ascii: "W"), false): days += number * 7
      case (UInt8(ascii: "D"), false): days += number
      case (UInt8(ascii: "H"), true): seconds += number * 3600
      case (UInt8(ascii: "M"), true): seconds += number * 60
      case (UInt8(ascii: "S"), true): seconds += number
      default: throw .badEventDuration(line)
      }
      guard days <= 2_147_483_647, seconds <= 2_147_483_647 else { throw .badEventDuration(line) }
      isEmpty = false
      place = end + 1
    }
    if isEmpty { throw .badEventDuration(line) }
    return .after(days: days, seconds: seconds)
  }

  /// A TEXT value without its escapes (RFC 5545 3.3.11).
  private func text(_ line: ICSLine) -> String {
    var text = ""
    var isEscaped = false
    for scalar in line.value.unicodeScalars {
      if isEscaped {
        text.unicodeScalars.append(scalar == "n" || scalar == "N" ? "\n" : scalar)
        isEscaped = false
      } else if scalar == "\\" {
        isEscaped = true
      } else {
        text.unicodeScalars.append(scalar)
      }
    }
    return text
  }
}
