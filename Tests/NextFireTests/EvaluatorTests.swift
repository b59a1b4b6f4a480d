import CivilTime
import NextFire
import RuleModel
import Testing

/// A trigger, a point, and what fires after it.
struct FireRow: Sendable, CustomTestStringConvertible {
  let name: String
  let trigger: Trigger
  let after: String
  let fires: [String]
  var anchor: String?

  init(_ name: String, _ trigger: Trigger, after: String, fires: [String], anchor: String? = nil) {
    self.name = name
    self.trigger = trigger
    self.after = after
    self.fires = fires
    self.anchor = anchor
  }

  var testDescription: String { name }
}

/// Returns a trigger with some of its modifiers changed.
func with(_ trigger: Trigger, _ change: (inout Trigger) -> Void) -> Trigger {
  var result = trigger
  change(&result)
  return result
}

/// Builds rows without `try` in tables: the texts are constants of this file.
private func at(_ text: String) -> LocalDateTime { LocalDateTime(text) ?? .earliest }
private func every(_ seconds: Int64, between: TimeWindow? = nil) -> Trigger {
  Trigger(source: .interval(.every(seconds: seconds, between: between, days: .all)))
}
private func window(_ start: String, _ endSeconds: Int32) -> TimeWindow {
  TimeWindow(start: TimeOfDay(start) ?? .midnight, endSeconds: endSeconds)
}
private func hourly(_ window: TimeWindow?, every: Int = 1) -> Trigger {
  Trigger(source: .aligned(AlignedPattern(minutes: 1, between: window, everyHours: every)))
}

/// Europe/Berlin: forward on 2027-03-28 at 02:00, back on 2026-10-25 at 03:00.
@Suite struct EvaluatorTests {
  static let daily0230 = fixed(.daily(every: 1), "02:30")
  static let skip = MissingDay.skip(isExplicit: false)

