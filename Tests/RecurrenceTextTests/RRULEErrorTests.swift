import Diagnostics
import RecurrenceText
import TestSupport
import Testing

@Suite struct RRULEErrorTests {
  /// The marked place, the code, and a part of message or hint.
  static let rows: [(String, String, String)] = [
    ("«»", "expression-empty", "empty"), ("RRULE:«»", "expression-empty", "FREQ=DAILY"),
    ("«COUNT=3»", "rrule-frequency", "has no FREQ"), ("FREQ=«»", "rrule-value", "FREQ has no value"),
    ("FREQ=«DAYLY»", "rrule-value", "'DAILY'"), ("FREQ=«fortnightly»", "rrule-value", "YEARLY, MONTHLY"),
    ("«daily»", "rrule-syntax", "FREQ=DAILY"), ("FREQ=DAILY;«»;COUNT=2", "rrule-syntax", "one ';'"),
    ("FREQ=DAILY;«»", "rrule-syntax", "take the last"), ("FREQ=DAILY;«COUNT»", "rrule-syntax", "no '='"),
    ("FREQ=DAILY;«BYDAYS»=MO", "rrule-part", "'BYDAY'"), ("FREQ=DAILY;«X-FOO»=1", "rrule-part", "RFC 5545 knows FREQ"),
    ("FREQ=DAILY;« COUNT»=2", "rrule-part", "'COUNT'"), ("FREQ=DAILY;«DTSTART»=20260101", "rrule-part", "`start`"),
    ("FREQ=YEARLY;«BYEASTER»=1", "rrule-part", "easter+1"),
    ("FREQ=DAILY;«FREQ=WEEKLY»", "rrule-duplicate", "repeats FREQ"),
    ("FREQ=DAILY;COUNT=2;«COUNT=3»", "rrule-duplicate", "repeats COUNT"),
    ("FREQ=WEEKLY;BYDAY=MO;«byday=TU»", "rrule-duplicate", "commas"),
    ("«DTSTART»:20260101T090000\nRRULE:FREQ=DAILY", "rrule-property", "`start`"),
    ("«DTSTART»;TZID=Europe/Berlin:20260101T090000\nRRULE:FREQ=DAILY", "rrule-property", "`start`"),
    ("RRULE:FREQ=DAILY«\nEXDATE:20260101T090000»", "rrule-property", "`exdates`"),
    ("«EXRULE»:FREQ=DAILY", "rrule-property", "no EXRULE"), ("«RDATE»:20260101", "rrule-property", "`rdates`"),
    ("«EXDATE»:20260101", "rrule-property", "`exdates`"), ("«FOO»:FREQ=DAILY", "rrule-property", "only `RRULE:`"),
    ("FREQ=DAILY;COUNT=3;«UNTIL=20300101T000000Z»", "rrule-conflict", "not by both"),
    ("UNTIL=20300101;FREQ=DAILY;«COUNT=3»", "rrule-conflict", "not by both"),
    ("FREQ=DAILY;COUNT=«0»", "rrule-range", "1 to"), ("FREQ=DAILY;INTERVAL=«0»", "rrule-range", "1 to"),
    ("FREQ=DAILY;INTERVAL=«-1»", "rrule-value", "'-1'"),
    ("FREQ=DAILY;INTERVAL=«2147483648»", "rrule-range", "2147483647"),
    ("FREQ=DAILY;INTERVAL=«99999999999999999999»", "rrule-range", "1 to"),
    ("FREQ=DAILY;COUNT=«x»", "rrule-value", "'x'"),
    ("FREQ=DAILY;BYSECOND=«61»", "rrule-range", "0 to 60"), ("FREQ=DAILY;BYMINUTE=0,«60»", "rrule-range", "0 to 59"),
    ("FREQ=DAILY;BYHOUR=«24»", "rrule-range", "0 to 23"),
    ("FREQ=DAILY;BYHOUR=«»", "rrule-value", "BYHOUR has no value"),
    ("FREQ=DAILY;BYHOUR=1,«»,2", "rrule-value", "missing in '1,,2'"),
    ("FREQ=DAILY;BYHOUR=1,«»", "rrule-value", "missing"),
    ("FREQ=DAILY;BYHOUR=«+1»", "rrule-value", "0 to 23"), ("FREQ=YEARLY;BYMONTH=«13»", "rrule-range", "1 to 12"),
    ("FREQ=YEARLY;BYMONTH=«0»", "rrule-range", "1 to 12"), ("FREQ=YEARLY;BYMONTH=«5L»", "rrule-value", "1 to 12"),
    ("FREQ=MONTHLY;BYMONTHDAY=«32»", "rrule-range", "1 to 31"), ("FREQ=MONTHLY;BYMONTHDAY=«0»", "rrule-range", "-31"),
    ("FREQ=MONTHLY;BYMONTHDAY=«-32»", "rrule-range", "-31"), ("FREQ=MONTHLY;BYMONTHDAY=«--1»", "rrule-value", "'--1'"),
    ("FREQ=YEARLY;BYYEARDAY=«367»", "rrule-range", "366"), ("FREQ=YEARLY;BYYEARDAY=«-367»", "rrule-range", "366"),
    ("FREQ=YEARLY;BYWEEKNO=«54»", "rrule-range", "53"), ("FREQ=DAILY;BYHOUR=1;BYSETPOS=«367»", "rrule-range", "366"),
    ("FREQ=WEEKLY;BYDAY=«XX»", "rrule-weekday", "MO, TU"), ("FREQ=WEEKLY;BYDAY=«MON»", "rrule-weekday", "'MON'"),
    ("FREQ=MONTHLY;BYDAY=«0»MO", "rrule-range", "53"), ("FREQ=MONTHLY;BYDAY=«54»MO", "rrule-range", "53"),
    ("FREQ=MONTHLY;BYDAY=«M»", "rrule-weekday", "'M'"), ("FREQ=MONTHLY;BYDAY=«1»", "rrule-weekday", "2MO"),
    ("FREQ=MONTHLY;BYDAY=«-»MO", "rrule-value", "'-'"), ("FREQ=WEEKLY;WKST=«1MO»", "rrule-weekday", "WKST"),
    ("FREQ=YEARLY;BYWEEKNO=20;«BYDAY=1MO»", "rrule-conflict", "BYWEEKNO"),
    ("FREQ=MONTHLY;«BYWEEKNO=15»", "rrule-conflict", "FREQ=YEARLY"),
    ("FREQ=WEEKLY;«BYMONTHDAY=1»", "rrule-conflict", "WEEKLY"),
    ("FREQ=DAILY;«BYYEARDAY=1»", "rrule-conflict", "BYYEARDAY"),
    ("«BYYEARDAY=10»;FREQ=MONTHLY", "rrule-conflict", "BYYEARDAY"),
    ("FREQ=DAILY;«BYDAY=-1FR»", "rrule-conflict", "number"),
    ("FREQ=WEEKLY;«BYDAY=MO,1MO»", "rrule-conflict", "FREQ=MONTHLY"),
    ("FREQ=MONTHLY;«BYSETPOS=1»", "rrule-conflict", "another BY part"),
    ("FREQ=MONTHLY;BYMONTHDAY=31;«SKIP=BACKWARD»", "rrule-conflict", "RSCALE=GREGORIAN"),
    ("RSCALE=GREGORIAN;FREQ=MONTHLY;SKIP=«BACKWARDS»", "rrule-value", "'BACKWARD'"),
    ("RSCALE=«CHINESE»;FREQ=YEARLY", "rrule-unsupported", "GREGORIAN"),
    ("FREQ=DAILY;UNTIL=«2026-12-31»", "rrule-until", "20261231"),
    ("FREQ=DAILY;UNTIL=«20260230»", "rrule-until", "calendar"),
    ("FREQ=DAILY;UNTIL=«20261231T240000Z»", "rrule-until", "calendar"),
    ("FREQ=DAILY;UNTIL=«00000101»", "rrule-until", "calendar"),
    ("FREQ=DAILY;UNTIL=«20261231T2359»", "rrule-until", "local clock"),
    ("FREQ=DAILY;UNTIL=«20261231 235959»", "rrule-until", "UTC"),
    ("FREQ=DAILY;UNTIL=«20261231T235959+»", "rrule-until", "UTC"),
    ("FREQ=DAILY;UNTIL=«2026123x»", "rrule-until", "20261231"),
  ]

  @Test(arguments: rows) func refused(_ row: (String, String, String)) throws {
    let text = marked(row.0)
    let error = try #require(throws: ExpressionError.self) { try RRULEText.parse(text.text).get() }
    let range = try #require(text.ranges.first)
    #expect(error.code == row.1)
    #expect(error.range == range.start.offset..<range.end.offset, "\(error)")
    #expect("\(error.message); \(error.hint ?? "")".contains(row.2), "\(error)")
  }
}
