public import CivilTime

extension Trigger {
  /// Whether it is fired by something other than the clock.
  public var isEvent: Bool { if case .event = source { true } else { false } }

  /// Whether it counts from the first load of its rule, which is stored for it.
  public var needsStoredAnchor: Bool {
    if case .interval(.once) = source { return bounds.from == nil }
    return bounds.needsAnchor
  }
}

extension [Trigger] {
  /// A number that lists with the same storage share, and so equal ones, as long as both are kept.
  ///
  /// Rules that were read from the same text share their list. What has looked at one of them need not look at the
  /// others.
  public var storageIdentity: Int { withUnsafeBufferPointer { Int(bitPattern: $0.baseAddress) } }
}

/// What fires a rule: one entry of `when`, with its modifiers already filled from the rule and the file.
///
/// There may be very many, and each is looked at, so it is small: what most of them lack stands in a place of its own.
public struct Trigger: Hashable, Sendable {
  /// Where the trigger's times come from.
  public var source: TriggerSource
  /// The zone in which civil times are read.
  public var zone: ZoneChoice
  /// What a time that a clock change skips becomes.
  public var gap: GapPolicy
  /// Which pass of a repeated time fires.
  public var fold: FoldPolicy
  private var notes: Rare<Notes>

  /// What few triggers say.
  private struct Notes: Hashable, Sendable, Blank {
    var bounds = Bounds()
    var only: [DayItem] = []
    var except: [DayItem] = []
    var weekend = WeekdaySet.usualWeekend
    var move = Move.drop
    var offsets: [Offset] = []
    var jitterSeconds: Int64 = 0
  }

  /// Makes a trigger with the language's defaults for all that is not given.
  public init(
    source: TriggerSource, zone: ZoneChoice = .local, bounds: Bounds = Bounds(), only: [DayItem] = [],
    except: [DayItem] = [], weekend: WeekdaySet = .usualWeekend, move: Move = .drop, offsets: [Offset] = [],
    jitterSeconds: Int64 = 0, gap: GapPolicy = .shift, fold: FoldPolicy = .first
  ) {
    self.source = source
    self.zone = zone
    self.gap = gap
    self.fold = fold
    notes = Rare()
    let isPlain =
      bounds.isOpen && only.isEmpty && except.isEmpty && weekend == .usualWeekend && move == .drop && offsets.isEmpty
      && jitterSeconds == 0
    if isPlain { return }
    notes.value = Notes(
      bounds: bounds, only: only, except: except, weekend: weekend, move: move, offsets: offsets,
      jitterSeconds: jitterSeconds)
  }
}

extension Trigger {
  /// Whether it says no more than its source, zone, gap and fold: all else is as the language has it by default.
  public var isPlain: Bool { notes.isBlank }

  /// First and last civil date-time, and how often in all.
  public var bounds: Bounds {
    get { notes.value.bounds }
    set { notes.value.bounds = newValue }
  }

  /// Days that are allowed; all where empty.
  public var only: [DayItem] {
    get { notes.value.only }
    set { notes.value.only = newValue }
  }

  /// Days or hours that are left out.
  public var except: [DayItem] {
    get { notes.value.except }
    set { notes.value.except = newValue }
  }

  /// Days that are no workdays, for `workday` patterns and `wd` offsets.
  public var weekend: WeekdaySet {
    get { notes.value.weekend }
    set { notes.value.weekend = newValue }
  }

  /// What leaving a day out does to its occurrence.
  public var move: Move {
    get { notes.value.move }
    set { notes.value.move = newValue }
  }

  /// One occurrence for each entry; none is the same as an offset of nothing.
  public var offsets: [Offset] {
    get { notes.value.offsets }
    set { notes.value.offsets = newValue }
  }

  /// Upper bound, exclusive, of the constant delay in seconds; 0 for none.
  public var jitterSeconds: Int64 {
    get { notes.value.jitterSeconds }
    set { notes.value.jitterSeconds = newValue }
  }
}

