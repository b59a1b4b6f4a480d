import CivilTime
import RuleModel
import TriggerGraph

extension Plan {
  /// The occurrence at an instant at which the plan fires, with all that it stands for.
  func occurrence(at instant: Int64, _ tables: Tables) -> Occurrence {
    var result = Occurrence(instant: Instant(epochSeconds: instant), identities: [])
    var events: [(place: Int, event: OccurrenceEvent)] = []
    // A file may have thousands of events at one instant.
    var seen: Set<OccurrenceIdentity> = []
    for trigger in triggers {
      guard let base = trigger.base(of: instant, tables) else { continue }
      for chain in trigger.chains {
        for account in chain.accounts(at: base, tables) where seen.insert(account.identity).inserted {
          if result.identities.isEmpty {
            result.reasons = account.reasons
            if base != instant { result.reasons.append(.jitter(seconds: instant - base)) }
          }
          result.identities.append(account.identity)
          if let event = account.event { events.append((account.place, event)) }
        }
      }
    }
    if events.count > 1 { events.sort { $0.place < $1.place } }
    result.events = events.map(\.event)
    // Each event is announced by itself, so only what is none stands behind another.
    let others = result.identities.count - max(1, result.events.count)
    if others > 0 { result.reasons.append(.collapsed(others: others)) }
    return result
  }
}

/// What an occurrence is known by and how it came about.
struct OccurrenceAccount {
  var identity: OccurrenceIdentity
  var reasons: [OccurrenceReason]
  var event: OccurrenceEvent?
  /// The place of the event in its file.
  var place = 0
}

extension OccurrenceAccount {
  /// The same for one of the events that begin then.
  func announcing(
    _ series: EventSeries, at dateTime: LocalDateTime, _ start: Instant, _ zone: ZoneRules
  ) -> OccurrenceAccount {
    var result = self
    result.identity = .event(series.text.key, identity)
    result.place = series.place
    let (begin, end): (EventMoment, EventMoment)
    if series.isWholeDays {
      let last = LocalDate(dayNumber: Int(dateTime.date.dayNumber) + max(1, Int(series.length.days)) - 1)
      (begin, end) = (.day(dateTime.date), .day(last ?? .latest))
    } else {
      var moment = start
      let later = LocalDateTime(localSeconds: dateTime.localSeconds + Int64(series.length.days) * 86_400)
      if series.length.days != 0 { moment = zone.firstInstant(of: later ?? .latest) }
      (begin, end) = (.instant(start), .instant(moment.advanced(bySeconds: series.length.seconds)))
    }
    result.event = OccurrenceEvent(identity: result.identity, text: series.text, start: begin, end: end)
    return result
  }
}

extension Chain {
  /// What the chain fires at an instant before jitter; empty where it does not fire.
  func accounts(at instant: Int64, _ tables: Tables) -> [OccurrenceAccount] {
    let resolved = instant - clockOffset
    guard passes(resolved, tables) else { return [] }
    var clockReasons: [OccurrenceReason] = []
    if history.civilOffset == nil, let offset = history.clockOffset { clockReasons.append(.offset(offset)) }
    if isCivil {
      let readings = civil.readings(at: resolved, tables.days)
      if history.isCivil {
        return readings.flatMap { accounts(of: $0, gap: civil.resolution.gap, then: clockReasons, tables) }
      }
      guard let reading = readings.first else { return [] }
      let pass = reading.pass.map { [OccurrenceReason.fold(pass: $0)] } ?? []
      return [
        OccurrenceAccount(identity: .instant(Instant(epochSeconds: instant)), reasons: pass + clockReasons)
      ]
    }
    var state = SearchState()
    guard sourceNext(from: resolved, tables, &state) == resolved else { return [] }
    let account = OccurrenceAccount(identity: .instant(Instant(epochSeconds: instant)), reasons: clockReasons)
    guard let labels = history.labels else { return [account] }
    let start = Instant(epochSeconds: resolved)
    return labels.series(at: .instant(start)).map {
      account.announcing($0, at: zone.localDateTime(at: start), start, zone)
    }
  }

