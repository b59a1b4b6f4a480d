import CivilTime
import RecurrenceText
import RuleModel
import Testing

@Suite struct CronTextTests {
  struct Row: CustomTestStringConvertible, Sendable {
    let text: String
    let normal: String
    init(_ text: String, _ normal: String) { (self.text, self.normal) = (text, normal) }
    var testDescription: String { text }
  }

  /// Texts and the normal form that was worked out by hand.
  static let rows = [
    Row("* * * * *", "* * * * *"), Row("  0  9\t* * 1-5 ", "0 9 * * mon-fri"),
    Row("0 9 * * MON,tue,Wednesday", "0 9 * * mon-wed"), Row("0 0 * Jan,MAR,december 7", "0 0 * 1,3,12 sun"),
    Row("*/15 * * * *", "*/15 * * * *"), Row("*/60 * * * *", "*/60 * * * *"), Row("*/61 * * * *", "*/60 * * * *"),
    Row("*/99999999999999999999 * * * *", "*/60 * * * *"), Row("0-59 * * * *", "0-59 * * * *"),
    Row("0/15 3 * * *", "0-45/15 3 * * *"), Row("5,1-3,2 0 * * *", "1-3,5 0 * * *"), Row("5,4 0 * * *", "4,5 0 * * *"),
    Row("0 22-3 * * *", "0 0-3,22,23 * * *"), Row("0 23-3/2 * * *", "0 1,3,23 * * *"),
    Row("0 0 25-5 9-8/3 *", "0 0 1-5,25-31 3-12/3 *"), Row("0 0 * * fri-mon", "0 0 * * sun,mon,fri,sat"),
    Row("0 0 * * 7-4", "0 0 * * sun-thu"), Row("0 0 * * 1-7", "0 0 * * sun-sat"), Row("0 0 * * 7-7", "0 0 * * sun"),
    Row("0 0 * * 7-0", "0 0 * * sun"), Row("0 0 * * 0-7/2", "0 0 * * sun-sat/2"), Row("0 0 * * */2", "0 0 * * */2"),
    Row("0 0 * * */7", "0 0 * * */7"), Row("0 0 * * mon/2", "0 0 * * mon-fri/2"),
    Row("0 0 * * 7/3", "0 0 * * sun-sat/3"),
    Row("0 0 */100,1-7 * mon", "0 0 */31,2-7 * mon"), Row("0 0 *,5 * 5,*", "0 0 * * sun-sat"),
    Row("0 0 L,l-3,lw,15w,1W,7 * *", "0 0 7,L,L-3,1W,15W,LW * *"),
    Row("0 0 ? * 5L,0#1,sat#1,fril,7#5,Monday#2", "0 0 * * sun#1,sat#1,mon#2,sun#5,friL"),
    Row("0 0 12 * ?", "0 0 12 * *"), Row("0 0 1 */2 *", "0 0 1 */2 *"), Row("0 0 1 1-11/2 *", "0 0 1 */2 *"),
    Row("0 0 1 1-12 *", "0 0 1 * *"), Row("0 0 1 */13 *", "0 0 1 1 *"), Row("0 0 9 * * ?", "0 0 9 * * *"),
    Row("*/10 * * * * *", "*/10 * * * * *"), Row("0-50/10 5 * * * *", "*/10 5 * * * *"),
    Row("15/35 1 * * * *", "15,50 1 * * * *"), Row("@daily", "0 0 * * *"), Row("@MIDNIGHT", "0 0 * * *"),
    Row("@weekly ", "0 0 * * sun"), Row("@hourly", "0 * * * *"), Row("@annually", "0 0 1 1 *"),
    Row("@yearly", "0 0 1 1 *"), Row("@monthly", "0 0 1 * *"), Row("08 08 08 08 *", "8 8 8 8 *"),
    // Long fields and leading zeros are no reason to refuse.
    Row("0 0 0000000000000000000000005 * *", "0 0 5 * *"),
  ]

  @Test(arguments: rows) func normalForm(_ row: Row) throws {
    let parsed = try CronText.parse(row.text).get()
    #expect(parsed.text == row.normal)
    #expect(try CronText.parse(parsed.text).get() == parsed)
  }

