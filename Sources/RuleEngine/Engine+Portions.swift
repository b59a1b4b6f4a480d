import CivilTime
import RuleModel

/// A group of rules that is due, of which some may have been settled.
struct UnsettledGroup {
  var group: Int
  /// The first rule of the group that has not been settled.
  var from = 0
  /// When the first of them was settled: its next occurrence is looked for after this.
  var since: Instant
}

extension Engine {
  /// Decides how much may be claimed in the turn of these events.
  ///
  /// Many rules that are due at one instant are claimed in portions, so that the first of them start while the others
  /// are still being written down. What comes from outside finds all that was due before it decided; the answers of
  /// those who carry out what was decided wait for nothing.
  mutating func makeRoom(for events: [Event]) {
    if events.allSatisfy(\.isWake) {
      if unsettled.isEmpty { portion = options.firstPortion }
      room = portion
      portion = portion.multipliedReportingOverflow(by: 2).overflow ? .max : portion * 2
    } else if events.allSatisfy(\.isAnswer) {
      room = unsettled.isEmpty ? options.firstPortion : 0
    } else {
      room = .max
    }
  }

  /// Goes on with groups that were settled in part.
  mutating func settleFurther() {
    guard !unsettled.isEmpty, turnClaims.keys.count < room else { return }
    let groups = unsettled
    unsettled = []
    for group in groups { settle(group) }
  }

  /// Settles what is due of a group's rules, as far as there is room, and sets its next timer.
  mutating func settle(_ unsettled: UnsettledGroup) {
    let group = unsettled.group
    guard groups.indices.contains(group), !state.settings.isPaused else { return }
    for index in groups[group].indices.dropFirst(unsettled.from) {
      guard turnClaims.keys.count < room else {
        var rest = unsettled
        rest.from = index
        return self.unsettled.append(rest)
      }
      settle(groups[group][index], group: group)
    }
    // Rules that may not be settled before the clock is set wait for that, not for a timer.
    guard let first = groups[group].first, let next = book.source.next(of: first, after: unsettled.since) else {
      return
    }
    timers.add(.calendar(group: group), at: next.instant)
  }

  /// How many runs the next wake will start, counted up to a limit: rules with a run that are due then, as far as
  /// there are places for them.
  public func runsAtNextWake(upTo limit: Int) -> Int {
    let limit = min(limit, freePlaces)
    var count = 0
    timers.visitEarliest { kind in
      guard case .calendar(let group) = kind, groups.indices.contains(group) else { return true }
      for id in groups[group] where count < limit && rule(id)?.run != nil { count += 1 }
      return count < limit
    }
    return count
  }
}

extension Event {
  fileprivate var isWake: Bool { if case .woke = self { true } else { false } }

  /// Whether it tells what has become of something that was decided.
  fileprivate var isAnswer: Bool {
    switch self {
    case .granted, .committed, .commitFailed, .delivered, .undeliverable: true
    default: false
    }
  }
}
