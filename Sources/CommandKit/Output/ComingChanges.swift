import CivilTime
import NextFire
import RuleModel
import TriggerGraph

/// What clock changes and month ends do to triggers in a stretch of time, in time order, one line each.
struct ComingChanges {
  /// One of them.
  struct Change: Hashable {
    /// The day, or the month that lacks one: `2027-03-28`, `2027-02`.
    var date: String
    /// `gap`, `fold` or `missing-day`.
    var code: String
    /// What happens, without a full stop.
    var text: String
  }

  private(set) var changes: [Change] = []
  private let from: Instant
  private let until: Instant
  private let evaluator: Evaluator

  init(_ subject: ExplainSubject, until: Instant) {
    from = subject.from
    self.until = until
    var builder = TriggerGraphBuilder(calendars: subject.calendars)
    // One rule for each trigger, under the id that stored anchors know.
    let id = subject.rule?.id ?? RuleID(subject.kind)
    for trigger in subject.triggers { builder.add(Rule(id: id, triggers: [trigger])) }
    evaluator = Evaluator(graph: builder.finish(), context: subject.evaluator.context)
    var found: [(key: Int64, change: Change)] = []
    for (index, trigger) in subject.triggers.enumerated() where trigger.isOnCivilTime {
      guard let zone = rules(of: trigger.zone) else { continue }
      for transition in transitions(of: zone) {
        found += self.changes(of: trigger, index, at: transition, zone).map { (transition.epochSeconds, $0) }
      }
      found += missingDays(of: trigger, index, zone)
    }
    var seen: Set<Change> = []
    changes = found.enumerated().sorted { ($0.element.key, $0.offset) < ($1.element.key, $1.offset) }
      .map(\.element.change).filter { seen.insert($0).inserted }
  }

  private func rules(of zone: ZoneChoice) -> ZoneRules? {
    switch zone {
    case .local: evaluator.context.localZone
    case .named(let name): evaluator.context.zones[name] ?? (name == .utc ? ZoneRules.utc : nil)
    }
  }

  /// The instants at which the offset changes; a handful, the bound only guards against odd zone data.
  private func transitions(of zone: ZoneRules) -> [Instant] {
    var result: [Instant] = []
    var instant = from
    while result.count < 64, let next = zone.nextTransition(after: instant), next < until {
      if zone.offset(at: next) != zone.offset(at: next.advanced(bySeconds: -1)) { result.append(next) }
      instant = next
    }
    return result
  }

  // MARK: Clock changes

  /// A local time that a clock change touches.
  private struct Touched {
    var local: LocalDateTime
    /// When it fires; none where it is left out.
    var instants: [Instant]
  }

  private func changes(
    of trigger: Trigger, _ index: Int, at transition: Instant, _ zone: ZoneRules
  ) -> [Change] {
    let before = Int64(zone.offset(at: transition.advanced(bySeconds: -1)))
    let after = Int64(zone.offset(at: transition))
    let length = abs(after - before)
    // An offset moves an occurrence away from the change that touches it.
    let reach = length + (trigger.offsets.isEmpty && trigger.jitterSeconds == 0 ? 0 : 86_400)
    let start = transition.advanced(bySeconds: -reach - 1)
    let end = transition.advanced(bySeconds: reach)
    var gaps: [Touched] = []
    var folds: [LocalDateTime: [(OccurrenceIdentity.Pass, Instant)]] = [:]
    for occurrence in evaluator.occurrences(ofRule: index, after: start).prefix(100_000) {
      if occurrence.instant > end { break }
      for reason in occurrence.reasons {
        switch reason {
        case .gap(_, let nominal): gaps.append(Touched(local: nominal, instants: [occurrence.instant]))
        case .fold(let pass):
          folds[zone.localDateTime(at: occurrence.instant), default: []].append((pass, occurrence.instant))
        default: continue
        }
      }
    }
    if after > before {
      gaps += evaluator.skipped(ofRule: index, from: start, until: end).filter { $0.reason == .gap }
        .map { Touched(local: $0.nominal, instants: []) }
      if trigger.source.isClockAligned { gaps += unseen(index, transition, before, length) }
    }
    let ordered = gaps.sorted { $0.local < $1.local }
    return gapChanges(ordered.filter { !$0.instants.isEmpty }, zone)
      + gapChanges(ordered.filter(\.instants.isEmpty), zone)
      + foldChanges(folds, zone)
  }

