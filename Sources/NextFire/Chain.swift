import CivilTime
import RuleModel
import TriggerGraph

/// One path from a pattern to instants: what a trigger without a list of offsets comes down to.
final class Chain: Sendable {
  /// Where instants come from.
  enum Source: Sendable {
    case civil(CivilChain)
    case interval(IntervalSearch)
    /// Single instants, ascending.
    case instants([Int64])
  }

  // Kept side by side, since a value taken out of an enum is copied at each query.
  let isCivil: Bool
  let civil: CivilChain
  private let interval: IntervalSearch?
  private let instants: [Int64]
  /// The first and last instant of the source that count.
  let low: Int64
  let high: Int64
  let windows: WindowFilter?
  let zone: ZoneRules
  /// Elapsed seconds added at the end.
  let clockOffset: Int64
  let history: ChainHistory
  /// The whole chain, where it is a plain search on a zone's clock.
  let clock: PlainClock?

  init(
    source: Source, low: Int64, high: Int64, windows: WindowFilter?, zone: ZoneRules, clockOffset: Int64,
    history: ChainHistory
  ) {
    var civil: CivilChain?
    var interval: IntervalSearch?
    var instants: [Int64] = []
    switch source {
    case .civil(let chain): civil = chain
    case .interval(let search): interval = search
    case .instants(let list): instants = list
    }
    self.civil = civil ?? CivilChain(civil: .none, resolution: LocalResolution(zone: zone, gap: .skip, fold: .first))
    isCivil = civil != nil
    self.interval = interval
    self.instants = instants
    self.low = low
    self.high = high
    self.windows = windows
    self.zone = zone
    self.clockOffset = clockOffset
    self.history = history
    var clock: PlainClock?
    if let civil, windows == nil, clockOffset == 0, low <= Instant.secondsRange.lowerBound,
      high >= Instant.secondsRange.upperBound
    {
      clock = civil.civil.plain(in: zone)
    }
    self.clock = clock
  }

  /// The first instant at or after `from`; nil when there is none.
  func next(from: Int64, _ tables: Tables) -> Int64? {
    var state = SearchState()
    return next(from: from, tables, &state)
  }

  /// The same with what the question before left behind.
  func next(from: Int64, _ tables: Tables, _ state: inout SearchState) -> Int64? {
    if let clock, Instant.secondsRange.contains(from) {
      switch clock.next(from: from, &state.segment, &state.cell) {
      case .found(let instant): return instant
      case .never: return nil
      case .unsure: break
      }
    }
    return nextOfMany(from: from, tables, &state)
  }

  /// The same where the clock is no answer.
  func nextOfMany(from: Int64, _ tables: Tables, _ state: inout SearchState) -> Int64? {
    var start = max(from - clockOffset, low)
    while start <= high {
      guard let found = sourceNext(from: start, tables, &state), found <= high else { return nil }
      if let windows {
        let window = tables.windows.state(windows, at: found, in: zone, tables.days)
        if !window.isInside {
          start = max(found + 1, window.end)
          continue
        }
      }
      let result = found + clockOffset
      if Instant.secondsRange.contains(result), result >= from { return result }
      if result > from { return nil }
      start = found + 1
    }
    return nil
  }

  /// The last instant at or before `through`; nil when there is none.
  func previous(through: Int64, _ tables: Tables) -> Int64? {
    var end = min(through - clockOffset, high)
    while end >= low {
      guard let found = sourcePrevious(through: end, tables), found >= low else { return nil }
      if let windows {
        let window = tables.windows.state(windows, at: found, in: zone, tables.days)
        if !window.isInside {
          end = min(found - 1, window.start - 1)
          continue
        }
      }
      let result = found + clockOffset
      if Instant.secondsRange.contains(result), result <= through { return result }
      if result < through { return nil }
      end = found - 1
    }
    return nil
  }

  /// Whether the chain fires at an instant of its source, before the clock offset.
  func passes(_ instant: Int64, _ tables: Tables) -> Bool {
    guard instant >= low, instant <= high else { return false }
    guard let windows else { return true }
    return tables.windows.state(windows, at: instant, in: zone, tables.days).isInside
  }

  /// The first instant of the source alone.
  func sourceNext(from: Int64, _ tables: Tables, _ state: inout SearchState) -> Int64? {
    if isCivil { return civil.next(from: from, tables.days, &state) }
    if let interval { return interval.next(from: from, tables.days) }
    let index = instants.partition { $0 < from }
    return index < instants.count ? instants[index] : nil
  }

  private func sourcePrevious(through: Int64, _ tables: Tables) -> Int64? {
    if isCivil { return civil.previous(through: through, tables.days) }
    if let interval { return interval.previous(through: through, tables.days) }
    let count = instants.partition { $0 <= through }
    return count > 0 ? instants[count - 1] : nil
  }
}

/// What all searches of one evaluator look things up in.
final class Tables: Sendable {
  let days: DayTable
  let windows: WindowTable

  init(days: DayTable, windows: WindowTable) {
    self.days = days
    self.windows = windows
  }
}

/// What is needed to tell how an instant of a chain came about, and what was left out on the way.
struct ChainHistory: Sendable {
  /// The pattern's days before anything is left out; nil where the source names no civil dates.
  var pattern: DaySetIndex?
  /// Days that may fire; nil allows all.
  var free: DaySetIndex?
  /// What leaves days out.
  var filter: DayFilter?
  /// Bounds on the local second after moves and before the civil offset.
  var low: Int64 = CivilSearch.range.lowerBound
  var high: Int64 = CivilSearch.range.upperBound
  /// Times of day of the pattern; nil for single points.
  var times: ClockTimes?
  /// For recurrences: what the rule names, before anything is left out or moved.
  var nominal: CivilSearch?
  /// For single points: local seconds that the pattern names, ascending.
  var points: [Int64] = []
  /// The civil offset.
  var civilOffset: Offset?
  /// What its workdays are counted among.
  var workdays: DaySetIndex?
  /// The clock offset.
  var clockOffset: Offset?
  /// The zone where the trigger names one.
  var zoneName: ZoneName?
  /// The events of a calendar file that the pattern's date-times stand for.
  var labels: EventLabels?
  /// Whether occurrences are known by their nominal civil date-time.
  var isCivil = false
  /// Whether the pass is part of what an occurrence is known by.
  var keepsPass = false

  /// The entry of `offset` that the chain stands for.
  var offset: Offset? {
    guard case .days(let days) = civilOffset, case .seconds(let seconds) = clockOffset else {
      return civilOffset ?? clockOffset
    }
    return .daysAndSeconds(days: days, seconds: seconds)
  }
}
