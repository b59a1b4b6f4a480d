import CivilTime
import ControlProtocol
import EventLoop
import HostTime
import RuleEngine
import RuleModel
import ScriptRunner

extension Service {
  /// Does what the engine has decided.
  func perform(_ effect: Effect) {
    switch effect {
    case .deliver(let order):
      if let channel {
        channel.deliver(order)
      } else {
        feed(.undeliverable(number: order.number, problem: "no channel is there"))
      }
    case .withdraw(let identifier, let number): channel?.withdraw(identifier: identifier, number: number)
    case .startRun(let order): start(order)
    case .adoptRun(let id, let attempt): adopt(id, attempt: attempt)
    case .setBadge: break  // a terminal has none; status and `badge` tell the number
    case .reply(let ticket, let reply): replies.removeValue(forKey: ticket.number)?(reply)
    case .note(let note): tell(note)
    case .prune(let before):
      pruneBefore = before
      prunePortion()
    }
  }

  // MARK: Runs

  private func start(_ order: RunOrder) {
    guard let (id, attempt) = RunID.start(named: order.runID) else { return }
    guard let runner else { return }
    activeRuns.insert(order.runID)
    do throws(ScriptRunnerError) {
      try runner.start(order)
    } catch {
      activeRuns.remove(order.runID)
      // A service before this one started it and was ended before it could say so.
      if case .alreadyStarted = error { return adopt(id, attempt: attempt) }
      let now = clock.now().epochSeconds
      feed(
        .runEnded(
          id, attempt: attempt,
          RunResult(
            outcome: .couldNotStart(error.description), startedAt: now, endedAt: now, durationMilliseconds: 0)))
    }
  }

  private func adopt(_ id: RunID, attempt: Int) {
    guard let runner else { return }
    do throws(ScriptRunnerError) {
      switch try runner.adopt(id.startName(attempt: attempt)) {
      case .watching:
        activeRuns.insert(id.startName(attempt: attempt))
        feed(.runStarted(id, attempt: attempt))
      case .over: activeRuns.insert(id.startName(attempt: attempt))
      case .neverStarted: feed(.runVanished(id, attempt: attempt))
      }
    } catch {
      journal.say(.error, "run \(id) can't be watched: \(error)")
      feed(.runVanished(id, attempt: attempt))
    }
  }

  /// Takes the starts of runs: supervisors have them.
  func runsBegun(_ names: [String]) {
    feed(names.compactMap { RunID.start(named: $0) }.map { .runStarted($0.id, attempt: $0.attempt) })
  }

  /// How long ends wait for others while many runs go on, in microseconds.
  private static let endsTime: UInt64 = 50_000

  /// Takes the end of a run; those of one moment are kept together, after all that is to be started.
  ///
  /// While many runs go on the moment is a little longer: those that have just been handed over should have the
  /// processors and the disk to themselves until they have started.
  func runEnded(_ name: String, _ end: RunEnd) {
    ends.append((name, end))
    guard ends.count == 1 else { return }
    if activeRuns.count >= Self.manyRuns {
      let instant = Clock.monotonic.microseconds + Self.endsTime
      endsTimer = try? Timer(on: loop, .monotonic, at: instant) { [weak self] in self?.takeEnds() }
      if endsTimer != nil { return }
    }
    loop.postWhenQuiet { [weak self] in self?.takeEnds() }
  }

  private func takeEnds() {
    let ends = ends
    self.ends = []
    endsTimer = nil
    status.wakeUps += 1
    var events: [Event] = []
    for (name, end) in ends {
      activeRuns.remove(name)
      guard let (id, attempt) = RunID.start(named: name) else { continue }
      switch end {
      case .ended(let result): events.append(.runEnded(id, attempt: attempt, result))
      case .vanished(let reason):
        journal.say(.warning, "run \(id) has no result: \(reason)")
        events.append(.runVanished(id, attempt: attempt))
      }
    }
    feed(events)
    // Their results are kept now; if the store has failed, the folders are what is left of them until the next start.
    guard !isStoreFailing else { return }
    for (name, _) in ends {
      do throws(ScriptRunnerError) {
        try runner?.remove(name)
      } catch {
        journal.say(.warning, "the folder of run \(name) could not be removed: \(error)")
      }
    }
  }

  /// Removes folders of runs whose results an earlier service has kept.
  func removeOldRunFolders() {
    guard let runner, !isStoreFailing else { return }
    let present = Set(engine.state.runs.values.map { $0.id.startName(attempt: $0.attempt) })
    do throws(ScriptRunnerError) {
      for failed in try runner.removeAll(except: present) {
        journal.say(.warning, "the folder of run \(failed.runID) could not be removed: \(failed.reason)")
      }
    } catch {
      journal.say(.warning, "old folders of runs could not be removed: \(error)")
    }
  }

  // MARK: History

  /// Removes old history bit by bit, whenever nothing else is to be done.
  private func prunePortion() {
    loop.postWhenQuiet { [weak self] in
      guard let self, let before = self.pruneBefore else { return }
      do throws(StoreError) {
        if try self.store.prune(before: before, keeping: 200_000, portion: 500) {
          self.prunePortion()
        } else {
          self.pruneBefore = nil
        }
      } catch {
        self.pruneBefore = nil
        self.journal.say(.warning, "old history could not be removed: \(error)")
      }
    }
  }

  // MARK: Notes

  /// How many changes of one load the journal names.
  private static let toldChanges = 50

  /// Says how many changes were not named.
  func tellFurtherChanges() {
    let more = ruleChanges.count - Self.toldChanges
    if more > 0 { journal.say(.info, "and \(more) more rules have changed") }
  }

  private func tell(_ note: Note) {
    switch note {
    case .fired(let rule, let scheduled, let lateness):
      journal.say(.info, "\(rule): fired for \(scheduled)" + (lateness > 0 ? ", \(lateness) s late" : ""))
    case .missed(let rule, let count, let reason):
      journal.say(.notice, "\(rule): \(count) missed (\(reason))")
    case .ruleChanged(let rule, let change):
      ruleChanges.append(ReloadReport.Change(rule: rule, change: change))
      // The first load of many rules would say the same thousands of times.
      if ruleChanges.count <= Self.toldChanges { journal.say(.info, "\(rule): \(change)") }
    case .runEnded(let id, let rule, let outcome):
      let level: Journal.Level = outcome == .success || outcome == .skipped ? .info : .warning
      journal.say(level, "\(rule.map(\.text) ?? "request"): run \(id) ended: \(outcome.rawValue)")
    case .degraded(let error):
      let text = "degraded: nothing can be kept, notifications go on: \(error)"
      journal.say(.error, text)
      if journal.isSeparate { channel?.remark(text) }
    case .recovered:
      journal.say(.notice, "the store keeps again")
      // What ended meanwhile had to stay: nothing else told of it.
      loop.postWhenQuiet { [weak self] in self?.removeOldRunFolders() }
      if journal.isSeparate { channel?.remark("the store keeps again") }
    case .clockWentBack(let seconds): journal.say(.notice, "the clock went back by \(seconds) s")
    case .gaveUp(let what): journal.say(.error, "given up after three starts: \(what)")
    case .stepFailed(let rule, let problem): journal.say(.warning, "\(rule.map(\.text) ?? "request"): \(problem)")
    }
  }
}
