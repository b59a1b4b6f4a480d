import Diagnostics
import RecurrenceText
import TestSupport
import Testing

@Suite struct CalendarErrorTests {
  /// The marked place, the code, and a part of message or hint; systemd 252 refuses all of them.
  static let rows: [(String, String, String)] = [
    ("«»", "expression-empty", "empty"), ("«» UTC", "expression-empty", "empty"),
    ("«dialy»", "oncalendar-weekday", "'daily'"), ("Mon..«Funday»", "oncalendar-weekday", "not a weekday"),
    ("«thurs» 12:00", "oncalendar-weekday", "'thu'"), ("mon,«,»tue", "oncalendar-weekday", "','"),
    ("«Fri..Mon»", "oncalendar-weekday", "Fri..Sun,Mon"), ("«mon-»", "oncalendar-weekday", "no end"),
    ("«mon..» 12:00", "oncalendar-weekday", "no end"), ("mon«.»", "oncalendar-syntax", "follow a weekday"),
    ("mon..wed«..fri»", "oncalendar-syntax", "follow a weekday"), ("Mon«*-*-*»", "oncalendar-syntax", "'*-*-*'"),
    ("daily «Nowhere/City»", "unknown-zone", "not a known"), ("12:00 «Mars/Phobos»", "unknown-zone", "IANA"),
    ("12:00 «europe/berlin»", "unknown-zone", "letter by letter"), ("12:00 «Mon»", "oncalendar-syntax", "come first"),
    ("daily «daily»", "oncalendar-syntax", "stands alone"), ("«hourly» 12:00", "oncalendar-syntax", "stands alone"),
    ("12:00« UTC» UTC", "oncalendar-syntax", "' UTC'"), ("« »12:00", "oncalendar-syntax", "number"),
    ("«é»12:00", "oncalendar-syntax", "not 'é'"), ("12:«日»", "oncalendar-syntax", "not '日'"),
    ("12:00:00.«٣»", "oncalendar-syntax", "not '٣'"), ("«25»:00", "oncalendar-range", "is not an hour"),
    ("«7»", "oncalendar-syntax", "`7:00`"), ("«*»", "oncalendar-syntax", "neither"),
    ("*-*-* «*»", "oncalendar-syntax", "neither"),
    ("1..«»", "oncalendar-syntax", "the end"), ("«.».5:00", "oncalendar-syntax", "number"),
    ("12:00,«»", "oncalendar-syntax", "the end"), ("*:*«/5»", "oncalendar-syntax", "the minute"),
    ("*:«,»5", "oncalendar-syntax", "','"),
    ("*:4,30:*«,5»", "oncalendar-syntax", "the second"), ("*:*:*«.5»", "oncalendar-syntax", "the second"),
    ("*:4,30:*«\n»", "oncalendar-syntax", "the second"), ("*:1,«*»", "oncalendar-syntax", "stands alone"),
    ("*-*-* *«-*-*»", "oncalendar-syntax", "the hour"), ("«12..1/2»-*", "oncalendar-range", "ends before"),
    ("1-2-3«-4»", "oncalendar-syntax", "the date"),
    ("1~2«~3»", "oncalendar-syntax", "the day"), ("12:00:00«:00»", "oncalendar-syntax", "the second"),
    ("*-*-*«:00»", "oncalendar-syntax", "the date"), ("12:00«pm»", "oncalendar-syntax", "'pm'"),
    ("*-01-«00»", "oncalendar-range", "1 to 31"), ("«1969»-12-31", "oncalendar-range", "1970 to 2199"),
    ("«2200»-1-1", "oncalendar-range", "year"), ("«100»-1-1", "oncalendar-range", "year"),
    ("«24»:00", "oncalendar-range", "0 to 23"),
    ("00:00:«60»", "oncalendar-range", "0 to 59"), ("12:00:«59.9999999»", "oncalendar-range", "0 to 59"),
    ("*:«99999999999999999999»", "oncalendar-range", "every range"),
    ("*:1..5/«2147483648»", "oncalendar-range", "every range"),
    ("*:«75»", "oncalendar-range", "0 to 59"), ("2020-02~«29»", "oncalendar-range", "1 to 28"),
    ("@«88588582097858858»", "oncalendar-range", "7258118399"), ("«@-5»", "oncalendar-syntax", "point in time"),
    ("«@»", "oncalendar-syntax", "seconds since"), ("«@5 »", "oncalendar-syntax", "nothing else"),
    ("*-*-«5..3»", "oncalendar-range", "before it begins"), ("*-*~«7..3/2»", "oncalendar-range", "~01..05"),
    ("*:*:«5..3»", "oncalendar-range", "before it begins"), ("12:00:«00..00.5»", "oncalendar-range", "ends before"),
    ("*-*-1/«0»", "oncalendar-step", "1 or more"), ("«20/4»:00", "oncalendar-step", "leaves the range"),
    ("*-*~«1/3»", "oncalendar-step", "leaves the range"), ("*:*:«0/60»", "oncalendar-step", "leaves the range"),
    ("*-*-*«/0»", "oncalendar-syntax", "the date"),
  ]

  @Test(arguments: rows)
  func refused(_ row: (String, String, String)) throws {
    let text = marked(row.0)
    let zones: @Sendable (String) -> Bool = { $0 == "Europe/Berlin" }
    let error = try #require(throws: ExpressionError.self) { try CalendarText.parse(text.text, knowsZone: zones).get() }
    let range = try #require(text.ranges.first)
    #expect(error.code == row.1, "\(error)")
    #expect(error.range == range.start.offset..<range.end.offset, "\(error)")
    #expect("\(error.message); \(error.hint ?? "")".contains(row.2), "\(error)")
  }
}
