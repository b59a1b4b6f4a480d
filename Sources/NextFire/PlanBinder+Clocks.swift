import CivilTime
import RuleModel
import TriggerGraph

extension PlanBinder {
  /// The clock that says all about a root; nil where the root is no pattern of plain days and times on the clock of a
  /// known zone, within local bounds or none.
  mutating func clock(of root: NodeIndex) -> PlainClock? {
    guard case .resolve(let input, let choice, _, _) = graph[root] else { return nil }
    var source = graph[input]
    var from: DateTimePoint?
    var until: DateTimePoint?
    if case .bounds(let below, let first, let last, _) = source {
      source = graph[below]
      (from, until) = (first, last)
    }
    let days: DaySetIndex
    let times: ClockMasks
    switch source {
    case .pattern(let set, .masks(let masks)): (days, times) = (set, masks)
    case .aligned(let parts) where parts.timesAfterMidnight == nil: (days, times) = (parts.days, parts.times)
    default: return nil
    }
    guard let plain = self.days.plainDays(of: days), let zone = rules(of: choice) else { return nil }
    var low = CivilSearch.range.lowerBound
    var high = CivilSearch.range.upperBound
    switch from {
    case .local(let dateTime)?: low = dateTime.localSeconds
    case .instant?: return nil
    case nil: break
    }
    switch until {
    case .local(let dateTime)?: high = dateTime.localSeconds
    case .instant?: return nil
    case nil: break
    }
    return PlainClock(days: plain, times: PlainTimes(times), low: low, high: high, zone: zone)
  }
}