  static let rows: [FireRow] = [
    FireRow(
      "its own fire is excluded", fixed(.daily(every: 1), "09:00"), after: "2026-01-05T09:00:00+01:00",
      fires: ["2026-01-06T09:00:00+01:00"]),
    FireRow(
      "a second before its fire", fixed(.daily(every: 1), "09:00"), after: "2026-01-05T08:59:59+01:00",
      fires: ["2026-01-05T09:00:00+01:00"]),
    FireRow(
      "gap, shift: 03:30, after the real 03:00", fixed(.daily(every: 1), "02:30", "03:00"),
      after: "2027-03-28T00:00:00+01:00", fires: ["2027-03-28T03:00:00+02:00", "2027-03-28T03:30:00+02:00"]),
    FireRow(
      "gap, next: the first valid instant, once with the real 03:00",
      with(fixed(.daily(every: 1), "02:30", "03:00")) { $0.gap = .next }, after: "2027-03-28T00:00:00+01:00",
      fires: ["2027-03-28T03:00:00+02:00", "2027-03-29T02:30:00+02:00"]),
    FireRow(
      "gap, previous", with(daily0230) { $0.gap = .previous }, after: "2027-03-28T00:00:00+01:00",
      fires: ["2027-03-28T01:30:00+01:00", "2027-03-29T02:30:00+02:00"]),
    FireRow(
      "gap, skip", with(daily0230) { $0.gap = .skip }, after: "2027-03-28T00:00:00+01:00",
      fires: ["2027-03-29T02:30:00+02:00"]),
    FireRow(
      "fold, first", daily0230, after: "2026-10-25T00:00:00+02:00",
      fires: ["2026-10-25T02:30:00+02:00", "2026-10-26T02:30:00+01:00"]),
    FireRow(
      "fold, last", with(daily0230) { $0.fold = .last }, after: "2026-10-25T00:00:00+02:00",
      fires: ["2026-10-25T02:30:00+01:00", "2026-10-26T02:30:00+01:00"]),
    FireRow(
      "fold, both", with(daily0230) { $0.fold = .both }, after: "2026-10-25T00:00:00+02:00",
      fires: ["2026-10-25T02:30:00+02:00", "2026-10-25T02:30:00+01:00", "2026-10-26T02:30:00+01:00"]),
    FireRow(
      "leap day", fixed(.yearlyDates([.day(.february, 29)], every: 1, missing: skip), "12:00"),
      after: "2024-02-29T12:00:00+01:00", fires: ["2028-02-29T12:00:00+01:00"]),
    FireRow(
      "leap day, else the last of February",
      fixed(.yearlyDates([.day(.february, 29)], every: 1, missing: .last), "12:00"),
      after: "2024-02-29T12:00:00+01:00", fires: ["2025-02-28T12:00:00+01:00"]),
    FireRow(
      "leap day, else the first of March",
      fixed(.yearlyDates([.day(.february, 29)], every: 1, missing: .next), "12:00"),
      after: "2024-02-29T12:00:00+01:00", fires: ["2025-03-01T12:00:00+01:00"]),
    FireRow(
      "over the year's end", fixed(.daily(every: 1), "00:00"), after: "2026-12-31T00:00:00+01:00",
      fires: ["2027-01-01T00:00:00+01:00"]),
    FireRow(
      "day 31, else the first of the next month, which has its own",
      fixed(.monthly(.days([.fromStart(1), .fromStart(31)]), every: 1, missing: .next), "08:00"),
      after: "2026-04-02T00:00:00+02:00",
      fires: ["2026-05-01T08:00:00+02:00", "2026-05-31T08:00:00+02:00", "2026-06-01T08:00:00+02:00"]),
    FireRow(
      "from: at the bound", with(fixed(.daily(every: 1), "09:00")) { $0.bounds.from = .local(at("2026-05-01T09:00")) },
      after: "2026-01-01T00:00:00Z", fires: ["2026-05-01T09:00:00+02:00"]),
    FireRow(
      "from: just after", with(fixed(.daily(every: 1), "09:00")) { $0.bounds.from = .local(at("2026-05-01T09:00:01")) },
      after: "2026-01-01T00:00:00Z", fires: ["2026-05-02T09:00:00+02:00"]),
    FireRow(
      "until: at the bound, then never",
      with(fixed(.daily(every: 1), "09:00")) { $0.bounds.until = .local(at("2026-05-01T09:00")) },
      after: "2026-04-30T12:00:00Z", fires: ["2026-05-01T09:00:00+02:00", "never"]),
    FireRow(
      "until: just before",
      with(fixed(.daily(every: 1), "09:00")) { $0.bounds.until = .local(at("2026-05-01T08:59:59")) },
      after: "2026-04-30T12:00:00Z", fires: ["never"]),
    FireRow(
      "count from the first load", with(fixed(.daily(every: 1), "09:00", "17:00")) { $0.bounds.count = 3 },
      after: "2026-01-01T00:00:00Z",
      fires: ["2026-06-01T17:00:00+02:00", "2026-06-02T09:00:00+02:00", "2026-06-02T17:00:00+02:00", "never"],
      anchor: "2026-06-01T10:00:00+02:00"),
    FireRow(
      "in: once after the first load",
      Trigger(source: .interval(.once(after: CalendarDuration(seconds: 5)))), after: "2026-01-01T00:00:00Z",
      fires: ["2026-06-01T10:00:05+02:00", "never"], anchor: "2026-06-01T10:00:00+02:00"),
    FireRow(
      "in, a day over the change", Trigger(source: .interval(.once(after: CalendarDuration(days: 1)))),
      after: "2026-01-01T00:00:00Z", fires: ["2027-03-28T12:00:00+02:00", "never"],
      anchor: "2027-03-27T12:00:00+01:00"),
    FireRow(
      "except with move next",
      with(fixed(.monthly(.days([.fromStart(1)]), every: 1, missing: skip), "08:00")) {
        $0.except = [.weekdays(.weekends)]
        $0.move = .next
      }, after: "2026-07-15T00:00:00Z", fires: ["2026-08-03T08:00:00+02:00", "2026-09-01T08:00:00+02:00"]),
    FireRow(
      "move previous",
      with(fixed(.monthly(.days([.fromStart(1)]), every: 1, missing: skip), "08:00")) {
        $0.except = [.weekdays(.weekends)]
        $0.move = .previous
      }, after: "2026-07-15T00:00:00Z", fires: ["2026-07-31T08:00:00+02:00"]),
    FireRow(
      "move nearest: Saturday to Friday, Sunday to Monday",
      with(fixed(.dates([LocalDate("2026-08-01"), LocalDate("2026-11-01")].compactMap { $0 }), "08:00")) {
        $0.except = [.weekdays(.weekends)]
        $0.move = .nearest
      }, after: "2026-07-15T00:00:00Z", fires: ["2026-07-31T08:00:00+02:00", "2026-11-02T08:00:00+01:00", "never"]),
    FireRow(
      "daily moved off Saturday stops at its own Sunday, which is not free; Sunday meets Monday",
      with(fixed(.daily(every: 1), "08:00")) {
        $0.except = [.weekdays(.weekends)]
        $0.move = .next
      }, after: "2026-07-31T00:00:00Z",
      fires: ["2026-07-31T08:00:00+02:00", "2026-08-03T08:00:00+02:00", "2026-08-04T08:00:00+02:00"]),
    FireRow(
      "offset of a day keeps the local time",
      with(fixed(.dates([LocalDate("2027-03-28")].compactMap { $0 }), "12:00")) {
        $0.offsets = [.days(-1), .seconds(-86_400)]
      },
      after: "2027-03-01T00:00:00Z", fires: ["2027-03-27T11:00:00+01:00", "2027-03-27T12:00:00+01:00", "never"]),
    FireRow(
      "offset of workdays: three before the last",
      with(fixed(.monthly(.days([.fromEnd(1)]), every: 1, missing: skip), "08:00")) { $0.offsets = [.workdays(-3)] },
      after: "2026-05-15T00:00:00Z", fires: ["2026-05-27T08:00:00+02:00", "2026-06-25T08:00:00+02:00"]),
    FireRow(
      "first workday, New Year left out",
      with(fixed(.monthly(.workdays([.fromStart(1)]), every: 1, missing: skip), "08:00")) {
        $0.except = [.yearly(.day(.january, 1))]
      },
      after: "2026-12-15T00:00:00Z", fires: ["2027-01-04T08:00:00+01:00", "2027-02-01T08:00:00+01:00"]),
    FireRow(
      "hourly: both passes, nothing in the gap", hourly(window("01:00", 4 * 3600)), after: "2026-10-25T00:30:00+02:00",
      fires: [
        "2026-10-25T01:00:00+02:00", "2026-10-25T02:00:00+02:00", "2026-10-25T02:00:00+01:00",
        "2026-10-25T03:00:00+01:00", "2026-10-25T04:00:00+01:00", "2026-10-26T01:00:00+01:00",
      ]),
    FireRow(
      "hourly every 2 from the window's start, its end included", hourly(window("09:00", 17 * 3600), every: 2),
      after: "2026-01-05T10:00:00+01:00",
      fires: [
        "2026-01-05T11:00:00+01:00", "2026-01-05T13:00:00+01:00", "2026-01-05T15:00:00+01:00",
        "2026-01-05T17:00:00+01:00", "2026-01-06T09:00:00+01:00",
      ]),
    FireRow(
      "hourly over midnight belongs to Friday",
      Trigger(
        source: .aligned(
          AlignedPattern(
            days: DateFields(weekdays: WeekdaySet(.friday)), minutes: 1, between: window("22:00", 2 * 3600)))),
      after: "2026-01-05T00:00:00Z",
      fires: [
        "2026-01-09T22:00:00+01:00", "2026-01-09T23:00:00+01:00", "2026-01-10T00:00:00+01:00",
        "2026-01-10T01:00:00+01:00", "2026-01-10T02:00:00+01:00", "2026-01-16T22:00:00+01:00",
      ]),
    FireRow(
      "every 15 minutes within a window, its end included", every(900, between: window("16:30", 17 * 3600)),
      after: "2026-01-05T16:00:00+01:00",
      fires: [
        "2026-01-05T16:30:00+01:00", "2026-01-05T16:45:00+01:00", "2026-01-05T17:00:00+01:00",
        "2026-01-06T16:30:00+01:00",
      ]),
    FireRow(
      "every 50 minutes does not reach the window's end", every(3000, between: window("09:00", 11 * 3600)),
      after: "2026-01-05T09:30:00+01:00",
      fires: ["2026-01-05T09:50:00+01:00", "2026-01-05T10:40:00+01:00", "2026-01-06T09:00:00+01:00"]),
    FireRow(
      "every 7 h is elapsed time over the change",
      with(every(25_200)) { $0.bounds.from = .local(at("2027-03-27T20:00")) }, after: "2026-01-01T00:00:00Z",
      fires: ["2027-03-27T20:00:00+01:00", "2027-03-28T04:00:00+02:00", "2027-03-28T11:00:00+02:00"]),
    FireRow(
      "Easter Monday", fixed(.yearlyDates([.easter(offsetDays: 1)], every: 1, missing: skip), "10:00"),
      after: "2026-01-01T00:00:00Z", fires: ["2026-04-06T10:00:00+02:00", "2027-03-29T10:00:00+02:00"]),
    FireRow(
      "a fixed instant and a local time",
      Trigger(
        source: .fixed(
          FixedPattern(
            days: .dateTimes([
              .local(at("2026-12-24T18:00")), .instant(RFC3339.parse("2026-12-24T18:00:00Z")?.instant ?? .earliest),
            ]),
            times: []))), after: "2026-01-01T00:00:00Z",
      fires: ["2026-12-24T18:00:00+01:00", "2026-12-24T19:00:00+01:00", "never"]),
    FireRow(
      "the years end at 9999", fixed(.daily(every: 1), "09:00"), after: "9999-12-30T12:00:00Z",
      fires: ["9999-12-31T09:00:00+01:00", "never"]),
    FireRow(
      "30 February", fixed(.yearlyDates([.day(.february, 30)], every: 1, missing: skip), "09:00"),
      after: "2026-01-01T00:00:00Z", fires: ["never"]),
  ]