  /// Clock readings that a clock-aligned trigger names and the clock does not show: those it would show without the change.
  private func unseen(_ index: Int, _ transition: Instant, _ before: Int64, _ length: Int64) -> [Touched] {
    guard let unchanged = ZoneRules.fixed(offsetSeconds: Int(before), name: .utc) else { return [] }
    var context = evaluator.context
    context.localZone = unchanged
    for name in context.zones.keys { context.zones[name] = unchanged }
    let end = transition.advanced(bySeconds: length)
    return Evaluator(graph: evaluator.graph, context: context)
      .instants(ofRule: index, after: transition.advanced(bySeconds: -1)).prefix { $0 < end }
      .map { Touched(local: unchanged.localDateTime(at: $0), instants: []) }
  }

  private func gapChanges(_ touched: [Touched], _ zone: ZoneRules) -> [Change] {
    guard let first = touched.first, let last = touched.last else { return [] }
    if touched.count > 3 {
      let fate =
        first.instants.first.map { start in
          ", fire from \(clock(start, zone, on: first.local.date)) on"
        } ?? ", skipped"
      let text = "\(touched.count) times from \(first.local.time) to \(last.local.time) do not exist\(fate)"
      return [Change(date: "\(first.local.date)", code: "gap", text: text)]
    }
    return touched.map { item in
      let fate = item.instants.first.map { "fires at \(clock($0, zone, on: item.local.date))" } ?? "skipped"
      return Change(date: "\(item.local.date)", code: "gap", text: "\(item.local.time) does not exist, \(fate)")
    }
  }

  private func foldChanges(
    _ folds: [LocalDateTime: [(OccurrenceIdentity.Pass, Instant)]], _ zone: ZoneRules
  ) -> [Change] {
    let locals = folds.keys.sorted()
    guard let first = locals.first, let last = locals.last else { return [] }
    func fate(_ passes: [(OccurrenceIdentity.Pass, Instant)], _ verb: String) -> String {
      guard let pass = passes.first, Set(passes.map(\.1)).count == 1 else { return "\(verb) both times" }
      return "\(verb) the \(pass.0 == .first ? "first" : "second") time, in \(zone.abbreviation(at: pass.1))"
    }
    if locals.count > 3 {
      let text =
        "\(locals.count) times from \(first.time) to \(last.time) come twice, \(fate(folds[first] ?? [], "fire"))"
      return [Change(date: "\(first.date)", code: "fold", text: text)]
    }
    return locals.map { local in
      Change(
        date: "\(local.date)", code: "fold", text: "\(local.time) comes twice, \(fate(folds[local] ?? [], "fires"))")
    }
  }

  /// `03:30 CEST`, with its date where that is another one.
  private func clock(_ instant: Instant, _ zone: ZoneRules, on date: LocalDate) -> String {
    let local = zone.localDateTime(at: instant)
    return "\(local.date == date ? "" : "\(local.date) ")\(local.time) \(zone.abbreviation(at: instant))"
  }

  // MARK: Month ends

  private func missingDays(of trigger: Trigger, _ index: Int, _ zone: ZoneRules) -> [(key: Int64, change: Change)] {
    if case .cron(let expression) = trigger.source, let days = expression.daysOfItsOwn {
      return lacking(days, expression.months, trigger.bounds, zone)
    }
    guard let set = daySet(of: evaluator.graph.triggers(ofRule: index).first) else { return [] }
    var result: [(key: Int64, change: Change)] = []
    switch set {
    case .masks(let masks) where masks.missing == .nothing:
      for skipped in evaluator.skipped(ofRule: index, from: from, until: until, limit: 10_000)
      where skipped.reason == .missingDay {
        result.append((skipped.instant.epochSeconds, change(masks, lackingIn: skipped.nominal.date, "skipped")))
      }
    case .masks(let masks):
      for (occurrence, date) in standIns(index) {
        let month = masks.missing == .lastDay ? date : date.advanced(byDays: -date.day) ?? date
        result.append((occurrence.instant.epochSeconds, change(masks, lackingIn: month, "\(date) stands in")))
      }
    case .daysOfYear(_, _, let missing, _) where missing != .nothing:
      for (occurrence, date) in standIns(index) {
        let year = missing == .lastDay ? date.year : date.year - 1
        let text = "no day 366, \(date) stands in"
        result.append((occurrence.instant.epochSeconds, Change(date: "\(year)", code: "missing-day", text: text)))
      }
    default: break
    }
    return result
  }

