import CivilTime
import RuleModel

extension PlainReference {
  /// The instants of a fixed-time trigger whose dates lie in a range, ascending; valid away from the range's ends.
  func fixed(_ trigger: Trigger, _ pattern: FixedPattern, from first: LocalDate, through last: LocalDate) -> [Instant] {
    var phase = LocalDate(dayNumber: 0) ?? first
    if case .local(let from)? = trigger.bounds.from { phase = from.date }
    let dayExcept = trigger.except.filter { holds($0, first) != nil }
    func isWorkday(_ date: LocalDate) -> Bool {
      !trigger.weekend.contains(date.weekday) && !dayExcept.contains { holds($0, date) == true }
    }
    var usesWorkdays = false
    switch pattern.days {
    case .monthly(.workdays, _, _), .yearlyMonths(_, .workdays, _, _): usesWorkdays = true
    default: break
    }
    let onlyDays = trigger.only.allSatisfy { holds($0, first) != nil } ? trigger.only : []
    func isFree(_ date: LocalDate) -> Bool {
      (onlyDays.isEmpty || onlyDays.contains { holds($0, date) == true })
        && (usesWorkdays || !dayExcept.contains { holds($0, date) == true })
    }
    let all = sequence(first: first) { $0 < last ? $0.advanced(byDays: 1) : nil }
    let named = all.filter { names(pattern.days, $0, phase: phase, isWorkday: isWorkday) }
    var targets: Set<LocalDate> = []
    for (index, date) in named.enumerated() {
      let before = index > 0 ? named[index - 1] : nil
      let after = index + 1 < named.count ? named[index + 1] : nil
      if let target = target(date, before, after, trigger.move, isFree) { targets.insert(target) }
    }
    var civil: [LocalDateTime] = []
    for date in targets.sorted() { civil += pattern.times.map { LocalDateTime(date: date, time: $0) } }
    if case .local(let from)? = trigger.bounds.from { civil.removeAll { $0 < from } }
    if case .local(let until)? = trigger.bounds.until { civil.removeAll { $0 > until } }
    if let count = trigger.bounds.count { civil = Array(civil.prefix(count)) }
    var result: Set<Instant> = []
    for offset in trigger.offsets.isEmpty ? [.seconds(0)] : trigger.offsets {
      for dateTime in civil {
        guard let shifted = shift(dateTime, offset, isWorkday) else { continue }
        for instant in resolve(shifted, trigger) where passesWindows(instant, trigger) {
          result.insert(instant.advanced(bySeconds: seconds(offset)))
        }
      }
    }
    return result.sorted()
  }

  private func target(
    _ date: LocalDate, _ before: LocalDate?, _ after: LocalDate?, _ move: Move, _ isFree: (LocalDate) -> Bool
  ) -> LocalDate? {
    if isFree(date) { return date }
    var later: LocalDate?
    var earlier: LocalDate?
    for distance in 1...366 {
      if later == nil, let day = date.advanced(byDays: distance), after.map({ day <= $0 }) ?? true, isFree(day) {
        later = day
      }
      if earlier == nil, let day = date.advanced(byDays: -distance), before.map({ day >= $0 }) ?? true, isFree(day) {
        earlier = day
      }
    }
    switch move {
    case .drop: return nil
    case .next: return later
    case .previous: return earlier
    case .nearest:
      guard let later, let earlier else { return later ?? earlier }
      return date.days(since: earlier) <= later.days(since: date) ? earlier : later
    }
  }

  private func shift(_ dateTime: LocalDateTime, _ offset: Offset, _ isWorkday: (LocalDate) -> Bool) -> LocalDateTime? {
    var date = dateTime.date
    switch offset {
    case .seconds: break
    case .days(let days), .daysAndSeconds(let days, _):
      guard let moved = date.advanced(byDays: Int(days)) else { return nil }
      date = moved
    case .workdays(let count):
      var rest = abs(Int(count))
      while rest > 0 {
        guard let next = date.advanced(byDays: count > 0 ? 1 : -1) else { return nil }
        date = next
        if isWorkday(date) { rest -= 1 }
      }
    }
    return LocalDateTime(date: date, time: dateTime.time)
  }

  private func seconds(_ offset: Offset) -> Int64 {
    switch offset {
    case .seconds(let seconds), .daysAndSeconds(_, let seconds): seconds
    case .days, .workdays: 0
    }
  }

