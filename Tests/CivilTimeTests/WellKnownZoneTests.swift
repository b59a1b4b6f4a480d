import CivilTime
import HostTime
import Testing

/// Clock changes that are known from outside the zone database, as the machine's own files tell them.
@Suite struct WellKnownZoneTests {
  static func zone(_ name: String) throws -> ZoneRules {
    try ZoneFolder(folders: ["/usr/share/zoneinfo"]).rules(ZoneName(name))
  }

  static func instant(_ text: String) throws -> Instant { try #require(RFC3339.parse(text)).instant }

  struct GapRow: Sendable, CustomTestStringConvertible {
    let zone: String
    let at: String
    let before: Int32
    let after: Int32
    let from: String
    let to: String
    var testDescription: String { "\(zone) \(from)" }

    init(_ zone: String, _ at: String, _ before: Int32, _ after: Int32, from: String, to: String) {
      self.zone = zone
      self.at = at
      self.before = before
      self.after = after
      self.from = from
      self.to = to
    }
  }

  static let gapRows = [
    GapRow(
      "Pacific/Apia", "2011-12-30T10:00:00Z", -36_000, 50_400, from: "2011-12-30T00:00", to: "2011-12-31T00:00"),
    GapRow(
      "Pacific/Kwajalein", "1993-08-21T12:00:00Z", -43_200, 43_200, from: "1993-08-21T00:00", to: "1993-08-22T00:00"),
    GapRow(
      "Pacific/Kiritimati", "1994-12-31T10:00:00Z", -36_000, 50_400, from: "1994-12-31T00:00", to: "1995-01-01T00:00"),
    GapRow(
      "Europe/Berlin", "2027-03-28T01:00:00Z", 3600, 7200, from: "2027-03-28T02:00", to: "2027-03-28T03:00"),
    // 400 years after 26 March 2000, and 8000 after 29 March 1998.
    GapRow(
      "Europe/Berlin", "2400-03-26T01:00:00Z", 3600, 7200, from: "2400-03-26T02:00", to: "2400-03-26T03:00"),
    GapRow(
      "Europe/Berlin", "9998-03-29T01:00:00Z", 3600, 7200, from: "9998-03-29T02:00", to: "9998-03-29T03:00"),
    GapRow(
      "Europe/Dublin", "2027-03-28T01:00:00Z", 0, 3600, from: "2027-03-28T01:00", to: "2027-03-28T02:00"),
    GapRow(
      "Australia/Lord_Howe", "2027-10-02T15:30:00Z", 37_800, 39_600, from: "2027-10-03T02:00", to: "2027-10-03T02:30"),
    GapRow(
      "Antarctica/Troll", "2027-03-28T01:00:00Z", 0, 7200, from: "2027-03-28T01:00", to: "2027-03-28T03:00"),
    GapRow(
      "Africa/Casablanca", "2026-03-22T02:00:00Z", 0, 3600, from: "2026-03-22T02:00", to: "2026-03-22T03:00"),
    GapRow(
      "Africa/Monrovia", "1972-01-07T00:44:30Z", -2670, 0, from: "1972-01-07T00:00", to: "1972-01-07T00:44:30"),
    GapRow(
      "America/Sao_Paulo", "2018-11-04T03:00:00Z", -10_800, -7200, from: "2018-11-04T00:00", to: "2018-11-04T01:00"),
  ]

  @Test(arguments: gapRows) func gap(_ row: GapRow) throws {
    let zone = try Self.zone(row.zone)
    let from = try #require(LocalDateTime(row.from))
    let to = try #require(LocalDateTime(row.to))
    let change = try Self.instant(row.at)
    let gap = ZoneGap(instant: change, offsetBefore: row.before, offsetAfter: row.after)
    #expect(gap.firstInvalid == from && gap.firstValid == to)
    #expect(gap.lengthSeconds == to.localSeconds - from.localSeconds)
    for inside in [from.localSeconds, (from.localSeconds + to.localSeconds) / 2, to.localSeconds - 1] {
      #expect(zone.resolve(localSeconds: inside) == .skipped(gap))
    }
    #expect(zone.resolve(localSeconds: from.localSeconds - 1) == .once(change.advanced(bySeconds: -1)))
    #expect(zone.meaning(of: to) == .once(change))
    #expect(zone.offset(at: change.advanced(bySeconds: -1)) == row.before)
    #expect(zone.offset(at: change) == row.after)
    #expect(zone.nextTransition(after: change.advanced(bySeconds: -1)) == change)
    #expect(zone.previousTransition(before: change.advanced(bySeconds: 1)) == change)
    #expect(zone.localDateTime(at: change) == to)
  }

  struct FoldRow: Sendable, CustomTestStringConvertible {
    let zone: String
    let at: String
    let before: Int32
    let after: Int32
    /// First and last local second that is shown twice.
    let from: String
    let to: String
    var testDescription: String { "\(zone) \(from)" }

    init(_ zone: String, _ at: String, _ before: Int32, _ after: Int32, from: String, to: String) {
      self.zone = zone
      self.at = at
      self.before = before
      self.after = after
      self.from = from
      self.to = to
    }
  }

  static let foldRows = [
    FoldRow(
      "Europe/Berlin", "2027-10-31T01:00:00Z", 7200, 3600, from: "2027-10-31T02:00", to: "2027-10-31T02:59:59"),
    FoldRow(
      "Europe/Berlin", "9998-10-25T01:00:00Z", 7200, 3600, from: "9998-10-25T02:00", to: "9998-10-25T02:59:59"),
    FoldRow(
      "Europe/Dublin", "2027-10-31T01:00:00Z", 3600, 0, from: "2027-10-31T01:00", to: "2027-10-31T01:59:59"),
    FoldRow(
      "Australia/Lord_Howe", "2027-04-03T15:00:00Z", 39_600, 37_800, from: "2027-04-04T01:30", to: "2027-04-04T01:59:59"
    ),
    FoldRow(
      "Antarctica/Troll", "2027-10-31T01:00:00Z", 7200, 0, from: "2027-10-31T01:00", to: "2027-10-31T02:59:59"),
    FoldRow(
      "Africa/Casablanca", "2026-02-15T02:00:00Z", 3600, 0, from: "2026-02-15T02:00", to: "2026-02-15T02:59:59"),
    // Nearly a whole day twice, when the island changed sides of the date line.
    FoldRow(
      "Pacific/Kwajalein", "1969-09-30T13:00:00Z", 39_600, -43_200, from: "1969-09-30T01:00", to: "1969-09-30T23:59:59"),
  ]

  @Test(arguments: foldRows) func fold(_ row: FoldRow) throws {
    let zone = try Self.zone(row.zone)
    let from = try #require(LocalDateTime(row.from)).localSeconds
    let to = try #require(LocalDateTime(row.to)).localSeconds
    let change = try Self.instant(row.at)
    #expect(zone.resolve(localSeconds: from - 1) == .once(change.advanced(bySeconds: from - to - 2)))
    for local in [from, (from + to) / 2, to] {
      let first = Instant(epochSeconds: local - Int64(row.before))
      let last = Instant(epochSeconds: local - Int64(row.after))
      #expect(zone.resolve(localSeconds: local) == .repeated(first: first, last: last))
    }
    #expect(zone.resolve(localSeconds: to + 1) == .once(Instant(epochSeconds: to + 1 - Int64(row.after))))
  }

  @Test func localMeanTimeHasSeconds() throws {
    let manila = try Self.zone("Asia/Manila")
    let last = try Self.instant("1844-12-31T00:00:00Z")
    // The whole day was left out, whatever the second at which the database puts the local noon.
    let change = try #require(manila.nextTransition(after: last))
    let before = manila.offset(at: change.advanced(bySeconds: -1))
    #expect(before % 60 != 0 && manila.offset(at: change) == before + 86_400)
    let day = try #require(LocalDateTime("1844-12-31T12:00"))
    #expect(
      manila.meaning(of: day)
        == .skipped(ZoneGap(instant: change, offsetBefore: before, offsetAfter: before + 86_400)))
  }

