import CivilTime
public import RuleModel

extension TriggerGraphBuilder {
  /// Returns the top node of a trigger, building what is not there yet.
  public mutating func node(for trigger: Trigger) -> NodeIndex {
    if trigger.isPlain, let node = plainNode(trigger) { return node }
    if case .eventFile(let file) = trigger.source { return events(of: file, trigger) }
    return node(for: trigger, labels: nil)
  }

  /// The top node of a pattern on the clock of a zone and nothing more, as most triggers are; nil for all others.
  private mutating func plainNode(_ trigger: Trigger) -> NodeIndex? {
    switch trigger.source {
    case .fixed(let pattern):
      if case .dateTimes = pattern.days { return nil }
      return index(
        resolving: node(for: pattern, phase: Self.phase(nil, trigger.zone), weekend: .usualWeekend), trigger.zone,
        trigger.gap, trigger.fold)
    case .aligned(let pattern):
      return index(resolving: index(of: .aligned(aligned(pattern))), trigger.zone, .skip, .both)
    default: return nil
    }
  }

  /// The node of days with times of day.
  private mutating func node(
    for pattern: FixedPattern, phase: @autoclosure () -> PhasePoint, weekend: WeekdaySet, except: [DaySetIndex] = []
  ) -> NodeIndex {
    // Before anything is added, so that the list of times need not be held.
    let times = ClockTimes.canonical(pattern.times)
    let days = daySet(of: pattern.days, phase: phase(), weekend: weekend, except: except)
    switch times {
    case .masks(let times): return index(of: StoredNode.pattern(days, times))
    case .list(let times): return index(of: TriggerNode.pattern(days, .list(times)))
    }
  }

  /// The top node of a trigger whose date-times stand for events.
  mutating func node(for trigger: Trigger, labels: EventLabels?) -> NodeIndex {
    if case .calendarExpression(let expression) = trigger.source, let zone = expression.zone,
      trigger.zone != .named(zone)
    {
      var inItsZone = trigger
      inItsZone.zone = .named(zone)
      return node(for: inItsZone, labels: labels)
    }
    let filter = filters(of: trigger)
    var bounds = trigger.bounds
    var node = source(of: trigger, &bounds, filter)
    if let labels { node = index(of: .labelled(node, labels)) }
    let isOnInstants = !yieldsCivilTimes(trigger)
    let dayExcept = filter.dayExcept.isEmpty || usesUpExcept(trigger) ? [] : filter.dayExcept.sorted()
    if filter.dayOnly != nil || !dayExcept.isEmpty {
      let zone = isOnInstants ? trigger.zone : .local
      let move = isOnInstants ? Move.drop : trigger.move
      node = index(of: .days(node, DayFilter(only: filter.dayOnly, except: dayExcept, move: move, zone: zone)))
    }
    node = bounded(node, by: bounds, trigger.zone, isOnInstants: isOnInstants)
    if trigger.offsets.isEmpty {
      node = instants(node, trigger, offset: nil, filter: filter, isOnInstants: isOnInstants)
    } else {
      let results = offsets(of: trigger).map { offset in
        instants(node, trigger, offset: offset, filter: filter, isOnInstants: isOnInstants)
      }
      node = union(results)
    }
    if trigger.jitterSeconds > 1 { node = index(of: .jitter(node, seconds: trigger.jitterSeconds)) }
    return node
  }

  private func yieldsCivilTimes(_ trigger: Trigger) -> Bool {
    switch trigger.source {
    case .fixed, .aligned, .cron, .recurrence, .calendarExpression, .eventFile: true
    case .interval, .event: false
    }
  }

  /// Whether the pattern counts workdays and so has taken `except` in already.
  private func usesUpExcept(_ trigger: Trigger) -> Bool {
    guard case .fixed(let pattern) = trigger.source else { return false }
    switch pattern.days {
    case .monthly(.workdays, _, _), .yearlyMonths(_, .workdays, _, _): return true
    default: return false
    }
  }

  /// - Parameter bounds: Those of the trigger; get what belongs to a recurrence itself.
  private mutating func source(
    of trigger: Trigger, _ bounds: inout Bounds, _ filter: TriggerFilters
  ) -> NodeIndex {
    switch trigger.source {
    case .fixed(let pattern):
      if case .dateTimes(let points) = pattern.days { return self.points(points) }
      let from = bounds.from
      return node(
        for: pattern, phase: Self.phase(from, trigger.zone), weekend: trigger.weekend, except: filter.dayExcept)
    case .aligned(let pattern):
      return index(of: .aligned(aligned(pattern)))
    case .interval(.every(let seconds, let between, let days)):
      let needsZone = between != nil || days != .all || isLocal(bounds.from)
      return index(
        of: .interval(
          IntervalParts(
            seconds: max(1, seconds), from: between == nil ? bounds.from : nil, between: between, weekdays: days,
            zone: needsZone ? trigger.zone : .local)))
    case .interval(.once(let delay)):
      let needsZone = delay.days != 0 || isLocal(bounds.from)
      return index(of: .once(after: delay, from: bounds.from, needsZone ? trigger.zone : .local))
    case .cron(let expression): return cron(expression)
    case .calendarExpression(let expression): return calendarExpression(expression)
    case .recurrence(let pattern):
      return recurrence(pattern, &bounds, filter, trigger.move)
    case .event(let event):
      return index(of: .event(event))
    case .eventFile:
      return index(of: .union([]))
    }
  }

