import CivilTime
import Glibc
import HostTime
import TestSupport
import Testing

/// Every zone of the machine against Python's zoneinfo, an independent reader of the same files.
@Suite struct MachineZonesTests {
  static let folder = "/usr/share/zoneinfo"

  @Test func agreeWithPython() throws {
    let temporary = try TemporaryFolder()
    let output = temporary.path(of: "zones.txt")
    let script = CaseFile.testsFolder + "/Oracles/zones.py"
    let status = system("python3 '\(script)' \(Self.folder) 20270328 > '\(output)'")
    try #require(status == 0)

    let zones = ZoneFolder(folders: [Self.folder])
    var zone = ZoneRules.utc
    var zoneCount = 0
    var count = 0
    var wrong: [String] = []
    for line in try readFile(output).split(separator: UInt8(ascii: "\n")) {
      let kind = line[line.startIndex]
      let rest = line.dropFirst(2)
      if kind == UInt8(ascii: "Z") {
        zone = try zones.rules(ZoneName(String(decoding: rest, as: UTF8.self)))
        zoneCount += 1
        continue
      }
      let numbers = Self.numbers(rest)
      let agrees =
        kind == UInt8(ascii: "U")
        ? Int64(zone.offset(at: Instant(epochSeconds: numbers[0]))) == numbers[1]
        : Self.agrees(zone.resolve(localSeconds: numbers[0]), local: numbers[0], numbers[1], numbers[2])
      count += 1
      if !agrees, wrong.count < 20 {
        wrong.append(
          "\(zone.name): \(String(decoding: line, as: UTF8.self)): \(zone.resolve(localSeconds: numbers[0]))")
      }
    }
    #expect(wrong.isEmpty)
    #expect(zoneCount > 500)
    #expect(count > 50_000)
  }

  /// PEP 495: in a gap `fold=0` takes the offset before it, in a fold the first pass.
  static func agrees(_ meaning: LocalMeaning, local: Int64, _ first: Int64, _ second: Int64) -> Bool {
    switch meaning {
    case .once(let instant):
      first == second && instant.epochSeconds == local - first
    case .repeated(let earlier, let later):
      earlier.epochSeconds == local - first && later.epochSeconds == local - second && first > second
    case .skipped(let gap):
      Int64(gap.offsetBefore) == first && Int64(gap.offsetAfter) == second && first < second
        && gap.firstInvalid.localSeconds <= local && local < gap.firstValid.localSeconds
    }
  }

  static func numbers(_ line: ArraySlice<UInt8>) -> [Int64] {
    line.split(separator: UInt8(ascii: " ")).compactMap { Int64(String(decoding: $0, as: UTF8.self)) }
  }

  @Test func everyKnownNameLoadsAndItsSegmentsJoin() throws {
    let zones = ZoneFolder(folders: [Self.folder])
    var missing: [String] = []
    for (index, name) in ZoneName.all.enumerated() {
      let zone: ZoneRules
      do {
        zone = try zones.rules(ZoneName(name))
      } catch ZoneFolderError.notFound {
        missing.append(name)  // An older or smaller database.
        continue
      }
      var segment = zone.segment(at: .earliest)
      // Up to 2050, and for some up to 2500, past the first cycle's end.
      let limit: Int64 = index % 20 == 0 ? 16_725_225_600 : 2_524_608_000
      while segment.end < limit {
        let next = zone.segment(at: Instant(epochSeconds: segment.end))
        try #require(next.start == segment.end && next.offset != segment.offset, "\(name)")
        segment = next
      }
    }
    #expect(missing.count < 100, "\(missing)")
  }
}
