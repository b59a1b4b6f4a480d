import CivilTime
import ControlProtocol
import JSONText
import RuleEngine
import RuleModel
import Testing

/// A result and a name for it.
struct ResultRow: Sendable, CustomTestStringConvertible {
  var name: String
  var result: ControlResult
  init(_ name: String, _ result: ControlResult) {
    self.name = name
    self.result = result
  }
  var testDescription: String { name }
}

@Suite struct ControlReplyTests {
  static let instant = Instant(epochSeconds: 1_806_197_400)
  static var facts: Facts {
    Facts(rule: RuleID("backup"), scheduled: instant, nominal: LocalDateTime(date: .earliest, time: .noon))
  }

  static var delivery: Delivery {
    var content = RenderedContent(title: "T\u{202E}", subtitle: "S", body: "B\n\u{7}")
    content.category = CategoryID("news")
    content.userInfo = [EnvironmentVariable(name: "k", value: "v")]
    content.sound = .named("bell")
    let request = Request(identifier: "backup", rule: RuleID("backup"), content: Content(), facts: facts)
    var delivery = Delivery(number: 4, request: request, content: content, delivered: instant, expires: instant)
    delivery.channels = [.terminal]
    delivery.end = .answered
    delivery.ended = instant
    delivery.response = ResponseFacts(action: ActionID("reply"), text: "ok", request: "backup", delivery: 4)
    return delivery
  }

  static var run: RunRecord {
    var run = RunRecord(
      id: RunID(12), rule: RuleID("backup"), run: ScriptRun(command: .shell("true"), directory: "/"),
      handlers: RunHandlers(), facts: facts, queued: instant)
    run.phase = .ended
    run.started = instant
    run.ended = instant.advanced(bySeconds: 2)
    run.result = RunFacts(outcome: .failure, exitCode: 3, durationMilliseconds: 1900, output: "a\n\u{1}b")
    return run
  }

  static var occurrence: Occurrence {
    let nominal = LocalDateTime(date: .earliest, time: .noon)
    return Occurrence(
      instant: instant,
      identities: [
        .civil(nominal, zone: ZoneName("Europe/Berlin"), offset: .daysAndSeconds(days: -1, seconds: 60), pass: .last),
        .instant(instant), .event("a@b", .civil(nominal, zone: nil, offset: nil, pass: .first)),
      ],
      reasons: [
        .gap(policy: .next, nominal: nominal), .fold(pass: .last), .moved(from: .earliest, because: "holidays"),
        .clamped(missing: .last), .offset(.workdays(-3)), .jitter(seconds: 9), .collapsed(others: 1),
      ],
      events: [
        OccurrenceEvent(
          identity: .event("a@b", .instant(instant)),
          text: EventText(uid: "a@b", summary: "S", details: "D\n", location: "L", url: "U"), start: .instant(instant),
          end: .day(.earliest))
      ])
  }

  static var status: ServiceStatus {
    var status = ServiceStatus(
      report: StatusReport(
        rules: 3, stopped: [RuleID("a"): Stop(since: instant, until: nil)], isPaused: true, isClockSet: true,
        degraded: StoreError(kind: .full, attempted: "keep a batch", subject: "db", code: 13, message: "full"),
        pendingRequests: 1, delivered: 2, running: 1, waiting: 0, badge: 4, nextWake: instant,
        undelivered: ["n": "no terminal"]))
    status.pid = 812
    status.version = "0.1.0"
    status.since = instant
    status.stateFolder = "/tmp/s"
    status.files = ["/etc/a.yaml"]
    status.loaded = instant
    status.oldRules = "a.yaml has errors"
    status.wakeUps = 7
    return status
  }

