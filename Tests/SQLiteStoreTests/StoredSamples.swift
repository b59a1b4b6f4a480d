import CivilTime
import RuleEngine
import RuleModel

/// Records in which every field says something.
enum StoredSamples {
  static let now = Instant(epochSeconds: 1_800_000_000)
  static let text = "\"; rm -rf ~ #$(id)\n\u{1}é🔔\0`'\\"

  static var run: ScriptRun {
    var run = ScriptRun(command: .arguments(["./x", text]), directory: "~/scripts")
    run.environment = [EnvironmentVariable(name: "A", value: text)]
    run.environmentFiles = ["/etc/default/x"]
    run.timeoutSeconds = 60
    run.retry = Retry(attempts: 3, delaySeconds: 5, backoff: .exponential, maxDelaySeconds: 60)
    run.overlap = .allow
    run.skipCodes = [75]
    run.standardInput = .json
    return run
  }

  static var content: Content {
    var content = Content()
    content.title = Template(segments: [
      .text("a "), .value(.ruleID), .value(.userInfo("k")), .value(.environment("E")),
    ])
    content.subtitle = Template(literal: text)
    content.userInfo = [NamedTemplate(name: "k", value: Template(literal: "v"))]
    content.badge = .add(2)
    content.sound = .named("bell")
    content.level = .timeSensitive
    content.channels = [.terminal]
    content.expires = CalendarDuration(days: 1, seconds: 30)
    content.sequence = [Content(), Content()]
    return content
  }

  static var facts: Facts {
    var facts = Facts(
      rule: RuleID("r"), scheduled: now,
      nominal: LocalDateTime(localSeconds: 1_800_003_600) ?? .earliest)
    facts.latenessSeconds = 3
    facts.missedCount = 2
    facts.cause = Cause(
      rule: RuleID("c"), scheduled: now,
      run: RunFacts(outcome: .timeout, exitCode: 1, signal: 9, durationMilliseconds: 12, output: text, problem: "p"))
    facts.response = ResponseFacts(action: ActionID("a"), text: text, request: "q", delivery: 7)
    return facts
  }

  static var steps: [Step] {
    let days: [CalendarDuration] = [CalendarDuration(days: 2), CalendarDuration(seconds: 600)]
    return [
      .run(RunStep(run: run, handlers: RunHandlers(onSuccess: [.remove], onFailure: [], onOutput: [.acknowledge]))),
      .notify(content), .fire(RuleID("f")), .snooze(.after(days[0])), .snooze(.tomorrow(.noon)),
      .stop(.until(.point(.instant(now)))), .stop(.today), .advance(nil), .advance(.after(days[1])), .update(content),
      .badge(.set(0)),
    ]
  }

  static var request: Request {
    var request = Request(identifier: "q \(text)", rule: RuleID("r"), content: content, facts: facts)
    request.sequenceIndex = 1
    request.updates = [content]
    request.snoozeCount = 4
    request.badgeDone = true
    let matching = DateFields(
      years: [SteppedRange(first: 2026, last: 2030, step: 2)], months: .all, daysOfMonth: 0xFFFF_FFFE, weekdays: .all)
    let trigger = Trigger(
      source: .fixed(FixedPattern(days: .matching(matching), times: [.noon])), zone: .named(.utc),
      bounds: Bounds(from: .instant(now), count: 3), except: [.calendar(CalendarID("h"))], offsets: [.workdays(-1)])
    let aligned = Trigger(source: .aligned(AlignedPattern(minutes: 1 << 59)))
    request.schedule = RequestSchedule(kind: .request, due: now, triggers: [trigger, aligned], anchor: now)
    return request
  }

  static var state: StoredState {
    var state = StoredState()
    state.settings.bootID = "boot"
    state.settings.nextRun = 12
    state.settings.isPaused = true
    var record = RuleRecord(rule: RuleID("r"), horizon: now, fingerprints: ["1", "2"], isEnabled: true)
    record.stop = Stop(since: now, until: nil)
    record.nextUpdates = [content]
    record.lastIdentifier = "q"
    state.rules[record.rule] = record
    let key = AnchorKey(rule: RuleID("r"), fingerprint: "1")
    state.anchors[key] = Anchor(key: key, instant: now, taken: 2)
    var row = LedgerRow(
      key: OccurrenceKey(rule: RuleID("r"), identity: "2026-01-01T00:00"), scheduled: now, handled: now,
      status: .claimed, facts: facts)
    row.notBefore = now.advanced(bySeconds: 5)
    state.claims[row.key] = row
    state.requests[request.identifier] = request
    var delivery = Delivery(
      number: 7, request: request, content: RenderedContent(title: text), delivered: now, expires: now)
    delivery.channels = [.terminal]
    state.deliveries[7] = delivery
    var ended = Delivery(number: 6, request: request, content: RenderedContent(), delivered: now, expires: nil)
    ended.end = .answered
    ended.ended = now
    state.deliveries[6] = ended
    var going = RunRecord(
      id: RunID(11), rule: RuleID("r"), run: run, handlers: RunHandlers(onTimeout: steps), facts: facts, queued: now)
    going.phase = .started
    going.occurrence = row.key
    going.stepList = 3
    state.runs[going.id] = going
    state.stepLists[3] = StepList(id: 3, rule: RuleID("r"), request: request, rest: steps, facts: facts)
    return state
  }

  static func row(_ identity: String, _ status: LedgerStatus = .fired, at seconds: Int64 = 0, rule: String = "r")
    -> LedgerRow
  {
    let instant = now.advanced(bySeconds: seconds)
    return LedgerRow(
      key: OccurrenceKey(rule: RuleID(rule), identity: identity), scheduled: instant, handled: instant,
      status: status, facts: facts)
  }
}
