public import CivilTime

/// A calendar that runs out and on which a rule depends.
public struct CalendarEnd: Hashable, Sendable {
  /// The calendar.
  public var calendar: CalendarID
  /// The last day that it knows of.
  public var lastDay: LocalDate
  /// Whether days that it lacks could make the rule fire more often, not only less often.
  public var hidesOccurrences: Bool
}

/// The ends of calendars, found once for all rules.
public struct CalendarEnds: Sendable {
  private let calendars: [CalendarID: CalendarDefinition]
  private let lastDays: [CalendarID: LocalDate]

  /// Finds the last day of each calendar that is not meant to run out.
  public init(_ calendars: [CalendarID: CalendarDefinition]) {
    self.calendars = calendars
    lastDays = calendars.compactMapValues { $0.mayEnd ? nil : $0.lastDay }
  }

  /// The calendars behind `only` and `except` of triggers that run out, also those that other calendars take in or
  /// leave out, by name.
  public func of(_ triggers: [Trigger]) -> [CalendarEnd] {
    guard !lastDays.isEmpty else { return [] }
    struct Use: Hashable {
      var calendar: CalendarID
      var adds: Bool
    }
    var waiting: [(item: DayItem, adds: Bool)] = []
    for trigger in triggers {
      waiting += trigger.only.map { ($0, true) } + trigger.except.map { ($0, false) }
    }
    var seen: Set<Use> = []
    var ends: [CalendarID: CalendarEnd] = [:]
    while let (item, adds) = waiting.popLast() {
      guard case .calendar(let id) = item, seen.insert(Use(calendar: id, adds: adds)).inserted,
        let calendar = calendars[id]
      else { continue }
      if let day = lastDays[id] {
        let hides = adds || ends[id]?.hidesOccurrences ?? false
        ends[id] = CalendarEnd(calendar: id, lastDay: day, hidesOccurrences: hides)
      }
      waiting += calendar.union.map { ($0, adds) } + calendar.except.map { ($0, !adds) }
    }
    return ends.values.sorted { $0.calendar.text < $1.calendar.text }
  }
}

extension CalendarDefinition {
  /// The last day that it knows of; nil where it goes on for ever, takes in other calendars, or knows no day at all.
  public var lastDay: LocalDate? {
    guard union.isEmpty else { return nil }
    let goesOn = !yearly.isEmpty || weekly != nil || monthly != nil
    var days = [dates.last, dayRanges.map(\.last).max(), timedRanges.map(\.end.date).max()].compactMap(\.self)
    for event in events?.series ?? [] {
      guard let end = event.lastDay else { return nil }
      days.append(end)
    }
    if goesOn || recurrence != nil {
      let last = goesOn ? nil : recurrence?.end
      guard let end = [last, until].compactMap(\.self).min() else { return nil }
      days.append(end)
    }
    return days.max()
  }
}

extension CalendarRecurrence {
  /// The last day that it knows of; nil where it goes on for ever.
  fileprivate var end: LocalDate? {
    lastDay.map { last in max(last, pattern.added.last?.date ?? last) }
  }
}

extension EventSeries {
  /// The last day on which it takes place; nil where it goes on for ever.
  public var lastDay: LocalDate? {
    let begin: LocalDate
    switch starts {
    case .once(.local(let start)): begin = start.date
    case .once(.instant(let instant)): begin = ZoneRules.utc.localDateTime(at: instant).date
    case .repeated(let pattern, _, let before, let lastDay):
      guard let end = [lastDay, before?.date].compactMap(\.self).min() else { return nil }
      begin = max(end, pattern.added.last?.date ?? end)
    }
    let days = isWholeDays ? max(1, Int(length.days)) - 1 : Int(length.days)
    return LocalDate(dayNumber: Int(begin.dayNumber) + days) ?? .latest
  }
}
