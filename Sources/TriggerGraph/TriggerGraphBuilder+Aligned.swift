import CivilTime
import RuleModel

extension TriggerGraphBuilder {
  /// Clock readings of a day and of the day after, with the window and `every` worked into masks.
  mutating func aligned(_ pattern: AlignedPattern) -> AlignedParts {
    let days = index(of: masks(of: pattern.days))
    let every = min(max(pattern.everyHours, 1), 48)
    var times = ClockMasks(hours: pattern.hours, minutes: pattern.minutes, seconds: pattern.seconds)
    guard let window = pattern.between else {
      times.hours &= multiples(of: every, from: 0)
      return AlignedParts(days: days, times: times.canonical, timesAfterMidnight: nil)
    }
    var after = times
    let startHour = window.start.hour
    times.hours &= multiples(of: every, from: startHour)
    after.hours &= multiples(of: every, from: startHour - 24)
    times.first = window.start.secondsSinceMidnight
    after.last = -1
    if window.wrapsMidnight {
      after.last = window.endSeconds
    } else if window.endSeconds >= 86_400 {
      after.last = 0
    } else {
      times.last = window.endSeconds
    }
    after = after.canonical
    return AlignedParts(days: days, times: times.canonical, timesAfterMidnight: after.hours == 0 ? nil : after)
  }

  /// Hours of a day whose distance from `start` is a multiple; bit n for hour n.
  private func multiples(of every: Int, from start: Int) -> UInt32 {
    if every == 1, start <= 0 { return 0xFF_FFFF }
    var hours: UInt32 = 0
    for hour in max(0, start)..<24 where (hour - start) % every == 0 { hours |= 1 << UInt32(hour) }
    return hours
  }
}

extension ClockMasks {
  /// The same times with no hour that has none of them, and no part of the day where it cuts nothing off.
  var canonical: ClockMasks {
    var result = self
    if minutes == 0 || seconds == 0 || first > last { result.hours = 0 }
    if result.hours == 0 { return .none }
    if first <= 0, last >= 86_399 { return result }
    let earliestInHour = Int32(minutes.trailingZeroBitCount) * 60 + Int32(seconds.trailingZeroBitCount)
    let latestInHour = Int32(63 - minutes.leadingZeroBitCount) * 60 + Int32(63 - seconds.leadingZeroBitCount)
    var cutsInside = false
    for hour in 0..<24 where result.hours & (1 << UInt32(hour)) != 0 {
      let start = Int32(hour) * 3600
      let times = (start + earliestInHour)...(start + latestInHour)
      if times.upperBound < first || times.lowerBound > last {
        result.hours &= ~(1 << UInt32(hour))
      } else if times.lowerBound < first || times.upperBound > last {
        cutsInside = true
      }
    }
    if result.hours == 0 { return ClockMasks(hours: 0, minutes: 0, seconds: 0) }
    if !cutsInside {
      result.first = 0
      result.last = 86_399
    }
    return result
  }
}
