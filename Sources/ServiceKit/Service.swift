import CivilTime
import ControlProtocol
import EventLoop
import Glibc
import HostTime
import RuleEngine
import RuleModel
import ScriptRunner

/// The adapters joined to the engine on one event loop.
///
/// Every event goes through `feed`: the engine decides, its batch is kept in one transaction, and what is to be done
/// is done. Nothing here decides about rules.
final class Service {
  let loop: Loop
  let journal: Journal
  let store: any BatchStore
  let history: any HistoryReader
  let rules: any RuleSource
  let isOnce: Bool
  let observe: (ServiceStep) -> Void
  let clock = SystemClock()

  var engine: Engine
  var channel: (any NotificationChannel)?
  var runner: ScriptRunner?
  var status: ServiceStatus
  let machineKey: UInt64

  /// Events that are to be handled; those that came at once stand together.
  private var queue: [[Event]] = []
  private var isDraining = false
  /// Whether more is due than was settled.
  private var isCut = false
  /// Batches that were written and are not kept yet.
  private var written: [MutationBatch] = []
  /// What is to be told when all is done.
  private var notes: [Effect] = []
  /// Runs that have ended, and the folders of which can go once that is kept.
  var ends: [(name: String, end: RunEnd)] = []
  /// Set while ends wait for others.
  var endsTimer: Timer?
  private var wake: Timer?
  private var wakeInstant: Instant?
  /// Wakes before many runs are due at once.
  private var readiness: Timer?
  private var readyInstant: Instant?
  var isStoreFailing = false
  var isClockSet = false
  var activeRuns: Set<String> = []
  var pruneBefore: Instant?

  var replies: [UInt64: (Reply) -> Void] = [:]
  var nextTicket: UInt64 = 1
  var ruleChanges: [ReloadReport.Change] = []
  var ruleWatches: FolderWatches?

  init(
    on loop: Loop, journal: Journal, store: any BatchStore, history: any HistoryReader, rules: any RuleSource,
    engine: Engine,
    status: ServiceStatus, machineKey: UInt64, isOnce: Bool, observe: @escaping (ServiceStep) -> Void
  ) {
    self.loop = loop
    self.journal = journal
    self.store = store
    self.history = history
    self.rules = rules
    self.engine = engine
    self.status = status
    self.machineKey = machineKey
    self.isOnce = isOnce
    self.observe = observe
  }

  /// Gives the engine something that happened, and does everything that follows.
  func feed(_ event: Event) { feed([event]) }

  /// Gives the engine what happened at once.
  func feed(_ events: [Event]) {
    queue.append(events)
    guard !isDraining else { return }
    isDraining = true
    var turns = 0
    while turns < 10_000 {
      guard !queue.isEmpty else {
        // All that came together is kept together.
        if !written.isEmpty {
          keepWritten()
        } else if isCut {
          queue.append([.woke])
        } else {
          break
        }
        continue
      }
      let turn = engine.handle(queue.removeFirst(), now: clock.now())
      wakeInstant = turn.nextWake
      isCut = turn.isCut
      for effect in turn.effects {
        // What is only told waits until all is done that waits for nothing.
        if case .note = effect { notes.append(effect) } else { observed(effect) }
      }
      if let batch = turn.batch { write(batch) }
      turns += 1
    }
    keepWritten()
    let told = notes
    notes = []
    for note in told { observed(note) }
    isDraining = false
    if !queue.isEmpty || isCut { loop.post { [weak self] in self?.goOn() } }
    armWake()
    leaveWhenSettled()
  }

  private func observed(_ effect: Effect) {
    observe(.performing(effect))
    perform(effect)
    observe(.performed(effect))
  }

  /// Goes on with what is left of a turn that was cut short.
  private func goOn() {
    guard !isDraining, !queue.isEmpty || isCut else { return }
    feed(queue.isEmpty ? [.woke] : queue.removeFirst())
  }

  // MARK: Keeping

  private func write(_ batch: MutationBatch) {
    observe(.committing(batch.number))
    do throws(StoreError) {
      let refused = try writeAnyway(batch)
      observe(.written(batch.number))
      written.append(batch)
      // Before what came meanwhile: the engine should know what its claims have become as soon as it can be known.
      queue.insert([.granted(batch: batch.number, refused: refused)], at: 0)
    } catch {
      failed([batch], error)
    }
  }

