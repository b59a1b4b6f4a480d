public import CivilTime
import RuleModel

/// Decides what happens next; waits for nothing and touches nothing.
///
/// Every event gives a `Turn`: a batch for the store, effects to be done at once, and when to be woken. Effects that
/// must not happen before their batch is kept come with the `committed` (or `commitFailed`) event of that batch.
/// Dropping everything that was not kept and starting again from the store is the same as a crash at that point.
public struct Engine {
  /// What the engine is told once about its surroundings.
  public struct Options: Hashable, Sendable {
    /// Variables that `{{ env.NAME }}` inserts.
    public var environment: [String: String]
    /// What `~` in a script's directory stands for.
    public var homeDirectory: String
    /// Tells this machine from others where shares of a spread are computed.
    public var machineKey: UInt64
    /// Seconds until the store is tried again after it failed.
    public var storeRetrySeconds: Int64
    /// Seconds of history that are kept.
    public var historySeconds: Int64
    /// How many occurrences are claimed before the first of them are acted on, where more are due at one instant;
    /// each further portion is twice as large.
    public var firstPortion: Int

    /// Options; by default an empty environment, 90 days of history, a store tried again every 10 seconds, and all that
    /// is due claimed together.
    public init(
      environment: [String: String] = [:], homeDirectory: String = "/", machineKey: UInt64 = 0,
      storeRetrySeconds: Int64 = 10, historySeconds: Int64 = 90 * 86_400, firstPortion: Int = .max
    ) {
      self.firstPortion = max(1, firstPortion)
      self.environment = environment
      self.homeDirectory = homeDirectory
      self.machineKey = machineKey
      self.storeRetrySeconds = storeRetrySeconds
      self.historySeconds = historySeconds
    }
  }

  /// What is kept in the store, or will be once the outstanding batches are.
  public internal(set) var state: StoredState
  /// The rules in force.
  public internal(set) var book: RuleBook
  /// Its surroundings.
  public let options: Options

  // The turn that goes on.
  var now = Instant.earliest
  var mutations: [Mutation] = []
  var held: [Effect] = []
  var direct: [Effect] = []
  var turnClaims = TurnClaims()
  var dueLists: [DueListKey: DueList] = [:]
  /// How many claims this turn may still make for what the calendar has due.
  var room = Int.max

  // Between turns; nothing of it needs to survive.
  var isStarted = false
  var isClockSet = false
  var lastNow: Instant?
  var nextBatch: Int64 = 1
  var outstanding: [Int64: OutstandingBatch] = [:]
  var degraded: StoreError?
  var lastFailedBatch: Int64 = 0
  var storeRetry = Instant.earliest
  var backlog = Backlog()
  var timers = TimerHeap()
  /// Groups that are due and settled in part.
  var unsettled: [UnsettledGroup] = []
  /// The size of the next portion.
  var portion = Int.max
  var ready: [OccurrenceKey] = []
  var runQueue: [RunID] = []
  var runCounts: [RuleID: Int] = [:]
  /// Runs of an earlier service, with their rules, of which it is not known yet whether they go on.
  var unclearRuns: [RunID: RuleID] = [:]
  var rulePlaces = RuleTable()
  var groups: [[RuleID]] = []
  var followers: [RuleID: [Follower]] = [:]
  var latestDelivery: [String: Int64] = [:]
  var endedDeliveries: [Int64] = []

  /// Makes an engine that goes on from what a store has kept; the `started` event sets it going.
  public init(restored: StoredState, book: RuleBook, options: Options = Options()) {
    state = restored
    self.book = book
    self.options = options
    portion = options.firstPortion
  }

  /// Takes one event.
  ///
  /// - Parameters:
  ///   - event: What happened.
  ///   - now: The wall clock's reading.
  /// - Returns: What follows. Everything due at `now` is settled in the same turn.
  public mutating func handle(_ event: Event, now: Instant) -> Turn { handle([event], now: now) }

  /// Takes events that came at once, in their order; what follows is kept together.
  public mutating func handle(_ events: [Event], now: Instant) -> Turn {
    self.now = now
    dueLists.removeAll(keepingCapacity: true)
    makeRoom(for: events)
    if isStarted {
      if let lastNow, now < lastNow { reviewClock() }
      // What fell due before the event is decided before it: a reload or a pause does not reach back.
      pump()
    }
    lastNow = now
    for event in events { take(event) }
    return finish()
  }

