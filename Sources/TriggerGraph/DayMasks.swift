public import CivilTime
public import RuleModel

/// Days named by fields of the calendar: the canonical form that most patterns come down to.
///
/// `daily`, `weekly`, `monthly`, `yearly` and `matching` all become this, so equal meanings are equal values. A day
/// is in the set when its year and month are named and its two halves agree: the day of the month (`days`,
/// `lastDays`) and the day of the week (`weekdays`, `nthWeekdays`, `nthLastWeekdays`). Both must match; with
/// `isEither` one is enough (cron's day-of-month or day-of-week).
public struct DayMasks: Hashable, Sendable {
  /// Months: bit n for month n, 1 to 12.
  public var months: UInt16 = DayMasks.allMonths
  /// Days of the month: bit n for day n, 1 to 31.
  public var days: UInt32 = DayMasks.allDays
  /// Days counted from the month's end: bit n for the n-th last, 1 to 31.
  public var lastDays: UInt32 = 0
  /// Days of the week: bit n for ISO weekday n, 1 to 7.
  public var weekdays: UInt8 = WeekdaySet.all.rawValue
  /// Ordinal weekdays: bit `(n - 1) * 7 + w - 1` for the n-th ISO weekday w of the month, n from 1 to 5.
  public var nthWeekdays: UInt64 = 0
  /// The same, counted from the month's end.
  public var nthLastWeekdays: UInt64 = 0
  /// Whether a day that matches one of the two halves is in the set.
  public var isEither = false
  /// What stands in for a day of the month that a named month lacks.
  public var missing: MissingStandIn = .nothing
  /// Cadence and years, which few patterns have; nil while neither is set, so that masks are cheap to copy and compare.
  private var rare: Box<Rare>?

  private struct Rare: Hashable, Sendable {
    var cadence: Cadence?
    var years: [SteppedRange] = []
  }

  /// Every day.
  public init() {}

  /// Every how many months or years, where more than one.
  public var cadence: Cadence? {
    get { rare?.value.cadence }
    set { set(Rare(cadence: newValue, years: years)) }
  }

  /// Years as ascending ranges; empty names all.
  public var years: [SteppedRange] {
    get { rare?.value.years ?? [] }
    set { set(Rare(cadence: cadence, years: newValue)) }
  }

  /// Whether neither a cadence nor years narrow the masks.
  public var isEveryYear: Bool { rare == nil }

  private mutating func set(_ value: Rare) {
    rare = value.cadence == nil && value.years.isEmpty ? nil : Box(value)
  }

  /// A hash that equal masks share, of no use to others.
  var hash: UInt64 {
    var hasher = StableHasher()
    hasher.combine(UInt64(months) << 32 | UInt64(weekdays) << 16 | UInt64(missing.rawValue) << 8 | (isEither ? 1 : 0))
    hasher.combine(UInt64(days) << 32 | UInt64(lastDays))
    if nthWeekdays | nthLastWeekdays != 0 { hasher.combine(nthWeekdays ^ nthLastWeekdays << 17) }
    return isEveryYear ? hasher.value : StableHasher.mixed(hasher.value, rare.hashValue)
  }

  /// Whether all fields are equal.
  public static func == (left: DayMasks, right: DayMasks) -> Bool {
    left.months == right.months && left.days == right.days && left.lastDays == right.lastDays
      && left.weekdays == right.weekdays && left.nthWeekdays == right.nthWeekdays
      && left.nthLastWeekdays == right.nthLastWeekdays && left.isEither == right.isEither
      && left.missing == right.missing && (left.rare == nil ? right.rare == nil : left.rare == right.rare)
  }

  /// All twelve bits.
  public static let allMonths: UInt16 = 0b1_1111_1111_1110
  /// All 31 bits.
  public static let allDays: UInt32 = 0xFFFF_FFFE

  /// Whether the days of the month say nothing.
  public var namesEveryDayOfMonth: Bool { days == DayMasks.allDays }
  /// Whether the days of the week say nothing.
  public var namesEveryWeekday: Bool { weekdays == WeekdaySet.all.rawValue }
  /// Whether only the day of the week decides.
  public var isWeekdaysAlone: Bool {
    months == DayMasks.allMonths && namesEveryDayOfMonth && isEveryYear && !isEither
      && nthWeekdays | nthLastWeekdays == 0
  }
}

/// What stands in for a day that a month or year lacks.
public enum MissingStandIn: UInt8, Hashable, Sendable {
  /// Nothing.
  case nothing
  /// The last day of that month or year.
  case lastDay
  /// The first day of the next month or year.
  case nextFirst
}

/// Every n-th month or year.
public struct Cadence: Hashable, Sendable {
  /// What is counted.
  public enum Unit: UInt8, Hashable, Sendable {
    /// Calendar months.
    case months
    /// Calendar years (ISO years for sets of ISO weeks).
    case years
  }

  /// What is counted.
  public var unit: Unit
  /// How many, 2 or more.
  public var every: Int32
  /// The month or year that holds it is number 0.
  public var phase: PhasePoint

  /// Makes a cadence.
  public init(unit: Unit, every: Int32, phase: PhasePoint) {
    self.unit = unit
    self.every = every
    self.phase = phase
  }
}

/// The point from which every n-th day, week, month or year is counted.
public enum PhasePoint: Hashable, Sendable {
  /// A local date.
  case date(LocalDate)
  /// The local date of a fixed instant, in that zone.
  case instant(Instant, ZoneChoice)
}
