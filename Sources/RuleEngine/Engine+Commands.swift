import CivilTime
import RuleModel

extension Engine {
  /// Does what a command asks and returns its reply, which goes out once the change is kept.
  mutating func answer(_ command: Command) -> Reply {
    switch command {
    case .status: .status(statusReport())
    case .pending(let limit): .pending(pendingEntries(limit: limit))
    case .delivered: .delivered(state.deliveries.values.filter { $0.end == nil }.sorted { $0.number < $1.number })
    case .categories: .categories(book.rules.categories.values.sorted { $0.id < $1.id })
    case .add(let request): add(request)
    case .update(let identifier, let content): update(identifier, content)
    case .remove(let selection): remove(selection)
    case .respond(let identifier, let delivery, let action, let text): respond(identifier, delivery, action, text)
    case .acknowledge(let identifier):
      recentDelivery(identifier) == nil && state.requests[identifier] == nil
        ? .refused(.unknownNotification(identifier)) : .done
    case .snooze(let identifier, let moment): snooze(identifier, moment)
    case .advance(let identifier, let moment): advance(identifier, moment)
    case .fire(let rule, let force): fire(rule, force: force)
    case .stop(let rule, let extent): stop(rule, extent)
    case .resume(let rule): resume(rule)
    case .pause: pause()
    case .unpause: unpause()
    case .badge(let change): badge(change)
    }
  }

  private mutating func badge(_ change: BadgeChange?) -> Reply {
    if let change { changeBadge(change) }
    return .badge(state.settings.badge)
  }

  /// What a content by hand names that is not there; the rules' own are checked when they are compiled.
  private func unresolved(_ content: Content) -> Refusal? {
    if let category = content.category, book.rules.categories[category] == nil { return .unknownCategory(category) }
    return content.channels?.first { $0 != .terminal }.map { .unknownChannel($0) }
  }

  private mutating func add(_ asked: NewRequest) -> Reply {
    if let missing = unresolved(asked.content) { return .refused(missing) }
    let identifier: String
    if let name = asked.identifier {
      guard !name.isEmpty, name.utf8.count <= 512, !name.utf8.contains(0) else {
        return .refused(.badText("identifier"))
      }
      if place(of: RuleID(name)) != nil { return .refused(.identifierOfRule(name)) }
      identifier = name
    } else {
      identifier = "request-\(takeNumber(\.nextEvent))"
    }
    let facts = Facts(rule: nil, scheduled: now, nominal: book.source.localTime(at: now, in: .local))
    var request = Request(identifier: identifier, rule: nil, content: asked.content, facts: facts)
    if !asked.content.sequence.isEmpty { request.sequenceIndex = 0 }
    guard !asked.triggers.isEmpty else {
      deliver(request)
      return .added(identifier: identifier, due: nil)
    }
    guard let first = book.source.next(of: asked.triggers, anchor: now, after: now) else {
      return .refused(.neverComes)
    }
    if let shown = shownDelivery(identifier) { end(shown, .superseded) }
    request.schedule = RequestSchedule(kind: .request, due: first.instant, triggers: asked.triggers, anchor: now)
    keep(.request(request))
    timers.add(.request(identifier), at: first.instant)
    return .added(identifier: identifier, due: first.instant)
  }

  private mutating func update(_ identifier: String, _ content: Content) -> Reply {
    if let missing = unresolved(content) { return .refused(missing) }
    var partial = content
    partial.identifier = nil
    let pending = state.requests[identifier]
    let shown = shownDelivery(identifier)
    if var request = pending {
      request.lay(rendering(of: request).literal(partial))
      keep(.request(request))
    }
    if let shown {
      var request = shown.request
      request.lay(rendering(of: request).literal(partial))
      // A pending one under the same identifier stays pending: only what is shown is shown anew.
      let waiting = state.requests[identifier]
      deliver(request, isQuiet: true)
      if let waiting, let schedule = waiting.schedule {
        keep(.request(waiting))
        timers.add(.request(identifier), at: schedule.due)
      }
    }
    if pending != nil || shown != nil { return .done }
    let id = RuleID(identifier)
    guard let rule = rule(id), rule.notify != nil else { return .refused(.unknownNotification(identifier)) }
    changeRecord(of: id) { record in
      record.nextUpdates = [record.nextUpdates.reduce(Content()) { $0.overlaid(by: $1) }.overlaid(by: partial)]
    }
    return .done
  }

