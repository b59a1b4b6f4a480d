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
    let year = LocalDateTime(clampingLocalSeconds: last).date.year
    // More than a cycle: a rule may change the clock in leap years only, which can be eight years apart.
    let changes = YearlyChanges(standard: rule.standard, daylight).laidOut(years: (year - 2)...(year + 413))
    // What the rule would have done up to the last recorded transition must end in that transition's offset.
    let later = changes.starts.firstIndex { $0 > last } ?? changes.starts.count
    guard later > 0, changes.offsets[later - 1] == lastOffset else { throw .ruleDisagrees(rule.text) }
    // In the first years laid out a change may lack the neighbour that would swallow it, so the cycle starts later.
    try append(changes, from: later, cycleNotBefore: YearlyChanges.newYear(year + 2), rule)
  }

  /// Lays out the rule for all time: one cycle, on which all others are mapped.
  mutating func extendForAllTime(by rule: ZoneRule) throws(ZoneDataError) {
    name(rule, from: .min)
    guard let daylight = rule.daylight, daylight.time.offset != rule.standard.offset else {
      append(start: .min, offset: rule.standard.offset)
      starts.append(.max)
      return
    }
    // From 1900 on, so that the usual look-ups fall into the cycle itself.
    let changes = YearlyChanges(standard: rule.standard, daylight).laidOut(years: 1898...2313)
    let newYear = YearlyChanges.newYear(1900)
    let first = changes.starts.firstIndex { $0 >= newYear } ?? changes.starts.count
    guard first < changes.starts.count else {
      append(start: .min, offset: changes.offsets.last ?? rule.standard.offset)
      starts.append(.max)
      return
    }
    try append(changes, from: first, cycleNotBefore: newYear, rule)
    repeatsBackward = true
  }

  private mutating func name(_ rule: ZoneRule, from start: Int64) {
    designations.ruleStart = start
    designations.ruleOffset = rule.standard.offset
    designations.ruleName = rule.standard.name
    designations.otherName = rule.daylight?.time.name ?? rule.standard.name
  }

  /// Appends a rule's changes up to where they begin to repeat.
  private mutating func append(
    _ changes: (starts: [Int64], offsets: [Int32]), from first: Int, cycleNotBefore limit: Int64, _ rule: ZoneRule
  ) throws(ZoneDataError) {
    guard first < changes.starts.count else {
      starts.append(.max)
      return
    }
    let cycle = ZoneRules.cycleSeconds
    guard let begin = changes.starts[first...].firstIndex(where: { $0 >= limit }),
      let end = changes.starts[begin...].lastIndex(of: changes.starts[begin] + cycle),
      changes.offsets[end] == changes.offsets[begin]
    else { throw .badRule(rule.text) }
    cycleStart = changes.starts[begin]
    cycleEnd = changes.starts[end]
    starts += changes.starts[first...end]
    offsets += changes.offsets[first..<end]
  }
}
