import CivilTime
import RuleModel
import TriggerGraph

/// Steps of elapsed time, on some local dates only.
struct IntervalSearch: Sendable {
  /// Length of a step in seconds, 1 or more.
  let seconds: Int64
  /// The instant of step 0, where there is no window.
  let anchor: Int64
  /// Steps start with it on each day of `windowDays`.
  let window: TimeWindow?
  let windowDays: DaySearch
  /// Local dates on which an instant counts; nil where all do.
  let dates: DaySearch?
  let zone: ZoneRules

  /// The first instant at or after `from`; nil when there is none.
  func next(from: Int64, _ table: DayTable) -> Int64? {
    var low = max(from, Instant.secondsRange.lowerBound)
    while low <= Instant.secondsRange.upperBound {
      guard let found = window.map({ nextInWindows(from: low, $0, table) }) ?? step(from: low),
        found <= Instant.secondsRange.upperBound
      else { return nil }
      guard let dates else { return found }
      // Dates ascend inside a segment only: at its end the clock may be set back to an earlier one.
      let segment = LocalSegment(zone, at: found)
      let date = CivilSearch.split(found + segment.offset).day
      var cell = MonthCell()
      let allowed = dates.first(onOrAfter: date, table, &cell)
      if allowed == date { return found }
      if allowed == nil, dates.first(onOrAfter: date - 3, table, &cell) == nil { return nil }
      let start = allowed.map { Int64($0) * 86_400 - segment.offset } ?? segment.end
      low = max(found + 1, min(start, segment.end))
    }
    return nil
  }

  /// The last instant at or before `through`; nil when there is none.
  func previous(through: Int64, _ table: DayTable) -> Int64? {
    var high = min(through, Instant.secondsRange.upperBound)
    while high >= Instant.secondsRange.lowerBound {
      guard let found = window.map({ lastInWindows(through: high, $0, table) }) ?? lastStep(through: high),
        found >= Instant.secondsRange.lowerBound
      else { return nil }
      guard let dates else { return found }
      let segment = LocalSegment(zone, at: found)
      let date = CivilSearch.split(found + segment.offset).day
      let allowed = dates.last(onOrBefore: date, table)
      if allowed == date { return found }
      if allowed == nil, dates.last(onOrBefore: date + 3, table) == nil { return nil }
      let end = allowed.map { Int64($0 + 1) * 86_400 - 1 - segment.offset } ?? segment.start - 1
      high = min(found - 1, max(end, segment.start - 1))
    }
    return nil
  }

  private func localDay(_ instant: Int64) -> Int {
    CivilSearch.split(instant + Int64(zone.offset(at: Instant(epochSeconds: instant)))).day
  }

  /// The instant of a local time on its first or last pass; of one in a gap, the gap's end.
  static func instant(ofLocal local: Int64, _ zone: ZoneRules, last: Bool) -> Int64 {
    switch zone.resolve(localSeconds: local) {
    case .once(let instant): instant.epochSeconds
    case .skipped(let gap): gap.instant.epochSeconds
    case .repeated(let first, let second): last ? second.epochSeconds : first.epochSeconds
    }
  }

  private func step(from low: Int64) -> Int64? {
    let distance = low - anchor
    let steps = distance / seconds + (distance % seconds > 0 ? 1 : 0)
    let (product, overflow) = steps.multipliedReportingOverflow(by: seconds)
    return overflow ? nil : sum(anchor, product)
  }

  private func lastStep(through high: Int64) -> Int64? {
    let distance = high - anchor
    let steps = distance / seconds - (distance % seconds < 0 ? 1 : 0)
    let (product, overflow) = steps.multipliedReportingOverflow(by: seconds)
    return overflow ? nil : sum(anchor, product)
  }

  private func sum(_ left: Int64, _ right: Int64) -> Int64? {
    let (result, overflow) = left.addingReportingOverflow(right)
    return overflow ? nil : result
  }

  /// The instants at which the window of a day starts and ends, both included.
  private func bounds(ofDay day: Int, _ window: TimeWindow) -> (start: Int64, end: Int64) {
    let midnight = Int64(day) * 86_400
    let end = midnight + Int64(window.endSeconds) + (window.wrapsMidnight ? 86_400 : 0)
    return (
      IntervalSearch.instant(ofLocal: midnight + Int64(window.start.secondsSinceMidnight), zone, last: false),
      IntervalSearch.instant(ofLocal: end, zone, last: true)
    )
  }

  private func nextInWindows(from low: Int64, _ window: TimeWindow, _ table: DayTable) -> Int64? {
    var cell = MonthCell()
    // A window of the day before can reach into this one, and a change of the clock moves dates by a day.
    var day = localDay(low) - 3
    var result: Int64?
    while let found = windowDays.first(onOrAfter: day, table, &cell) {
      let (start, end) = bounds(ofDay: found, window)
      if let result, start > result { return result }
      let behind = max(0, low - start)
      let wait = (seconds - behind % seconds) % seconds
      if behind <= end - start, wait <= end - start - behind {
        let instant = start + behind + wait
        result = min(instant, result ?? instant)
      }
      day = found + 1
    }
    return result
  }

  private func lastInWindows(through high: Int64, _ window: TimeWindow, _ table: DayTable) -> Int64? {
    var day = localDay(high) + 3
    var result: Int64?
    // Windows of later days start later, but one over midnight may end after the next has begun.
    while let found = windowDays.last(onOrBefore: day, table) {
      let (start, end) = bounds(ofDay: found, window)
      if let result, end < result { return result }
      let length = min(high, end) - start
      if length >= 0 {
        let instant = start + length / seconds * seconds
        result = max(instant, result ?? instant)
      }
      day = found - 1
    }
    return result
  }
}
