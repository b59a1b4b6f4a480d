import CivilTime
import Testing

/// Zones made from POSIX TZ strings: the grammar, and what the rules mean.
@Suite struct ZoneRuleTests {
  static let berlin = "CET-1CEST,M3.5.0,M10.5.0/3"

  static func zone(_ text: String) throws -> ZoneRules { try ZoneRules(name: ZoneName(text), posix: text) }

  @Test(arguments: [
    "", "C", "CE", "CET", "CET-", "CET-25", "CET-24:60", "CET-1:0:60", "CET-1CEST", "CET-1CEST,", "CET-1CEST,M3.5.0",
    "CET-1CEST,M3.5.0,", "CET-1CEST,M3.5.0,M10.5.0/", "CET-1CEST,M3.5.0,M10.5.0/168", "CET-1CEST,M0.5.0,M10.5.0",
    "CET-1CEST,M13.5.0,M10.5.0", "CET-1CEST,M3.0.0,M10.5.0", "CET-1CEST,M3.6.0,M10.5.0", "CET-1CEST,M3.5.7,M10.5.0",
    "CET-1CEST,J0,J300", "CET-1CEST,J366,J300", "CET-1CEST,366,300", "CET-1CEST,M3.5.0,M10.5.0 ", "<+0>-1", "<+01-1",
    "<>-1", "+01-1", "CET-1CEST,M3.5.0,M10.5.0,M1.1.1", "CET1ÄÖÜ", "CET-1C3ST,M3.5.0,M10.5.0", "CET-1CE", "CET--1",
    "CET-1CEST,M3.5.0,M10.5.0/99999999999999999999", "CET-99999999999999999999", "CET-1CEST,-1,300", "<CET-1",
  ])
  func badRule(_ text: String) {
    #expect(throws: ZoneDataError.self) { try Self.zone(text) }
  }

  struct OffsetRow: Sendable, CustomTestStringConvertible {
    let text: String
    let at: String
    let offset: Int32
    let name: String
    var testDescription: String { "\(text) at \(at)" }

    init(_ text: String, _ at: String, _ offset: Int32, _ name: String) {
      self.text = text
      self.at = at
      self.offset = offset
      self.name = name
    }
  }

  static let offsetRows = [
    OffsetRow("UTC0", "0001-01-01T00:00Z", 0, "UTC"),
    OffsetRow("<-03>3", "2020-06-01T00:00Z", -10_800, "-03"),
    OffsetRow("<+0545>-5:45", "9999-12-31T23:59Z", 20_700, "+0545"),
    OffsetRow("AAA+1:02:03", "2020-06-01T00:00Z", -3723, "AAA"),
    OffsetRow("AAA-24:59:59", "2020-06-01T00:00Z", 89_999, "AAA"),
    OffsetRow("AAA24:59:59", "2020-06-01T00:00Z", -89_999, "AAA"),
    OffsetRow(berlin, "2027-03-28T00:59:59Z", 3600, "CET"),
    OffsetRow(berlin, "2027-03-28T01:00:00Z", 7200, "CEST"),
    OffsetRow(berlin, "2027-10-31T00:59:59Z", 7200, "CEST"),
    OffsetRow(berlin, "2027-10-31T01:00:00Z", 3600, "CET"),
    // A rule alone holds for all years. 1 January of year 1 is a Monday, as in 2001 (25 March 2001 was a Sunday).
    OffsetRow(berlin, "0001-03-25T00:59:59Z", 3600, "CET"),
    OffsetRow(berlin, "0001-03-25T01:00:00Z", 7200, "CEST"),
    OffsetRow(berlin, "9999-03-28T00:59:59Z", 3600, "CET"),
    OffsetRow(berlin, "9999-03-28T01:00:00Z", 7200, "CEST"),
    // Southern: the second time lasts over New Year.
    OffsetRow("NZST-12NZDT,M9.5.0,M4.1.0/3", "2026-12-31T12:00Z", 46_800, "NZDT"),
    OffsetRow("NZST-12NZDT,M9.5.0,M4.1.0/3", "2027-04-03T13:59:59Z", 46_800, "NZDT"),
    OffsetRow("NZST-12NZDT,M9.5.0,M4.1.0/3", "2027-04-03T14:00:00Z", 43_200, "NZST"),
    // Negative: winter time is the exception.
    OffsetRow("IST-1GMT0,M10.5.0,M3.5.0/1", "2027-01-01T00:00Z", 0, "GMT"),
    OffsetRow("IST-1GMT0,M10.5.0,M3.5.0/1", "2027-03-28T00:59:59Z", 0, "GMT"),
    OffsetRow("IST-1GMT0,M10.5.0,M3.5.0/1", "2027-03-28T01:00:00Z", 3600, "IST"),
    // Hours beyond a day and before it: Saturday before the last Sunday, 22:00 local.
    OffsetRow("<-02>2<-01>,M3.5.0/-1,M10.5.0/0", "2027-03-28T00:59:59Z", -7200, "-02"),
    OffsetRow("<-02>2<-01>,M3.5.0/-1,M10.5.0/0", "2027-03-28T01:00:00Z", -3600, "-01"),
    // The fourth Thursday of March 2027 is the 25th; 50 hours after its midnight.
    OffsetRow("EET-2EEST,M3.4.4/50,M10.4.4/50", "2027-03-26T23:59:59Z", 7200, "EET"),
    OffsetRow("EET-2EEST,M3.4.4/50,M10.4.4/50", "2027-03-27T00:00:00Z", 10_800, "EEST"),
    // J60 is 1 March in every year; 59 is 29 February in a leap year and 1 March in others.
    OffsetRow("AAA0BBB,J60/0,J300/0", "2028-02-29T23:59:59Z", 0, "AAA"),
    OffsetRow("AAA0BBB,J60/0,J300/0", "2028-03-01T00:00:00Z", 3600, "BBB"),
    OffsetRow("AAA0BBB,59/0,300/0", "2028-02-28T23:59:59Z", 0, "AAA"),
    OffsetRow("AAA0BBB,59/0,300/0", "2028-02-29T00:00:00Z", 3600, "BBB"),
    OffsetRow("AAA0BBB,59/0,300/0", "2027-02-28T23:59:59Z", 0, "AAA"),
    OffsetRow("AAA0BBB,59/0,300/0", "2027-03-01T00:00:00Z", 3600, "BBB"),
    // Both changes fall on one instant, but in a leap year a day apart: 3 and 4 July 2028, 02:00 UTC.
    OffsetRow("AAA17BBB4,J183/33,179/118", "2027-07-04T02:00:00Z", -14_400, "BBB"),
    OffsetRow("AAA17BBB4,J183/33,179/118", "2028-07-03T01:59:59Z", -14_400, "BBB"),
    OffsetRow("AAA17BBB4,J183/33,179/118", "2028-07-03T02:00:00Z", -61_200, "AAA"),
    OffsetRow("AAA17BBB4,J183/33,179/118", "2028-07-04T02:00:00Z", -14_400, "BBB"),
    // Permanent daylight saving time as RFC 9636, section 3.3.1, writes it.
    OffsetRow("EST5EDT,0/0,J365/25", "2027-01-01T04:59:59Z", -14_400, "EDT"),
    OffsetRow("EST5EDT,0/0,J365/25", "2027-07-01T00:00:00Z", -14_400, "EDT"),
    OffsetRow("XXX3EDT4,0/0,J365/23", "2027-12-31T23:00:00Z", -14_400, "EDT"),
  ]

