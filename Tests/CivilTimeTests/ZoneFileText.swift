/// A zone file to be: its parts, any of which a test can make wrong.
struct ZoneFileText {
  var version = UInt8(ascii: "2")
  /// Transition times with the index of their type.
  var transitions: [(time: Int64, type: UInt8)] = []
  /// Offset, daylight flag, and position of the abbreviation.
  var types: [(offset: Int32, flag: UInt8, name: UInt8)] = [(0, 0, 0)]
  var characters = Array("AAA\0BBB\0".utf8)
  var standardIndicators: [UInt8] = []
  var utIndicators: [UInt8] = []
  var leapSeconds = 0
  var rule = ""

  var bytes: [UInt8] {
    if version == 0 { return block(timeSize: 4) }
    let empty = ZoneFileText(version: version, characters: [0])
    return empty.block(timeSize: 4) + block(timeSize: 8) + Array("\n\(rule)\n".utf8)
  }

  private func block(timeSize: Int) -> [UInt8] {
    var bytes = Array("TZif".utf8) + [version] + [UInt8](repeating: 0, count: 15)
    let counts = [
      utIndicators.count, standardIndicators.count, leapSeconds, transitions.count, types.count, characters.count,
    ]
    for count in counts { bytes += Self.bigEndian(Int64(count), 4) }
    for transition in transitions { bytes += Self.bigEndian(transition.time, timeSize) }
    bytes += transitions.map(\.type)
    for type in types { bytes += Self.bigEndian(Int64(type.offset), 4) + [type.flag, type.name] }
    bytes += characters
    for index in 0..<leapSeconds { bytes += Self.bigEndian(Int64(index), timeSize) + Self.bigEndian(1, 4) }
    return bytes + standardIndicators + utIndicators
  }

  private static func bigEndian(_ value: Int64, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: value >> Int64(8 * (count - 1 - $0))) }
  }
}
