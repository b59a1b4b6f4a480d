import CivilTime
import RuleModel

extension Engine {
  /// Delivers the notification of a rule that fires: base, sequence, updates.
  mutating func notify(_ content: Content, of rule: Rule, facts: Facts) {
    var request = Request(identifier: rule.id.text, rule: rule.id, content: content, facts: facts)
    if !content.sequence.isEmpty {
      request.sequenceIndex = takeSequenceEntry(of: rule.id, count: content.sequence.count)
    }
    request.updates = state.rules[rule.id]?.nextUpdates ?? []
    request.identifier = identifier(of: request, default: Self.identifier(of: rule.id, facts))
    let identifier = request.identifier
    changeRecord(of: rule.id) { record in
      record.nextUpdates = []
      record.lastIdentifier = identifier
    }
    deliver(request)
  }

  /// The identifier where the content gives none: the rule's, with an event's own name behind it, so that one event
  /// does not replace another.
  private static func identifier(of rule: RuleID, _ facts: Facts) -> String {
    guard let event = facts.event, !event.text.key.isEmpty else { return rule.text }
    return String("\(rule.text).\(event.text.key)".prefix(512))
  }

  /// The identifier that a request's content gives, else the default; at most 512 bytes, and never empty.
  func identifier(of request: Request, default name: String) -> String {
    guard let template = effectiveContent(of: request).identifier else { return name }
    let text = rendering(of: request).text(template)
    return text.isEmpty ? name : String(text.prefix(512))
  }

  /// The index of a rule's next sequence entry; the position moves on, round and round.
  mutating func takeSequenceEntry(of rule: RuleID, count: Int) -> Int {
    let position = (state.rules[rule]?.sequencePosition ?? 0) % max(1, count)
    changeRecord(of: rule) { $0.sequencePosition = (position + 1) % max(1, count) }
    return position
  }

  /// The content with sequence entry and updates laid over it, insertions not made.
  func effectiveContent(of request: Request) -> Content {
    var content = request.content
    if let index = request.sequenceIndex, content.sequence.indices.contains(index) {
      content = content.overlaid(by: content.sequence[index])
    }
    for update in request.updates { content = content.overlaid(by: update) }
    return content
  }

  /// What makes the insertions of a request.
  func rendering(of request: Request) -> Rendering {
    rendering(request.facts, request.sequenceIndex, request.snoozeCount, RenderedContent())
  }

  func rendering(_ facts: Facts, _ sequenceIndex: Int?, _ snoozeCount: Int, _ content: RenderedContent) -> Rendering {
    Rendering(
      facts: facts, sequenceIndex: sequenceIndex, snoozeCount: snoozeCount, environment: options.environment,
      zoneOffsetSeconds: zoneOffset(at: facts.cause?.scheduled ?? facts.scheduled, of: facts.rule), content: content)
  }

  func zoneOffset(at instant: Instant, of rule: RuleID?) -> Int64 {
    book.source.localTime(at: instant, in: zone(of: rule)).localSeconds - instant.epochSeconds
  }

  /// Shows a request; what is shown or pending under its identifier is superseded.
  mutating func deliver(_ asked: Request, isQuiet: Bool = false) {
    var request = asked
    if state.requests[request.identifier] != nil { keep(.dropRequest(request.identifier)) }
    if let shown = shownDelivery(request.identifier) { end(shown, .superseded, withdraws: false) }
    request.schedule = nil
    let content = effectiveContent(of: request)
    if let badge = content.badge, !request.badgeDone { changeBadge(badge) }
    request.badgeDone = true
    var rendering = rendering(of: request)
    let number = takeNumber(\.nextDelivery)
    let expires = content.expires.flatMap { moment(.after($0), in: zone(of: request.rule)) }
    var delivery = Delivery(
      number: number, request: request, content: rendering.render(content), delivered: now, expires: expires)
    delivery.isQuiet = isQuiet
    keep(.delivery(delivery))
    latestDelivery[request.identifier] = number
    if let expires { timers.add(.expiry(number), at: expires) }
    held.append(.deliver(order(for: delivery)))
  }

  /// What channels are told about a delivery.
  func order(for delivery: Delivery, mayRepeat: Bool = false) -> DeliveryOrder {
    DeliveryOrder(
      number: delivery.number, identifier: delivery.request.identifier, rule: delivery.request.rule,
      content: delivery.content,
      actions: delivery.content.category.flatMap { book.rules.categories[$0]?.actions } ?? [],
      isQuiet: delivery.isQuiet, mayRepeat: mayRepeat)
  }

  /// The delivery that is shown under an identifier.
  func shownDelivery(_ identifier: String) -> Delivery? {
    guard let delivery = recentDelivery(identifier), delivery.end == nil else { return nil }
    return delivery
  }

  /// The latest delivery under an identifier, shown or ended, as far as it is at hand.
  func recentDelivery(_ identifier: String) -> Delivery? {
    latestDelivery[identifier].flatMap { state.deliveries[$0] }
  }

