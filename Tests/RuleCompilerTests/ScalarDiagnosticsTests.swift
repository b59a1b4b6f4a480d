import RuleCompiler
import Testing

/// Scalars that are not what their field says.
@Suite struct ScalarDiagnosticsTests {
  static let times = [
    ("0900", "write 09:00"), ("9", "write 09:00"), ("09", "write 09:00"),
    ("930", "write 09:30, or 15:30 if a YAML 1.1 tool rewrote the file"),
    ("565", "a YAML 1.1 tool makes this number of 09:25; write 09:25"),
    ("630", "write 06:30, or 10:30 if a YAML 1.1 tool rewrote the file"),
    ("670", "a YAML 1.1 tool makes this number of 11:10; write 11:10"), ("9:5", "write 09:05"), ("9.30", "write 09:30"),
    ("9:30 pm", "write 21:30"), ("9am", "write 09:00"), ("12am", "write 00:00"), ("soon", "write for example 09:25"),
  ].map { text, hint in
    FindingRow("time \(text)", when("{ daily: «\(text)» }"), "bad-time", "'\(text)' is not a time of day", hint: hint)
  }

  static let rows =
    times + [
      FindingRow(
        "24:00", when("{ daily: «24:00» }"), "bad-time", "'24:00' is possible only as the end of a window",
        hint: "write 00:00"),
      FindingRow(
        "25:00", when("{ daily: «25:00» }"), "bad-time", "'25:00' is not a time of day: 00:00 to 23:59 is possible"),
      FindingRow(
        "minute 60", when("{ daily: «09:60» }"), "bad-time", "'09:60' is not a time of day: 00:00 to 23:59 is possible"),
      FindingRow(
        "boolean yes", rule("notify: x\n    enabled: «yes»"), "bad-boolean",
        "'yes' is not a boolean: true or false is wanted", hint: "write true"),
      FindingRow(
        "boolean off", rule("notify: x\n    enabled: «off»"), "bad-boolean",
        "'off' is not a boolean: true or false is wanted", hint: "write false"),
      FindingRow(
        "boolean 1", rule("notify: x\n    enabled: «1»"), "bad-boolean",
        "'1' is not a boolean: true or false is wanted", hint: "write true"),
      FindingRow(
        "boolean tRuE", rule("notify: x\n    enabled: «tRuE»"), "bad-boolean",
        "'tRuE' is not a boolean: true or false is wanted", hint: "write true"),
      FindingRow(
        "huge integer", when("{ daily: 09:00, count: «99999999999999999999999999» }"), "number-out-of-range",
        "'99999999999999999999999999' is out of range: 1 to 1000000 is wanted"),
      FindingRow(
        "hex", when("{ daily: 09:00, count: «0x10» }"), "bad-number", "'0x10' is not a whole number",
        hint: "write it in decimal: 16"),
      FindingRow(
        "octal", when("{ daily: 09:00, count: «0o17» }"), "bad-number", "'0o17' is not a whole number",
        hint: "write it in decimal: 15"),
      FindingRow(
        "huge hex", when("{ daily: 09:00, count: «0x7FFFFFFFFFFFFFFFF» }"), "bad-number",
        "'0x7FFFFFFFFFFFFFFFF' is not a whole number", hint: "write it in decimal"),
      FindingRow(
        "float", when("{ daily: 09:00, count: «1.5» }"), "bad-number", "'1.5' is not a whole number",
        hint: "fractions are not possible here"),
      FindingRow(
        "underscore", when("{ daily: 09:00, count: «1_000» }"), "bad-number", "'1_000' is not a whole number",
        hint: "write 1000"),
      FindingRow(
        "zero count", when("{ daily: 09:00, count: «0» }"), "number-out-of-range",
        "'0' is out of range: 1 to 1000000 is wanted"),
      FindingRow(
        "a capital M", when("{ every: «15M» }"), "bad-duration", "the units of '15M' are not in small letters",
        hint: "write 15m for minutes"),
      FindingRow(
        "a capital W", when("{ in: «1W» }"), "bad-duration", "the units of '1W' are not in small letters",
        hint: "write 1w"),
      FindingRow(
        "an ISO week", when("{ every: «P1W» }"), "calendar-step",
        "'P1W' counts calendar days, and `every` counts elapsed time", hint: "write weekly"),
      FindingRow(
        "ISO days", when("{ every: «P2D» }"), "calendar-step",
        "'P2D' counts calendar days, and `every` counts elapsed time", hint: "write daily: { every: 2, … }"),
      FindingRow(
        "days and hours", when("{ every: «1d12h» }"), "calendar-step",
        "'1d12h' counts calendar days, and `every` counts elapsed time", hint: "write hours, minutes and seconds"),
      FindingRow(
        "minutes as a clock shows them", when("{ hourly: «\":05\"» }"), "bad-number",
        "':05' is not a number of minutes past the hour", hint: "write for example 5, or daily for a time of day"),
      FindingRow(
        "a step over nothing", when("{ matching: { minute: «/5» } }"), "bad-range",
        "'/5' is not a value, range or step", hint: "write 0-59/5"),
      FindingRow(
        "1st", when("{ monthly: { day: «1st», at: 09:00 } }"), "bad-ordinal", "'1st' is not a position", hint: "write 1"
      ),
      FindingRow(
        "2nd tuesday", when("{ monthly: { weekday: «2nd tuesday», at: 09:00 } }"), "bad-ordinal",
        "'2nd' is not a position", hint: "write second tuesday"),
      FindingRow(
        "sixth friday", when("{ monthly: { weekday: «sixth friday», at: 09:00 } }"), "bad-ordinal",
        "'sixth' is not a position", hint: "write for example second tuesday or last friday"),
      FindingRow(
        "after the last second", when("{ dates: [«9999-12-31T23:59-23:59»] }"), "bad-date-time",
        "'9999-12-31T23:59-23:59' lies outside the years 1 to 9999 of UTC"),
      FindingRow(
        "before the first second", when("{ dates: [«0001-01-01T00:00+23:59»] }"), "bad-date-time",
        "'0001-01-01T00:00+23:59' lies outside the years 1 to 9999 of UTC"),
      FindingRow(
        "another version", "carillon: «2»\n" + rule("notify: x"), "unknown-version",
        "'2' is no version of the rule language that is known here", hint: "write 1, or leave the key out"),
      FindingRow(
        "a day for weekly", when("{ weekly: «mon» }"), "wrong-type", "the text 'mon' stands where `weekly` is wanted",
        hint: "write for example weekly: { days: mon, at: 09:00 }"),
      FindingRow(
        "a date for yearly", when("{ yearly: «dec 25» }"), "wrong-type",
        "the text 'dec 25' stands where `yearly` is wanted",
        hint: "write for example yearly: { date: dec 25, at: 09:00 }"),
      FindingRow(
        "a date for a calendar", "calendars: { h: «2026-12-25» }\n" + rule("notify: x"), "wrong-type",
        "the text '2026-12-25' stands where a calendar is wanted", hint: "write for example { dates: [2026-12-25] }"),
      FindingRow(
        "a number for retry", rule("run: { command: x, retry: «3» }"), "wrong-type",
        "the text '3' stands where `retry` is wanted", hint: "write for example retry: { attempts: 3, delay: 30s }"),
      FindingRow(
        "an empty title", rule("notify: «\"\"»"), "missing-key", "this notification says nothing",
        hint: "give it a `title`"),
      FindingRow(
        "a blank title", rule("notify: «{ title: \" \", badge: 1 }»"), "missing-key", "this notification says nothing",
        hint: "give it a `title`"),
      FindingRow(
        "a category's step in a rule", rule("notify: x\n    «on_open»: { badge: 0 }"), "unknown-key",
        "'on_open' is not a key of a rule", hint: "write it in the category of the notification"),
      FindingRow(
        "no space before a brace", "rules:\n  r:\n    «when:{daily»: 09:00}\n    notify: x\n", "unknown-key",
        "'when:{daily' is not a key of a rule", hint: "write a space after the colon: when: …"),
      FindingRow(
        "bare duration", when("{ every: «15» }"), "duration-unit", "'15' has no unit", hint: "write 15s, 15m or 15h"),
      FindingRow(
        "long unit", when("{ every: «15 minutes» }"), "bad-duration", "'minutes' is not a unit of time",
        hint: "write 15m"),
      FindingRow(
        "fraction", when("{ every: «1.5h» }"), "bad-duration", "'1.5h' has a fraction",
        hint: "write whole units, for example 1h30m"),
      FindingRow(
        "order", when("{ every: «5m1h» }"), "bad-duration", "the units of '5m1h' are out of order",
        hint: "from large to small, each once: 1h30m"),
      FindingRow(
        "negative", when("{ every: «-5m» }"), "bad-duration", "'-5m' is negative; a duration above zero is wanted"),
      FindingRow(
        "zero", when("{ every: «0s» }"), "bad-duration", "'0s' is no time at all; a duration above zero is wanted"),
      FindingRow(
        "days in every", when("{ every: «1d» }"), "calendar-step",
        "'1d' counts calendar days, and `every` counts elapsed time", hint: "write daily"),
      FindingRow(
        "days in jitter", when("{ daily: 09:00, jitter: «1d» }"), "calendar-step",
        "'1d' counts calendar days, which are not all equally long; elapsed time is wanted here", hint: "write 24h"),
      FindingRow(
        "ISO months", when("{ every: «P1M» }"), "bad-duration",
        "'P1M' has years or months, which are not all equally long", hint: "write weeks or days"),
      FindingRow(
        "too long", when("{ in: «9999999999w» }"), "bad-duration", "'9999999999w' is too long",
        hint: "stay below ten thousand years"),
      FindingRow(
        "weekday typo", when("{ weekly: { days: «wekdays», at: 09:25 } }"), "unknown-weekday",
        "'wekdays' is not a weekday", hint: "did you mean 'weekdays'?"),
      FindingRow(
        "weekday in a list", when("{ weekly: { days: [«Mnoday», fri], at: 09:25 } }"), "unknown-weekday",
        "'Mnoday' is not a weekday", hint: "did you mean 'monday'?"),
      FindingRow(
        "weekday number", when("{ weekly: { days: «1», at: 09:25 } }"), "unknown-weekday",
        "'1' is not a weekday: a number does not tell where the week begins",
        hint: "write mon, tue, wed, thu, fri, sat or sun"),
      FindingRow(
        "month typo", when("{ yearly: { month: «novembr», day: 1, at: 09:25 } }"), "unknown-month",
        "'novembr' is not a month", hint: "did you mean 'november'?"),
      FindingRow(
        "month 13", when("{ yearly: { month: «13», day: 1, at: 09:25 } }"), "unknown-month", "'13' is not a month"),
      FindingRow(
        "date that is none", when("{ dates: { date: «2026-02-30», at: 09:00 } }"), "bad-date",
        "'2026-02-30' does not exist: that month has 28 days"),
      FindingRow(
        "date in another order", when("{ dates: { date: «24.12.2026», at: 09:00 } }"), "bad-date",
        "'24.12.2026' is not a date", hint: "write year, month and day: 2026-12-24"),
      FindingRow(
        "date without time", when("{ dates: «2026-12-24» }"), "bad-date-time", "'2026-12-24' has no time of day",
        hint: "write for example 2026-12-24 18:00"),
      FindingRow(
        "bad offset", when("{ dates: «2026-12-24 18:00+1» }"), "bad-date-time",
        "'2026-12-24 18:00+1' does not end in a time or an offset", hint: "write an offset as +01:00 or Z"),
      FindingRow(
        "feb 30", when("{ yearly: { date: «feb 30», at: 09:00 } }"), "bad-date",
        "'feb 30' never comes: february has at most 29 days"),
      FindingRow(
        "day first", when("{ yearly: { date: «25-12», at: 09:00 } }"), "bad-date",
        "'25-12' is not a date of the year: the month comes first", hint: "write 12-25"),
      FindingRow(
        "far from easter", when("{ yearly: { date: «easter-100», at: 09:00 } }"), "bad-date",
        "'easter-100' is too far from Easter: -80 to +250 days are possible"),
      FindingRow(
        "day 32", when("{ monthly: { day: «32», at: 09:00 } }"), "number-out-of-range",
        "'32' is out of range: 1 to 31 is wanted"),
      FindingRow(
        "day -1", when("{ monthly: { day: «-1», at: 09:00 } }"), "bad-ordinal", "'-1' is not a position",
        hint: "write last"),
      FindingRow(
        "day -3", when("{ monthly: { day: «-3», at: 09:00 } }"), "bad-ordinal", "'-3' is not a position",
        hint: "write last-2"),
      FindingRow(
        "ordinal typo", when("{ monthly: { weekday: «secnd tuesday», at: 09:00 } }"), "bad-ordinal",
        "'secnd' is not a position", hint: "did you mean 'second'?"),
      FindingRow(
        "ordinal alone", when("{ monthly: { weekday: «tuesday», at: 09:00 } }"), "bad-ordinal",
        "'tuesday' is not a counted weekday", hint: "write for example second tuesday or last friday"),
      FindingRow(
        "window", when("{ every: 5m, between: «09:00» }"), "bad-window", "'09:00' is not a part of the day",
        hint: "write for example 09:00-17:00"),
      FindingRow(
        "empty window", when("{ every: 5m, between: «09:00-09:00» }"), "bad-window",
        "'09:00-09:00' begins where it ends", hint: "the whole day is 00:00-24:00"),
      FindingRow(
        "en dash", when("{ every: 5m, between: «09:00–17:00» }"), "bad-window",
        "'09:00–17:00' is not a part of the day", hint: "write a plain hyphen: 09:00-17:00"),
      FindingRow(
        "backwards range", when("{ matching: { hour: «17-9» } }"), "bad-range", "the range '17-9' runs backwards",
        hint: "write two: [17-23, 0-9]"),
      FindingRow(
        "star", when("{ matching: { minute: «\"*/5\"» } }"), "bad-range", "'*/5' is not a value, range or step",
        hint: "write 0-59/5"),
      FindingRow(
        "zone typo", when("{ daily: 09:00, timezone: «Europe/Berln» }"), "unknown-zone",
        "'Europe/Berln' is not a time zone", hint: "did you mean 'Europe/Berlin'?"),
      FindingRow(
        "city alone", when("{ daily: 09:00, timezone: «berlin» }"), "unknown-zone", "'berlin' is not a time zone",
        hint: "did you mean 'Europe/Berlin'?"),
      FindingRow(
        "zone offset", when("{ daily: 09:00, timezone: «UTC+2» }"), "unknown-zone", "'UTC+2' is not a time zone"),
      FindingRow(
        "choice typo", when("{ daily: 09:00, gap: «shft» }"), "unknown-choice", "'shft' is not a way over a gap",
        hint: "did you mean 'shift'?"),
      FindingRow(
        "choice case", rule("notify: { title: x, level: «Critical» }"), "unknown-choice", "'Critical' is not a level",
        hint: "did you mean 'critical'?"),
      FindingRow(
        "moment", "actions:\n  a: { title: x, do: { snooze: «tomorrow» } }\ncategories:\n  c: { actions: [a] }\n",
        "bad-moment", "'tomorrow' has no time of day", hint: "write for example tomorrow 08:00"),
      FindingRow(
        "size without unit", rule("run: { command: x, output: { keep: «500» } }"), "bad-size", "'500' has no unit",
        hint: "write 500B or 500KiB"),
      FindingRow(
        "reserved variable", rule("run: { command: x, environment: { CARILLON_RULE: «c» } }"), "reserved-name",
        "'CARILLON_RULE' is set by the run itself: names that begin with CARILLON_ are reserved",
        hint: "choose another name"),
      FindingRow(
        "variable name", rule("run: { command: x, environment: { A-B: «c» } }"), "bad-identifier",
        "'A-B' can't name an environment variable"),
    ]

  @Test(arguments: rows) func finding(_ row: FindingRow) { row.check() }
}
