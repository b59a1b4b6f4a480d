import CivilTime
import NextFire
import RuleModel
import TestSupport
import Testing
import TriggerGraph

/// Triggers that no file would hold: the evaluator answers, in time, and never traps.
@Suite struct AnyTriggerTests {
  @Test func sillyTriggersAreAnswered() throws {
    var random = RandomTriggers(seed: 99, near: try date("2026-06-15"))
    #if DEBUG
      let rounds = 60
    #else
      let rounds = 600
    #endif
    let berlin = try zone("Europe/Berlin")
    for _ in 0..<rounds {
      var trigger = random.chance(1, of: 2) ? random.fixed() : random.aligned()
      spoil(&trigger, &random)
      let calendars = [
        random.calendar(CalendarID("days"), hasWindows: false),
        random.calendar(CalendarID("windows"), hasWindows: true),
      ]
      let evaluator = try evaluator([trigger], in: berlin, calendars: calendars, machineKey: random.random.next())
      for point in [Instant.earliest, .latest, try instant("2026-06-15T12:00:00Z")] {
        if let next = evaluator.next(ofRule: 0, after: point) {
          #expect(next.instant > point)
          #expect(!next.identities.isEmpty, "\(trigger)")
        }
        if let before = evaluator.previous(ofRule: 0, before: point) { #expect(before.instant < point) }
        _ = evaluator.contains(point, ofRule: 0)
      }
      _ = evaluator.skipped(
        ofRule: 0, from: try instant("2026-06-15T12:00:00Z"), until: try instant("2026-09-15T12:00:00Z"), limit: 20)
    }
  }

  private func spoil(_ trigger: inout Trigger, _ random: inout RandomTriggers) {
    let numbers = [0, -1, 1, 7, 366, 1_000_000, Int.max, Int.min]
    switch random.random.below(9) {
    case 0: trigger.source = .fixed(FixedPattern(days: .daily(every: random.pick(numbers)), times: [.noon]))
    case 1:
      let every = random.pick(numbers)
      trigger.source = .fixed(
        FixedPattern(days: .weekly(days: random.weekdays(), every: every, weeks: nil), times: [.noon, .midnight]))
    case 2:
      let days = MonthDays.days([.fromStart(0), .fromEnd(255), .fromStart(32), .fromEnd(31)])
      trigger.source = .fixed(
        FixedPattern(days: .monthly(days, every: random.pick(numbers), missing: random.missing()), times: [.noon]))
    case 3:
      let seconds = Int64(random.pick(numbers))
      let window = random.chance(1, of: 2) ? random.window() : nil
      trigger.source = .interval(.every(seconds: seconds, between: window, days: random.weekdays()))
    case 4:
      let delay = CalendarDuration(days: random.pick([.max, .min, 0, 5]), seconds: Int64(random.pick(numbers)))
      trigger.source = .interval(.once(after: delay))
    case 5: trigger.bounds.count = random.pick(numbers)
    case 6:
      trigger.offsets = [
        .days(random.pick([.max, .min, 400])), .workdays(random.pick([.max, .min, 30])),
        .seconds(Int64(random.pick(numbers))),
      ]
    case 7:
      var fields = DateFields()
      fields.years = [
        SteppedRange(first: random.pick(numbers), last: random.pick(numbers), step: random.pick(numbers))
      ]
      trigger.source = .fixed(FixedPattern(days: .matching(fields), times: [.noon]))
    default:
      trigger.source = .fixed(
        FixedPattern(
          days: .yearlyDates([.easter(offsetDays: random.pick(numbers)), .day(.april, 31)], every: 3, missing: .last),
          times: []))
    }
    trigger.jitterSeconds = Int64(random.pick(numbers))
    if random.chance(1, of: 3) { trigger.bounds.until = .instant(random.pick([.earliest, .latest])) }
  }

  @Test func aMillionIsCountedInTime() throws {
    var trigger = fixed(.daily(every: 1), "09:00", "17:00")
    trigger.bounds.count = 1_000_000
    trigger.bounds.from = .local(try local("2000-01-01T00:00"))
    let evaluator = try evaluator([trigger], in: .utc)
    // 500,000 days after 1 January 2000, less one.
    let last = try #require(LocalDate("2000-01-01")?.advanced(byDays: 499_999))
    #expect(
      evaluator.previousInstant(ofRule: 0, before: .latest)
        == Instant(epochSeconds: Int64(last.dayNumber) * 86_400 + 17 * 3600))
  }
}