  /// Goes back from a local time to the nominal date-times that led to it.
  private func accounts(
    of reading: LocalReading, gap: GapPolicy, then clockReasons: [OccurrenceReason], _ tables: Tables
  ) -> [OccurrenceAccount] {
    var late: [OccurrenceReason] = []
    if history.civilOffset != nil, let offset = history.offset { late.append(.offset(offset)) }
    if reading.isFromGap {
      if let local = LocalDateTime(localSeconds: reading.local) {
        late.append(.gap(policy: gap == .nextOfShortGap ? .next : gap, nominal: local))
      }
    } else if let pass = reading.pass {
      late.append(.fold(pass: pass))
    }
    return history.nominals(of: reading.local, tables.days).flatMap { nominal, moved -> [OccurrenceAccount] in
      guard let dateTime = LocalDateTime(localSeconds: nominal) else { return [] }
      var reasons: [OccurrenceReason] = []
      if let missing = history.standIn(on: dateTime.date, tables.days) { reasons.append(.clamped(missing: missing)) }
      if moved {
        reasons.append(
          .moved(from: dateTime.date, because: history.obstacle(on: dateTime.date, tables.days) ?? "not in 'only'"))
      }
      let pass = history.keepsPass ? reading.pass ?? .first : .first
      let account = OccurrenceAccount(
        identity: .civil(dateTime, zone: history.zoneName, offset: history.offset, pass: pass),
        reasons: reasons + late + clockReasons)
      guard let labels = history.labels else { return [account] }
      let start = zone.firstInstant(of: dateTime)
      // A fixed instant that was moved or shifted by days went there by its local time.
      let series =
        labels.series(at: .local(dateTime)) + (labels.places.isEmpty ? [] : labels.series(at: .instant(start)))
      return series.map { account.announcing($0, at: dateTime, start, zone) }
    }
  }
}

extension ChainHistory {
  /// The nominal local seconds that moves and civil offset bring to a local second, and whether a move did.
  func nominals(of local: Int64, _ table: DayTable) -> [(nominal: Int64, moved: Bool)] {
    let (day, second) = CivilSearch.split(local)
    var days: ClosedRange<Int>? = day...day
    switch civilOffset {
    case .days(let distance)?: days = (day - Int(distance))...(day - Int(distance))
    case .workdays(let count)?:
      if let workdays { days = table.sources(of: day, byWorkdays: Int(count), free: workdays) }
    default: break
    }
    guard let days, let pattern else { return [] }
    var result: [(nominal: Int64, moved: Bool)] = []
    let move = filter?.move ?? .drop
    var target = days.lowerBound
    while target <= days.upperBound {
      let here = Int64(target) * 86_400 + Int64(second)
      if here >= low, here <= high {
        let sources: [Int]
        if let free {
          sources = table.sources(of: target, pattern: pattern, free: free, move)
        } else {
          sources = table.contains(pattern, target) ? [target] : []
        }
        for source in sources {
          let nominal = Int64(source) * 86_400 + Int64(second)
          if names(nominal, table) { result.append((nominal, source != target)) }
        }
      }
      target += 1
    }
    return result
  }

  /// Whether the pattern names a local second of one of its days.
  func names(_ local: Int64, _ table: DayTable) -> Bool {
    if let nominal { return nominal.contains(local, table) }
    guard let times else {
      let index = points.partition { $0 < local }
      return index < points.count && points[index] == local
    }
    return ClockSearch(times).contains(CivilSearch.split(local).second)
  }

  /// How a date stands in for one that its month or year lacks; nil where the pattern names it itself.
  func standIn(on date: LocalDate, _ table: DayTable) -> MissingDay? {
    guard let pattern else { return nil }
    let span = MonthSpan(holding: Int(date.dayNumber))
    let bit = span.bit(of: Int(date.dayNumber))
    switch table.sets[Int(pattern.position)] {
    case .masks(let masks) where masks.missing != .nothing:
      if PlainMasks(masks).days(of: span) & bit != 0 { return nil }
      return masks.missing == .lastDay ? .last : .next
    case .daysOfYear(let fromStart, let fromEnd, let missing, _) where missing != .nothing:
      let length = LocalDate.isLeap(year: date.year) ? 366 : 365
      let number = date.dayOfYear
      if fromStart.contains(UInt16(number)) || fromEnd.contains(UInt16(length + 1 - number)) { return nil }
      return missing == .lastDay ? .last : .next
    default:
      return nil
    }
  }

  /// The name of the set that leaves a date out; nil where none of `except` does (so `only` lacks it).
  func obstacle(on date: LocalDate, _ table: DayTable) -> String? {
    guard let filter else { return nil }
    for set in filter.except where table.contains(set, Int(date.dayNumber)) {
      return table.name(of: set)
    }
    return nil
  }
}

extension DayTable {
  /// What an entry of `only` or `except` is called in a rule file.
  func name(of set: DaySetIndex) -> String {
    DaySetName.text(of: sets[Int(set.position)])
  }
}
