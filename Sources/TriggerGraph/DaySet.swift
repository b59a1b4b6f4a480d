public import CivilTime
public import RuleModel

/// The place of a day set in its graph.
public struct DaySetIndex: Hashable, Comparable, Sendable {
  /// Position in `TriggerGraph.daySets`.
  public let position: Int32
  /// Makes an index.
  public init(_ position: Int) { self.position = Int32(truncatingIfNeeded: position) }
  /// Sets built earlier come first; a set refers to earlier ones only.
  public static func < (left: DaySetIndex, right: DaySetIndex) -> Bool { left.position < right.position }
}

/// A set of civil dates, as a node that refers to other sets by index.
public indirect enum DaySet: Hashable, Sendable {
  /// Days named by fields of the calendar.
  case masks(DayMasks)
  /// Every n-th day, n of 2 or more.
  case everyDays(Int32, phase: PhasePoint)
  /// The days of every n-th week, Monday first, n of 2 or more.
  case everyWeeks(Int32, phase: PhasePoint)
  /// The days of ISO weeks with an even or odd number.
  case isoParity(WeekParity)
  /// Days counted from Easter Sunday; offsets ascend and lie within ±366.
  case easter(isOrthodox: Bool, offsets: [Int32], cadence: Cadence?)
  /// Days of the year from 1 January and from 31 December, each ascending from 1 to 366.
  case daysOfYear(fromStart: [UInt16], fromEnd: [UInt16], missing: MissingStandIn, cadence: Cadence?)
  /// Days of ISO weeks: bit n for week n, 1 to 53.
  case isoWeeks(weeks: UInt64, weekdays: WeekdaySet, cadence: Cadence?)
  /// The n-th and n-th last days of each month of `months` among those of `free`: bit n for the n-th, 1 to 31.
  case workdays(fromStart: UInt32, fromEnd: UInt32, months: MonthSet, cadence: Cadence?, free: DaySetIndex)
  /// Cron's `nW`: the days from Monday to Friday that are nearest to days of the month (bit n for day n), in the same
  /// month.
  case nearestWorkdays(UInt32)
  /// Days of numbered weeks that begin on any day of the week.
  case weekNumbers(WeekNumbers)
  /// Days at places within each week, month or year among those of a set.
  case positions(DayPositions)
  /// Single dates, ascending, without repeats.
  case dates([LocalDate])
  /// Ranges of days, ascending and apart.
  case ranges([DayRange])
  /// Days of any of the sets.
  case union([DaySetIndex])
  /// Days of all the sets.
  case intersection([DaySetIndex])
  /// Days that are not in the set.
  case complement(DaySetIndex)
  /// The days of a calendar, under its name.
  case calendar(CalendarID, DaySetIndex)
  /// The days of a set, those that are not free moved to a free one.
  ///
  /// A day moves at most to the set's own next (or previous) day, and 366 days.
  case moved(DaySetIndex, free: DaySetIndex, Move)
  /// The days that lie so many days after those of a set; negative: before.
  case shifted(DaySetIndex, days: Int32)
  /// The days that lie so many days of `free` after those of a set; negative: before.
  case shiftedByWorkdays(DaySetIndex, workdays: Int32, free: DaySetIndex)
}

/// The place of a window set in its graph.
public struct WindowSetIndex: Hashable, Comparable, Sendable {
  /// Position in `TriggerGraph.windowSets`.
  public let position: Int32
  /// Makes an index.
  public init(_ position: Int) { self.position = Int32(truncatingIfNeeded: position) }
  /// Sets built earlier come first; a set refers to earlier ones only.
  public static func < (left: WindowSetIndex, right: WindowSetIndex) -> Bool { left.position < right.position }
}

/// A set of stretches of the local clock, as a node that refers to other sets by index.
public indirect enum WindowSet: Hashable, Sendable {
  /// Hours of days; a window that wraps midnight belongs to the day it starts on. No hours: the whole days.
  case hours(DaySetIndex, [TimeWindow])
  /// Stretches of the local clock, half-open, ascending and apart.
  case ranges([TimedRange])
  /// Any of the sets.
  case union([WindowSetIndex])
  /// The first set without the second.
  case difference(WindowSetIndex, WindowSetIndex)
  /// The set on the clock of a zone instead of the trigger's.
  case zoned(ZoneName, WindowSetIndex)
  /// The windows of a calendar, under its name.
  case calendar(CalendarID, WindowSetIndex)
}

/// A calendar as triggers use it.
public enum CompiledCalendar: Hashable, Sendable {
  /// A set of days.
  case days(DaySetIndex)
  /// A set of windows.
  case windows(WindowSetIndex)
}
