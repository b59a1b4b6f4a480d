import CivilTime
import RuleEngine
import RuleModel

/// The engine on a virtual clock, with a store, a channel and a runner that are values; any step can be the last before
/// a crash.
final class Simulation {
  /// The service was killed.
  struct Crash: Error {}

  /// What a channel has shown.
  struct Shown: Hashable {
    var number: Int64
    var identifier: String
    var title: String
    var subtitle: String
    var body: String
    var isQuiet: Bool
  }

  /// A script that goes on or has ended, whatever becomes of the service.
  struct Process {
    var order: RunOrder
    var ends: Int64
    var result: RunResult
    var isReported = false
  }

  /// An input at a time: given again after a crash until its reply came.
  struct Input {
    var at: Int64
    var event: () -> Event
    var isDone = false
  }

  var book: RuleBook
  let store: MemoryStore
  var options: Engine.Options
  private(set) var engine: Engine
  private(set) var now: Int64
  var isClockSet = true
  var bootID = "boot-1"
  /// Whether the channel says that it has shown what it has shown.
  var confirms = true
  /// How a script ends and how many seconds it takes.
  var script: (RunOrder) -> (seconds: Int64, RunResult) = { order in (1, Simulation.exit(0)) }

  private(set) var shown: [Shown] = []
  private(set) var processes: [String: Process] = [:]
  private(set) var starts: [String] = []
  private(set) var replies: [UInt64: Reply] = [:]
  private(set) var notes: [Note] = []
  private(set) var withdrawn: [Int64] = []
  private(set) var badge = 0
  private(set) var wake: Instant?
  private(set) var crashes = 0
  /// Whether the store answers claims before it keeps, and keeps all that came together at once.
  var keepsTogether = false
  /// Whether a crash takes the machine with it, and every trace of scripts that was not kept in the store.
  var crashIsReboot = false
  /// Steps until the next crash; nil for never.
  var fuse: Int?
  private(set) var steps = 0
  private var inputs: [Input] = []
  private var tickets: UInt64 = 0

  init(_ book: RuleBook, at now: Int64, store: MemoryStore = MemoryStore(), options: Engine.Options = .init()) {
    self.book = book
    self.store = store
    self.now = now
    self.options = options
    engine = Engine(restored: store.state, book: book, options: options)
  }

  static func exit(_ code: Int32, _ output: String = "", timedOut: Bool = false) -> RunResult {
    RunResult(
      outcome: .exited(code), timedOut: timedOut, startedAt: 0, endedAt: 0, durationMilliseconds: 1000,
      output: Array(output.utf8))
  }

  /// Starts the service on what the store has kept; what was in the old one's memory is gone.
  func start() {
    while true {
      engine = Engine(restored: store.state, book: book, options: options)
      for name in processes.keys { processes[name]?.isReported = false }
      if (try? send(.started(bootID: bootID, isClockSet: isClockSet))) != nil { return }
      crashes += 1
    }
  }

  /// Sends an event now; a crash restarts the service.
  func event(_ event: Event) {
    do { try send(event) } catch {
      crashes += 1
      if crashIsReboot {
        bootID += "+"
        processes = [:]
      }
      start()
    }
  }

  /// Asks a command now.
  @discardableResult
  func ask(_ command: Command) -> Reply? {
    tickets += 1
    let ticket = tickets
    event(.command(CommandTicket(ticket), command))
    return replies[ticket]
  }

  /// Asks a command later, again after a crash until it was answered.
  func plan(at seconds: Int64, _ command: Command) {
    tickets += 1
    let ticket = CommandTicket(tickets)
    inputs.append(Input(at: seconds, event: { .command(ticket, command) }))
  }

  /// Lets time pass with the service going on.
  func run(until end: Int64) {
    while true {
      var next = end
      if let wake { next = min(next, max(now, wake.epochSeconds)) }
      for process in processes.values where !process.isReported { next = min(next, max(now, process.ends)) }
      for input in inputs where !input.isDone { next = min(next, max(now, input.at)) }
      now = max(now, next)
      if let name = processes.filter({ !$0.value.isReported && $0.value.ends <= now }).keys.min() {
        report(name)
      } else if let index = inputs.firstIndex(where: { !$0.isDone && $0.at <= now }) {
        let event = inputs[index].event()
        let before = crashes
        self.event(event)
        if crashes == before { inputs[index].isDone = true }
      } else if let wake, wake.epochSeconds <= now {
        event(.woke)
        if self.wake == wake, now >= end { return }
      } else if now >= end {
        return
      }
    }
  }

  /// Lets time pass without the service, then starts it.
  func sleep(until end: Int64) {
    now = end
    start()
  }

  /// Sets the clock.
  func setClock(_ seconds: Int64) {
    now = seconds
    event(.clockChanged)
  }

  private func report(_ name: String) {
    guard let process = processes[name], let start = RunID.start(named: name) else { return }
    processes[name]?.isReported = true
    event(.runEnded(start.id, attempt: start.attempt, process.result))
  }

  private func step() throws {
    steps += 1
    guard let left = fuse else { return }
    guard left > 0 else {
      fuse = nil
      throw Crash()
    }
    fuse = left - 1
  }

  private func send(_ event: Event) throws {
    var queue = [event]
    var written: [Int64] = []
    var isCut = false
    while true {
      guard !queue.isEmpty else {
        if written.isEmpty {
          guard isCut else { return }
          queue = [.woke]
          continue
        }
        try step()
        queue = written.map { .committed(batch: $0, refused: []) }
        written = []
        continue
      }
      let event = queue.removeFirst()
      let turn = engine.handle(event, now: Instant(epochSeconds: now))
      wake = turn.nextWake
      isCut = turn.isCut
      for effect in turn.effects { try perform(effect, &queue) }
      guard let batch = turn.batch else { continue }
      try step()
      do {
        let refused = try store.write(batch)
        try step()
        if keepsTogether {
          written.append(batch.number)
          queue.insert(.granted(batch: batch.number, refused: refused), at: 0)
        } else {
          queue.insert(.committed(batch: batch.number, refused: refused), at: 0)
        }
      } catch let error as StoreError {
        queue.insert(.commitFailed(batches: [batch.number], error), at: 0)
      }
    }
  }

  private func perform(_ effect: Effect, _ queue: inout [Event]) throws {
    try step()
    switch effect {
    case .deliver(let order):
      let entry = Shown(
        number: order.number, identifier: order.identifier, title: order.content.title,
        subtitle: order.content.subtitle, body: order.content.body, isQuiet: order.isQuiet)
      if !(order.mayRepeat && shown.contains(entry)) { shown.append(entry) }
      if confirms { queue.append(.delivered(number: order.number, channel: .terminal)) }
    case .withdraw(_, let number): withdrawn.append(number)
    case .startRun(let order):
      guard let start = RunID.start(named: order.runID) else { return }
      if processes[order.runID] == nil {
        let (seconds, result) = script(order)
        processes[order.runID] = Process(order: order, ends: now + seconds, result: result)
        starts.append(order.runID)
      }
      queue.append(.runStarted(start.id, attempt: start.attempt))
    case .adoptRun(let id, let attempt):
      if let process = processes[id.startName(attempt: attempt)] {
        if process.ends > now { queue.append(.runStarted(id, attempt: attempt)) }
      } else {
        queue.append(.runVanished(id, attempt: attempt))
      }
    case .setBadge(let number): badge = number
    case .reply(let ticket, let reply): replies[ticket.number] = reply
    case .note(let note): notes.append(note)
    case .prune: break
    }
    try step()
  }

  /// Kills a script without a result.
  func kill(_ name: String) { processes[name] = nil }
}
