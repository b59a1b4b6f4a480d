import CivilTime
import RuleModel
import TestSupport

/// Draws triggers of every kind from a seed, with dates near a given one.
struct RandomTriggers {
  var random: SplitMix64
  let center: LocalDate

  /// Starts a sequence of triggers whose single dates lie around `center`.
  init(seed: UInt64, near center: LocalDate) {
    random = SplitMix64(seed: seed)
    self.center = center
  }

  mutating func chance(_ part: Int, of whole: Int) -> Bool { random.below(whole) < part }

  mutating func pick<Element>(_ elements: [Element]) -> Element { elements[random.below(elements.count)] }

  /// A date within some hundred days of the center.
  mutating func date(within days: Int = 200) -> LocalDate {
    center.advanced(byDays: random.below(2 * days + 1) - days) ?? center
  }

  mutating func time() -> TimeOfDay {
    let times = [0, 3600, 5400, 7200, 9000, 10_799, 10_800, 12_600, 43_200, 84_600, 86_399]
    let second = chance(3, of: 4) ? pick(times) : random.below(86_400)
    return TimeOfDay(secondsSinceMidnight: second) ?? .midnight
  }

  mutating func weekdays() -> WeekdaySet {
    WeekdaySet(rawValue: UInt8(truncatingIfNeeded: 1 << (1 + random.below(7)) | random.below(256)))
  }

  mutating func ordinal(_ limit: Int) -> Ordinal {
    let number = UInt8(1 + random.below(limit))
    return chance(1, of: 2) ? .fromStart(number) : .fromEnd(number)
  }

  mutating func monthDays() -> MonthDays {
    switch random.below(3) {
    case 0: return .days((0...random.below(2)).map { _ in ordinal(31) })
    case 1: return .weekdays((0...random.below(2)).map { _ in OrdinalWeekday(ordinal(5), pick(Weekday.allCases)) })
    default: return .workdays([ordinal(23)])
    }
  }

  mutating func months() -> MonthSet { MonthSet(rawValue: UInt16(1 << (1 + random.below(12)) | random.below(8192))) }

  mutating func missing() -> MissingDay { pick([.skip(isExplicit: false), .last, .next]) }

  mutating func yearly() -> YearlyDate {
    switch random.below(4) {
    case 0: .easter(offsetDays: random.below(100) - 50)
    case 1: .orthodoxEaster(offsetDays: random.below(100) - 50)
    case 2: .day(.february, 29)
    default: .day(pick(Month.allCases), 1 + random.below(31))
    }
  }

  mutating func every() -> Int { chance(1, of: 2) ? 1 : 2 + random.below(4) }

  mutating func dayPattern() -> DayPattern {
    switch random.below(12) {
    case 0, 1: return .daily(every: every())
    case 2, 3: return .weekly(days: weekdays(), every: every(), weeks: pick([nil, nil, .even, .odd]))
    case 4, 5: return .monthly(monthDays(), every: every(), missing: missing())
    case 6: return .yearlyMonths(months(), monthDays(), every: every(), missing: missing())
    case 7: return .yearlyDates((0...random.below(3)).map { _ in yearly() }, every: every(), missing: missing())
    case 8:
      let number = UInt16(1 + random.below(366))
      let ordinals: [Ordinal16] = [.fromStart(number), .fromEnd(366 - number / 2), .fromStart(366)]
      return .yearlyDaysOfYear([pick(ordinals)], every: every(), missing: missing())
    case 9: return .yearlyWeeks((0...3).map { _ in 1 + random.below(53) }, days: weekdays(), every: every())
    case 10: return .dates(Set((0...5).map { _ in date() }).sorted())
    default:
      var fields = DateFields()
      if chance(1, of: 2) { fields.months = months() }
      if chance(1, of: 2) { fields.daysOfMonth = UInt32(truncatingIfNeeded: random.next()) & 0xFFFF_FFFE }
      if chance(1, of: 2) { fields.weekdays = weekdays() }
      if chance(1, of: 4) {
        fields.years = [SteppedRange(first: center.year - 3, last: center.year + 3, step: 1 + random.below(3))]
      }
      return .matching(fields)
    }
  }

  mutating func window() -> TimeWindow {
    let start = time()
    let end = Int32(1 + random.below(86_400))
    return TimeWindow(start: start, endSeconds: chance(1, of: 8) ? 86_400 : end)
  }

