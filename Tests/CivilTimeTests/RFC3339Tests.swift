import CivilTime
import Testing

@Suite struct RFC3339Tests {
  struct Row: Sendable, CustomTestStringConvertible {
    let text: String
    let epoch: Int64
    let nanoseconds: Int32
    let offset: Int32
    var testDescription: String { text }

    init(_ text: String, _ epoch: Int64, _ offset: Int32 = 0, nanoseconds: Int32 = 0) {
      self.text = text
      self.epoch = epoch
      self.offset = offset
      self.nanoseconds = nanoseconds
    }
  }

  /// Epoch seconds by `date -u -d TEXT +%s`.
  static let rows = [
    Row("1970-01-01T00:00:00Z", 0),
    Row("2027-03-28T03:30:00+02:00", 1_806_197_400, 7200),
    Row("2027-03-28T03:30+02:00", 1_806_197_400, 7200),
    Row("2027-03-28 03:30:00+02:00", 1_806_197_400, 7200),
    Row("2027-03-28t01:30:00z", 1_806_197_400),
    Row("2027-03-28T01:30:00-00:00", 1_806_197_400),
    Row("2027-03-27T02:30:00-23:00", 1_806_197_400, -82_800),
    Row("1969-12-31T23:59:59.5Z", -1, nanoseconds: 500_000_000),
    Row("2027-03-28T01:30:00.123456789123Z", 1_806_197_400, nanoseconds: 123_456_789),
    Row("0001-01-01T00:00:00Z", -62_135_596_800),
    Row("9999-12-31T23:59:59Z", 253_402_300_799),
    Row("0001-01-01T00:30:00-01:00", -62_135_591_400, -3600),
  ]

  @Test(arguments: rows) func parse(_ row: Row) throws {
    let stamp = try #require(RFC3339.parse(row.text))
    #expect(stamp.instant.epochSeconds == row.epoch)
    #expect(stamp.nanoseconds == row.nanoseconds)
    #expect(stamp.offsetSeconds == row.offset)
  }

  @Test(arguments: [
    "", "2027", "2027-03-28", "2027-03-28T03:30", "2027-03-28T03:30:00", "2027-03-28T3:30Z", "2027-3-28T03:30Z",
    "2027-02-29T00:00Z", "2027-03-28T24:00:00Z", "2027-03-28T23:60:00Z", "2027-06-30T23:59:60Z", "0000-01-01T00:00Z",
    "2027-03-28T03:30:00+2:00", "2027-03-28T03:30:00+0200", "2027-03-28T03:30:00+24:00", "2027-03-28T03:30:00+02:60",
    "2027-03-28T03:30:00Z ", " 2027-03-28T03:30:00Z", "2027-03-28T03:30:00.Z", "2027-03-28T03:30.5Z",
    "2027-03-28T03:30:00,5Z", "2027-03-28T03:30:00ZZ", "2027-03-28_03:30:00Z", "12027-03-28T03:30:00Z",
    "+2027-03-28T03:30:00Z", "２０２７-03-28T03:30:00Z", "2027-03-28T03:30:00−02:00", "0001-01-01T00:00:00+00:01",
    "9999-12-31T23:59:59-00:01", "2027-03-28T03:30:00+02", "2027-03-28T03:30:00+", "2027-03-28T03:30:",
  ])
  func refused(_ text: String) {
    #expect(RFC3339.parse(text) == nil)
  }

  @Test func print() {
    let instant = Instant(epochSeconds: 1_806_197_400)
    #expect(RFC3339.text(instant) == "2027-03-28T01:30:00Z")
    #expect(RFC3339.text(instant, offsetSeconds: 7200) == "2027-03-28T03:30:00+02:00")
    #expect(RFC3339.text(instant, offsetSeconds: -12_600) == "2027-03-27T22:00:00-03:30")
    #expect(RFC3339.text(instant, offsetSeconds: 0) == "2027-03-28T01:30:00+00:00")
    #expect(RFC3339.text(instant, offsetSeconds: 3208) == "2027-03-28T01:30:00Z")
    #expect(RFC3339.text(instant, offsetSeconds: 86_400) == "2027-03-28T01:30:00Z")
    #expect(RFC3339.text(instant, offsetSeconds: .min) == "2027-03-28T01:30:00Z")
    #expect(RFC3339.text(.latest, offsetSeconds: 3600) == "9999-12-31T23:59:59Z")
    #expect(RFC3339.text(.earliest, offsetSeconds: 3600) == "0001-01-01T01:00:00+01:00")
    #expect("\(Instant.earliest)" == "0001-01-01T00:00:00Z")
  }

  @Test func appending() {
    var bytes = Array("at ".utf8)
    RFC3339.append(Instant(epochSeconds: 1_806_197_400), to: &bytes)
    RFC3339.append(.latest, in: .utc, to: &bytes)
    #expect(String(decoding: bytes, as: UTF8.self) == "at 2027-03-28T01:30:00Z9999-12-31T23:59:59+00:00")
  }

  @Test func localTexts() {
    #expect(LocalDate("2027-03-28").map { "\($0)" } == "2027-03-28")
    #expect(LocalDate("0001-01-01") == .earliest)
    #expect(LocalDateTime("2027-03-28T02:30").map { "\($0)" } == "2027-03-28T02:30")
    #expect(LocalDateTime("2027-03-28 02:30:07").map { "\($0)" } == "2027-03-28T02:30:07")
    #expect(TimeOfDay("09:05").map { "\($0)" } == "09:05")
    #expect(TimeOfDay("23:59:59").map { "\($0)" } == "23:59:59")
    for bad in ["", "2027-13-01", "2027-02-29", "27-01-01", "2027-01-01 ", "2027/01/01", "2027-1-1", "20270101"] {
      #expect(LocalDate(bad) == nil, "\(bad)")
      #expect(LocalDateTime(bad + "T00:00") == nil, "\(bad)")
    }
    for bad in ["", "9:05", "09:5", "24:00", "09:60", "09:05:60", "09:05:", "0905", "09:05:01.5", "-1:00"] {
      #expect(TimeOfDay(bad) == nil, "\(bad)")
    }
    #expect(LocalDateTime("2027-03-28") == nil)
    #expect(LocalDateTime("2027-03-28T02:30Z") == nil)
  }

  @Test func everyDayPrintsAndParses() {
    var wrong = 0
    for number in stride(from: -719_162, through: 2_932_896, by: 97) {
      let date = LocalDate(dayNumber: number)
      if date.flatMap({ LocalDate($0.description) }) != date { wrong += 1 }
    }
    #expect(wrong == 0)
  }
}
