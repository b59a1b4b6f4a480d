import RecurrenceText
import RuleModel
import Testing

@Suite struct WordsTests {
  static let cronRows: [(String, String)] = [
    ("0 9 * * 1-5", "at 09:00 on Monday to Friday"), ("0 9,17 * * *", "at 09:00 and 17:00"),
    ("* * * * *", "every minute"), ("*/15 9-17 * * 1,3", "every 15 minutes in hours 9 to 17 on Monday and Wednesday"),
    ("0 * * * *", "every hour"), ("0 */2 * * *", "every 2 hours"), ("30 * * * *", "at minute 30 of every hour"),
    ("*/7 * * * *", "at minutes 0, 7, 14, 21, 28, 35, 42, 49 and 56 of every hour"), ("30 6 9 * * *", "at 09:06:30"),
    ("* * * * * *", "every second"), ("5 * * * * *", "at second 5 of every minute"),
    (
      "*/10 */2 * * * *",
      "every 10 seconds in minutes 0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30, 32, 34, "
        + "36, 38, 40, 42, 44, 46, 48, 50, 52, 54, 56 and 58 of every hour"
    ),
    ("0 0 1,15 * *", "at 00:00 on the 1st and the 15th"), ("0 0 1-7 * *", "at 00:00 on the 1st to 7th"),
    ("0 0 */2 * *", "at 00:00 on every 2nd day of the month from the 1st"),
    ("0 0 13 * 5", "at 00:00 on the 13th, and also on Friday"),
    ("0 0 */100,1-7 * 1", "at 00:00 on the 1st to 7th where that is Monday"), ("0 0 1-31 * 1", "at 00:00"),
    ("0 0 29 2 *", "at 00:00 on the 29th in February"),
    ("0 0 L 1-3,12 *", "at 00:00 on the last day of the month in January to March and December"),
    (
      "0 0 L-1,L-3,LW,15W * *",
      "at 00:00 on the workday nearest to the 15th, the day before the last day of the month, "
        + "the day 3 days before the last day of the month and the last workday of the month"
    ),
    ("0 0 * * 2#2,5L,sun", "at 00:00 on Sunday, the 2nd Tuesday of the month and the last Friday of the month"),
  ]

  @Test(arguments: cronRows) func cron(_ text: String, words: String) throws {
    #expect(try CronText.parse(text).get().words == words)
  }

  static let rulesRows: [(String, String)] = [
    ("FREQ=DAILY", "every day"), ("FREQ=DAILY;INTERVAL=3;COUNT=1", "every 3 days, once"),
    (
      "FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,TH;COUNT=10;WKST=SU",
      "every 2 weeks on Tuesday and Thursday, weeks beginning on Sunday, 10 times"
    ),
    ("FREQ=MONTHLY;BYDAY=FR;BYMONTHDAY=13", "every month on the 13th where that is Friday"),
    (
      "FREQ=MONTHLY;BYMONTHDAY=1,-1,-2",
      "every month on the 1st, the last day of the month and the 2nd last day of the month"
    ),
    ("FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1", "every month on Monday to Friday, only the last of each month"),
    ("FREQ=YEARLY;BYMONTH=11;BYDAY=4TH", "every year on the 4th Thursday of the month in November"),
    ("FREQ=YEARLY;BYDAY=-1SU", "every year on the last Sunday of the year"),
    ("FREQ=YEARLY;BYYEARDAY=100,-1", "every year on day 100 and the last day of the year"),
    ("FREQ=YEARLY;BYWEEKNO=20,-1", "every year in week 20 and the last week"),
    (
      "FREQ=DAILY;BYHOUR=9,17;BYMINUTE=30;UNTIL=20261231T080000Z",
      "every day at 09:30 and 17:30, until 2026-12-31 08:00 UTC"
    ),
    ("FREQ=DAILY;BYHOUR=9,10,11;UNTIL=20261231", "every day at hours 9 to 11, until 2026-12-31"),
    ("FREQ=DAILY;UNTIL=20261231T080530", "every day, until 2026-12-31 08:05:30"),
    (
      "RSCALE=GREGORIAN;FREQ=MONTHLY;BYMONTHDAY=31;SKIP=BACKWARD",
      "every month on the 31st, a day that the month lacks becomes its last"
    ),
  ]

  @Test(arguments: rulesRows) func rules(_ text: String, words: String) throws {
    #expect(try RRULEText.parse(text).get().words == words)
  }

  static let calendarsRows: [(String, String)] = [
    ("daily", "at 00:00"), ("hourly UTC", "every hour in UTC"), ("Mon..Fri 9:00", "at 09:00 on Monday to Friday"),
    ("Fri *-*~01..07 17:00", "at 17:00 on the last to 7th last day of the month where that is Friday"),
    ("*-02~03", "at 00:00 on the 3rd last day of the month in February"),
    ("2026..2028-12-25 08:00", "at 08:00 on the 25th in December in 2026 to 2028"),
    ("2026/2-1-1", "at 00:00 on the 1st in January in 2026 and later, every 2 years"),
    ("*:0/7", "at minutes 0, 7, 14, 21, 28, 35, 42, 49 and 56 of every hour"),
    ("12:00 Europe/Berlin", "at 12:00 in Europe/Berlin"), ("12:00:00/0.5", "at 12:00, seconds 00/0.500000"),
  ]

  @Test(arguments: calendarsRows) func calendars(_ text: String, words: String) throws {
    #expect(try CalendarText.parse(text).get().words == words)
  }
}