  mutating func calendar(_ id: CalendarID, hasWindows: Bool) -> CalendarDefinition {
    var calendar = CalendarDefinition(id: id)
    if chance(1, of: 2) { calendar.dates = Set((0...8).map { _ in date() }).sorted() }
    if chance(1, of: 2) {
      let first = date()
      calendar.dayRanges = [DayRange(first: first, last: first.advanced(byDays: random.below(30)) ?? first)]
    }
    if chance(1, of: 3) { calendar.yearly = [yearly()] }
    if chance(1, of: 2) || hasWindows {
      calendar.weekly = .weekly(days: weekdays(), every: every(), weeks: nil)
      calendar.from = date()
    }
    if chance(1, of: 3) { calendar.monthly = .monthly(monthDays(), every: 1, missing: missing()) }
    if chance(1, of: 4) { calendar.until = date() }
    if chance(1, of: 3) { calendar.except = [.weekdays(weekdays()), .date(date())] }
    if hasWindows {
      calendar.hours = (0...random.below(2)).map { _ in window() }
      if chance(1, of: 3) {
        let start = LocalDateTime(date: date(within: 3), time: time())
        let end = LocalDateTime(date: start.date.advanced(byDays: 2) ?? start.date, time: time())
        calendar.timedRanges = [TimedRange(start: start, end: end)]
        calendar.except = []
      }
    }
    return calendar
  }

  /// Entries of `only` or `except`; windows only where asked for.
  mutating func items(windows: Bool) -> [DayItem] {
    (0...random.below(2)).map { _ in
      switch random.below(windows ? 6 : 5) {
      case 0: .weekdays(weekdays())
      case 1: .date(date(within: 20))
      case 2: .yearly(yearly())
      case 3, 4: .calendar(CalendarID("days"))
      default: .calendar(CalendarID("windows"))
      }
    }
  }

  mutating func fixed() -> Trigger {
    let times = Set((0...random.below(3)).map { _ in time() }).sorted()
    var trigger = Trigger(source: .fixed(FixedPattern(days: dayPattern(), times: times)))
    trigger.bounds.from = .local(LocalDateTime(date: date(), time: time()))
    // Without an end the last question of each round looks through 400 years, which takes long without optimization.
    if chance(7, of: 8) { trigger.bounds.until = .local(LocalDateTime(date: date(within: 400), time: time())) }
    if chance(1, of: 4) { trigger.bounds.count = 1 + random.below(60) }
    if chance(1, of: 3) { trigger.only = items(windows: true) }
    if chance(1, of: 2) { trigger.except = items(windows: true) }
    trigger.move = pick([.drop, .drop, .next, .previous, .nearest])
    if chance(1, of: 3) {
      trigger.offsets = (0...random.below(2)).map { _ in
        switch random.below(4) {
        case 0: .days(Int32(random.below(9) - 4))
        case 1: .workdays(Int32(random.below(9) - 4))
        case 2: .seconds(Int64(random.below(400_000) - 200_000))
        default: .daysAndSeconds(days: Int32(random.below(9) - 4), seconds: Int64(random.below(9999)))
        }
      }
    }
    trigger.gap = pick([.shift, .next, .previous, .skip])
    trigger.fold = pick([.first, .last, .both])
    return trigger
  }

  mutating func aligned() -> Trigger {
    var pattern = AlignedPattern(minutes: 0)
    pattern.minutes = chance(1, of: 2) ? 1 : random.next() & 0xFFF_FFFF_FFFF_FFFF
    if chance(1, of: 4) { pattern.seconds = 1 << 59 | 1 }
    if chance(1, of: 3) { pattern.hours = UInt32(truncatingIfNeeded: random.next()) & 0xFF_FFFF }
    if chance(1, of: 2) { pattern.between = window() }
    if chance(1, of: 2) { pattern.everyHours = 1 + random.below(6) }
    if chance(1, of: 2) { pattern.days.weekdays = weekdays() }
    var trigger = Trigger(source: .aligned(pattern))
    if chance(1, of: 4) { trigger.bounds.from = .local(LocalDateTime(date: date(within: 2), time: time())) }
    if chance(1, of: 4) { trigger.bounds.until = .local(LocalDateTime(date: date(within: 2), time: time())) }
    if chance(1, of: 3) { trigger.except = items(windows: true) }
    if chance(1, of: 4) { trigger.only = items(windows: true) }
    return trigger
  }
}