  @Test(arguments: offsetRows) func offset(_ row: OffsetRow) throws {
    let zone = try Self.zone(row.text)
    let instant = try #require(RFC3339.parse(row.at)).instant
    #expect(zone.offset(at: instant) == row.offset)
    #expect(zone.abbreviation(at: instant) == row.name)
  }

  @Test(arguments: ["EST5EDT,0/0,J365/25", "XXX3EDT4,0/0,J365/23", "UTC0", "AAA0BBB0,M3.1.0,M10.1.0"])
  func neverChanges(_ text: String) throws {
    let zone = try Self.zone(text)
    #expect(zone.nextTransition(after: .earliest) == nil)
    #expect(zone.previousTransition(before: .latest) == nil)
    let segment = zone.segment(at: .latest)
    #expect(segment.start == .min && segment.end == .max)
  }

  @Test(arguments: [
    berlin, "NZST-12NZDT,M9.5.0,M4.1.0/3", "IST-1GMT0,M10.5.0,M3.5.0/1", "AAA0BBB,J1/-167,J365/167",
    "AAA-12BBB,0/-100,J200/167", "AAA12BBB-13,M12.5.6/167,M1.1.0/-167", "AAA0BBB,J10/0,J10/0",
    "AAA0BBB,M3.1.0,J62", "AAA17BBB4,J183/33,179/118", "AAA0BBB-24,J1/0,J2/0",
  ])
  func segmentsJoin(_ text: String) throws {
    let zone = try Self.zone(text)
    var segment = zone.segment(at: .earliest)
    var count = 0
    while segment.end <= Instant.secondsRange.upperBound {
      let end = Instant(epochSeconds: segment.end)
      let next = zone.segment(at: end)
      try #require(next.start == segment.end && next.end > next.start && next.offset != segment.offset)
      try #require(zone.segment(at: end.advanced(bySeconds: -1)) == segment)
      try #require(zone.nextTransition(after: end.advanced(bySeconds: -1)) == end)
      try #require(zone.previousTransition(before: end.advanced(bySeconds: 1)) == end)
      segment = next
      count += 1
    }
    #expect(count <= 2 * 9999)
  }

  @Test func fixedOffsets() throws {
    let zone = try #require(ZoneRules.fixed(offsetSeconds: 19_800, name: ZoneName("+05:30")))
    #expect(zone.offset(at: .earliest) == 19_800)
    #expect(zone.abbreviation(at: .latest) == "+05:30")
    #expect(ZoneRules.fixed(offsetSeconds: 93_600, name: .utc) == nil)
    #expect(ZoneRules.fixed(offsetSeconds: -90_000, name: .utc) == nil)
    #expect(ZoneRules.utc.segment(at: .latest) == ZoneSegment(start: .min, end: .max, offset: 0))
  }
}