  @Test func valuesOfEachField() throws {
    let expression = try CronText.parse("30 5,10 9-11 L-2,15W,LW 2,12 tue#2,sunL,7").get()
    #expect(expression.hasSeconds)
    #expect(expression.seconds == 1 << 30)
    #expect(expression.minutes == 1 << 5 | 1 << 10)
    #expect(expression.hours == 0b1110_0000_0000)
    #expect(
      expression.monthDays == CronMonthDays(days: 0, daysBeforeLast: 4, nearestWorkdays: 1 << 15, lastWorkday: true))
    #expect(expression.months == [MonthSet(.february), MonthSet(.december)])
    #expect(expression.weekdays.days == WeekdaySet(.sunday))
    #expect(expression.weekdays.contains(2, .tuesday))
    #expect(expression.weekdays.ordinals.nonzeroBitCount == 1)
    #expect(expression.weekdays.last == WeekdaySet(.sunday))
    #expect(expression.starred == [])
  }

  static let joins: [(String, Bool)] = [
    ("0 0 1 * mon", true), ("0 0 */2 * mon", false), ("0 0 1 * */2", false), ("0 0 1,* * mon", true),
    ("0 0 ? * mon", false), ("0 0 L * mon", true), ("0 0 *,5 * mon", false), ("0 0 * * *", false),
  ]

  @Test(arguments: joins) func dayFieldsAreJoined(_ text: String, either: Bool) throws {
    #expect(try CronText.parse(text).get().eitherDayFieldMatches == either)
  }

  static let alignments: [(String, Bool)] = [
    ("0 9 * * *", false), ("*/5 9 * * *", true), ("0 * * * *", true), ("0-59 9 * * *", false), ("0 */2 * * *", true),
    ("0 0 9 * * *", false), ("0-0 0 9 * * *", false), ("5 0 9 * * *", true), ("* 0 9 * * *", true),
    ("0 * 9 * * *", true), ("@hourly", true), ("@daily", false),
  ]

  @Test(arguments: alignments) func clockAligned(_ text: String, isAligned: Bool) throws {
    #expect(try CronText.parse(text).get().isClockAligned == isAligned)
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
    DateRow("0 0 L 2 *", ["2027-02-28", "2028-02-29"], not: ["2028-02-28", "2027-03-31"]),
    DateRow("0 0 L-30 * *", ["2026-01-01", "2026-03-01"], not: ["2026-04-01"]),
    // 1 August 2026 is a Saturday, 1 November 2026 a Sunday.
    DateRow(
      "0 0 1W * *", ["2026-08-03", "2026-11-02", "2026-10-01"], not: ["2026-08-01", "2026-07-31", "2026-11-01"]),
    // 15 August 2026 is a Saturday, 15 November 2026 a Sunday.
    DateRow(
      "0 0 15W * *", ["2026-08-14", "2026-11-16", "2026-10-15"], not: ["2026-08-15", "2026-11-15", "2026-08-17"]),
    // 31 May 2026 is a Sunday, 31 October 2026 a Saturday, and there is no 31 June.
    DateRow(
      "0 0 31W * *", ["2026-05-29", "2026-10-30", "2026-03-31"], not: ["2026-06-30", "2026-06-01", "2026-05-31"]),
    DateRow(
      "0 0 LW * *", ["2026-05-29", "2026-10-30", "2026-03-31", "2026-06-30"], not: ["2026-05-28", "2026-10-29"]),
    DateRow("0 0 * * fri#5", ["2026-01-30"], not: ["2026-01-23", "2026-02-27"]),
    DateRow("0 0 * * friL", ["2026-01-30", "2026-02-27"], not: ["2026-01-23", "2026-02-20"]),
    DateRow("0 0 13 * fri", ["2026-01-13", "2026-01-02", "2026-02-13"], not: ["2026-01-14"]),
    DateRow("0 0 */2 * fri", ["2026-01-09", "2026-01-23"], not: ["2026-01-02", "2026-01-03"]),
  ]

  @Test(arguments: dateRows) func dates(_ row: DateRow) throws {
    let expression = try CronText.parse(row.text).get()
    for date in row.matching { #expect(expression.contains(try #require(localDate(date))), "\(date)") }
    for date in row.other { #expect(!expression.contains(try #require(localDate(date))), "\(date)") }
  }
}