  static var rows: [ResultRow] {
    let row = LedgerRow(
      key: OccurrenceKey(rule: RuleID("backup"), identity: "@1"), scheduled: instant, handled: instant, status: .missed,
      reason: "latest", facts: facts)
    var announcing = row
    announcing.facts.event = EventFacts(
      text: EventText(summary: "Team"), start: .instant(instant), end: .instant(instant),
      localStart: LocalDateTime(date: .earliest, time: .midnight),
      localEnd: LocalDateTime(date: .earliest, time: .midnight))
    let category = Category(
      id: CategoryID("news"),
      actions: [
        Action(id: ActionID("like"), title: "Like"),
        Action(
          id: ActionID("comment"), title: "Comment", icon: "pen", input: TextInput(placeholder: "…"),
          isForeground: true, isDestructive: true),
      ])
    let entry = PendingEntry(
      kind: .calendar, due: instant, identifier: "backup", rule: RuleID("backup"), title: "", occurrence: occurrence)
    let cursor = HistoryCursor(instant: instant, row: 3)
    return [
      ResultRow("done", .done),
      ResultRow("status", .status(status)),
      ResultRow("pending", .pending(ListResult([entry], next: 1))),
      ResultRow("delivered", .delivered(ListResult([DeliveryEntry(delivery)]))),
      ResultRow("categories", .categories(ListResult([CategoryEntry(category)]))),
      ResultRow("added", .added(identifier: "x", due: instant)),
      ResultRow("added, never", .added(identifier: "x", due: nil)),
      ResultRow("removed", .removed(pending: 1, delivered: 2)),
      ResultRow("badge", .badge(3)),
      ResultRow("until", .until(instant)),
      ResultRow("until resumed", .until(nil)),
      ResultRow(
        "reloaded",
        .reloaded(
          ReloadReport(
            isApplied: true, rules: 2, changes: [.init(rule: RuleID("a"), change: "new")],
            findings: [.init(severity: "warning", code: "past", text: "a.yaml:1:1: …")]))),
      ResultRow("history", .history(HistoryResult([HistoryEntry(row), HistoryEntry(announcing)], next: cursor))),
      ResultRow("deliveries", .deliveries(HistoryResult([DeliveryEntry(delivery)], next: cursor))),
      ResultRow(
        "responses",
        .responses(
          HistoryResult([
            ResponseEntry(
              ResponseRecord(
                facts: ResponseFacts(action: .dismiss, text: nil, request: "n", delivery: 4), received: instant,
                source: "terminal", isTooLate: true))
          ]))),
      ResultRow("runs", .runs(HistoryResult([RunEntry(run)]))),
      ResultRow(
        "anchors",
        .anchors(
          StoredAnchors(
            anchors: [Anchor(key: AnchorKey(rule: RuleID("a"), fingerprint: "f"), instant: instant, taken: 2)],
            machineKey: "00ff"))),
    ]
  }

  @Test(arguments: rows) func bothWays(_ row: ResultRow) throws {
    let reply = ControlReply(id: 3, .success(row.result))
    #expect(!reply.line.dropLast().contains(0x0A))
    #expect(try ControlReply(line: reply.line.dropLast()) == reply)
  }

  @Test func errors() throws {
    let reply = ControlReply(id: nil, .failure(ControlError(.unknownRule, "no")))
    #expect(
      String(decoding: reply.line, as: UTF8.self)
        == #"{"ok":false,"error":{"code":"unknown-rule","message":"no"}}"# + "\n")
    #expect(try ControlReply(line: reply.line.dropLast()) == reply)
    #expect(throws: ControlError(.unknownRule, "no")) { try ControlGreeting(line: reply.line.dropLast()) }
  }

  @Test func refusalsHaveCodesAndSentences() {
    let rule = RuleID("r")
    let refusals: [(Refusal, ControlError.Code)] = [
      (.unknownRule(rule), .unknownRule), (.unknownNotification("n"), .unknownNotification),
      (.unknownAction(.open, identifier: "n"), .unknownAction), (.tooLate(identifier: "n", winner: .open), .tooLate),
      (.identifierOfRule("r"), .identifierOfRule), (.badText("no NUL"), .badText),
      (.noTextExpected(.open), .noTextExpected), (.overlap(rule), .overlap), (.neverComes, .neverComes),
      (.noSequence("n"), .noSequence), (.badMoment, .badMoment), (.disabled(rule), .disabled),
      (.notStopped, .notStopped), (.unknownCategory(CategoryID("c")), .unknownCategory),
      (.unknownChannel(ChannelName("c")), .unknownChannel),
    ]
    for (refusal, code) in refusals {
      let error = ControlError(refusal)
      #expect(error.code == code.rawValue)
      #expect(!error.message.isEmpty)
    }
  }

  @Test func greeting() throws {
    let greeting = ControlGreeting(version: "0.1.0", pid: 812)
    #expect(String(decoding: greeting.line, as: UTF8.self) == #"{"carillon":1,"version":"0.1.0","pid":812}"# + "\n")
    #expect(try ControlGreeting(line: greeting.line.dropLast()) == greeting)
    let later = try ControlGreeting(line: Array(#"{"carillon":2,"news":true}"#.utf8))
    #expect(later.protocolVersion == 2)
  }

  @Test func longListingsComeInPages() throws {
    let long = String(repeating: "x", count: 60_000)
    let entries = (0..<30).map {
      PendingEntry(
        kind: .request, due: Self.instant, identifier: "n\($0)", rule: nil, title: long)
    }
    var found: [String] = []
    var page = ListPage(limit: 25)
    while true {
      let result = ListResult(all: entries, page)
      #expect(result.entries.count <= 9)
      found += result.entries.map(\.identifier)
      guard let next = result.next else { break }
      page.offset = next
    }
    #expect(found == entries.map(\.identifier))
    #expect(ListResult(all: entries, ListPage(limit: 5, offset: 99)).entries.isEmpty)
  }

  @Test func longTextsAreCutAtCharacters() {
    var delivery = Self.delivery
    delivery.content.body = String(repeating: "é", count: 40_000)
    let body = DeliveryEntry(delivery).content.body
    #expect(body == String(repeating: "é", count: 32_768) + "…")
    var run = Self.run
    run.result?.output = "a" + String(repeating: "é", count: 300_000)
    #expect(RunEntry(run).result?.output == String(repeating: "é", count: 262_144))
  }
}
