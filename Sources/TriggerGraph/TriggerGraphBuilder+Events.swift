import CivilTime
import RuleModel

extension TriggerGraphBuilder {
  /// The events of a calendar file: single ones together for each zone, repeating ones each by itself.
  mutating func events(of file: EventFile, _ trigger: Trigger) -> NodeIndex {
    var plain = trigger
    plain.jitterSeconds = 0
    // The language refuses both: a count over all events would change whenever the file does.
    plain.bounds.count = nil
    var nodes: [NodeIndex] = []
    var singles: [ZoneName?: [(point: DateTimePoint, series: EventSeries)]] = [:]
    for series in file.series ?? [] {
      switch series.starts {
      case .once(let point):
        singles[series.zone, default: []].append((series.isWholeDays ? point.at(file.at) : point, series))
      case .repeated(let pattern, let from, let before, _):
        var part = plain
        if let zone = series.zone { part.zone = .named(zone) }
        part.source = .recurrence(series.isWholeDays ? pattern.at(file.at) : pattern)
        let time = series.isWholeDays ? file.at : nil
        guard part.bounds.narrow(from: from?.at(time), before: before?.at(time)) else { continue }
        nodes.append(node(for: part, labels: EventLabels(series)))
      }
    }
    for zone in singles.keys.sorted(by: { ($0?.rawValue ?? "") < ($1?.rawValue ?? "") }) {
      guard let list = singles[zone] else { continue }
      var part = plain
      if let zone { part.zone = .named(zone) }
      part.source = .fixed(FixedPattern(days: .dateTimes(list.map(\.point)), times: []))
      nodes.append(node(for: part, labels: EventLabels(single: list)))
    }
    var result = nodes.isEmpty ? index(of: .union([])) : union(nodes)
    if trigger.jitterSeconds > 1 { result = index(of: .jitter(result, seconds: trigger.jitterSeconds)) }
    return index(
      of: .eventFile(
        result,
        EventFileForm(name: file.name, modifiers: modifiers(of: trigger, at: file.at), count: file.series?.count)))
  }

  /// A number for all that a trigger says beside its file: that of the same trigger on every day.
  private func modifiers(of trigger: Trigger, at time: TimeOfDay) -> TriggerFingerprint {
    var daily = trigger
    daily.source = .fixed(FixedPattern(days: .daily(every: 1), times: [time]))
    var builder = TriggerGraphBuilder(calendars: definitions)
    builder.add(Rule(id: RuleID("form"), triggers: [daily]))
    return builder.finish().fingerprint(ofRule: 0)
  }
}

extension DateTimePoint {
  /// The same day at a time.
  fileprivate func at(_ time: TimeOfDay) -> DateTimePoint {
    if case .local(let dateTime) = self { .local(dateTime.at(time)) } else { self }
  }
}

extension LocalDateTime {
  /// The same day at a time; as it is where there is none.
  fileprivate func at(_ time: TimeOfDay?) -> LocalDateTime {
    time.map { LocalDateTime(date: date, time: $0) } ?? self
  }
}

extension RecurrencePattern {
  /// A rule of whole days, its days at a time.
  fileprivate func at(_ time: TimeOfDay) -> RecurrencePattern {
    var result = self
    result.start = start.at(time)
    result.added = added.map { $0.at(time) }
    result.removed = []
    result.removedDays = Set(removedDays + removed.map(\.date)).sorted()
    switch rule.end {
    case .untilLocal(let last): result.rule.end = .untilDate(last.date)
    case .untilInstant(let last): result.rule.end = .untilDate(ZoneDate.utc(last))
    case .never, .count, .untilDate: break
    }
    return result
  }
}

/// The date of an instant in UTC, as an UNTIL of whole days that is written in UTC means it.
private enum ZoneDate {
  static func utc(_ instant: Instant) -> LocalDate { ZoneRules.utc.localDateTime(at: instant).date }
}

extension Bounds {
  /// Narrows to a part of a series, read on its own clock; false where nothing is left.
  ///
  /// An instant among the bounds stays as it is and the part's end gives way, which the compiler never makes.
  fileprivate mutating func narrow(from first: LocalDateTime?, before end: LocalDateTime?) -> Bool {
    if let first {
      if case .local(let own)? = from { from = .local(max(own, first)) } else if from == nil { from = .local(first) }
    }
    if let end {
      guard let last = LocalDateTime(localSeconds: end.localSeconds - 1) else { return false }
      if case .local(let own)? = until { until = .local(min(own, last)) } else if until == nil { until = .local(last) }
    }
    return true
  }
}