  private mutating func respond(_ identifier: String, _ number: Int64?, _ action: ActionID, _ text: String?) -> Reply {
    let delivery = number.flatMap { state.deliveries[$0] } ?? (number == nil ? recentDelivery(identifier) : nil)
    guard let delivery, delivery.request.identifier == identifier else {
      return .refused(.unknownNotification(identifier))
    }
    let refusal = respond(delivery: delivery.number, action: action, text: text, source: "command")
    return refusal.map { .refused($0) } ?? .done
  }

  private mutating func snooze(_ identifier: String, _ moment: Moment?) -> Reply {
    guard var request = actedOn(identifier) else { return .refused(.unknownNotification(identifier)) }
    let asked = moment ?? .after(CalendarDuration(seconds: 600))
    guard let due = self.moment(asked, in: zone(of: request.rule)) else { return .refused(.badMoment) }
    if let shown = shownDelivery(identifier) { close(shown, by: "snooze") }
    snooze(&request, until: due)
    return .until(due)
  }

  private mutating func advance(_ identifier: String, _ moment: Moment?) -> Reply {
    guard var request = actedOn(identifier) else { return .refused(.unknownNotification(identifier)) }
    if request.content.sequence.isEmpty { return .refused(.noSequence(identifier)) }
    var due: Instant?
    if let moment {
      guard let instant = self.moment(moment, in: zone(of: request.rule)) else { return .refused(.badMoment) }
      due = instant
    }
    if let shown = shownDelivery(identifier) { close(shown, by: "advance") }
    advance(&request, at: due)
    return .until(due)
  }

  /// The notification that a command acts on: the shown one, else the pending one, else the latest that was shown.
  private func actedOn(_ identifier: String) -> Request? {
    shownDelivery(identifier)?.request ?? state.requests[identifier] ?? recentDelivery(identifier)?.request
  }

  private mutating func fire(_ id: RuleID, force: Bool) -> Reply {
    guard let rule = rule(id) else { return .refused(.unknownRule(id)) }
    guard rule.isEnabled else { return .refused(.disabled(id)) }
    if let run = rule.run, run.overlap == .skip, !force, hasRun(of: id) { return .refused(.overlap(id)) }
    fire(rule, cause: nil, isForced: force)
    return .done
  }

  /// Stops a rule; what is due until the stop's end is recorded as stopped.
  mutating func stop(_ id: RuleID, _ extent: StopExtent) -> Reply {
    guard state.rules[id] != nil, rule(id) != nil else { return .refused(.unknownRule(id)) }
    let zone = zone(of: id)
    var until: Instant?
    switch extent {
    case .untilResumed: break
    case .today:
      guard let end = moment(.tomorrow(.midnight), in: zone) else { return .refused(.badMoment) }
      until = end
    case .until(let moment):
      guard let end = self.moment(moment, in: zone) else { return .refused(.badMoment) }
      until = end
    }
    let stop = Stop(since: now, until: until)
    changeRecord(of: id) { $0.stop = stop }
    return .until(until)
  }

  private mutating func resume(_ id: RuleID) -> Reply {
    let now = now
    guard let record = state.rules[id] else { return .refused(.unknownRule(id)) }
    guard let stop = record.stop, stop.until.map({ now < $0 }) ?? true else { return .refused(.notStopped) }
    changeRecord(of: id) { record in
      record.stop = nil
      record.horizon = max(record.horizon, now)
    }
    return .done
  }

  private mutating func pause() -> Reply {
    changeSettings { $0.isPaused = true }
    return .done
  }

  private mutating func unpause() -> Reply {
    guard state.settings.isPaused else { return .refused(.notStopped) }
    changeSettings { $0.isPaused = false }
    settleHeldEvents()
    rearm()
    return .done
  }
}
