import CivilTime
import Glibc
import HostTime
import JSONText
import RuleModel

/// The workload file: shapes and zones, and what is asked of them.
struct Workload {
  let shapes: [Shape]
  let zoneNames: [ZoneName]
  let zones: [ZoneName: ZoneRules]
  let streamAfter: Instant
  let streamBefore: Instant
  let streamCount: Int
  /// Instants of the independent queries, in the order drawn.
  let queries: [Instant]

  /// One rule shape.
  struct Shape {
    let id: String
    let source: TriggerSource
  }

  /// Reads the file.
  ///
  /// - Parameter scale: What the counts are divided by.
  init(path: String, scale: Int) throws {
    let json = try JSONValue.parse(try FileBytes.read(path))
    shapes = try (json["shapes"]?.array ?? []).map(Shape.init)
    zoneNames = (json["zones"]?.array ?? []).compactMap(\.string).map { ZoneName($0) }
    let folder = ZoneFolder(folders: ZoneFolder.usualFolders)
    var zones: [ZoneName: ZoneRules] = [:]
    for name in zoneNames { zones[name] = try folder.rules(name) }
    self.zones = zones
    let stream = json["stream"]
    streamAfter = Instant(epochSeconds: try Workload.number(stream, "after_epoch"))
    streamBefore = Instant(epochSeconds: try Workload.number(stream, "before_epoch"))
    streamCount = Int(try Workload.number(stream, "max")) / scale
    let cold = json["cold"]
    let low = try Workload.number(cold, "lo_epoch")
    let span = UInt64(try Workload.number(cold, "hi_epoch") - low)
    var random = SplitMix64(state: UInt64(try Workload.number(cold, "seed")))
    queries = (0..<Int(try Workload.number(cold, "n")) / scale).map { _ in
      Instant(epochSeconds: low + Int64(random.next() % span))
    }
  }

  private static func number(_ json: JSONValue?, _ key: String) throws -> Int64 {
    guard let number = json?[key]?.integer else { throw ProbeFailure(text: "the workload lacks '\(key)'") }
    return number
  }

  /// The rule of a shape in a zone.
  func rule(_ shape: Int, _ zone: Int, id: String) -> Rule {
    Rule(id: RuleID(id), triggers: [Trigger(source: shapes[shape].source, zone: .named(zoneNames[zone]))])
  }
}

extension Workload.Shape {
  /// Reads one entry of `shapes`.
  init(_ json: JSONValue) throws {
    guard let id = json["id"]?.string else { throw ProbeFailure(text: "a shape has no id") }
    func numbers(_ key: String) -> [Int]? { json[key]?.array?.compactMap { $0.integer.map { Int($0) } } }
    func mask(_ key: String, _ all: UInt64) -> UInt64 {
      numbers(key)?.reduce(0) { $0 | 1 << UInt64($1) } ?? all
    }
    let minutes = mask("minutes", (1 << 60) - 1)
    // Sunday is 0 in the file and 7 in ISO 8601.
    let sundayFirst = UInt8(mask("weekdays", 0b111_1111))
    let weekdays = WeekdaySet(rawValue: sundayFirst & 0b111_1110 | (sundayFirst & 1) << 7)
    let months = MonthSet(rawValue: UInt16(mask("months", 0b1_1111_1111_1110)))
    self.id = id
    guard let hours = numbers("hours") else {
      source = .aligned(AlignedPattern(minutes: minutes))
      return
    }
    let everyMinute = (0..<60).filter { minutes & 1 << UInt64($0) != 0 }
    var times: [TimeOfDay] = []
    for hour in hours { times += everyMinute.compactMap { TimeOfDay(hour: hour, minute: $0) } }
    let pattern: DayPattern
    if let ordinal = json["nth"]?.integer {
      let days = Weekday.allCases.filter { weekdays.rawValue & 1 << $0.rawValue != 0 }
      pattern = .monthly(
        .weekdays(days.map { OrdinalWeekday(.fromStart(UInt8(ordinal)), $0) }), every: 1,
        missing: .skip(isExplicit: true))
    } else if numbers("days") == [-1] {
      pattern = .monthly(.days([.fromEnd(1)]), every: 1, missing: .skip(isExplicit: true))
    } else {
      let days = UInt32(mask("days", 0xFFFF_FFFE))
      pattern = .matching(DateFields(months: months, daysOfMonth: days, weekdays: weekdays))
    }
    source = .fixed(FixedPattern(days: pattern, times: times))
  }
}

/// The generator of Steele, Lea and Flood (2014), which every language has the same way.
struct SplitMix64 {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}

/// Why a figure could not be taken.
struct ProbeFailure: Error {
  var text: String
}

/// Whole files.
enum FileBytes {
  static func read(_ path: String) throws -> [UInt8] {
    guard let file = fopen(path, "rb") else { throw ProbeFailure(text: "\(path): \(String(cString: strerror(errno)))") }
    defer { fclose(file) }
    var result: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let got = fread(&buffer, 1, buffer.count, file)
      if got == 0 { return result }
      result += buffer[..<got]
    }
  }
}