  @Test func rangeEnds() throws {
    let newYork = try Self.zone("America/New_York")
    let tokyo = try Self.zone("Asia/Tokyo")
    #expect(newYork.meaning(of: .latest) == .once(.latest))
    #expect(newYork.resolve(localSeconds: .max) == .once(.latest))
    #expect(tokyo.meaning(of: .earliest) == .once(.earliest))
    #expect(tokyo.resolve(localSeconds: .min) == .once(.earliest))
    #expect(tokyo.localDateTime(at: .latest) == .latest)
    #expect(newYork.localDateTime(at: .earliest) == .earliest)
    #expect(newYork.nextTransition(after: .latest) == nil)
    #expect(newYork.previousTransition(before: .earliest) == nil)
    #expect(newYork.nextTransition(after: .earliest) == (try Self.instant("1883-11-18T17:00:00Z")))
    #expect(newYork.previousTransition(before: .latest) == (try Self.instant("9999-11-07T06:00:00Z")))
  }

  @Test func abbreviations() throws {
    let berlin = try Self.zone("Europe/Berlin")
    #expect(berlin.abbreviation(at: .earliest) == "LMT")
    #expect(berlin.abbreviation(at: try Self.instant("1945-06-15T00:00Z")) == "CEMT")
    #expect(berlin.abbreviation(at: try Self.instant("2400-07-01T00:00Z")) == "CEST")
    #expect(try Self.zone("America/Sao_Paulo").abbreviation(at: .latest) == "-03")
  }
}
