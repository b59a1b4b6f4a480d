import CivilTime
import RuleModel

/// What a list of steps belongs to.
struct StepContext {
  /// The rule.
  var rule: RuleID?
  /// The notification it acts on: the one answered, else the rule's last one.
  var request: Request?
  /// What insertions and scripts are told.
  var facts: Facts
}

extension Engine {
  /// Takes steps in order until one has to be waited for; what is left then is kept.
  mutating func perform(_ steps: [Step], _ asked: StepContext) {
    var context = asked
    for (index, step) in steps.enumerated() {
      let rest = steps[(index + 1)...]
      switch step {
      case .run(let run):
        wait(for: run, then: Array(rest), context)
        return
      case .notify(let content): notifyStep(content, context)
      case .fire(let id): fireStep(id, context)
      case .stop(let extent):
        if let rule = context.rule { _ = stop(rule, extent) }
      case .badge(let change): changeBadge(change)
      case .acknowledge: break  // No escalation is going on that it could end.
      case .snooze, .advance, .update, .remove: act(step, rest, &context)
      }
    }
  }

  /// Steps that act on the notification.
  private mutating func act(_ step: Step, _ rest: ArraySlice<Step>, _ context: inout StepContext) {
    guard var request = context.request else {
      direct.append(.note(.stepFailed(context.rule, "no notification to act on")))
      return
    }
    request.facts.response = context.facts.response ?? request.facts.response
    request.facts.run = context.facts.run ?? request.facts.run
    switch step {
    case .snooze(let moment):
      guard let due = self.moment(moment, in: zone(of: context.rule)) else {
        direct.append(.note(.stepFailed(context.rule, "the snooze has no instant")))
        return
      }
      snooze(&request, until: due)
    case .advance(let moment): advance(&request, at: moment.flatMap { self.moment($0, in: zone(of: context.rule)) })
    case .update(let partial):
      var update = rendering(
        context.facts, request.sequenceIndex, request.snoozeCount,
        shownDelivery(request.identifier)?.content
          ?? lastContent(of: request)
      ).literal(partial)
      update.identifier = nil
      request.lay(update)
      // Shown at once, unless the list shows it again anyway.
      if !rest.contains(where: { $0.showsAgain }) { deliver(request, isQuiet: true) }
    case .remove: remove(identifier: request.identifier)
    default: break
    }
    context.request = request
  }

  private func lastContent(of request: Request) -> RenderedContent {
    recentDelivery(request.identifier)?.content ?? RenderedContent()
  }

  /// Hides a notification and shows it again at `due`.
  mutating func snooze(_ request: inout Request, until due: Instant) {
    if let shown = shownDelivery(request.identifier) { end(shown, .superseded) }
    request.snoozeCount += 1
    wait(request, until: due, .snooze)
  }

  /// Shows a notification again with its next sequence entry.
  mutating func advance(_ request: inout Request, at due: Instant?) {
    let count = request.content.sequence.count
    if count > 0 {
      if let rule = request.rule, self.rule(rule)?.notify?.sequence.count == count {
        request.sequenceIndex = takeSequenceEntry(of: rule, count: count)
      } else {
        request.sequenceIndex = ((request.sequenceIndex ?? -1) + 1) % count
      }
    }
    if let due, due > now {
      if let shown = shownDelivery(request.identifier) { end(shown, .superseded) }
      wait(request, until: due, .advance)
    } else {
      deliver(request)
    }
  }

  /// Withdraws a notification and cancels what is pending under its identifier.
  mutating func remove(identifier: String) {
    if state.requests[identifier] != nil { keep(.dropRequest(identifier)) }
    if let shown = shownDelivery(identifier) { end(shown, .removed) }
  }

  private mutating func notifyStep(_ content: Content, _ context: StepContext) {
    let name = context.rule?.text ?? context.request.map { "\($0.identifier) step" } ?? "step"
    var request = Request(identifier: name, rule: context.rule, content: content, facts: context.facts)
    if !content.sequence.isEmpty { request.sequenceIndex = 0 }
    // `content.*` names the notification acted on, so its insertions are made here.
    if let acted = context.request {
      let rendering = rendering(context.facts, request.sequenceIndex, acted.snoozeCount, lastContent(of: acted))
      request.content = rendering.literal(content)
    }
    request.identifier = identifier(of: request, default: name)
    let identifier = request.identifier
    if let rule = context.rule { changeRecord(of: rule) { $0.lastIdentifier = identifier } }
    deliver(request)
  }

  private mutating func fireStep(_ id: RuleID, _ context: StepContext) {
    guard let other = rule(id), other.isEnabled else {
      direct.append(.note(.stepFailed(context.rule, "there is no enabled rule '\(id)' to fire")))
      return
    }
    let cause = context.rule.map { Cause(rule: $0, scheduled: context.facts.scheduled, run: context.facts.run) }
    fire(other, cause: cause, isForced: false)
  }

  /// Takes an occurrence of a rule that a person or a step asks for.
  mutating func fire(_ rule: Rule, cause: Cause?, isForced: Bool) {
    let number = takeNumber(\.nextEvent)
    take(identity: "fire/\(number)", of: rule, due: now, cause: cause, isForced: isForced)
  }

  private mutating func wait(for step: RunStep, then rest: [Step], _ context: StepContext) {
    let list = takeNumber(\.nextStepList)
    let run = takeNumber(\.nextRun)
    keep(
      .stepList(
        StepList(id: list, rule: context.rule, request: context.request, rest: rest, facts: context.facts)))
    var record = RunRecord(
      id: RunID(run), rule: context.rule, run: step.run, handlers: step.handlers, facts: context.facts, queued: now)
    record.stepList = list
    record.action = context.facts.response?.action
    record.request = context.request?.identifier
    keepRun(record)
    runQueue.append(record.id)
  }

  /// A run that a list of steps waited for is over.
  mutating func goOn(_ list: StepList, after run: RunRecord, _ result: RunFacts) {
    keep(.dropStepList(list.id))
    var context = StepContext(rule: list.rule, request: list.request, facts: list.facts)
    context.facts.run = result
    switch result.outcome {
    case .success, .skipped: perform((run.handlers.onSuccess ?? []) + list.rest, context)
    case .failure, .timeout, .interrupted: performFailure(of: run, result, context)
    }
    if !result.output.isEmpty, let steps = run.handlers.onOutput { perform(steps, context) }
  }

  /// What a run that did not succeed does: its own steps, else the failure is told.
  mutating func performFailure(of run: RunRecord, _ result: RunFacts, _ context: StepContext) {
    let handlers = run.handlers
    let steps = result.outcome == .timeout ? handlers.onTimeout ?? handlers.onFailure : handlers.onFailure
    if let steps {
      perform(steps, context)
    } else {
      tellFailure(of: run.rule, facts: run.facts, run: result)
    }
  }
}

extension Step {
  /// Whether it shows the notification again.
  var showsAgain: Bool {
    switch self {
    case .snooze, .advance: true
    default: false
    }
  }
}
