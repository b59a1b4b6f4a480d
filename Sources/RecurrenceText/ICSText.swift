public import CivilTime
public import RuleModel

/// iCalendar files (RFC 5545): their events.
///
/// Alarms, to-dos, journals and free-busy times are passed over, as are properties that say nothing about an event's
/// time or text. A zone is taken from its TZID where that names or ends in a name of the zone data, else from the
/// X-LIC-LOCATION of its VTIMEZONE, else from the names that Windows gives zones, else from the rules of the VTIMEZONE.
public enum ICSText {
  /// The events of a file, and what is wrong with those that were left out.
  public struct Contents: Hashable, Sendable {
    /// Events in the order of the file.
    public var events: [CalendarEvent]
    /// Lines that were passed over, then faults that each left its event out, both in the order of the file.
    ///
    /// Ranges are bytes of the file.
    public var faults: [ExpressionError]
    /// Where each event begins, in bytes of the file.
    public var places: [Range<Int>] = []
    /// Zones that only the file defines, by their TZID.
    public var definedZones: [ZoneName: DefinedZone] = [:]
  }

  /// Reads a file.
  ///
  /// - Parameters:
  ///   - bytes: The file's bytes, UTF-8.
  ///   - knowsZone: Whether the zone data have a zone of that name.
  /// - Returns: Its events, or the fault that makes it no calendar at all.
  public static func parse(
    _ bytes: [UInt8], knowsZone: @escaping (String) -> Bool
  ) -> Result<Contents, ExpressionError> {
    Result { () throws(ExpressionError) in
      let file = try ICSFile(bytes)
      let reader = ICSEventReader(file, knowsZone)
      var contents = Contents(events: [], faults: file.faults)
      contents.definedZones = reader.definedZones
      for properties in file.events {
        do throws(ExpressionError) {
          contents.events.append(try reader.event(properties))
          contents.places.append(properties.first?.range ?? 0..<0)
        } catch {
          contents.faults.append(error)
        }
      }
      return contents
    }
  }
}

/// The content lines of a file, sorted into events and zones.
struct ICSFile {
  /// The properties of each VEVENT, its BEGIN first.
  private(set) var events: [[ICSLine]] = []
  /// X-LIC-LOCATION by TZID.
  private(set) var locations: [String: String] = [:]
  /// Lines that are none and were passed over.
  private(set) var faults: [ExpressionError] = []
  /// The sub-components of each VTIMEZONE by TZID.
  private(set) var observances: [String: [[ICSLine]]] = [:]

  init(_ bytes: [UInt8]) throws(ExpressionError) {
    var open: [String] = []
    var properties: [ICSLine] = []
    var zone: (id: String?, location: String?) = (nil, nil)
    var observances: [[ICSLine]] = []
    var isCalendar = false
    for line in ICSLine.unfolded(bytes) {
      guard let line = ICSLine(line) else {
        if open.isEmpty { throw .noCalendarFile(at: line.range) }
        // Programs that forget to fold a text leave such lines behind.
        guard faults.count < 1000 else { throw .badCalendarLine(line) }
        faults.append(.badCalendarLine(line))
        continue
      }
      switch line.name {
      case "BEGIN":
        let name = line.component
        if open.isEmpty, name != "VCALENDAR" { throw .noCalendarFile(at: line.range) }
        // Real files nest three deep; more is an attack on someone's stack.
        if open.count == 16 { throw .deepCalendarFile(at: line.range) }
        isCalendar = true
        open.append(name)
        if name == "VEVENT", open.count == 2 { properties = [line] }
        if name == "VTIMEZONE", open.count == 2 {
          zone = (nil, nil)
          observances = []
        }
        if open.count == 3, open[1] == "VTIMEZONE" { observances.append([]) }
      case "END":
        guard let name = open.popLast(), name == line.component else {
          throw .unpairedCalendarEnd(line)
        }
        if name == "VEVENT", open.count == 1 { events.append(properties) }
        if name == "VTIMEZONE", open.count == 1, let id = zone.id {
          locations[id] = zone.location
          self.observances[id] = observances
        }
      default:
        if open.isEmpty { throw .noCalendarFile(at: line.range) }
        if open.count == 2, open.last == "VEVENT" { properties.append(line) }
        if open.count == 3, open[1] == "VTIMEZONE" { observances[observances.count - 1].append(line) }
        if open.count == 2, open.last == "VTIMEZONE" {
          if line.name == "TZID" { zone.id = line.value }
          if line.name == "X-LIC-LOCATION" { zone.location = line.value }
        }
      }
    }
    if !isCalendar { throw .noCalendarFile(at: 0..<0) }
    if let name = open.last { throw .cutCalendarFile(name, at: bytes.count..<bytes.count) }
  }
}

/// A content line (RFC 5545 3.1): name, parameters, value.
struct ICSLine {
  /// Upper case.
  let name: String
  /// Values by name in upper case; several values of one parameter joined by commas.
  private(set) var parameters: [String: String] = [:]
  let value: String
  /// The line and its continuations in the file.
  let range: Range<Int>

  /// The value as the name of a component.
  var component: String { String(value.uppercased().filter { $0 != " " }) }

  /// A line with its continuations joined.
  struct Unfolded {
    var bytes: [UInt8]
    var range: Range<Int>
  }

  /// Returns the lines of a file, continuations joined, empty ones left out.
  static func unfolded(_ bytes: [UInt8]) -> [Unfolded] {
    var lines: [Unfolded] = []
    var start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    while start < bytes.count {
      let end = bytes[start...].firstIndex(of: 0x0A) ?? bytes.count
      let content = end > start && bytes[end - 1] == 0x0D ? start..<end - 1 : start..<end
      let isContinued = !content.isEmpty && (bytes[start] == 0x20 || bytes[start] == 0x09)
      if isContinued, let last = lines.indices.last {
        lines[last].bytes.append(contentsOf: bytes[content.dropFirst()])
        lines[last].range = lines[last].range.lowerBound..<content.upperBound
      } else if !content.isEmpty {
        lines.append(Unfolded(bytes: Array(bytes[content]), range: content))
      }
      start = end + 1
    }
    return lines
  }

  /// Reads a line; `nil` where there is no name or no value.
  init?(_ line: Unfolded) {
    let bytes = line.bytes
    func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }
    var place = bytes.firstIndex { $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: ";") } ?? bytes.count
    guard place > 0, place < bytes.count else { return nil }
    name = text(0..<place).uppercased()
    while place < bytes.count, bytes[place] == UInt8(ascii: ";") {
      let start = place + 1
      guard let equals = bytes[start...].firstIndex(of: UInt8(ascii: "=")) else { return nil }
      var value: [UInt8] = []
      var isQuoted = false
      place = equals + 1
      while place < bytes.count, isQuoted || (bytes[place] != UInt8(ascii: ":") && bytes[place] != UInt8(ascii: ";")) {
        if bytes[place] == UInt8(ascii: "\"") { isQuoted.toggle() } else { value.append(bytes[place]) }
        place += 1
      }
      parameters[text(start..<equals).uppercased()] = String(decoding: value, as: UTF8.self)
    }
    guard place < bytes.count else { return nil }
    // Blanks at the end of a line are common and mean nothing.
    var end = bytes.count
    while end > place + 1, bytes[end - 1] == 0x20 || bytes[end - 1] == 0x09 { end -= 1 }
    value = text(place + 1..<end)
    range = line.range
  }
}