  private mutating func take(_ event: Event) {
    switch event {
    case .started(let bootID, let isClockSet): start(bootID: bootID, isClockSet: isClockSet)
    case .clockSet:
      guard !isClockSet else { return }
      isClockSet = true
      reviewClock()
      rearm()
    case .woke: break
    case .clockChanged:
      storeRetry = min(storeRetry, now)
      reviewClock()
      rearm()
    case .zoneChanged(let source):
      book.source = source
      useAnchors()
      index()
      rearm()
    case .reloaded(let book): load(book)
    case .granted(let batch, let refused): answerClaims(of: batch, refused: Set(refused))
    case .committed(let batch, let refused): committed(batch, refused: Set(refused))
    case .commitFailed(let batches, let error): commitFailed(batches, error)
    case .delivered(let number, let channel): confirm(number, channel)
    case .undeliverable(let number, let problem): undeliverable(number, problem)
    case .responded(let response):
      let refusal = respond(
        delivery: response.delivery, action: response.action, text: response.text, source: response.channel.text)
      if let refusal {
        let problem = "'\(response.action)' by \(response.channel) was refused: \(refusal)"
        direct.append(.note(.stepFailed(state.deliveries[response.delivery]?.request.rule, problem)))
      }
    case .runStarted(let id, let attempt):
      unclearRuns[id] = nil
      runStarted(id, attempt: attempt)
    case .runEnded(let id, let attempt, let result):
      unclearRuns[id] = nil
      runEnded(id, attempt: attempt, result)
    case .runVanished(let id, let attempt):
      unclearRuns[id] = nil
      runVanished(id, attempt: attempt)
    case .command(let ticket, let command): held.append(.reply(ticket, answer(command)))
    }
  }

  /// Changes what is kept, here and, with this turn's batch, in the store.
  mutating func keep(_ mutation: Mutation) {
    state.apply(mutation)
    mutations.append(mutation)
  }

  /// Takes the next of the numbers that are seen outside.
  ///
  /// While the store keeps nothing, numbers come from the clock: those taken then would be taken again after a crash,
  /// and the script of one run would be mistaken for that of another.
  mutating func takeNumber(_ counter: WritableKeyPath<Settings, Int64>) -> Int64 {
    let floor = degraded == nil ? 0 : now.epochSeconds * 1000
    return changeSettings { settings in
      let number = max(settings[keyPath: counter], floor)
      settings[keyPath: counter] = number + 1
      return number
    }
  }

  /// Changes counters and switches.
  mutating func changeSettings<Value>(_ change: (inout Settings) -> Value) -> Value {
    var settings = state.settings
    let value = change(&settings)
    keep(.settings(settings))
    return value
  }

  /// Changes what is kept of a rule.
  mutating func changeRecord(of rule: RuleID, _ change: (inout RuleRecord) -> Void) {
    guard var record = state.rules[rule] else { return }
    let before = record
    change(&record)
    if record != before { keep(.record(record)) }
  }

  /// The rule of that name in the present book.
  func rule(_ id: RuleID) -> Rule? {
    place(of: id).map { book.rules.rules[$0] }
  }

  /// Where a rule stands in the present book.
  func place(of id: RuleID) -> Int? {
    let rules = book.rules.rules
    let slot = rulePlaces.slot(of: id) { $0 < rules.count ? rules[$0].id : nil }
    return slot.map { rulePlaces[$0] }
  }

  /// The zone in which a rule's civil times are read.
  func zone(of rule: RuleID?) -> ZoneChoice { rule.flatMap { self.rule($0)?.zone } ?? .local }

  /// Settles all that is due, until nothing is.
  mutating func pump() {
    guard isStarted else { return }
    // What is due leads to other things that are due at once, each a finite number of times; the bound holds a storm.
    for _ in 0..<64 {
      let before = mutations.count
      settleFurther()
      while let kind = timers.popDue(at: now) { expire(kind) }
      dispatchReady()
      startRuns()
      if mutations.count == before { return }
    }
  }

  private mutating func expire(_ kind: TimerKind) {
    switch kind {
    case .calendar(let group): settle(UnsettledGroup(group: group, since: now))
    case .claim, .store: break
    case .request(let identifier): requestDue(identifier)
    case .expiry(let number): expireDelivery(number)
    case .retry(let id): retryDue(id)
    case .prune: pruneDue()
    }
  }
}
