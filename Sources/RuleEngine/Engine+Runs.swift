import CivilTime
import RuleModel

extension Engine {
  /// Keeps a run and how many of its rule's own go on.
  mutating func keepRun(_ run: RunRecord) {
    let isKnown = state.runs[run.id] != nil
    keep(.run(run))
    guard let rule = run.rule, run.stepList == nil else { return }
    if run.phase == .ended {
      if isKnown { runCounts[rule, default: 1] -= 1 }
    } else if !isKnown {
      runCounts[rule, default: 0] += 1
    }
  }

  /// Counts the runs of each rule itself.
  mutating func countRuns() {
    runCounts.removeAll()
    for run in state.runs.values where run.stepList == nil {
      if let rule = run.rule { runCounts[rule, default: 0] += 1 }
    }
  }

  /// Whether a run of the rule itself goes on, from its first start (or its wait for one) to its last attempt's end.
  func hasRun(of rule: RuleID) -> Bool { runCounts[rule, default: 0] > 0 }

  /// How many more runs may go on at once.
  var freePlaces: Int {
    guard let limit = book.rules.parallelRuns else { return .max }
    return limit - state.runs.values.count { $0.phase == .claimed || $0.phase == .started }
  }

  /// Starts what waits, in order, as far as there are places.
  mutating func startRuns() {
    guard !runQueue.isEmpty else { return }
    let free = freePlaces
    guard free > 0 else { return }
    let starting = runQueue.prefix(free)
    runQueue.removeFirst(starting.count)
    for id in starting {
      guard var run = state.runs[id], run.phase == .waiting else { continue }
      run.phase = .claimed
      run.started = now
      run.firstStarted = run.firstStarted ?? now
      run.starts = 0
      keepRun(run)
      held.append(.startRun(order(for: run)))
    }
  }

  /// A script was started.
  mutating func runStarted(_ id: RunID, attempt: Int) {
    guard var run = state.runs[id], run.phase == .claimed, run.attempt == attempt else { return }
    run.phase = .started
    keepRun(run)
  }

  /// A script has ended.
  mutating func runEnded(_ id: RunID, attempt: Int, _ result: RunResult) {
    guard let run = going(id, attempt) else { return }
    finishAttempt(run, RunFacts(result, of: run.run))
  }

  /// A script is gone without a result.
  mutating func runVanished(_ id: RunID, attempt: Int) {
    guard let run = going(id, attempt) else { return }
    let lasted = max(0, now.seconds(since: run.started ?? now))
    finishAttempt(
      run,
      RunFacts(
        outcome: .interrupted, durationMilliseconds: lasted.multipliedReportingOverflow(by: 1000).partialValue,
        problem: "it vanished without a result"))
  }

  private func going(_ id: RunID, _ attempt: Int) -> RunRecord? {
    guard let run = state.runs[id], run.phase == .claimed || run.phase == .started, run.attempt == attempt else {
      return nil
    }
    return run
  }

  /// Tries again or ends a run whose present attempt is over.
  mutating func finishAttempt(_ finished: RunRecord, _ result: RunFacts) {
    var run = finished
    run.result = result
    run.ended = now
    if result.outcome.isRetried, run.attempt < run.run.retry.attempts {
      run.phase = .retrying
      let next = now.advanced(bySeconds: run.run.retry.delaySeconds(before: run.attempt + 1))
      run.nextAttempt = next
      keepRun(run)
      timers.add(.retry(run.id), at: next)
      return
    }
    run.phase = .ended
    run.nextAttempt = nil
    keepRun(run)
    direct.append(.note(.runEnded(run.id, run.rule, result.outcome)))
    if let number = run.stepList {
      if let list = state.stepLists[number] { goOn(list, after: run, result) }
    } else if let rule = run.rule {
      endRun(of: rule, run, result)
    }
  }

  /// The next attempt of a run is due.
  mutating func retryDue(_ id: RunID) {
    guard var run = state.runs[id], run.phase == .retrying, let next = run.nextAttempt, next <= now else { return }
    run.phase = .waiting
    run.attempt += 1
    run.nextAttempt = nil
    keepRun(run)
    runQueue.append(id)
  }

  private mutating func endRun(of rule: RuleID, _ run: RunRecord, _ result: RunFacts) {
    var context = StepContext(rule: rule, request: lastRequest(of: rule), facts: run.facts)
    context.facts.run = result
    switch result.outcome {
    case .success:
      changeRecord(of: rule) { $0.failureTold = false }
      if let steps = run.handlers.onSuccess { perform(steps, context) }
    case .skipped: break
    case .failure, .timeout, .interrupted: performFailure(of: run, result, context)
    }
    if !result.output.isEmpty, let steps = run.handlers.onOutput {
      context.request = lastRequest(of: rule)
      perform(steps, context)
    }
    fireFollowers(
      of: rule, outcome: result.outcome, name: "run/\(run.id)",
      cause: Cause(rule: rule, scheduled: run.facts.scheduled, run: result))
  }

  /// The last notification of a rule, shown or pending or, as far as it is at hand, ended.
  func lastRequest(of rule: RuleID) -> Request? {
    guard let identifier = state.rules[rule]?.lastIdentifier else { return nil }
    return state.requests[identifier] ?? recentDelivery(identifier)?.request
  }
}

extension RunOutcome {
  /// Whether another attempt may follow.
  var isRetried: Bool {
    switch self {
    case .failure, .timeout, .interrupted: true
    case .success, .skipped: false
    }
  }
}

extension Retry {
  /// Seconds to wait before an attempt, which is 2 or more.
  func delaySeconds(before attempt: Int) -> Int64 {
    var delay = max(0, delaySeconds)
    if backoff == .exponential {
      for _ in 0..<min(max(0, attempt - 2), 62) {
        let (doubled, overflow) = delay.multipliedReportingOverflow(by: 2)
        delay = overflow ? .max : doubled
      }
    }
    return maxDelaySeconds.map { min(delay, $0) } ?? delay
  }
}

extension RunFacts {
  /// Judges how a script ended by the codes of its run.
  init(_ result: RunResult, of run: ScriptRun) {
    self.init(
      outcome: .failure, durationMilliseconds: result.durationMilliseconds,
      output: String(decoding: result.output, as: UTF8.self))
    switch result.outcome {
    case .exited(let code):
      exitCode = code
      outcome = run.skipCodes.contains(code) ? .skipped : run.successCodes.contains(code) ? .success : .failure
    case .signaled(let number): signal = number
    case .couldNotStart(let reason): problem = reason
    }
    if result.timedOut {
      outcome = .timeout
    } else if result.cancelled {
      outcome = .interrupted
    }
  }
}
