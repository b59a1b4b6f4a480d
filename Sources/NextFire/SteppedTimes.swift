import RuleModel
import TriggerGraph

/// Days with times, of which only those in every n-th hour, minute or second from a start count.
///
/// Counted on the local clock as if it had no changes, as RFC 5545 does.
final class SteppedTimes: Sendable {
  let days: DaySearch
  let times: ClockSearch
  /// Seconds of the unit.
  let unit: Int64
  /// How many units lie between two that count.
  let every: Int64
  /// The number of a unit that counts.
  let phase: Int64
  /// The first and last local second that count.
  let low: Int64
  let high: Int64
  /// Local seconds that are left out, ascending.
  let removed: [Int64]

  init(
    days: DaySearch, times: ClockSearch, step: RecurrenceStep, start: Int64, low: Int64, high: Int64,
    removed: [Int64]
  ) {
    self.days = days
    self.times = times
    unit = step.unitSeconds
    every = step.every
    phase = SteppedTimes.floor(start, step.unitSeconds)
    self.low = low
    self.high = high
    self.removed = removed
  }

  /// The first local second at or after `local`; nil when there is none.
  ///
  /// Each turn goes on to a later day or, within a day, to the next step. How the steps lie in a day depends only on
  /// how far the day is from a step, so a day that is found empty rules out all days like it: the turns stay below
  /// those of one day and the number of days.
  func first(from local: Int64, _ table: DayTable) -> Int64? {
    var cell = MonthCell()
    var empty: Set<Int64> = []
    var time = max(local, low)
    var whole = -1
    while time <= high {
      let (day, second) = CivilSearch.split(time)
      guard let found = days.first(onOrAfter: day, table, &cell) else { return nil }
      if found > day {
        time = Int64(found) * 86_400
        continue
      }
      if second == 0 {
        if empty.contains(residue(day)) {
          time = Int64(day + 1) * 86_400
          continue
        }
        whole = day
      }
      let behind = self.behind(time)
      if behind != 0 {
        time = (SteppedTimes.floor(time, unit) + every - behind) * unit
        if CivilSearch.split(min(time, CivilSearch.range.upperBound)).day != day { rule(out: day, &empty, whole) }
        continue
      }
      let next = Int64(times.first(from: second))
      if next < 0 {
        rule(out: day, &empty, whole)
        time = Int64(day + 1) * 86_400
      } else if next / unit != Int64(second) / unit {
        time = Int64(day) * 86_400 + next
      } else {
        let result = Int64(day) * 86_400 + next
        if result > high { return nil }
        if !isRemoved(result) { return result }
        whole = -1
        time = result + 1
      }
    }
    return nil
  }

  /// The last local second at or before `local`; nil when there is none.
  func last(through local: Int64, _ table: DayTable) -> Int64? {
    var empty: Set<Int64> = []
    var time = min(local, high)
    var whole = -1
    while time >= low {
      let (day, second) = CivilSearch.split(time)
      guard let found = days.last(onOrBefore: day, table) else { return nil }
      if found < day {
        time = Int64(found) * 86_400 + 86_399
        continue
      }
      if second == 86_399 {
        if empty.contains(residue(day)) {
          time = Int64(day) * 86_400 - 1
          continue
        }
        whole = day
      }
      let behind = self.behind(time)
      if behind != 0 {
        time = (SteppedTimes.floor(time, unit) - behind + 1) * unit - 1
        if time < Int64(day) * 86_400 { rule(out: day, &empty, whole) }
        continue
      }
      let next = Int64(times.last(through: second))
      if next < 0 {
        rule(out: day, &empty, whole)
        time = Int64(day) * 86_400 - 1
      } else if next / unit != Int64(second) / unit {
        time = Int64(day) * 86_400 + next
      } else {
        let result = Int64(day) * 86_400 + next
        if result < low { return nil }
        if !isRemoved(result) { return result }
        whole = -1
        time = result - 1
      }
    }
    return nil
  }

  /// Whether a local second counts.
  func contains(_ local: Int64, _ table: DayTable) -> Bool {
    guard local >= low, local <= high, behind(local) == 0 else { return false }
    let (day, second) = CivilSearch.split(local)
    return times.contains(second) && days.contains(day, table) && !isRemoved(local)
  }

  private func isRemoved(_ local: Int64) -> Bool {
    let index = removed.partition { $0 < local }
    return index < removed.count && removed[index] == local
  }

  /// How many units a local second's own lies behind the last one that counts.
  private func behind(_ local: Int64) -> Int64 {
    let distance = (SteppedTimes.floor(local, unit) - phase) % every
    return distance < 0 ? distance + every : distance
  }

  private func residue(_ day: Int) -> Int64 { behind(Int64(day) * 86_400) }

  /// Notes that a day searched as a whole has nothing, where that says something about others.
  private func rule(out day: Int, _ empty: inout Set<Int64>, _ whole: Int) {
    if whole == day, every < 86_400 / unit { empty.insert(residue(day)) }
  }

  private static func floor(_ number: Int64, _ divisor: Int64) -> Int64 {
    number >= 0 ? number / divisor : (number + 1) / divisor - 1
  }
}