  @Test(arguments: rows) func fires(_ row: FireRow) throws {
    let berlin = try zone("Europe/Berlin")
    let evaluator = try evaluator([row.trigger], in: berlin, anchor: row.anchor)
    let after = try instant(row.after)
    let expected = row.fires.filter { $0 != "never" }
    let found = texts(evaluator, after: after, count: row.fires.count, in: berlin)
    #expect(found == expected)
    var position = after
    for text in expected {
      let next = try #require(evaluator.next(ofRule: 0, after: position))
      #expect(RFC3339.text(next.instant, in: berlin) == text)
      position = next.instant
    }
    #expect(evaluator.isNever(0) == (row.fires == ["never"] && row.name == "30 February"))
  }

  @Test func dayThatNeverWas() throws {
    let apia = try zone("Pacific/Apia")
    let evaluator = try evaluator([fixed(.daily(every: 1), "09:00")], in: apia)
    // 30 December 2011 does not exist there: its 09:00 is shifted by the whole day and meets that of the 31st.
    #expect(
      texts(evaluator, after: try instant("2011-12-29T00:00:00Z"), count: 3, in: apia) == [
        "2011-12-29T09:00:00-10:00", "2011-12-31T09:00:00+14:00", "2012-01-01T09:00:00+14:00",
      ])
    let both = try #require(evaluator.occurrence(ofRule: 0, at: try instant("2011-12-31T09:00:00+14:00")))
    #expect(
      Set(both.identities) == [
        .civil(try local("2011-12-30T09:00"), zone: nil, offset: nil, pass: .first),
        .civil(try local("2011-12-31T09:00"), zone: nil, offset: nil, pass: .first),
      ])
    #expect(both.reasons.contains(.collapsed(others: 1)))
  }

  @Test func histories() throws {
    let berlin = try zone("Europe/Berlin")
    let moved = with(fixed(.monthly(.days([.fromStart(31)]), every: 1, missing: .last), "08:00")) {
      $0.except = [.weekdays(.weekends)]
      $0.move = .previous
      $0.offsets = [.daysAndSeconds(days: -1, seconds: -600)]
    }
    let evaluator = try evaluator([moved], in: berlin)
    // 28 February 2026 is a Saturday and stands in for the 31st.
    let found = try #require(evaluator.next(ofRule: 0, after: try instant("2026-02-10T00:00:00Z")))
    #expect(found.instant == (try instant("2026-02-26T07:50:00+01:00")))
    let offset = Offset.daysAndSeconds(days: -1, seconds: -600)
    #expect(found.identities == [.civil(try local("2026-02-28T08:00"), zone: nil, offset: offset, pass: .first)])
    #expect(
      found.reasons == [
        .clamped(missing: .last), .moved(from: try date("2026-02-28"), because: "weekends"), .offset(offset),
      ])
  }

  @Test func gapAndFoldAreTold() throws {
    let berlin = try zone("Europe/Berlin")
    let evaluator = try evaluator([with(Self.daily0230) { $0.fold = .both }], in: berlin)
    let shifted = try #require(evaluator.next(ofRule: 0, after: try instant("2027-03-28T00:00:00+01:00")))
    #expect(shifted.reasons == [.gap(policy: .shift, nominal: try local("2027-03-28T02:30"))])
    let second = try #require(evaluator.next(ofRule: 0, after: try instant("2026-10-25T02:30:00+02:00")))
    #expect(second.identities == [.civil(try local("2026-10-25T02:30"), zone: nil, offset: nil, pass: .last)])
    #expect(second.reasons == [.fold(pass: .last)])
  }

  @Test func skippedOnesAreTold() throws {
    let berlin = try zone("Europe/Berlin")
    var holidays = CalendarDefinition(id: CalendarID("holidays"))
    holidays.dates = [try date("2026-12-25")]
    let standup = with(fixed(.weekly(days: .weekdays, every: 1, weeks: nil), "09:25")) {
      $0.except = [.calendar(CalendarID("holidays"))]
    }
    let evaluator = try evaluator(
      [standup, with(Self.daily0230) { $0.gap = .skip }], in: berlin, calendars: [holidays])
    let skipped = evaluator.skipped(
      ofRule: 0, from: try instant("2026-12-01T00:00:00Z"), until: try instant("2027-04-01T00:00:00Z"))
    #expect(
      skipped == [
        SkippedOccurrence(
          nominal: try local("2026-12-25T09:25"), instant: try instant("2026-12-25T09:25:00+01:00"),
          reason: .except("holidays")),
        SkippedOccurrence(
          nominal: try local("2027-03-28T02:30"), instant: try instant("2027-03-28T03:30:00+02:00"), reason: .gap),
      ])
  }

  /// A day that a month lacks has no weekday: a pattern that wants both misses nothing there.
  @Test func aMissingDayHasNoWeekday() throws {
    var fields = DateFields()
    fields.daysOfMonth = 1 << 31
    let from = try instant("2027-04-01T00:00:00Z")
    let until = try instant("2027-07-01T00:00:00Z")
    let anyDay = try evaluator([fixed(.matching(fields), "09:00")], in: .utc)
    #expect(
      anyDay.skipped(ofRule: 0, from: from, until: until).map(\.nominal)
        == [try local("2027-04-30T09:00"), try local("2027-06-30T09:00")])
    fields.weekdays = WeekdaySet(.monday)
    let mondays = try evaluator([fixed(.matching(fields), "09:00")], in: .utc)
    #expect(mondays.skipped(ofRule: 0, from: from, until: until).isEmpty)
    #expect(mondays.next(ofRule: 0, after: from)?.instant == (try instant("2027-05-31T09:00:00Z")))
  }

  @Test func jitterIsConstantAndKeepsTheOrder() throws {
    let berlin = try zone("Europe/Berlin")
    let plain = try evaluator([fixed(.daily(every: 1), "09:00")], in: berlin, machineKey: 7)
    let jittered = try evaluator(
      [with(fixed(.daily(every: 1), "09:00")) { $0.jitterSeconds = 3600 }], in: berlin, machineKey: 7)
    let start = try instant("2026-01-01T00:00:00Z")
    let delays = Set(
      zip(jittered.instants(ofRule: 0, after: start), plain.instants(ofRule: 0, after: start)).prefix(50).map {
        $0.seconds(since: $1)
      })
    #expect(delays.count == 1)
    #expect(delays.allSatisfy { $0 >= 0 && $0 < 3600 })
    let dense = try evaluator([with(every(60)) { $0.jitterSeconds = 100_000 }], in: berlin, machineKey: 7)
    let list = Array(dense.instants(ofRule: 0, after: start).prefix(100))
    #expect(zip(list, list.dropFirst()).allSatisfy { $0 < $1 })
    for next in list { #expect(dense.contains(next, ofRule: 0)) }
    #expect(dense.previousInstant(ofRule: 0, before: list[9]) == list[8])
  }

  @Test func unknownZonesAreTold() throws {
    let trigger = with(fixed(.daily(every: 1), "09:00")) { $0.zone = .named(ZoneName("Mars/Olympus")) }
    let evaluator = try evaluator([trigger], in: .utc)
    #expect(evaluator.unknownZones(ofRule: 0) == [ZoneName("Mars/Olympus")])
    #expect(evaluator.next(ofRule: 0, after: .earliest) == nil)
    #expect(!evaluator.isNever(0))
  }
}
