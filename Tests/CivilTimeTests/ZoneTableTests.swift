import CivilTime
import TestSupport
import Testing

/// Zone files that are broken, odd, or made for a purpose.
@Suite struct ZoneTableTests {
  static func zone(_ file: ZoneFileText) throws -> ZoneRules {
    try ZoneRules(name: ZoneName("test"), tzif: file.bytes)
  }

  struct BadRow: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let error: ZoneDataError
    let bytes: [UInt8]

    init(_ name: String, _ error: ZoneDataError, _ change: (inout ZoneFileText) -> Void) {
      var file = ZoneFileText()
      file.types = [(0, 0, 0), (3600, 1, 4)]
      file.transitions = [(1000, 1), (2000, 0)]
      file.rule = "AAA0"
      change(&file)
      testDescription = name
      self.error = error
      bytes = file.bytes
    }

    init(_ name: String, _ error: ZoneDataError, bytes: [UInt8]) {
      testDescription = name
      self.error = error
      self.bytes = bytes
    }
  }

  static let badRows = [
    BadRow("nothing", .notTZif, bytes: []),
    BadRow("another file", .notTZif, bytes: Array("hello world, this is no zone file at all, not even one".utf8)),
    BadRow("only a magic", .notTZif, bytes: Array("TZif".utf8)),
    BadRow("only a magic and version", .truncated, bytes: Array("TZif2".utf8)),
    BadRow("version 5", .unsupportedVersion(53)) { $0.version = 53 },
    BadRow("version 1 as a digit", .unsupportedVersion(49)) { $0.version = 49 },
    BadRow("no type", .malformed(.counts)) {
      $0.types = []; $0.transitions = []
    },
    BadRow("no characters", .malformed(.counts)) { $0.characters = [] },
    BadRow("some indicators", .malformed(.counts)) { $0.standardIndicators = [0] },
    BadRow("some UT indicators", .malformed(.counts)) { $0.utIndicators = [0] },
    BadRow("an indicator of 2", .malformed(.indicators)) { $0.standardIndicators = [0, 2] },
    BadRow("UT without standard", .malformed(.indicators)) {
      $0.standardIndicators = [0, 0]
      $0.utIndicators = [0, 1]
    },
    BadRow("leap seconds", .leapSeconds) { $0.leapSeconds = 2 },
    BadRow("times that stand still", .malformed(.transitionTimes)) { $0.transitions[1].time = 1000 },
    BadRow("times that go back", .malformed(.transitionTimes)) { $0.transitions[1].time = 999 },
    BadRow("a type that is not there", .malformed(.transitionTypes)) { $0.transitions[0].type = 2 },
    BadRow("an offset of 26 hours", .malformed(.offset)) { $0.types[1].offset = 93_600 },
    BadRow("an offset of -25 hours", .malformed(.offset)) { $0.types[1].offset = -90_000 },
    BadRow("the lowest offset", .malformed(.offset)) { $0.types[1].offset = .min },
    BadRow("a flag of 2", .malformed(.daylightFlag)) { $0.types[1].flag = 2 },
    BadRow("a name beyond the characters", .malformed(.abbreviation)) { $0.types[1].name = 8 },
    BadRow("a name far beyond the characters", .malformed(.abbreviation)) { $0.types[1].name = 255 },
    BadRow("a name without end", .malformed(.abbreviation)) { $0.characters.removeLast() },
    BadRow("a name with a control character", .malformed(.abbreviation)) { $0.characters[5] = 7 },
    BadRow("a rule that is none", .badRule("AAA")) { $0.rule = "AAA" },
    BadRow("a rule with control characters", .badRule("A?A0")) { $0.rule = "A\u{1}A0" },
    BadRow("a rule without its dates", .badRule("AAA0BBB")) { $0.rule = "AAA0BBB" },
    BadRow("a rule of another offset", .ruleDisagrees("BBB-1")) { $0.rule = "BBB-1" },
    BadRow("a rule in its other half", .ruleDisagrees("AAA0BBB,J300,J100")) { $0.rule = "AAA0BBB,J300,J100" },
    BadRow("more behind the rule", .trailingBytes(5)) { $0.rule = "AAA0\nmore" },
    BadRow("too many transitions", .tooManyTransitions(4097)) {
      $0.transitions = (0..<4097).map { (Int64($0), UInt8($0 % 2)) }
    },
  ]

  @Test(arguments: badRows) func refused(_ row: BadRow) {
    #expect(throws: row.error) { try ZoneRules(name: ZoneName("test"), tzif: row.bytes) }
  }

  @Test func countsBeyondAllMemory() {
    var bytes = ZoneFileText().bytes
    for index in 20..<44 { bytes[index] = 0xFF }
    #expect(throws: ZoneDataError.truncated) { try ZoneRules(name: ZoneName("test"), tzif: bytes) }
  }

  @Test func bytesBehindVersion1() {
    var file = ZoneFileText()
    file.version = 0
    let bytes = file.bytes + [0, 0]
    #expect(throws: ZoneDataError.trailingBytes(2)) { try ZoneRules(name: ZoneName("test"), tzif: bytes) }
  }

  @Test(arguments: [0, UInt8(ascii: "2"), UInt8(ascii: "3"), UInt8(ascii: "4")]) func versions(_ version: UInt8) throws
  {
    var file = ZoneFileText()
    file.version = version
    file.types = [(-3723, 0, 0), (3600, 1, 4)]
    file.transitions = [(-1000, 1), (2000, 0)]
    file.standardIndicators = [1, 1]
    file.utIndicators = [0, 1]
    let zone = try Self.zone(file)
    #expect(zone.segment(at: .earliest) == ZoneSegment(start: .min, end: -1000, offset: -3723))
    #expect(zone.segment(at: Instant(epochSeconds: 0)) == ZoneSegment(start: -1000, end: 2000, offset: 3600))
    #expect(zone.segment(at: .latest) == ZoneSegment(start: 2000, end: .max, offset: -3723))
    #expect(zone.abbreviation(at: Instant(epochSeconds: -1001)) == "AAA")
    #expect(zone.abbreviation(at: Instant(epochSeconds: -1000)) == "BBB")
    #expect(zone.abbreviation(at: .latest) == "AAA")
  }

  @Test func changesOfNameAloneAreNone() throws {
    var file = ZoneFileText()
    file.types = [(3600, 0, 0), (3600, 1, 4)]
    file.transitions = [(1000, 1), (2000, 0)]
    file.rule = "AAA-1"
    let zone = try Self.zone(file)
    #expect(zone.segment(at: Instant(epochSeconds: 1500)) == ZoneSegment(start: .min, end: .max, offset: 3600))
    #expect(zone.abbreviation(at: Instant(epochSeconds: 1500)) == "BBB")
    #expect(zone.nextTransition(after: .earliest) == nil)
  }

  @Test func changesOutsideTheYearsAreInForceAtTheirEnds() throws {
    var file = ZoneFileText()
    file.types = [(0, 0, 0), (3600, 1, 4), (7200, 0, 0)]
    file.transitions = [(-1 << 59, 1), (1000, 0), (1 << 59, 2)]
    file.rule = "AAA-2"
    let zone = try Self.zone(file)
    #expect(zone.segment(at: .earliest) == ZoneSegment(start: .min, end: 1000, offset: 3600))
    #expect(zone.segment(at: .latest) == ZoneSegment(start: 1000, end: .max, offset: 0))
  }

  /// The clock of a zone that changes several times within hours; expected values are counted by hand.
  @Test func closeChanges() throws {
    var file = ZoneFileText()
    file.types = [(0, 0, 0), (7200, 1, 4), (3600, 0, 0), (-3600, 0, 0)]
    // 0 → +2 h at 0; +1 h half an hour later; -1 h after another half hour.
    file.transitions = [(0, 1), (1800, 2), (3600, 3)]
    let zone = try Self.zone(file)
    func gap(_ at: Int64, _ before: Int32, _ after: Int32) -> LocalMeaning {
      .skipped(ZoneGap(instant: Instant(epochSeconds: at), offsetBefore: before, offsetAfter: after))
    }
    func once(_ at: Int64) -> LocalMeaning { .once(Instant(epochSeconds: at)) }
    func twice(_ first: Int64, _ last: Int64) -> LocalMeaning {
      .repeated(first: Instant(epochSeconds: first), last: Instant(epochSeconds: last))
    }
    // Shown: ..<0 by offset 0; 7200..<9000 by +2 h; 5400..<7200 by +1 h; 0... by -1 h (from instant 3600).
    #expect(zone.resolve(localSeconds: -1) == once(-1))
    #expect(zone.resolve(localSeconds: 0) == once(3600))
    #expect(zone.resolve(localSeconds: 5399) == once(8999))
    #expect(zone.resolve(localSeconds: 5400) == twice(1800, 9000))
    #expect(zone.resolve(localSeconds: 7199) == twice(3599, 10_799))
    #expect(zone.resolve(localSeconds: 7200) == twice(0, 10_800))
    #expect(zone.resolve(localSeconds: 8999) == twice(1799, 12_599))
    #expect(zone.resolve(localSeconds: 9000) == once(12_600))

    // Two jumps in a row: the time between belongs to the jump that left it out.
    file.types = [(0, 0, 0), (3600, 1, 4), (7200, 0, 0)]
    file.transitions = [(0, 1), (1800, 2)]
    let jumps = try Self.zone(file)
    #expect(jumps.resolve(localSeconds: 0) == gap(0, 0, 3600))
    #expect(jumps.resolve(localSeconds: 3599) == gap(0, 0, 3600))
    #expect(jumps.resolve(localSeconds: 3600) == once(0))
    #expect(jumps.resolve(localSeconds: 5400) == gap(1800, 3600, 7200))
    #expect(jumps.resolve(localSeconds: 8999) == gap(1800, 3600, 7200))
    #expect(jumps.resolve(localSeconds: 9000) == once(1800))
  }

  /// A file like those of the database: recorded changes, then a rule that takes over.
  static let berlinLike: ZoneFileText = {
    var file = ZoneFileText()
    file.version = UInt8(ascii: "3")
    file.types = [(3208, 0, 0), (3600, 0, 0), (7200, 1, 4)]
    file.transitions = [(-2_422_054_408, 1), (796_179_600, 2), (814_323_600, 1), (828_234_000, 2), (846_378_000, 1)]
    file.rule = "AAA-1BBB,M3.5.0,M10.5.0/3"
    return file
  }()

  @Test func theRuleTakesOver() throws {
    let zone = try Self.zone(Self.berlinLike)
    // 27 October 1996 was the last recorded change; the next is on 30 March 1997 at 01:00 UTC.
    let segment = zone.segment(at: Instant(epochSeconds: 846_378_000))
    #expect(segment == ZoneSegment(start: 846_378_000, end: 859_683_600, offset: 3600))
  }

  @Test func everyTruncationIsRefused() {
    let bytes = Self.berlinLike.bytes
    for count in 0..<bytes.count {
      #expect(throws: ZoneDataError.self) { try ZoneRules(name: ZoneName("test"), tzif: Array(bytes[..<count])) }
    }
  }

  /// Whatever parses in spite of its wrong bytes must still answer every question, and within its own laws.
  @Test func wrongBytesNeverCrash() throws {
    let seeds: [ZoneFileText] = [
      Self.berlinLike,
      {
        var file = ZoneFileText()
        file.rule = "AAA0BBB,J60/-5,300/100"
        return file
      }(),
    ]
    var chance = SplitMix64(seed: 9636)
    var parsed = 0
    for round in 0..<6000 {
      var bytes = seeds[round % seeds.count].bytes
      for _ in 0...chance.below(3) {
        // Mostly behind the first header and block, which later versions don't read.
        let place = chance.below(4) == 0 ? chance.below(bytes.count) : 51 + chance.below(bytes.count - 51)
        bytes[place] = chance.below(2) == 0 ? UInt8(chance.below(256)) : bytes[place] ^ (1 << UInt8(chance.below(8)))
      }
      guard let zone = try? ZoneRules(name: ZoneName("test"), tzif: bytes) else { continue }
      parsed += 1
      for _ in 0..<8 {
        let second = Int64(chance.below(315_537_897_600)) - 62_135_596_800
        let instant = Instant(epochSeconds: second)
        let segment = zone.segment(at: instant)
        #expect(segment.contains(instant))
        let local = zone.localDateTime(at: instant)
        switch zone.meaning(of: local) {
        case .once(let only): #expect(only == instant)
        case .repeated(let first, let last): #expect(first <= instant && instant <= last)
        case .skipped: Issue.record("\(local) was shown at \(instant), so it can't be skipped")
        }
        _ = zone.abbreviation(at: instant)
      }
    }
    #expect(parsed > 500)
  }
}
