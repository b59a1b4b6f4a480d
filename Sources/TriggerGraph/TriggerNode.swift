public import CivilTime
public import RuleModel

/// The place of a node in its graph.
public struct NodeIndex: Hashable, Comparable, Sendable {
  /// Position in `TriggerGraph.nodes`.
  public let position: Int32
  /// Makes an index.
  public init(_ position: Int) { self.position = Int32(truncatingIfNeeded: position) }
  /// Nodes built earlier come first; a node refers to earlier ones only.
  public static func < (left: NodeIndex, right: NodeIndex) -> Bool { left.position < right.position }
}

/// One step from a pattern to instants; equal steps are one node.
///
/// Indirect, so that a place in the graph costs one pointer; and optimised builds of Swift 6.3.1 compare and destroy this
/// enum wrongly when its payloads are stored inline (the case is read from uninitialised memory).
public indirect enum TriggerNode: Hashable, Sendable {
  /// Civil dates with times of day.
  case pattern(DaySetIndex, ClockTimes)
  /// Single local date-times and fixed instants, each ascending.
  case points(local: [LocalDateTime], instants: [Instant])
  /// Local clock readings; each instant that shows one counts.
  case aligned(AlignedParts)
  /// Elapsed time.
  case interval(IntervalParts)
  /// Once, that long after the first load or `from`.
  case once(after: CalendarDuration, from: DateTimePoint?, ZoneChoice)
  /// An RFC 5545 recurrence that days, times, bounds and a count don't say.
  case recurrence(RecurrenceParts)
  /// Not the clock.
  case event(EventTrigger)
  /// What a pattern names, as events of a calendar file.
  case labelled(NodeIndex, EventLabels)
  /// All events of a calendar file; what the file holds is no part of the trigger's form.
  case eventFile(NodeIndex, EventFileForm)
  /// Days left out or moved, by civil date.
  case days(NodeIndex, DayFilter)
  /// First and last date-time, both included, read in the zone.
  case bounds(NodeIndex, from: DateTimePoint?, until: DateTimePoint?, ZoneChoice)
  /// The first so many from the anchor: the bound `from`, or the first load where `isFirstLoad`.
  case count(NodeIndex, Int, isFirstLoad: Bool)
  /// Steps on the civil calendar; workdays are counted among `free`.
  case civilOffset(NodeIndex, Offset, free: DaySetIndex?)
  /// Civil date-times become instants.
  case resolve(NodeIndex, ZoneChoice, GapPolicy, FoldPolicy)
  /// Instants in allowed windows.
  case windows(NodeIndex, WindowFilter)
  /// Elapsed seconds added.
  case clockOffset(NodeIndex, Offset)
  /// A constant delay of less than so many seconds.
  case jitter(NodeIndex, seconds: Int64)
  /// All of them in one order; equal instants are one.
  case union([NodeIndex])
}

/// Days on which a pattern fires, and what happens to the others.
public struct DayFilter: Hashable, Sendable {
  /// Sets of which a day must be in one; nil allows all.
  public var only: [DaySetIndex]?
  /// Sets of which a day may be in none.
  public var except: [DaySetIndex]
  /// What becomes of a day that is left out.
  public var move: Move
  /// The zone whose date counts where instants are filtered.
  public var zone: ZoneChoice

  /// Makes a filter.
  public init(only: [DaySetIndex]?, except: [DaySetIndex], move: Move, zone: ZoneChoice) {
    self.only = only
    self.except = except
    self.move = move
    self.zone = zone
  }
}

/// Windows in which instants fire.
public struct WindowFilter: Hashable, Sendable {
  /// Sets of which an instant must be in one; nil allows all.
  public var only: [WindowSetIndex]?
  /// Sets of which an instant may be in none.
  public var except: [WindowSetIndex]
  /// The zone of windows that name none.
  public var zone: ZoneChoice

  /// Makes a filter.
  public init(only: [WindowSetIndex]?, except: [WindowSetIndex], zone: ZoneChoice) {
    self.only = only
    self.except = except
    self.zone = zone
  }
}

/// Clock readings of days, and of the days after them where a window goes over midnight.
public struct AlignedParts: Hashable, Sendable {
  /// Days on which they count (the day a window starts on).
  public var days: DaySetIndex
  /// Readings of the day itself.
  public var times: ClockMasks
  /// Readings of the day after.
  public var timesAfterMidnight: ClockMasks?

  /// Makes the parts.
  public init(days: DaySetIndex, times: ClockMasks, timesAfterMidnight: ClockMasks?) {
    self.days = days
    self.times = times
    self.timesAfterMidnight = timesAfterMidnight
  }
}

/// Steps of elapsed time.
public struct IntervalParts: Hashable, Sendable {
  /// Length of a step in seconds, 1 or more.
  public var seconds: Int64
  /// Where step 0 lies; 1970-01-01T00:00:00Z where nil.
  ///
  /// Without meaning beside `between`.
  public var from: DateTimePoint?
  /// Steps start with this window each day and end with it, both ends included.
  public var between: TimeWindow?
  /// Local dates (of the window's start) on which it fires.
  public var weekdays: WeekdaySet
  /// The zone of dates and windows; `local` where neither matters.
  public var zone: ZoneChoice

  /// Makes the parts.
  public init(
    seconds: Int64, from: DateTimePoint?, between: TimeWindow?, weekdays: WeekdaySet, zone: ZoneChoice
  ) {
    self.seconds = seconds
    self.from = from
    self.between = between
    self.weekdays = weekdays
    self.zone = zone
  }
}

extension TriggerNode {
  /// The nodes whose output this one takes, in order.
  public var inputs: [NodeIndex] {
    if case .union(let inputs) = self { return inputs }
    return input.map { [$0] } ?? []
  }

  /// The node whose output a step takes; nil for sources and unions.
  var input: NodeIndex? {
    switch self {
    case .pattern, .points, .aligned, .interval, .once, .recurrence, .event, .union: nil
    case .days(let input, _), .bounds(let input, _, _, _), .count(let input, _, _), .civilOffset(let input, _, _),
      .resolve(let input, _, _, _), .windows(let input, _), .clockOffset(let input, _), .jitter(let input, _),
      .labelled(let input, _), .eventFile(let input, _):
      input
    }
  }
}
