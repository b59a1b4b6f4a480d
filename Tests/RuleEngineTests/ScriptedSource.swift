import CivilTime
import RuleEngine
import RuleModel

/// Occurrences that a test writes down; the local clock is UTC plus a fixed offset.
struct ScriptedSource: OccurrenceSource {
  /// How a rule fires.
  enum Times {
    /// At these instants; identified by the local reading where `civil`.
    case at([Int64], civil: Bool)
    /// Every so many seconds from an instant.
    case every(Int64, from: Int64)
    /// At instants, for calendar events of these names.
    case events([Int64: [String]])
    /// Not by the clock.
    case never
  }

  var times: [RuleID: Times] = [:]
  /// Forms of triggers that differ from the default, the rule's id.
  var forms: [RuleID: [String]] = [:]
  var triggerCounts: [RuleID: Int] = [:]
  /// Rules that share their occurrences.
  var shared: [RuleID: Int] = [:]
  var offsetSeconds: Int64 = 0
  var anchors: [AnchorKey: Instant] = [:]

  mutating func use(anchors: [AnchorKey: Instant]) { self.anchors = anchors }

  func fingerprints(of rule: RuleID) -> [String] {
    forms[rule] ?? (0..<(triggerCounts[rule] ?? 1)).map { "\(rule)#\($0)" }
  }

  func group(of rule: RuleID) -> Int? {
    guard let times = times[rule] else { return nil }
    if case .never = times { return nil }
    if let group = shared[rule] { return group }
    return 1000 + (self.times.keys.sorted().firstIndex(of: rule) ?? 0)
  }

  func next(of rule: RuleID, after instant: Instant) -> Occurrence? {
    switch times[rule] {
    case .at(let seconds, let civil)?:
      // Written as local readings where civil: the offset moves them.
      seconds.map { civil ? $0 - offsetSeconds : $0 }.first { $0 > instant.epochSeconds }
        .map { occurrence($0, civil: civil) }
    case .every(let step, let from)?: occurrence(next(step, from, after: instant.epochSeconds), civil: false)
    case .events(let names)?:
      names.keys.sorted().first { $0 > instant.epochSeconds }.map { events($0, names[$0] ?? []) }
    case .never?, nil: nil
    }
  }

  func previous(of rule: RuleID, before instant: Instant) -> Occurrence? {
    switch times[rule] {
    case .at(let seconds, let civil)?:
      seconds.map { civil ? $0 - offsetSeconds : $0 }.last { $0 < instant.epochSeconds }
        .map { occurrence($0, civil: civil) }
    case .every(let step, let from)?:
      next(step, from, after: instant.epochSeconds - 1) - step >= from
        ? occurrence(next(step, from, after: instant.epochSeconds - 1) - step, civil: false) : nil
    case .events(let names)?:
      names.keys.sorted().last { $0 < instant.epochSeconds }.map { events($0, names[$0] ?? []) }
    case .never?, nil: nil
    }
  }

  func admits(_ rule: RuleID, trigger: Int, at instant: Instant) -> Bool { true }

  func next(of triggers: [Trigger], anchor: Instant, after instant: Instant) -> Occurrence? {
    for trigger in triggers {
      switch trigger.source {
      case .interval(.once(let delay)):
        let due = anchor.epochSeconds + delay.seconds
        if due > instant.epochSeconds { return occurrence(due, civil: false) }
      case .interval(.every(let step, _, _)):
        return occurrence(next(step, anchor.epochSeconds + step, after: instant.epochSeconds), civil: false)
      default: continue
      }
    }
    return nil
  }

  func localTime(at instant: Instant, in zone: ZoneChoice) -> LocalDateTime {
    LocalDateTime(localSeconds: instant.epochSeconds + offsetSeconds) ?? .earliest
  }

  func instant(of dateTime: LocalDateTime, in zone: ZoneChoice) -> Instant {
    Instant(epochSeconds: dateTime.localSeconds - offsetSeconds)
  }

  private func next(_ step: Int64, _ from: Int64, after: Int64) -> Int64 {
    after < from ? from : from + ((after - from) / step + 1) * step
  }

  private func events(_ seconds: Int64, _ names: [String]) -> Occurrence {
    var result = occurrence(seconds, civil: false)
    let time = result.identities.removeLast()
    for name in names {
      let identity = OccurrenceIdentity.event(name, time)
      result.identities.append(identity)
      let start = result.instant.advanced(bySeconds: 600)
      result.events.append(
        OccurrenceEvent(
          identity: identity, text: EventText(uid: name, summary: "About \(name)"), start: .instant(start),
          end: .instant(start.advanced(bySeconds: 3600))))
    }
    return result
  }

  private func occurrence(_ seconds: Int64, civil: Bool) -> Occurrence {
    let instant = Instant(epochSeconds: seconds)
    let identity: OccurrenceIdentity =
      civil ? .civil(localTime(at: instant, in: .local), zone: nil, offset: nil, pass: .first) : .instant(instant)
    return Occurrence(instant: instant, identities: [identity])
  }
}