  /// Writes a batch; where the database turns out to be corrupt or gone, in a new one.
  private func writeAnyway(_ batch: MutationBatch) throws(StoreError) -> [OccurrenceKey] {
    do throws(StoreError) {
      return try store.write(batch)
    } catch {
      guard error.kind == .corrupt else { throw error }
      let place = try store.replace(with: engine.state, now: clock.now())
      let text = "\(error); the service goes on with a new database, what is left of the old one is \(place)"
      journal.say(.error, text)
      if journal.isSeparate { channel?.remark(text) }
      // For the history; all else is in the state. Their claims are in there too, and none was refused.
      for batch in written + [batch] { _ = try store.write(batch) }
      return []
    }
  }

  /// Keeps what was written, and tells the engine before what came meanwhile.
  private func keepWritten() {
    guard !written.isEmpty else { return }
    let batches = written
    written = []
    do throws(StoreError) {
      try store.sync()
      isStoreFailing = false
      for batch in batches { observe(.committed(batch.number)) }
      queue.insert(batches.map { .committed(batch: $0.number, refused: []) }, at: 0)
    } catch {
      failed(batches, error)
    }
  }

  private func failed(_ batches: [MutationBatch], _ error: StoreError) {
    isStoreFailing = true
    queue.insert([.commitFailed(batches: batches.map(\.number), error)], at: 0)
  }

  // MARK: Time

  private func armWake() {
    do throws(LoopError) {
      var wanted = wakeInstant
      if !isClockSet {
        let trusted = ClockTrust.expected(state: engine.state)
        wanted = min(wanted ?? trusted, trusted)
      }
      guard var instant = wanted else {
        try wake?.unset()
        return
      }
      // The engine has settled all that is due; an instant that has passed by now must not turn into a busy loop.
      let now = clock.now()
      if instant <= now { instant = now.advanced(bySeconds: 1) }
      let microseconds = UInt64(max(0, instant.epochSeconds)) * 1_000_000
      if let wake {
        try wake.set(at: microseconds)
      } else {
        wake = try Timer(on: loop, .realtime, at: microseconds) { [weak self] in self?.woke() }
      }
      try makeReady(for: instant, microseconds)
    } catch {
      journal.say(.error, "no timer can be set: \(error)")
    }
  }

  /// Many runs at one instant are made ready this long before, in microseconds.
  private static let readyTime: UInt64 = 1_000_000
  /// As many runs are made ready.
  static let manyRuns = 8

  private func makeReady(for instant: Instant, _ microseconds: UInt64) throws(LoopError) {
    guard runner != nil, instant != readyInstant else { return }
    readyInstant = instant
    guard instant == wakeInstant, engine.runsAtNextWake(upTo: Self.manyRuns) >= Self.manyRuns else {
      return try readiness?.unset() ?? ()
    }
    let before = max(microseconds, Self.readyTime) - Self.readyTime
    if let readiness {
      try readiness.set(at: before)
    } else {
      readiness = try Timer(on: loop, .realtime, at: before) { [weak self] in self?.getReady() }
    }
  }

  private func getReady() {
    status.wakeUps += 1
    runner?.makeReady(for: engine.runsAtNextWake(upTo: ScriptRunner.readyLimit))
  }

  private func woke() {
    status.wakeUps += 1
    feed(.woke)
    checkClock()
  }

  /// Takes a step of the clock, or the end of a suspend.
  func clockChanged() {
    status.wakeUps += 1
    feed(.clockChanged)
    checkClock()
  }

  /// Tells the engine once that the clock can be relied on.
  func checkClock() {
    guard !isClockSet, ClockTrust.isSet(now: clock.now(), state: engine.state) else { return }
    isClockSet = true
    feed(.clockSet)
  }

  // MARK: Leaving

  /// `--once`: leaves when nothing is due and no run goes on.
  private func leaveWhenSettled() {
    guard isOnce, !isDraining, queue.isEmpty, activeRuns.isEmpty, loop.exitCode == nil else { return }
    loop.post { [weak self] in
      guard let self, self.queue.isEmpty, self.activeRuns.isEmpty else { return }
      self.loop.exit(code: 0)
    }
  }
}
