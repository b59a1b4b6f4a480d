import CivilTime
import RuleModel

/// What becomes of a rule's due occurrences: on time, missed and made up, missed, or stopped.
///
/// Missed is what is handled more than `grace` late. For clock-aligned and interval triggers grace and `within` never
/// exceed the distance to the next occurrence.
struct Decision {
  /// What becomes of one occurrence.
  struct Verdict {
    var occurrence: Occurrence
    var status: LedgerStatus
    var reason: String?
    var missedCount = 0
    var isSerial = false
    var isCatchUp = false
  }

  let rule: Rule
  let now: Instant
  let stop: Stop?
  /// In time order.
  private(set) var verdicts: [Verdict] = []
  /// Whether something would be declared missed, which needs a clock that is right.
  private(set) var needsClock = false
  /// How many were missed, those made up included.
  private(set) var missedCount = 0

  init(rule: Rule, now: Instant, stop: Stop?) {
    self.rule = rule
    self.now = now
    self.stop = stop
  }

  /// Decides about all that is due.
  mutating func decide(_ due: DueList) {
    let isCapped = rule.triggers.contains { $0.source.isRepeating }
    var late: [Int] = []
    var onTime: [Int] = []
    for (index, occurrence) in due.occurrences.enumerated() {
      let following = index + 1 < due.occurrences.count ? due.occurrences[index + 1].instant : due.next
      var verdict = Verdict(occurrence: occurrence, status: .claimed)
      if isStopped(at: occurrence.instant) {
        verdict.status = .stopped
      } else if isLate(occurrence.instant, following: isCapped ? following : nil) {
        late.append(index)
      } else {
        onTime.append(index)
      }
      verdicts.append(verdict)
    }
    missedCount = late.count
    needsClock = !late.isEmpty || due.isCut
    guard let last = late.last else { return }
    switch rule.missed.choice {
    case .skip: miss(late[...], "skip")
    case .latest:
      if let first = onTime.first {
        // One that is on time is the latest.
        miss(late[...], "latest")
        verdicts[first].missedCount = late.count
      } else if isWithin(last) {
        miss(late.dropLast(), "latest")
        makeUp(last, count: late.count)
      } else {
        miss(late[...], "within")
      }
    case .all:
      makeUpAll(late, isCapped: isCapped, next: due.next)
      // One that is on time would find the first of them running and be skipped; it is the last of the row instead.
      // Where they are spread, they come later, and it need not wait.
      let isMadeUp = late.contains { verdicts[$0].isSerial }
      if isMadeUp, rule.missed.spreadSeconds == 0 { for index in onTime { verdicts[index].isSerial = true } }
    }
  }

  private mutating func makeUpAll(_ late: [Int], isCapped: Bool, next: Instant?) {
    var made = 0
    for index in late.reversed() {
      let following = index + 1 < verdicts.count ? verdicts[index + 1].occurrence.instant : next
      if !isWithin(index) {
        miss([index], "within")
      } else if isCapped, let following, following <= now {
        miss([index], "distance")
      } else if made >= Engine.catchUpLimit {
        miss([index], "limit")
      } else {
        made += 1
        makeUp(index, count: 1)
        verdicts[index].isSerial = true
      }
    }
  }

  private mutating func makeUp(_ index: Int, count: Int) {
    verdicts[index].missedCount = count
    verdicts[index].isCatchUp = true
  }

  private mutating func miss(_ indices: ArraySlice<Int>, _ reason: String) {
    for index in indices {
      verdicts[index].status = .missed
      verdicts[index].reason = reason
    }
  }

  private func isStopped(at instant: Instant) -> Bool {
    guard let stop, instant >= stop.since else { return false }
    return stop.until.map { instant < $0 } ?? true
  }

  private func isLate(_ instant: Instant, following: Instant?) -> Bool {
    if now.seconds(since: instant) > rule.graceSeconds { return true }
    return following.map { $0 <= now } ?? false
  }

  private func isWithin(_ index: Int) -> Bool {
    guard let within = rule.missed.withinSeconds else { return true }
    return now.seconds(since: verdicts[index].occurrence.instant) <= within
  }
}

extension TriggerSource {
  /// Whether grace and `within` end at the next occurrence.
  var isRepeating: Bool {
    switch self {
    case .aligned, .interval(.every): true
    case .cron(let expression): expression.isClockAligned
    case .fixed, .interval(.once), .recurrence, .calendarExpression, .eventFile, .event: false
    }
  }
}