  private func resolve(_ local: LocalDateTime, _ trigger: Trigger) -> [Instant] {
    switch zone.meaning(of: local) {
    case .once(let instant): return [instant]
    case .repeated(let first, let last):
      switch trigger.fold {
      case .first: return [first]
      case .last: return [last]
      case .both: return [first, last]
      }
    case .skipped(let gap):
      switch trigger.gap {
      case .shift: return [Instant(epochSeconds: local.localSeconds - Int64(gap.offsetBefore))]
      case .previous: return [Instant(epochSeconds: local.localSeconds - Int64(gap.offsetAfter))]
      case .nextOfShortGap: return gap.lengthSeconds > 3 * 3600 ? [] : [gap.instant]
      case .next: return [gap.instant]
      case .skip: return []
      }
    }
  }

  /// Whether the entries that look at the instant let it through.
  func passesWindows(_ instant: Instant, _ trigger: Trigger) -> Bool {
    let isWindowed = trigger.only.contains { holds($0, LocalDate.earliest) == nil }
    if isWindowed, !trigger.only.contains(where: { holds($0, at: instant) }) { return false }
    return !trigger.except.contains { holds($0, LocalDate.earliest) == nil && holds($0, at: instant) }
  }

  /// The instants of a clock-aligned trigger within a range, every second asked.
  func aligned(_ trigger: Trigger, _ pattern: AlignedPattern, from first: Instant, through last: Instant) -> [Instant] {
    var result: [Instant] = []
    for seconds in first.epochSeconds...last.epochSeconds {
      let instant = Instant(epochSeconds: seconds)
      let clock = zone.localDateTime(at: instant)
      guard pattern.seconds & (1 << UInt64(clock.time.second)) != 0 else { continue }
      if shows(pattern, clock), isInBounds(clock, instant, trigger), passesDays(clock.date, trigger),
        passesWindows(instant, trigger)
      {
        result.append(instant)
      }
    }
    return result
  }

  private func shows(_ pattern: AlignedPattern, _ clock: LocalDateTime) -> Bool {
    guard pattern.hours & (1 << UInt32(clock.time.hour)) != 0, pattern.minutes & (1 << UInt64(clock.time.minute)) != 0
    else { return false }
    func isNamed(_ date: LocalDate?) -> Bool {
      guard let date else { return false }
      return names(.matching(pattern.days), date, phase: date) { _ in true }
    }
    guard let window = pattern.between else {
      return isNamed(clock.date) && clock.time.hour % pattern.everyHours == 0
    }
    let second = Int(clock.time.secondsSinceMidnight)
    let start = Int(window.start.secondsSinceMidnight)
    let end = Int(window.endSeconds) + (window.wrapsMidnight ? 86_400 : 0)
    for (date, offset) in [(clock.date as LocalDate?, 0), (clock.date.advanced(byDays: -1), 86_400)] {
      let position = second + offset
      guard position >= start, position <= end, isNamed(date) else { continue }
      if (position / 3600 - start / 3600) % pattern.everyHours == 0 { return true }
    }
    return false
  }

  /// The instants of an interval trigger without a window within a range.
  func interval(_ trigger: Trigger, seconds: Int64, days: WeekdaySet, from first: Instant, through last: Instant)
    -> [Instant]
  {
    var anchor: Int64 = 0
    switch trigger.bounds.from {
    case .instant(let instant)?: anchor = instant.epochSeconds
    case .local(let dateTime)?: anchor = resolve(dateTime, trigger).first?.epochSeconds ?? 0
    case nil: break
    }
    return (first.epochSeconds...last.epochSeconds).lazy.filter { ($0 - anchor) % seconds == 0 }.map {
      Instant(epochSeconds: $0)
    }.filter {
      let clock = zone.localDateTime(at: $0)
      let isLate = trigger.bounds.from == nil || $0.epochSeconds >= anchor
      return isLate && days.contains(clock.date.weekday) && passesDays(clock.date, trigger)
        && passesWindows($0, trigger)
    }
  }

  private func passesDays(_ date: LocalDate, _ trigger: Trigger) -> Bool {
    let onlyDays = trigger.only.allSatisfy { holds($0, date) != nil } ? trigger.only : []
    return (onlyDays.isEmpty || onlyDays.contains { holds($0, date) == true })
      && !trigger.except.contains { holds($0, date) == true }
  }

  private func isInBounds(_ clock: LocalDateTime, _ instant: Instant, _ trigger: Trigger) -> Bool {
    switch trigger.bounds.from {
    case .local(let from)?: if clock < from { return false }
    case .instant(let from)?: if instant < from { return false }
    case nil: break
    }
    switch trigger.bounds.until {
    case .local(let until)?: if clock > until { return false }
    case .instant(let until)?: if instant > until { return false }
    case nil: break
    }
    return true
  }
}
