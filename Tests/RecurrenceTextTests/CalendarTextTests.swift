import CivilTime
import RecurrenceText
import RuleModel
import TestSupport
import Testing

@Suite struct CalendarTextTests {
  struct Row: CustomTestStringConvertible, Sendable {
    let text: String
    let normal: String
    init(_ text: String, _ normal: String) { (self.text, self.normal) = (text, normal) }
    var testDescription: String { text }
  }

  /// Normal forms as `systemd-analyze calendar` of systemd 252 prints them.
  static let rows = [
    Row("Mon", "Mon *-*-* 00:00:00"), Row("Mon,", "Mon *-*-* 00:00:00"), Row("Mon,  12:00", "Mon *-*-* 12:00:00"),
    Row("Mon-Wed 12:00", "Mon..Wed *-*-* 12:00:00"), Row("monday-fri,sat", "Mon..Sat *-*-* 00:00:00"),
    Row("mon,tue, 12:00", "Mon,Tue *-*-* 12:00:00"), Row("Mon..Sun *:00", "*-*-* *:00:00"),
    Row("fri..fri", "Fri *-*-* 00:00:00"), Row("Sat,Thu,Mon..Wed,Sat..Sun", "Mon..Thu,Sat,Sun *-*-* 00:00:00"),
    Row("Mon UTC", "Mon *-*-* 00:00:00 UTC"), Row("*:0/1", "*-*-* *:00/1:00"), Row("0..23:00", "*-*-* 00..23:00:00"),
    Row("1..2:00", "*-*-* 01..02:00:00"), Row("2:00..3", "*-*-* 02:00..03:00"), Row("*:05..05", "*-*-* *:05:00"),
    Row("*:5..6/3", "*-*-* *:05:00"), Row("*-1..12/11-1", "*-01..12/11-01 00:00:00"),
    Row("*-*-1..1/40", "*-*-01 00:00:00"), Row("1,2,3/1:00", "*-*-* 01,02,03/1:00:00"),
    Row("*-*~1..5", "*-*~01..05 00:00:00"), Row("*-*~7/2", "*-*~07/2 00:00:00"), Row("*-*~*", "*-*-* 00:00:00"),
    Row("1~1", "*-01~01 00:00:00"), Row("*~1", "*-*~01 00:00:00"), Row("1-2~3", "2001-02~03 00:00:00"),
    Row("2020-02~28", "2020-02~28 00:00:00"), Row("5-*", "*-05-* 00:00:00"), Row("*-5", "*-*-05 00:00:00"),
    Row("*-*", "*-*-* 00:00:00"), Row("99-1-1", "1999-01-01 00:00:00"), Row("00..07-*-*", "2000..2007-*-* 00:00:00"),
    Row("1970..2199-*-*", "1970..2199-*-* 00:00:00"), Row("*-*-*  12:00", "*-*-* 12:00:00"),
    Row("*:*:3,0/1", "*-*-* *:*:*"), Row("*:*:0..5/1,3", "*-*-* *:*:00..05,03"), Row("*:*:0..0/1", "*-*-* *:*:00"),
    Row("*:*:0.5/1", "*-*-* *:*:00.500000/1"), Row("*:*:0/0.5", "*-*-* *:*:00/0.500000"),
    Row("*:*:58..59.5", "*-*-* *:*:58..59"), Row("*:*:1..3/1.5", "*-*-* *:*:01..02.500000/1.500000"),
    Row("12:00:0..0.5/0.1", "*-*-* 12:00:00..00.500000/0.100000"), Row("12:00:00.1234567", "*-*-* 12:00:00.123457"),
    Row("@0", "1970-01-01 00:00:00 UTC"), Row("@5 UTC", "1970-01-01 00:00:05 UTC"),
    Row("Mon @5", "Mon 1970-01-01 00:00:05 UTC"), Row("@7258118399", "2199-12-31 23:59:59 UTC"),
    Row("MONTHLY", "*-*-01 00:00:00"), Row("minutely Europe/Berlin", "*-*-* *:*:00 Europe/Berlin"),
    Row("Quarterly uTc", "*-01,04,07,10-01 00:00:00 UTC"), Row("anually", "*-01-01 00:00:00"),
    Row("bi-annually", "*-01,07-01 00:00:00"), Row("semi-annually", "*-01,07-01 00:00:00"),
    Row("12:00 Etc/GMT+5", "*-*-* 12:00:00 Etc/GMT+5"),
  ]

