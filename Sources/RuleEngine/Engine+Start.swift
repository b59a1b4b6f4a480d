import CivilTime
import RuleModel

extension Engine {
  /// At how many service starts in a row something may be found begun and not done before it is given up.
  static let startsUntilGivenUp = 3

  /// The first event: goes on where an earlier service was.
  mutating func start(bootID: String, isClockSet: Bool) {
    guard !isStarted else { return }
    isStarted = true
    self.isClockSet = isClockSet
    let isNewBoot = state.settings.bootID != bootID
    let start = changeSettings { settings in
      settings.starts += 1
      settings.bootID = bootID
      return settings.starts
    }
    indexDeliveries()
    countRuns()
    load(book)
    if isClockSet { reviewClock() }
    resumeClaims()
    resumeDeliveries()
    resumeRuns(isNewBoot: isNewBoot)
    // Whether the last change of the badge was shown is not known.
    if start > 1 { held.append(.setBadge(state.settings.badge)) }
    for (identifier, request) in state.requests.sorted(by: { $0.key < $1.key }) {
      if let schedule = request.schedule { timers.add(.request(identifier), at: schedule.due) }
    }
    timers.add(.prune, at: (state.settings.pruned ?? now).advanced(bySeconds: Self.pruneEverySeconds))
    fireStartups(bootID: bootID, isNewBoot: isNewBoot, start: start)
  }

  private mutating func resumeClaims() {
    let rows = state.claims.values.sorted { ($0.scheduled, $0.key) < ($1.scheduled, $1.key) }
    for var row in rows {
      row.starts += 1
      // A row that waits for its time was not what the service ended at.
      if row.notBefore.map({ $0 > now }) ?? false { row.starts = 0 }
      if row.starts >= Self.startsUntilGivenUp {
        row.status = .failed
        row.reason = "crashed"
        direct.append(.note(.gaveUp("occurrence \(row.key.identity) of \(row.key.rule)")))
      }
      keep(.settle(row))
      if row.status == .claimed {
        // Acted on once this start is counted in the store, else a row that ends the service would do so for ever.
        turnClaims.keys.append(row.key)
        if let later = row.notBefore { timers.add(.claim(row.key), at: later) }
      }
    }
  }

  private mutating func resumeDeliveries() {
    for number in state.deliveries.keys.sorted() {
      guard var delivery = state.deliveries[number], delivery.end == nil else { continue }
      if let expires = delivery.expires { timers.add(.expiry(number), at: expires) }
      if let expires = delivery.expires, expires <= now { continue }
      guard !delivery.isConfirmed, delivery.problem == nil else { continue }
      delivery.starts += 1
      if delivery.starts >= Self.startsUntilGivenUp {
        delivery.problem = "the service ended at each try"
        direct.append(.note(.gaveUp("delivery \(number)")))
        keep(.delivery(delivery))
        continue
      }
      keep(.delivery(delivery))
      held.append(.deliver(order(for: delivery, mayRepeat: true)))
    }
  }

  /// - Parameter isNewBoot: Whether the machine was started since; what a run had left on the disk may be gone with it.
  private mutating func resumeRuns(isNewBoot: Bool) {
    let runs = state.runs.values.sorted { ($0.nextAttempt ?? $0.queued, $0.id) < ($1.nextAttempt ?? $1.queued, $1.id) }
    for var run in runs {
      if run.phase == .started || run.phase == .claimed { unclearRuns[run.id] = run.rule }
      switch run.phase {
      case .waiting: runQueue.append(run.id)
      case .retrying:
        if let next = run.nextAttempt { timers.add(.retry(run.id), at: next) }
      case .started: held.append(.adoptRun(run.id, attempt: run.attempt))
      case .claimed:
        run.starts += 1
        keepRun(run)
        if run.starts >= Self.startsUntilGivenUp {
          unclearRuns[run.id] = nil
          direct.append(.note(.gaveUp("run \(run.id)")))
          finishAttempt(run, RunFacts(outcome: .failure, problem: "crashed: the service ended at each start of it"))
        } else if isNewBoot {
          // The machine may have gone down between the start of it and the first trace of that on the disk: it is
          // looked for and, where nothing is found of it, interrupted, because it must not run twice.
          held.append(.adoptRun(run.id, attempt: run.attempt))
        } else {
          held.append(.startRun(order(for: run)))
        }
      case .ended: break
      }
    }
  }

  /// Fires the rules that a start of the service fires.
  private mutating func fireStartups(bootID: String, isNewBoot: Bool, start: Int64) {
    for rule in book.rules.rules where rule.isEnabled {
      for (number, trigger) in rule.triggers.enumerated() {
        guard case .event(.startup(let kind)) = trigger.source else { continue }
        switch kind {
        case .boot where isNewBoot: take(event: "boot/\(bootID)", of: rule, trigger: number, cause: nil)
        case .service: take(event: "start/\(start)", of: rule, trigger: number, cause: nil)
        case .boot: break
        }
      }
    }
  }
}
