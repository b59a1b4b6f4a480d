import CivilTime
import Testing

@Suite struct LocalDateTimeTests {
  @Test func secondsOnTheLocalClock() throws {
    let date = try #require(LocalDate(year: 1969, month: 12, day: 31))
    let time = try #require(TimeOfDay(hour: 23, minute: 59, second: 58))
    let value = LocalDateTime(date: date, time: time)
    #expect(value.localSeconds == -2)
    #expect(LocalDateTime(localSeconds: -2) == value)
    #expect((time.hour, time.minute, time.second) == (23, 59, 58))
  }

  @Test func rangeEnds() {
    #expect(LocalDateTime.earliest.localSeconds == Instant.earliest.epochSeconds)
    #expect(LocalDateTime.latest.localSeconds == Instant.latest.epochSeconds)
    #expect(LocalDateTime(localSeconds: Instant.earliest.epochSeconds) == .earliest)
    #expect(LocalDateTime(localSeconds: Instant.latest.epochSeconds) == .latest)
    for outside in [Int64.min, Instant.earliest.epochSeconds - 1, Instant.latest.epochSeconds + 1, Int64.max] {
      #expect(LocalDateTime(localSeconds: outside) == nil)
    }
  }

  @Test func timesOutOfRange() {
    #expect(TimeOfDay(hour: 24, minute: 0) == nil)
    #expect(TimeOfDay(hour: 23, minute: 60) == nil)
    #expect(TimeOfDay(hour: 23, minute: 59, second: 60) == nil)
    #expect(TimeOfDay(hour: -1, minute: 0) == nil)
    #expect(TimeOfDay(secondsSinceMidnight: 86_400) == nil)
    #expect(TimeOfDay(secondsSinceMidnight: -1) == nil)
    #expect(TimeOfDay(secondsSinceMidnight: 43_200) == .noon)
    #expect(TimeOfDay(hour: 0, minute: 0) == .midnight)
  }

  @Test func instantsStopAtTheRange() {
    #expect(Instant(epochSeconds: .max) == .latest)
    #expect(Instant(epochSeconds: .min) == .earliest)
    #expect(Instant.latest.advanced(bySeconds: .max) == .latest)
    #expect(Instant.earliest.advanced(bySeconds: .min) == .earliest)
    #expect(Instant(epochSeconds: 5).advanced(bySeconds: -7) == Instant(epochSeconds: -2))
    #expect(Instant(epochSeconds: 5).seconds(since: Instant(epochSeconds: 7)) == -2)
  }

  @Test func weekdaysAndMonths() {
    #expect(Weekday.allCases.map(\.shortName) == ["mon", "tue", "wed", "thu", "fri", "sat", "sun"])
    #expect(Month.allCases.map(\.rawValue) == Array(1...12))
    #expect(Month.september.name == "september" && Month.september.shortName == "sep")
    #expect(Weekday.monday.advanced(byDays: -1) == .sunday)
    #expect(Weekday.sunday.advanced(byDays: 1) == .monday)
    #expect(Weekday.sunday.advanced(byDays: Int.min) == .saturday)
    #expect(Weekday.saturday.days(until: .friday) == 6)
    #expect(Weekday.friday.days(until: .friday) == 0)
  }
}
