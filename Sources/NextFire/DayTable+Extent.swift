import CivilTime
import RuleModel
import TriggerGraph

extension DayTable {
  /// The first and last day that a set can name, as close as is cheap to tell; its parts are in the table.
  ///
  /// A set that can name no day has the extent of the calendar's last day alone.
  func extent(of set: DaySet) -> ClosedRange<Int> {
    switch set {
    case .masks(let masks):
      guard let first = masks.years.map(\.first).min(), let last = masks.years.map(\.last).max() else {
        return DayTable.allDays
      }
      guard let start = LocalDate(year: first, month: 1, day: 1),
        let end = LocalDate(year: min(last, 9999), month: 12, day: 31)
      else { return DayTable.none }
      // A stand-in can be the first day of the next year.
      return Int(start.dayNumber)...Int(end.dayNumber) + 1
    case .dates(let dates):
      guard let first = dates.first, let last = dates.last else { return DayTable.none }
      return Int(first.dayNumber)...Int(last.dayNumber)
    case .ranges(let ranges):
      guard let first = ranges.first, let last = ranges.last else { return DayTable.none }
      return Int(first.first.dayNumber)...Int(last.last.dayNumber)
    case .union(let parts):
      return parts.map { extents[Int($0.position)] }.reduce(nil as ClosedRange<Int>?) { hull, part in
        guard let hull else { return part }
        return min(hull.lowerBound, part.lowerBound)...max(hull.upperBound, part.upperBound)
      } ?? DayTable.none
    case .intersection(let parts):
      var low = DayTable.allDays.lowerBound
      var high = DayTable.allDays.upperBound
      for part in parts {
        low = max(low, extents[Int(part.position)].lowerBound)
        high = min(high, extents[Int(part.position)].upperBound)
      }
      return low <= high ? low...high : DayTable.none
    case .calendar(_, let content):
      return extents[Int(content.position)]
    case .moved(let pattern, let free, _):
      let reach = widened(extents[Int(pattern.position)], by: -366, 366)
      let allowed = extents[Int(free.position)]
      return reach.overlaps(allowed) ? reach.clamped(to: allowed) : DayTable.none
    case .shifted(let pattern, let days):
      let extent = extents[Int(pattern.position)]
      let low = extent.lowerBound + Int(days)
      let high = extent.upperBound + Int(days)
      return widened(low...high, by: 0, 0)
    case .shiftedByWorkdays(let pattern, let workdays, let free):
      // The order of days stays, so the first and last go to the first and last.
      let extent = extents[Int(pattern.position)]
      let low = day(extent.lowerBound, plusWorkdays: Int(workdays), free: free)
      let high = day(extent.upperBound, plusWorkdays: Int(workdays), free: free)
      if workdays > 0, low == nil { return DayTable.none }
      if workdays < 0, high == nil { return DayTable.none }
      return (low ?? DayTable.allDays.lowerBound)...max(low ?? 0, high ?? DayTable.allDays.upperBound)
    case .positions(let positions):
      let extent = extents[Int(positions.days.position)]
      // A place that no period has, such as the fourth of two days, would be looked for at each question.
      let isEmpty =
        hasOneCycle(positions.days)
        && firstDay(
          of: positions, onOrAfter: extent.lowerBound,
          through: min(extent.upperBound, extent.lowerBound + DayTable.cycle)) == nil
      return isEmpty ? DayTable.none : extent
    case .everyDays, .everyWeeks, .isoParity, .easter, .daysOfYear, .isoWeeks, .workdays, .complement,
      .nearestWorkdays, .weekNumbers:
      return DayTable.allDays
    }
  }

  /// Days in 400 years, after which the calendar repeats, and some more for what reaches into another year.
  static let cycle = 146_097 + 800

  /// Whether a set is the same in every 400 years, whatever its phase.
  private func hasOneCycle(_ index: DaySetIndex) -> Bool {
    switch sets[Int(index.position)] {
    case .masks(let masks): masks.isEveryYear
    case .isoParity, .nearestWorkdays: true
    case .isoWeeks(_, _, let cadence), .daysOfYear(_, _, _, let cadence): cadence == nil
    case .weekNumbers(let weeks): weeks.cadence == nil
    case .workdays(_, _, _, let cadence, let free): cadence == nil && hasOneCycle(free)
    case .positions(let positions): hasOneCycle(positions.days)
    case .union(let parts), .intersection(let parts): parts.allSatisfy { hasOneCycle($0) }
    case .complement(let part), .calendar(_, let part), .shifted(let part, _): hasOneCycle(part)
    case .everyDays, .everyWeeks, .easter, .dates, .ranges, .moved, .shiftedByWorkdays: false
    }
  }

  /// The extent of a set without days.
  static let none = allDays.upperBound...allDays.upperBound

  private func widened(_ extent: ClosedRange<Int>, by low: Int, _ high: Int) -> ClosedRange<Int> {
    let start = max(extent.lowerBound + low, DayTable.allDays.lowerBound)
    let end = min(extent.upperBound + high, DayTable.allDays.upperBound)
    return start <= end ? start...end : DayTable.none
  }

  /// Whether a search may give up after one cycle of 400 years: what the set names does not hang on single dates.
  func isPeriodic(_ set: DaySet) -> Bool {
    switch set {
    case .masks(let masks): return masks.years.isEmpty
    case .dates, .ranges: return false
    case .workdays(_, _, _, _, let free): return repeats[Int(free.position)]
    case .positions(let positions): return repeats[Int(positions.days.position)]
    case .union(let parts), .intersection(let parts): return parts.allSatisfy { repeats[Int($0.position)] }
    case .calendar(_, let part), .shifted(let part, _), .moved(let part, _, _), .shiftedByWorkdays(let part, _, _):
      return repeats[Int(part.position)]
    case .everyDays, .everyWeeks, .isoParity, .easter, .daysOfYear, .isoWeeks, .complement, .nearestWorkdays,
      .weekNumbers:
      return true
    }
  }
}