  @Test(arguments: rows) func normalForm(_ row: Row) throws {
    let parsed = try CalendarText.parse(row.text).get()
    #expect(parsed.text == row.normal)
    #expect(try CalendarText.parse(parsed.text).get() == parsed)
  }

  @Test func everyCaseIsReadOrRefused() throws {
    let unknown = ["Nowhere/City", "Mars/Phobos"]
    for line in try CaseFile.lines(named: "oncalendar") {
      let id = try #require(line.string("id"))
      let text = try #require(line.string("expr"))
      switch CalendarText.parse(text, knowsZone: { $0.contains("/") && !unknown.contains($0) }) {
      case .success(let expression):
        #expect(!line.flag("expect_error"), "\(id): \(text)")
        #expect(expression.text == line.string("normalized"), "\(id): \(text)")
        #expect(try CalendarText.parse(expression.text).get() == expression, "\(id): \(text)")
      case .failure(let error): #expect(line.flag("expect_error"), "\(id): \(text): \(error)")
      }
    }
  }

  @Test func masks() throws {
    let expression = try CalendarText.parse("Mon..Wed 2026..2030/2-3/4-5,10/10 8..10,20:0/20:5..9/2,50").get()
    #expect(expression.weekdays == [WeekdaySet(.monday), WeekdaySet(.tuesday), WeekdaySet(.wednesday)])
    #expect(expression.yearRanges == [SteppedRange(first: 2026, last: 2030, step: 2)])
    #expect(expression.monthSet == [MonthSet(.march), MonthSet(.july), MonthSet(.november)])
    #expect(expression.dayBits == 1 << 5 | 1 << 10 | 1 << 20 | 1 << 30)
    #expect(expression.hourBits == 1 << 8 | 1 << 9 | 1 << 10 | 1 << 20)
    #expect(expression.minuteBits == 1 | 1 << 20 | 1 << 40)
    #expect(expression.secondBits == 1 << 5 | 1 << 7 | 1 << 9 | 1 << 50)
    let every = try CalendarText.parse("*:*:*").get()
    #expect(every.yearRanges.isEmpty && every.monthSet == .all && every.dayBits == 0xFFFF_FFFE)
    #expect(every.hourBits == 0xFF_FFFF && every.minuteBits == 0xFFF_FFFF_FFFF_FFFF)
    #expect(every.secondBits == 0xFFF_FFFF_FFFF_FFFF)
    #expect(try CalendarText.parse("12:00:00/0.5").get().secondBits == nil)
    #expect(try CalendarText.parse("2026/10-*-*").get().yearRanges == [SteppedRange(first: 2026, last: 2199, step: 10)])
  }

  struct DateRow: CustomTestStringConvertible, Sendable {
    let text: String
    let matching: [String]
    let other: [String]
    init(_ text: String, _ matching: [String], not other: [String]) {
      (self.text, self.matching, self.other) = (text, matching, other)
    }
    var testDescription: String { text }
  }

  /// Dates read off a calendar.
  static let dateRows = [
    DateRow("*-02~01", ["2027-02-28", "2028-02-29"], not: ["2028-02-28", "2027-01-31"]),
    DateRow("*-*~07/2", ["2026-01-25", "2026-01-27", "2026-01-31"], not: ["2026-01-24", "2026-01-26", "2026-01-30"]),
    DateRow("*-*~1..6/2", ["2026-01-27", "2026-01-29", "2026-01-31"], not: ["2026-01-26", "2026-01-28"]),
    DateRow("Fri *-*~01..07", ["2026-01-30"], not: ["2026-01-23", "2026-01-31"]),
    DateRow("Mon *-*-01..07", ["2026-01-05"], not: ["2026-01-12", "2026-01-06"]),
    DateRow("2026/2-*-*", ["2026-01-01", "2028-12-31"], not: ["2027-01-01", "2024-01-01"]),
    DateRow("*-*-01/11", ["2026-01-01", "2026-01-12", "2026-01-23"], not: ["2026-01-11", "2026-02-03"]),
  ]

  @Test(arguments: dateRows) func dates(_ row: DateRow) throws {
    let expression = try CalendarText.parse(row.text).get()
    for date in row.matching { #expect(expression.contains(try #require(localDate(date))), "\(date)") }
    for date in row.other { #expect(!expression.contains(try #require(localDate(date))), "\(date)") }
  }
}
