extension ZoneTable {
  /// Continues the recorded segments by the rule that holds from the last recorded transition on.
  mutating func extend(by rule: ZoneRule, after last: Int64) throws(ZoneDataError) {
    name(rule, from: last)
    guard let lastOffset = offsets.last else { throw .malformed(.counts) }
    guard let daylight = rule.daylight, daylight.time.offset != rule.standard.offset else {
      guard lastOffset == rule.standard.offset else { throw .ruleDisagrees(rule.text) }
      starts.append(.max)
      return
    }
    let recorded = starts.count
    let year = LocalDateTime(clampingLocalSeconds: last).date.year
    appendChanges(of: rule, daylight, years: (year - 2)...(year + 404))

    // What the rule would have done up to the last recorded transition must end in that transition's offset.
    var firstLater = recorded
    while firstLater < starts.count, starts[firstLater] <= last { firstLater += 1 }
    guard firstLater > recorded, offsets[firstLater - 1] == lastOffset else { throw .ruleDisagrees(rule.text) }
    starts.removeSubrange(recorded..<firstLater)
    offsets.removeSubrange(recorded..<firstLater)
    try closeCycle(from: recorded, notBefore: ZoneTable.newYear(year + 2), rule)
  }

  /// Lays out the rule for all time: one cycle, on which all others are mapped.
  mutating func extendForAllTime(by rule: ZoneRule) {
    name(rule, from: .min)
    guard let daylight = rule.daylight, daylight.time.offset != rule.standard.offset else {
      starts = [.min, .max]
      offsets = [rule.standard.offset]
      return
    }
    appendChanges(of: rule, daylight, years: 1898...2304)
    // Days 1900-01-01 and on; the cycle holds today, so that the usual lookups need no mapping.
    do throws(ZoneDataError) {
      let first = starts.firstIndex { $0 >= ZoneTable.newYear(1900) } ?? starts.count
      let offset = first > 0 ? offsets[first - 1] : rule.standard.offset
      starts.removeSubrange(0..<first)
      offsets.removeSubrange(0..<first)
      if starts.isEmpty {
        starts = [.min, .max]
        offsets = [offset]
        return
      }
      try closeCycle(from: 0, notBefore: .min, rule)
      repeatsBackward = true
    } catch {
      starts = [.min, .max]
      offsets = [rule.standard.offset]
    }
  }

  private mutating func name(_ rule: ZoneRule, from start: Int64) {
    designations.ruleStart = start
    designations.ruleOffset = rule.standard.offset
    designations.ruleName = rule.standard.name
    designations.otherName = rule.daylight?.time.name ?? rule.standard.name
  }

  /// Seconds of the first instant of a year in UTC; the year may be 0 or less.
  private static func newYear(_ year: Int) -> Int64 { Int64(newYearDay(year)) * 86_400 }

  private static func newYearDay(_ year: Int) -> Int {
    // Taken a cycle later, where the formula has no negative year.
    LocalDate.dayNumber(year: year + 400, month: 1, day: 1) - 146_097
  }

  /// Appends the changes of some years, in order, without those that never come to be.
  ///
  /// The shorter of a year's two times is an interval from one change to the other. Where such intervals of
  /// neighbouring years touch or overlap they are one, which is how a TZ string writes permanent daylight
  /// saving time (RFC 9636, section 3.3.1: `EST5EDT,0/0,J365/25`).
  private mutating func appendChanges(of rule: ZoneRule, _ daylight: ZoneRule.Daylight, years: ClosedRange<Int>) {
    let floor = starts.count
    // A year is one of fourteen: leap or not, and the weekday it starts with.
    let toDaylight = (0..<14).map {
      Int64(daylight.start.dayOfYear(isLeap: $0 >= 7, firstWeekday: $0 % 7) * 86_400 + daylight.start.seconds)
        - Int64(rule.standard.offset)
    }
    let toStandard = (0..<14).map {
      Int64(daylight.end.dayOfYear(isLeap: $0 >= 7, firstWeekday: $0 % 7) * 86_400 + daylight.end.seconds)
        - Int64(daylight.time.offset)
    }
    var day = ZoneTable.newYearDay(years.lowerBound)
    var weekday = (day + 4) % 7  // 1970-01-01 was a Thursday, 4.
    if weekday < 0 { weekday += 7 }
    for year in years {
      let isLeap = LocalDate.isLeap(year: year)
      let kind = isLeap ? weekday + 7 : weekday
      let newYear = Int64(day) * 86_400
      let start = newYear + toDaylight[kind]
      let end = newYear + toStandard[kind]
      if start < end {
        appendChange(at: start, daylight.time.offset, floor)
        appendChange(at: end, rule.standard.offset, floor)
      } else {
        appendChange(at: end, rule.standard.offset, floor)
        appendChange(at: start, daylight.time.offset, floor)
      }
      day += isLeap ? 366 : 365
      weekday = (weekday + (isLeap ? 2 : 1)) % 7
    }
    // The last year has no successor that could swallow its changes, so it tells nothing.
    let lastNewYear = ZoneTable.newYear(years.upperBound)
    while starts.count > floor, starts[starts.count - 1] >= lastNewYear {
      starts.removeLast()
      offsets.removeLast()
    }
  }

  private mutating func appendChange(at start: Int64, _ offset: Int32, _ floor: Int) {
    while starts.count > floor, starts[starts.count - 1] >= start {
      starts.removeLast()
      offsets.removeLast()
    }
    if starts.count > floor, offsets[offsets.count - 1] == offset { return }
    starts.append(start)
    offsets.append(offset)
  }

  /// Cuts the table where the rule's changes begin to repeat.
  ///
  /// - Parameters:
  ///   - first: Index of the first segment that the rule made.
  ///   - limit: The cycle starts at or after this, where changes no longer depend on the first years laid out.
  private mutating func closeCycle(from first: Int, notBefore limit: Int64, _ rule: ZoneRule) throws(ZoneDataError) {
    guard first < starts.count else {
      starts.append(.max)
      return
    }
    let cycle = ZoneRules.cycleSeconds
    guard let begin = starts[first...].firstIndex(where: { $0 >= limit }),
      let end = starts[begin...].lastIndex(of: starts[begin] + cycle), offsets[end] == offsets[begin]
    else { throw .badRule(rule.text) }
    cycleStart = starts[begin]
    cycleEnd = starts[end]
    starts.removeSubrange((end + 1)...)
    offsets.removeSubrange(end...)
  }
}
