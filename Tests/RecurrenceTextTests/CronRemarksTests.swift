import Diagnostics
import RecurrenceText
import TestSupport
import Testing

@Suite struct CronRemarksTests {
  static let rows = [
    "0 0 * * 1-5", "0 0 * * mon#2", "0 0 ? * mon-fri", "@weekly", "* * * * * *", "* * * * * */2", "0 0 0 * * «2»",
    "0 0 0 * * mon,«2»-3", "0 0 0 * * mon-«5»/2", "0 0 * * «2»#1", "0 0 ? * «5»L", "0 0 1 * ?", "5 0 0 1 * sat/2", "",
  ]

  @Test(arguments: rows) func ambiguousWeekdayNumber(_ row: String) {
    let text = marked(row)
    let expected = text.ranges.first.map { $0.start.offset..<$0.end.offset }
    #expect(CronText.ambiguousWeekdayNumber(in: text.text) == expected)
  }

  static let steps = [
    "*/5 * * * *", "*/60 */24 * * *", "0 0 */31 */12 */7", "*/«90» * * * *", "0 */«25» * * *", "0/«61» 0 * * *",
    "0 0 1-31/«40» * *", "*/«90» * * * * *", "0 0 * */«13» *", "0 0 * * 1,*/«8»", "*/«99999999999999999999» * * * *",
    "@daily", "",
  ]

  @Test(arguments: steps) func overlongStep(_ row: String) {
    let text = marked(row)
    let expected = text.ranges.first.map { $0.start.offset..<$0.end.offset }
    #expect(CronText.overlongStep(in: text.text) == expected)
  }
}
