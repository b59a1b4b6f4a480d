import CivilTime
import RecurrenceText
import RuleModel
import Testing

@Suite struct RRULETextTests {
  struct Row: CustomTestStringConvertible, Sendable {
    let text: String
    let normal: String
    init(_ text: String, _ normal: String? = nil) { (self.text, self.normal) = (text, normal ?? text) }
    var testDescription: String { text }
  }

  /// Texts and their normal form by hand; the same text where none is given.
  static let rows = [
    Row("FREQ=YEARLY"), Row("FREQ=SECONDLY"), Row("FREQ=MINUTELY"), Row("FREQ=HOURLY"), Row("FREQ=DAILY"),
    Row("RRULE:FREQ=DAILY", "FREQ=DAILY"), Row(" rrule:freq=daily;interval=1 ", "FREQ=DAILY"),
    Row("COUNT=2;FREQ=DAILY", "FREQ=DAILY;COUNT=2"), Row("FREQ=DAILY;INTERVAL=0000000000002", "FREQ=DAILY;INTERVAL=2"),
    Row("FREQ=DAILY;INTERVAL=2147483647;COUNT=2147483647"),
    Row("FREQ=WEEKLY;INTERVAL=2;BYDAY=SU,tu,TU;WKST=su", "FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,SU;WKST=SU"),
    Row("FREQ=WEEKLY;BYDAY=MO;WKST=MO", "FREQ=WEEKLY;BYDAY=MO"),
    Row("FREQ=MONTHLY;BYMONTHDAY=-1,15,+1,-31", "FREQ=MONTHLY;BYMONTHDAY=1,15,-1,-31"),
    Row("FREQ=MONTHLY;BYDAY=-1FR,1MO,-2FR,+3MO,1SU,WE", "FREQ=MONTHLY;BYDAY=WE,1MO,1SU,3MO,-1FR,-2FR"),
    Row("FREQ=YEARLY;BYDAY=53MO,-53SU"), Row("FREQ=YEARLY;BYWEEKNO=-1,53,1", "FREQ=YEARLY;BYWEEKNO=1,53,-1"),
    Row("FREQ=YEARLY;BYYEARDAY=-366,366,1,1", "FREQ=YEARLY;BYYEARDAY=1,366,-366"),
    Row("FREQ=DAILY;BYHOUR=23,0;BYMINUTE=59,0;BYSECOND=59,0", "FREQ=DAILY;BYHOUR=0,23;BYMINUTE=0,59;BYSECOND=0,59"),
    // RFC 5545 3.3.12: clocks without leap seconds read second 60 as 59.
    Row("FREQ=DAILY;BYSECOND=60", "FREQ=DAILY;BYSECOND=59"),
    Row("FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1,3,1", "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=1,3,-1"),
    Row("FREQ=DAILY;UNTIL=20261231"), Row("FREQ=DAILY;UNTIL=20261231t235959", "FREQ=DAILY;UNTIL=20261231T235959"),
    Row("FREQ=DAILY;UNTIL=20261231T235960Z", "FREQ=DAILY;UNTIL=20261231T235959Z"), Row("FREQ=DAILY;UNTIL=00010101"),
    Row("RSCALE=GREGORIAN;FREQ=MONTHLY;BYMONTHDAY=31;SKIP=BACKWARD"),
    Row(
      "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29;rscale=gregorian;skip=forward",
      "RSCALE=GREGORIAN;FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29;SKIP=FORWARD"),
    Row("RSCALE=GREGORIAN;FREQ=YEARLY;SKIP=OMIT", "FREQ=YEARLY"), Row("RSCALE=GREGORIAN;FREQ=YEARLY", "FREQ=YEARLY"),
    Row("FREQ=SECONDLY;BYYEARDAY=1;BYMONTHDAY=1;BYMONTH=12", "FREQ=SECONDLY;BYMONTH=12;BYYEARDAY=1;BYMONTHDAY=1"),
  ]

  @Test(arguments: rows) func normalForm(_ row: Row) throws {
    let parsed = try RRULEText.parse(row.text).get()
    #expect(parsed.text == row.normal)
    #expect(try RRULEText.parse(parsed.text).get() == parsed)
  }

  @Test func valuesOfEachPart() throws {
    let text =
      "RSCALE=GREGORIAN;FREQ=YEARLY;INTERVAL=3;COUNT=7;BYMONTH=1,12;BYYEARDAY=5,-5;BYMONTHDAY=2,-3;BYDAY=TU,2WE,-1SU;"
      + "BYHOUR=4;BYMINUTE=5;BYSECOND=6;BYSETPOS=1,-2;WKST=SA;SKIP=BACKWARD"
    let expected = RecurrenceRule(
      frequency: .yearly, interval: 3, end: .count(7), seconds: 1 << 6, minutes: 1 << 5, hours: 1 << 4,
      weekdays: WeekdaySet(.tuesday),
      ordinalWeekdays: [RecurrenceWeekday(2, .wednesday), RecurrenceWeekday(-1, .sunday)],
      monthDays: 1 << 2, monthDaysFromEnd: 1 << 3, yearDays: [5, -5],
      months: [MonthSet(.january), MonthSet(.december)],
      setPositions: [1, -2], weekStart: .saturday, skip: .backward)
    #expect(try RRULEText.parse(text).get() == expected)
    let weeks = try RRULEText.parse("FREQ=YEARLY;BYWEEKNO=20,-2").get()
    #expect(weeks == RecurrenceRule(frequency: .yearly, weekNumbers: 1 << 20, weekNumbersFromEnd: 1 << 2))
  }

  @Test func threeFormsOfUntil() throws {
    let date = try #require(LocalDate(year: 2026, month: 12, day: 31))
    let time = try #require(TimeOfDay(hour: 8, minute: 5, second: 9))
    #expect(try RRULEText.parse("FREQ=DAILY;UNTIL=20261231").get().end == .untilDate(date))
    #expect(
      try RRULEText.parse("FREQ=DAILY;UNTIL=20261231T080509").get().end
        == .untilLocal(LocalDateTime(date: date, time: time)))
    // date -u -d '2026-12-31 08:05:09' +%s
    #expect(
      try RRULEText.parse("FREQ=DAILY;UNTIL=20261231T080509Z").get().end
        == .untilInstant(Instant(epochSeconds: 1_798_704_309)))
  }
}