  /// Months that lack one of some days.
  private func lacking(
    _ days: UInt32, _ months: MonthSet, _ bounds: Bounds, _ zone: ZoneRules
  ) -> [(key: Int64, change: Change)] {
    var result: [(key: Int64, change: Change)] = []
    var masks = DayMasks()
    masks.days = days
    let last = zone.localDateTime(at: until).date
    var day: LocalDate? = zone.localDateTime(at: from).date
    while let date = day, date <= last {
      let (year, month, number) = date.yearMonthDay
      let length = LocalDate.daysInMonth(year: year, month: month)
      guard let end = date.advanced(byDays: length - number) else { break }
      day = end.advanced(byDays: 1)
      let isWithin =
        bounds.from.map { self.date($0, zone) <= end } ?? true
        && bounds.until.map { self.date($0, zone) >= end } ?? true
      if isWithin, months.contains(number: month), UInt64(days) >> UInt64(length + 1) != 0 {
        let change = change(masks, lackingIn: end, "skipped")
        // Only the order counts here, for which the offset is too small.
        result.append((Int64(end.dayNumber) * 86_400, change))
      }
    }
    return result
  }

  private func date(_ point: DateTimePoint, _ zone: ZoneRules) -> LocalDate {
    switch point {
    case .local(let dateTime): dateTime.date
    case .instant(let instant): zone.localDateTime(at: instant).date
    }
  }

  private func standIns(_ index: Int) -> [(Occurrence, LocalDate)] {
    var result: [(Occurrence, LocalDate)] = []
    for occurrence in evaluator.occurrences(ofRule: index, after: from.advanced(bySeconds: -1)).prefix(100_000) {
      if occurrence.instant > until { break }
      let isClamped = occurrence.reasons.contains { if case .clamped = $0 { true } else { false } }
      if isClamped, let nominal = occurrence.nominal { result.append((occurrence, nominal.date)) }
    }
    return result
  }

  private func change(_ masks: DayMasks, lackingIn date: LocalDate, _ fate: String) -> Change {
    let (year, month, _) = date.yearMonthDay
    let length = LocalDate.daysInMonth(year: year, month: month)
    let numbers = (length + 1)..<32
    let days =
      numbers.filter { masks.days & (1 << UInt32($0)) != 0 }.map { "\($0)" }
      + numbers.filter { masks.lastDays & (1 << UInt32($0)) != 0 }.map { "last-\($0 - 1)" }
    let name = "\(date)".prefix(7)
    return Change(
      date: String(name), code: "missing-day", text: "no day \(days.joined(separator: " or ")), \(fate)")
  }

  /// The days of a trigger's pattern.
  private func daySet(of node: NodeIndex?) -> DaySet? {
    guard var node else { return nil }
    while true {
      if case .pattern(let days, _) = evaluator.graph[node] { return evaluator.graph[days] }
      guard let input = evaluator.graph[node].inputs.first else { return nil }
      node = input
    }
  }
}

extension CronExpression {
  /// Days of the month that may be missing and that no set of masks shows: with `W`, or beside weekdays of which one
  /// is enough.
  fileprivate var daysOfItsOwn: UInt32? {
    if eitherDayFieldMatches {
      return monthDays.days == DayMasks.allDays ? nil : monthDays.days | monthDays.nearestWorkdays
    }
    return monthDays.nearestWorkdays == 0 ? nil : monthDays.days | monthDays.nearestWorkdays
  }
}

extension Trigger {
  /// Whether local times fire it, which a clock change can touch.
  fileprivate var isOnCivilTime: Bool {
    switch source {
    case .fixed, .aligned, .cron, .recurrence, .calendarExpression: true
    case .interval, .eventFile, .event: false
    }
  }
}
