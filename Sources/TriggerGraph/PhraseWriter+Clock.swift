import CivilTime
import RuleModel

extension PhraseWriter {
  /// The times of day of a fixed-time trigger as `at` takes them; nil for too many to be listed.
  func at(_ times: ClockTimes, most: Int = 24) -> String? {
    switch times {
    case .list(let list): return list.count <= most ? PhraseText.list(list.map { "\($0)" }) : nil
    case .masks(let masks):
      guard masks.count <= most, masks.first == 0, masks.last == 86_399, masks.count > 0 else { return nil }
      var list: [String] = []
      for hour in PhraseText.bits(UInt64(masks.hours)) {
        for minute in PhraseText.bits(masks.minutes) {
          for second in PhraseText.bits(masks.seconds) {
            guard let time = TimeOfDay(hour: hour, minute: minute, second: second) else { return nil }
            list.append("\(time)")
          }
        }
      }
      return PhraseText.list(list)
    }
  }

  /// The clock's fields of `matching`; nil where the times are no combination of them, or too many for it.
  ///
  /// - Parameter isFixed: With `hour` it is a fixed-time trigger, without a clock-aligned one.
  func clockFields(_ masks: ClockMasks, isFixed: Bool) -> [TriggerPhrase.Entry]? {
    guard masks.first == 0, masks.last == 86_399, masks.count > 0 else { return nil }
    var entries: [TriggerPhrase.Entry] = []
    if isFixed {
      guard masks.count <= 3600 else { return nil }
      entries.append(.init("hour", PhraseText.numbers(PhraseText.bits(UInt64(masks.hours)))))
    } else if masks.hours != 0xFF_FFFF {
      return nil
    }
    if !isFixed || masks.minutes != 1 || masks.seconds != 1 {
      entries.append(.init("minute", PhraseText.numbers(PhraseText.bits(masks.minutes))))
    }
    if masks.seconds != 1 { entries.append(.init("second", PhraseText.numbers(PhraseText.bits(masks.seconds)))) }
    return entries
  }

  /// A clock-aligned trigger as `hourly`, else as `matching`.
  func aligned(_ parts: AlignedParts) -> TriggerPhrase? {
    guard case .masks(let days) = graph[parts.days] else { return nil }
    let minutes = PhraseText.bits(parts.times.minutes)
    let isEveryHour = parts.times.hours == 0xFF_FFFF && parts.times.first == 0 && parts.times.last == 86_399
    let isPlain = parts.times.seconds == 1 && days.isWeekdaysAlone
    if isPlain, minutes.count <= 12 || !isEveryHour, let phrase = hourly(parts, minutes, days) { return phrase }
    guard parts.timesAfterMidnight == nil, let clock = clockFields(parts.times, isFixed: false),
      let date = dateFields(days)
    else { return nil }
    return TriggerPhrase([.init("matching", PhraseText.mapping(date + clock))])
  }

  private func hourly(_ parts: AlignedParts, _ minutes: [Int], _ days: DayMasks) -> TriggerPhrase? {
    let times = parts.times
    var hours = PhraseText.bits(UInt64(times.hours))
    if let after = parts.timesAfterMidnight {
      guard after.minutes == times.minutes, after.seconds == times.seconds else { return nil }
      hours += PhraseText.bits(UInt64(after.hours)).map { $0 + 24 }
    }
    guard let first = hours.first, let last = hours.last, let latest = minutes.last else { return nil }
    var step = 1
    if hours.count > 1 {
      step = hours[1] - hours[0]
      guard zip(hours, hours.dropFirst()).allSatisfy({ $1 - $0 == step }) else { return nil }
    }
    let value = PhraseText.list(minutes.map { "\($0)" })
    var entries = [
      TriggerPhrase.Entry(
        "hourly", step == 1 ? value : PhraseText.mapping([.init("at", value), .init("every", "\(step)")]))
    ]
    let isWholeDay =
      parts.timesAfterMidnight == nil && first == 0 && last + step > 23 && times.first == 0 && times.last == 86_399
    if !isWholeDay || hours.count == 1 {
      let start = max(Int(times.first), first * 3600)
      var end = last * 3600 + latest * 60
      if parts.timesAfterMidnight == nil, times.last < 86_399 { end = Int(times.last) }
      if let after = parts.timesAfterMidnight, after.last < 86_399, after.last > 0 { end = 86_400 + Int(after.last) }
      // One reading alone: the window must not be empty, and one over midnight ends before it began.
      if end <= start { end = last * 3600 + 3540 }
      guard end > start, end < start + 86_400 else { return nil }
      entries.append(
        .init("between", "\(PhraseText.clock(start))-\(PhraseText.clock(end > 86_400 ? end - 86_400 : end))"))
    }
    if !days.namesEveryWeekday { entries.append(.init("days", weekdays(WeekdaySet(rawValue: days.weekdays)))) }
    return TriggerPhrase(entries)
  }
}

extension ClockMasks {
  /// How many times of day the masks combine to, the part of the day left aside.
  var count: Int { hours.nonzeroBitCount * minutes.nonzeroBitCount * seconds.nonzeroBitCount }
}
