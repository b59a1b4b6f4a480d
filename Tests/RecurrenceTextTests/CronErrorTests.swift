import Diagnostics
import RecurrenceText
import TestSupport
import Testing

@Suite struct CronErrorTests {
  /// The marked place, the code, and a part of message or hint.
  static let rows: [(String, String, String)] = [
    ("«»", "expression-empty", "empty"), ("«  »", "expression-empty", "minute, hour"),
    ("«*»", "cron-fields", "has 1 field;"), ("«* * * 1»", "cron-fields", "has 4 fields; a cron expression has five"),
    ("«0 0 12 * * ? 2026»", "cron-fields", "no field for years"),
    ("0 9 * * * «/usr/bin/backup --all»", "cron-fields", "`run`"),
    ("«CRON_TZ=Europe/Berlin» 0 9 * * *", "cron-fields", "`timezone`"), ("«@reboot»", "cron-macro", "`startup: boot`"),
    ("«@dayly»", "cron-macro", "'@daily'"),
    ("«@every 5m»", "cron-macro", "`every: 15m`"), ("0 «25» * * *", "cron-range", "is not an hour: 0 to 23"),
    ("0 «x» * * *", "cron-name", "is not an hour: 0 to 23"), ("0 «-5» * * *", "cron-syntax", "an hour is expected"),
    ("«@Daily extra»", "cron-macro", "not a cron macro"),
    ("«@»", "cron-macro", "@hourly"), ("«60» * * * *", "cron-range", "0 to 59"), ("0 «24» * * *", "cron-range", "hour"),
    ("0 0 «0» * *", "cron-range", "1 to 31"), ("0 0 1-«32» * *", "cron-range", "1 to 31"),
    ("0 0 * «13» *", "cron-range", "1 to 12"), ("0 0 * * «8»", "cron-range", "0 and 7 are Sunday"),
    ("0 9 * * 1 «2026»", "cron-range", "first is seconds"),
    ("«99999999999999999999999» * * * *", "cron-range", "0 to 59"), ("0-«10000000» * * * *", "cron-range", "0 to 59"),
    ("1,«»,2 * * * *", "cron-syntax", "item is missing"), ("«»,1 * * * *", "cron-syntax", "item is missing"),
    ("1,«» * * * *", "cron-syntax", "item is missing"), ("«-5» * * * *", "cron-syntax", "minute is expected"),
    ("5-«» * * * *", "cron-syntax", "not nothing"), ("1-2«-3» * * * *", "cron-syntax", "'-3' has no meaning"),
    ("*«5» * * * *", "cron-syntax", "'5'"), ("*«-5» * * * *", "cron-syntax", "'-5'"),
    ("*«*» * * * *", "cron-syntax", "'*'"),
    ("1«.5» * * * *", "cron-syntax", "'.5'"), ("«５» * * * *", "cron-syntax", "'５'"),
    ("*/«» * * * *", "cron-step", "not nothing"), ("*/«x» * * * *", "cron-step", "'x'"),
    ("*/«0» * * * *", "cron-step", "1 or more"), ("1-5/«000» * * * *", "cron-step", "1 or more"),
    ("1-«/2» * * * *", "cron-syntax", "minute is expected"), ("0 0 * * «mun»", "cron-name", "'mon'"),
    ("0 0 * * mon-«fir»", "cron-name", "'fri'"), ("0 0 * «Janury» *", "cron-name", "'january'"),
    ("0 0 * * «m0n»", "cron-name", "'mon'"), ("0 0 * * «xyzzy»", "cron-name", "three letters"),
    ("0 0 «mon» * *", "cron-name", "a name of the day of week"), ("«jan» 0 * * *", "cron-name", "month"),
    ("«?» * * * *", "cron-special", "`*` here"), ("0 0 ?«/2» * *", "cron-syntax", "'/2'"),
    ("0 0 «L-31» * *", "cron-special", "`L-1` to `L-30`"), ("0 0 «L-0» * *", "cron-special", "`LW`"),
    ("0 0 «L-3W» * *", "cron-special", "not a day of month"), ("0 0 «1LW» * *", "cron-special", "`15W`"),
    ("0 0 «1-5W» * *", "cron-special", "one day"), ("0 0 «1W-2» * *", "cron-special", "one day"),
    ("0 0 «32»W * *", "cron-range", "1 to 31"),
    ("0 0 «W» * *", "cron-special", "`15W`"), ("0 0 * * «L»", "cron-special", "`satL`"),
    ("0 0 * * «15»W", "cron-range", "day of week"), ("0 0 * * «5W»", "cron-special", "day of month"),
    ("0 «5L» * * *", "cron-special", "day of week"), ("0 0 «5L» * *", "cron-special", "write `L` here"),
    ("0 «5#2» * * *", "cron-special", "day of week"), ("0 0 * * 5#«»", "cron-special", "1 to 5"),
    ("0 0 * * 5#«6»", "cron-special", "1 to 5"), ("0 0 * * sun#«050»", "cron-special", "1 to 5"),
    ("0 0 * * 5L«-6»", "cron-syntax", "'-6'"), ("0 0 * * mon-fri«#2»", "cron-syntax", "'#2'"),
    ("0 0 * * 5#«2/2»", "cron-special", "'5#2/2'"),
  ]

  @Test(arguments: rows) func refused(_ row: (String, String, String)) throws {
    let text = marked(row.0)
    let error = try #require(throws: ExpressionError.self) { try CronText.parse(text.text).get() }
    let range = try #require(text.ranges.first)
    #expect(error.code == row.1)
    #expect(error.range == range.start.offset..<range.end.offset, "\(error)")
    #expect("\(error.message); \(error.hint ?? "")".contains(row.2), "\(error)")
  }
}