  /// Ends a delivery; its row stays in the history.
  mutating func end(_ shown: Delivery, _ reason: Delivery.End, withdraws: Bool = true) {
    var delivery = shown
    guard delivery.end == nil else { return }
    delivery.end = reason
    delivery.ended = now
    keep(.delivery(delivery))
    endedDeliveries.append(delivery.number)
    if withdraws { held.append(.withdraw(identifier: delivery.request.identifier, number: delivery.number)) }
    unloadOldDeliveries()
  }

  /// Keeps the ended deliveries at hand bounded; the store has them all.
  private mutating func unloadOldDeliveries() {
    guard endedDeliveries.count > 2 * StoredState.recentDeliveries else { return }
    let excess = endedDeliveries.count - StoredState.recentDeliveries
    for number in endedDeliveries.prefix(excess) {
      guard let delivery = state.deliveries.removeValue(forKey: number) else { continue }
      let identifier = delivery.request.identifier
      if latestDelivery[identifier] == number { latestDelivery[identifier] = nil }
    }
    endedDeliveries.removeFirst(excess)
  }

  /// Computes what is looked up by identifier.
  mutating func indexDeliveries() {
    for (number, delivery) in state.deliveries.sorted(by: { $0.key < $1.key }) {
      latestDelivery[delivery.request.identifier] = number
      if delivery.end != nil { endedDeliveries.append(number) }
    }
  }

  /// A delivery's time is over.
  mutating func expireDelivery(_ number: Int64) {
    guard let delivery = state.deliveries[number], delivery.end == nil, let expires = delivery.expires, expires <= now
    else { return }
    end(delivery, .expired)
  }

  /// A channel has shown a delivery.
  mutating func confirm(_ number: Int64, _ channel: ChannelName) {
    guard var delivery = state.deliveries[number], !delivery.channels.contains(channel) else { return }
    delivery.isConfirmed = true
    delivery.problem = nil
    delivery.channels.append(channel)
    keep(.delivery(delivery))
  }

  /// No channel took a delivery.
  mutating func undeliverable(_ number: Int64, _ problem: String) {
    guard var delivery = state.deliveries[number], !delivery.isConfirmed else { return }
    delivery.problem = problem
    keep(.delivery(delivery))
  }

  /// A pending request is due.
  mutating func requestDue(_ identifier: String) {
    guard var request = state.requests[identifier], var schedule = request.schedule, schedule.due <= now else { return }
    // Held back by the pause; its end looks at it again.
    if state.settings.isPaused, request.rule != nil { return }
    request.facts.latenessSeconds = max(0, now.seconds(since: schedule.due))
    if schedule.kind == .request { request.facts.scheduled = schedule.due }
    deliver(request)
    guard !schedule.triggers.isEmpty,
      let next = book.source.next(of: schedule.triggers, anchor: schedule.anchor, after: now)
    else { return }
    schedule.due = next.instant
    request.schedule = schedule
    request.badgeDone = true
    if !request.content.sequence.isEmpty {
      request.sequenceIndex = ((request.sequenceIndex ?? -1) + 1) % request.content.sequence.count
    }
    keep(.request(request))
    timers.add(.request(identifier), at: next.instant)
  }

  /// Makes a request wait for an instant.
  mutating func wait(_ asked: Request, until due: Instant, _ kind: RequestSchedule.Kind) {
    var request = asked
    request.schedule = RequestSchedule(kind: kind, due: due, anchor: now)
    keep(.request(request))
    timers.add(.request(request.identifier), at: due)
  }

  /// Changes the badge.
  mutating func changeBadge(_ change: BadgeChange) {
    let old = state.settings.badge
    let new =
      switch change {
      case .set(let number): max(0, number)
      case .add(let number): max(0, old.addingReportingOverflow(number).overflow ? old : old + number)
      }
    guard new != old else { return }
    changeSettings { $0.badge = new }
    held.append(.setBadge(new))
  }

  /// Tells that a rule's run did not succeed and nothing else says so; once per streak.
  mutating func tellFailure(of rule: RuleID?, facts: Facts, run: RunFacts) {
    if let rule {
      guard state.rules[rule]?.failureTold != true else { return }
      changeRecord(of: rule) { $0.failureTold = true }
    }
    let name = rule?.text ?? "a script"
    var content = Content()
    let verb =
      switch run.outcome {
      case .timeout: "took too long"
      case .interrupted: "was interrupted"
      case .skipped: "was skipped"
      case .failure, .success: "failed"
      }
    content.title = Template(literal: "\(name) \(verb)")
    var details: [String] = []
    if let problem = run.problem { details.append(problem) }
    if let code = run.exitCode { details.append("exit \(code)") }
    if let signal = run.signal { details.append("signal \(signal)") }
    if !run.lastLine.isEmpty { details.append(run.lastLine) }
    content.body = Template(literal: details.joined(separator: ": "))
    var told = facts
    told.run = run
    // The blank keeps it apart from every identifier that a rule can have.
    deliver(Request(identifier: "failure \(name)", rule: rule, content: content, facts: told))
  }
}