/// The three classes of calendar triggers, and events.
public indirect enum TriggerSource: Hashable, Sendable, Codable {
  /// A civil date and a time of day.
  case fixed(FixedPattern)
  /// The real instants whose local clock matches; both passes of a repeated hour fire.
  case aligned(AlignedPattern)
  /// Elapsed time; clock changes do not exist for it.
  case interval(IntervalPattern)
  /// A cron expression; its fields say whether it is a fixed-time or a clock-aligned trigger.
  case cron(CronExpression)
  /// An RFC 5545 recurrence rule with its start; a fixed-time trigger at every frequency.
  case recurrence(RecurrencePattern)
  /// A systemd calendar expression; a fixed-time trigger. A zone that it names wins over the trigger's.
  case calendarExpression(CalendarExpression)
  /// The events of an iCalendar file; a fixed-time trigger. A zone that an event names wins over the trigger's.
  case eventFile(EventFile)
  /// Not the clock.
  case event(EventTrigger)
}

/// The zone in which a trigger reads its times.
public enum ZoneChoice: Hashable, Sendable, Codable {
  /// The machine's zone, followed when it changes.
  case local
  /// A zone that the rule, trigger or file names.
  case named(ZoneName)
}

/// Civil dates and the times of day at which they fire.
public struct FixedPattern: Hashable, Sendable, Codable {
  /// Which days.
  public var days: DayPattern
  /// Times of day, ascending, without repeats; empty only where `days` carries its own (`.dateTimes`).
  public var times: [TimeOfDay]
  /// Makes a pattern.
  public init(days: DayPattern, times: [TimeOfDay]) {
    self.days = days
    self.times = times
  }
}

/// Which civil dates a fixed-time trigger names.
///
/// `every` is 1 or more; above 1 its phase is fixed by `bounds.from`: the day,
/// week (Monday first), month or year that holds it is number 0.
public indirect enum DayPattern: Hashable, Sendable, Codable {
  /// Every n-th day.
  case daily(every: Int)
  /// Days of every n-th week, or of even or odd ISO weeks.
  case weekly(days: WeekdaySet, every: Int, weeks: WeekParity?)
  /// Days of every n-th month.
  case monthly(MonthDays, every: Int, missing: MissingDay)
  /// Dates of every n-th year.
  case yearlyDates([YearlyDate], every: Int, missing: MissingDay)
  /// Days of certain months of every n-th year.
  case yearlyMonths(MonthSet, MonthDays, every: Int, missing: MissingDay)
  /// Days counted from 1 January, 1 to 366, of every n-th year.
  case yearlyDaysOfYear([Ordinal16], every: Int, missing: MissingDay)
  /// Days of ISO weeks, 1 to 53, of every n-th ISO year.
  case yearlyWeeks([Int], days: WeekdaySet, every: Int)
  /// Single dates, ascending.
  case dates([LocalDate])
  /// Single date-times, each with its own time; some may be fixed instants.
  case dateTimes([DateTimePoint])
  /// All named date fields match (`matching` with `hour`).
  case matching(DateFields)
}

/// A day of the year counted from the start or the end.
public enum Ordinal16: Hashable, Sendable, Codable {
  /// 1 is 1 January.
  case fromStart(UInt16)
  /// 1 is 31 December.
  case fromEnd(UInt16)
}

/// A point given as a local date-time or, with an offset, as a fixed instant.
public enum DateTimePoint: Hashable, Sendable, Codable {
  /// Read on the trigger's local clock.
  case local(LocalDateTime)
  /// A fixed instant.
  case instant(Instant)
}

/// The date fields of `matching`; an absent field matches all.
public struct DateFields: Hashable, Sendable, Codable {
  /// Years as ascending, disjoint, closed ranges with a step of 1 or more; empty matches all.
  public var years: [SteppedRange]
  /// Months.
  public var months: MonthSet
  /// Days of the month: bit n for day n, 1 to 31.
  public var daysOfMonth: UInt32
  /// Days of the week.
  public var weekdays: WeekdaySet
  /// Makes fields; by default every day.
  public init(
    years: [SteppedRange] = [], months: MonthSet = .all, daysOfMonth: UInt32 = 0xFFFF_FFFE,
    weekdays: WeekdaySet = .all
  ) {
    self.years = years
    self.months = months
    self.daysOfMonth = daysOfMonth
    self.weekdays = weekdays
  }

