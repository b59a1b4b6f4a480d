import CivilTime
import ControlProtocol
import EventLoop
import Glibc
import RuleEngine
import RuleModel
import TestSupport
import Testing

@testable import ServiceKit

/// A store in memory that can be told to fail.
final class FakeStore: BatchStore, HistoryReader {
  var state = StoredState()
  var keys: Set<OccurrenceKey> = []
  var runs: [RunID: RunRecord] = [:]
  var failure: StoreError?
  var syncFailure: StoreError?

  func load() throws(StoreError) -> StoredState { state }

  func write(_ batch: MutationBatch) throws(StoreError) -> [OccurrenceKey] {
    if let failure { throw failure }
    var refused: [OccurrenceKey] = []
    for mutation in batch.mutations {
      if case .claim(let row) = mutation, !keys.insert(row.key).inserted {
        refused.append(row.key)
        continue
      }
      if case .run(let run) = mutation { runs[run.id] = run }
      state.apply(mutation)
    }
    return refused
  }

  func sync() throws(StoreError) { if let syncFailure { throw syncFailure } }

  func replace(with state: StoredState, now: Instant) throws(StoreError) -> String {
    self.state = state
    failure = nil
    return "aside"
  }

  func prune(before instant: Instant, keeping: Int, portion: Int) throws(StoreError) -> Bool { false }

  func occurrences(_ query: HistoryQuery) throws(StoreError) -> HistoryPage<LedgerRow> {
    throw StoreError(kind: .io, attempted: "read", subject: "ledger", code: 5, message: "no")
  }
  func deliveries(_ query: HistoryQuery) throws(StoreError) -> HistoryPage<Delivery> {
    HistoryPage(entries: [], next: nil)
  }
  func responses(_ query: HistoryQuery) throws(StoreError) -> HistoryPage<ResponseRecord> {
    HistoryPage(entries: [], next: nil)
  }
  func runs(_ query: HistoryQuery) throws(StoreError) -> HistoryPage<RunRecord> {
    let all = runs.values.sorted { $0.id > $1.id }.filter { run in query.cursor.map { run.id.number < $0.row } ?? true }
    let page = Array(all.prefix(query.limit))
    let next = page.count < all.count ? page.last.map { HistoryCursor(instant: $0.queued, row: $0.id.number) } : nil
    return HistoryPage(entries: page, next: next)
  }
}

/// Shows nothing and remembers everything.
final class FakeChannel: NotificationChannel {
  var shown: [DeliveryOrder] = []
  var withdrawn: [String] = []
  var remarks: [String] = []
  weak var service: Service?

  func deliver(_ order: DeliveryOrder) {
    shown.append(order)
    service?.feed(.delivered(number: order.number, channel: .terminal))
  }
  func remark(_ text: String) { remarks.append(text) }
  func withdraw(identifier: String, number: Int64) { withdrawn.append(identifier) }
}

/// Rules that the test makes.
final class FakeRules: RuleSource {
  var next: RuleLoad
  var kept = 0
  let zones: MachineZones
  init(_ load: RuleLoad, _ zones: MachineZones) {
    next = load
    self.zones = zones
  }
  func load() -> RuleLoad { next }
  func loadAtStart() -> RuleLoad { next }
  func keep(_ load: RuleLoad) throws(ServiceFailure) { kept += 1 }
  func sourceAfterZoneChange() -> (any OccurrenceSource)? { nil }
  func triggers(when text: String, zone: ZoneName?) throws(ControlError) -> [Trigger] {
    guard text == "in: 1h" else { throw ControlError(.badTrigger, "'\(text)' is no trigger") }
    return [Trigger(source: .interval(.once(after: CalendarDuration(seconds: 3600))))]
  }
}

/// A service with a fake store, channel and rules, and a real loop and socket.
final class Bench {
  let folder: TemporaryFolder
  let loop: Loop
  let store = FakeStore()
  let channel = FakeChannel()
  let rules: FakeRules
  let service: Service
  let zones: MachineZones

  static func rule(_ id: String, title: String = "Hello") -> Rule {
    var rule = Rule(id: RuleID(id))
    var content = Content()
    content.title = Template(literal: title)
    rule.notify = content
    return rule
  }

  static func set(_ rules: [Rule]) -> RuleSet {
    var set = RuleSet()
    set.rules = rules
    return set
  }

  func book(_ rules: [Rule]) -> RuleBook {
    let set = Self.set(rules)
    return RuleBook(
      rules: set, source: CompiledOccurrences(set, zones: zones, machineKey: 1, now: Instant(epochSeconds: 0)))
  }

  init(_ list: [Rule] = [rule("hello")]) throws {
    folder = try TemporaryFolder()
    loop = try Loop()
    zones = try MachineZones(environment: ["TZ": "UTC"])
    let set = Self.set(list)
    let first = RuleBook(
      rules: set, source: CompiledOccurrences(set, zones: zones, machineKey: 1, now: Instant(epochSeconds: 0)))
    rules = FakeRules(RuleLoad(book: first), zones)
    let status = ServiceStatus(
      report: StatusReport(
        rules: 0, stopped: [:], isPaused: false, isClockSet: false, degraded: nil, pendingRequests: 0, delivered: 0,
        running: 0, waiting: 0, badge: 0, nextWake: nil, undelivered: [:]))
    service = Service(
      on: loop, journal: Journal(to: nil), store: store, history: store, rules: rules,
      engine: Engine(restored: store.state, book: first), status: status, machineKey: 1, isOnce: false,
      observe: { _ in })
    channel.service = service
    service.channel = channel
    service.isClockSet = true
    service.feed(.started(bootID: "boot", isClockSet: true))
  }

  /// Turns the loop until something is so.
  func turn(until isSo: () throws -> Bool) throws {
    let end = Clock.monotonic.microseconds + 20_000_000
    while try !isSo() {
      try #require(Clock.monotonic.microseconds < end, "nothing came of it in 20 s")
      try loop.turn(atMost: 100_000)
    }
  }

  /// The answer to a command.
  func ask(_ command: ControlCommand) throws -> Result<ControlResult, ControlError> {
    var answer: Result<ControlResult, ControlError>?
    service.answer(command) { answer = $0 }
    return try #require(answer)
  }
}