  private func isLocal(_ point: DateTimePoint?) -> Bool {
    if case .local = point { true } else { false }
  }

  private func isInstant(_ point: DateTimePoint?) -> Bool {
    if case .instant = point { true } else { false }
  }

  /// Where `every` is counted from; day 0 of 1970 where a trigger that the compiler would refuse says nothing.
  private static func phase(_ from: DateTimePoint?, _ zone: ZoneChoice) -> PhasePoint {
    switch from {
    case .local(let dateTime): .date(dateTime.date)
    case .instant(let instant): .instant(instant, zone)
    case nil: .date(LocalDate(dayNumber: 0) ?? .earliest)
    }
  }

  /// Single date-times; a pattern of dates where all of them have the same times of day.
  private mutating func points(_ points: [DateTimePoint]) -> NodeIndex {
    var local: Set<LocalDateTime> = []
    var instants: Set<Instant> = []
    for point in points {
      switch point {
      case .local(let dateTime): local.insert(dateTime)
      case .instant(let instant): instants.insert(instant)
      }
    }
    let times = Set(local.map(\.time))
    let dates = Set(local.map(\.date))
    if instants.isEmpty, times.count * dates.count == local.count {
      return index(of: .pattern(index(of: DaySet.dates(dates.sorted())), ClockTimes(times.sorted())))
    }
    return index(of: .points(local: local.sorted(), instants: instants.sorted()))
  }

  private mutating func bounded(
    _ node: NodeIndex, by bounds: Bounds, _ zone: ZoneChoice, isOnInstants: Bool
  ) -> NodeIndex {
    var node = node
    if bounds.from != nil || bounds.until != nil {
      let needsZone = isOnInstants || isInstant(bounds.from) || isInstant(bounds.until)
      node = index(of: .bounds(node, from: bounds.from, until: bounds.until, needsZone ? zone : .local))
    }
    if let count = bounds.count {
      node = index(of: .count(node, min(max(count, 0), 1_000_000), isFirstLoad: bounds.from == nil))
    }
    return node
  }

  /// The distinct ones of its offsets; nil for an offset of nothing.
  ///
  /// More than 1000 workdays, about four years, are cut to that.
  private func offsets(of trigger: Trigger) -> [Offset?] {
    var result: [Offset?] = []
    for offset in trigger.offsets {
      let canonical: Offset? =
        switch offset {
        case .days(0), .seconds(0), .workdays(0), .daysAndSeconds(days: 0, seconds: 0): nil
        case .workdays(let days): .workdays(min(max(days, -1000), 1000))
        case .daysAndSeconds(let days, 0): .days(days)
        case .daysAndSeconds(0, let seconds): .seconds(seconds)
        default: offset
        }
      if !result.contains(canonical) { result.append(canonical) }
    }
    return result
  }

  /// The steps from civil date-times (or instants) of one offset to instants.
  private mutating func instants(
    _ input: NodeIndex, _ trigger: Trigger, offset: Offset?, filter: TriggerFilters, isOnInstants: Bool
  ) -> NodeIndex {
    var node = input
    var clockOffset: Offset?
    switch offset {
    case nil: break
    case .seconds: clockOffset = offset
    case .days, .workdays, .daysAndSeconds:
      if isOnInstants {
        // The language refuses calendar steps here; taken as elapsed time they at least mean something.
        clockOffset = offset
      } else {
        var free: DaySetIndex?
        if case .workdays = offset { free = workdays(weekend: trigger.weekend, except: filter.dayExcept) }
        if case .daysAndSeconds(_, let seconds) = offset { clockOffset = .seconds(seconds) }
        node = index(of: .civilOffset(node, civilPart(offset), free: free))
      }
    }
    switch trigger.source {
    case .fixed: node = index(resolving: node, trigger.zone, trigger.gap, trigger.fold)
    case .cron(let expression) where !expression.isClockAligned:
      node = index(resolving: node, trigger.zone, trigger.gap, trigger.fold)
    case .recurrence, .calendarExpression:
      node = index(resolving: node, trigger.zone, trigger.gap, trigger.fold)
    case .aligned, .cron: node = index(resolving: node, trigger.zone, .skip, .both)
    case .interval, .event, .eventFile: break
    }
    if filter.windowOnly != nil || !filter.windowExcept.isEmpty {
      node = index(
        of: .windows(
          node,
          WindowFilter(only: filter.windowOnly, except: filter.windowExcept.sorted(), zone: trigger.zone)))
    }
    if let clockOffset { node = index(of: .clockOffset(node, clockOffset)) }
    return node
  }

  private func civilPart(_ offset: Offset?) -> Offset {
    switch offset {
    case .daysAndSeconds(let days, _): .days(days)
    case .some(let other): other
    case nil: .days(0)
    }
  }
}