  /// Whether every day matches.
  public var matchesEveryDay: Bool {
    years.isEmpty && months == .all && daysOfMonth == 0xFFFF_FFFE && weekdays == .all
  }
}

/// A closed range taken in steps: `a-b/n`.
public struct SteppedRange: Hashable, Sendable, Codable {
  /// First value.
  public let first: Int
  /// Last value, included where a step lands on it.
  public let last: Int
  /// Step, 1 or more.
  public let step: Int
  /// Makes a range.
  public init(first: Int, last: Int, step: Int = 1) {
    self.first = first
    self.last = last
    self.step = step
  }
}

/// Local clock readings that fire at every instant showing them.
public struct AlignedPattern: Hashable, Sendable, Codable {
  /// Days on which it fires.
  public var days: DateFields
  /// Hours of the day: bit n for hour n, 0 to 23.
  public var hours: UInt32
  /// Minutes of the hour: bit n for minute n, 0 to 59.
  public var minutes: UInt64
  /// Seconds of the minute: bit n for second n, 0 to 59.
  public var seconds: UInt64
  /// The part of the day in which it fires, both ends counting; it may wrap midnight and then belongs to the day it starts on.
  public var between: TimeWindow?
  /// `hourly` with `every` above 1: local hours whose number, counted from 0 or from the window's start, is a multiple.
  public var everyHours: Int
  /// Makes a pattern.
  public init(
    days: DateFields = DateFields(), hours: UInt32 = 0xFF_FFFF, minutes: UInt64, seconds: UInt64 = 1,
    between: TimeWindow? = nil, everyHours: Int = 1
  ) {
    self.days = days
    self.hours = hours
    self.minutes = minutes
    self.seconds = seconds
    self.between = between
    self.everyHours = everyHours
  }
}

/// Elapsed time.
public enum IntervalPattern: Hashable, Sendable, Codable {
  /// Every so many seconds (1 or more): from `bounds.from`, else from 1970-01-01T00:00:00Z, else with `between` from the
  /// window's start each day (both ends counting); `days` is compared with the local date (of the window's start).
  case every(seconds: Int64, between: TimeWindow?, days: WeekdaySet)
  /// Once, that long after the anchor (first load, or when the request was added).
  case once(after: CalendarDuration)
}

/// What fires a rule other than the clock.
public enum EventTrigger: Hashable, Sendable, Codable {
  /// Another rule's run or notification has ended so.
  case after(rule: RuleID, outcomes: OutcomeSet)
  /// The service's start.
  case startup(StartupKind)
}

/// Which start of the service counts.
public enum StartupKind: Hashable, Sendable, Codable {
  /// Once per boot, at the service's first start; a rule added later waits for the next boot.
  case boot
  /// Each start of the service, the first included.
  case service
}

/// How runs ended, as a set for `after`.
public struct OutcomeSet: OptionSet, Hashable, Sendable, Codable {
  /// One bit an outcome.
  public let rawValue: UInt8
  /// Makes a set of its bits.
  public init(rawValue: UInt8) { self.rawValue = rawValue }
  /// Ended with a success code (a rule without `run`: delivered).
  public static let success = OutcomeSet(rawValue: 1)
  /// Ended with another code, by a signal, or never started.
  public static let failure = OutcomeSet(rawValue: 2)
  /// Ended by its time limit.
  public static let timeout = OutcomeSet(rawValue: 4)
  /// Vanished without a result.
  public static let interrupted = OutcomeSet(rawValue: 8)
  /// Ended with a skip code, or not started because of an overlap.
  public static let skipped = OutcomeSet(rawValue: 16)
  /// All that ran: everything but `skipped`.
  public static let any: OutcomeSet = [.success, .failure, .timeout, .interrupted]
  /// What `outcome: failure` means: failure, timeout and interruption.
  public static let anyFailure: OutcomeSet = [.failure, .timeout, .interrupted]
}
