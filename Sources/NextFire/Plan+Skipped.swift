import CivilTime
import RuleModel
import TriggerGraph

extension Plan {
  /// What fixed-time triggers name in a stretch of time and leave out again, the earliest first.
  func skipped(from: Int64, until: Int64, limit: Int, _ tables: Tables) -> [SkippedOccurrence] {
    var result: Set<SkippedOccurrence> = []
    for trigger in triggers {
      // The other chains of a trigger differ in their offset only and leave out the same.
      guard let chain = trigger.chains.first(where: { $0.history.isCivil }) else { continue }
      result.formUnion(chain.skippedDays(from: from, until: until, limit: limit, tables))
      result.formUnion(chain.skippedByGaps(from: from, until: until, limit: limit, tables))
      result.formUnion(chain.missingDays(from: from, until: until, limit: limit, tables.days))
      result.formUnion(chain.skippedByWindows(from: from, until: until, limit: limit, tables))
    }
    let sorted = result.sorted { ($0.instant, $0.nominal) < ($1.instant, $1.nominal) }
    return Array(sorted.prefix(limit))
  }
}

extension Chain {
  /// Days of the pattern that `only` and `except` leave out and no move saves.
  func skippedDays(from: Int64, until: Int64, limit: Int, _ tables: Tables) -> [SkippedOccurrence] {
    guard let filter = history.filter, let free = history.free, let pattern = history.pattern else { return [] }
    var result: [SkippedOccurrence] = []
    let lastDay = CivilSearch.split(min(until, CivilSearch.range.upperBound)).day + 2
    var day = CivilSearch.split(from).day - 2
    while result.count < limit, let found = tables.days.first(of: pattern, onOrAfter: day, through: lastDay) {
      day = found + 1
      if tables.days.contains(free, found) { continue }
      if filter.move != .drop, tables.days.target(of: found, pattern: pattern, free: free, filter.move) != nil {
        continue
      }
      guard let date = LocalDate(dayNumber: found) else { continue }
      let obstacle = history.obstacle(on: date, tables.days)
      let reason: SkippedOccurrence.Reason =
        if filter.move != .drop { .noFreeDay(obstacle ?? "not in 'only'") } else {
          obstacle.map { .except($0) } ?? .notInOnly
        }
      result += occurrences(on: found, reason, from, until, limit, tables.days)
    }
    return result
  }

  /// Local times that a gap skips, where the policy drops them.
  func skippedByGaps(from: Int64, until: Int64, limit: Int, _ tables: Tables) -> [SkippedOccurrence] {
    guard isCivil, civil.resolution.canDropGaps else { return [] }
    var result: [SkippedOccurrence] = []
    civil.resolution.forEachGap(from: from - LocalSegment.reach, through: until, isIdle: true) { gap in
      var cell = MonthCell()
      var local = gap.instant + gap.before
      while result.count < limit, let found = civil.civil.first(from: local, tables.days, &cell),
        found < gap.instant + gap.after
      {
        local = found + 1
        guard civil.resolution.isSkipped(found, by: gap) else { continue }
        for (nominal, _) in history.nominals(of: found, tables.days) {
          let instant = found - gap.before + clockOffset
          if let skip = skip(nominal, instant, .gap, from, until) { result.append(skip) }
        }
      }
    }
    return result
  }

  /// Days of the month that a named month lacks, where nothing stands in; told on the month's last day.
  ///
  /// A day that is missing has no weekday, so a pattern that also wants one misses nothing.
  func missingDays(from: Int64, until: Int64, limit: Int, _ table: DayTable) -> [SkippedOccurrence] {
    guard let pattern = history.pattern, case .masks(let masks) = table.sets[Int(pattern.position)],
      masks.missing == .nothing, !masks.namesEveryDayOfMonth, !masks.isEither, masks.namesEveryWeekday,
      masks.nthWeekdays | masks.nthLastWeekdays == 0
    else { return [] }
    var result: [SkippedOccurrence] = []
    var span = MonthSpan(holding: CivilSearch.split(from).day - 2)
    let end = CivilSearch.split(min(until, CivilSearch.range.upperBound)).day + 2
    while span.first <= end, result.count < limit {
      let lacking = (masks.days | masks.lastDays) >> UInt32(span.length + 1)
      if lacking != 0, table.namesMonth(pattern, of: span) {
        result += occurrences(on: span.last, .missingDay, from, until, limit, nil)
      }
      span.advance()
    }
    return result
  }

  /// Occurrences outside the allowed windows.
  func skippedByWindows(from: Int64, until: Int64, limit: Int, _ tables: Tables) -> [SkippedOccurrence] {
    guard let windows, isCivil else { return [] }
    var result: [SkippedOccurrence] = []
    var state = SearchState()
    var start = from - clockOffset
    var steps = 0
    // Windows let most through, so the steps are bounded apart from what is found.
    while result.count < limit, steps < 1_000_000,
      let found = civil.next(from: start, tables.days, &state), found + clockOffset <= until
    {
      steps += 1
      start = found + 1
      let window = tables.windows.state(windows, at: found, in: zone, tables.days)
      if window.isInside {
        start = max(start, window.end)
        continue
      }
      let holder = tables.windows.holder(of: found, among: windows.except, in: zone, tables.days)
      let reason = holder.map { SkippedOccurrence.Reason.except(tables.windows.name(of: $0)) } ?? .notInOnly
      for reading in civil.readings(at: found, tables.days) {
        for (nominal, _) in history.nominals(of: reading.local, tables.days) {
          if let skip = skip(nominal, found + clockOffset, reason, from, until) { result.append(skip) }
        }
      }
    }
    return result
  }

  /// The pattern's times on a day, each as left out.
  private func occurrences(
    on day: Int, _ reason: SkippedOccurrence.Reason, _ from: Int64, _ until: Int64, _ limit: Int,
    _ table: DayTable?
  ) -> [SkippedOccurrence] {
    var result: [SkippedOccurrence] = []
    var nominals: [Int64] = []
    if let times = history.times {
      let search = ClockSearch(times)
      var second = search.first(from: 0)
      while second >= 0, nominals.count < limit {
        nominals.append(Int64(day) * 86_400 + Int64(second))
        second = second < 86_399 ? search.first(from: second + 1) : -1
      }
    } else {
      nominals = history.points.filter { CivilSearch.split($0).day == day }
    }
    for nominal in nominals where nominal >= history.low && nominal <= history.high {
      if let table, !history.names(nominal, table) { continue }
      var local = nominal
      if case .days(let distance)? = history.civilOffset { local += Int64(distance) * 86_400 }
      let instant =
        switch zone.resolve(localSeconds: local) {
        case .once(let instant), .repeated(let instant, _): instant.epochSeconds
        case .skipped(let gap): local - Int64(gap.offsetBefore)
        }
      if let skip = skip(nominal, instant + clockOffset, reason, from, until) { result.append(skip) }
    }
    return result
  }

  private func skip(
    _ nominal: Int64, _ instant: Int64, _ reason: SkippedOccurrence.Reason, _ from: Int64, _ until: Int64
  ) -> SkippedOccurrence? {
    guard instant >= from, instant <= until, let dateTime = LocalDateTime(localSeconds: nominal) else { return nil }
    return SkippedOccurrence(nominal: dateTime, instant: Instant(epochSeconds: instant), reason: reason)
  }
}
