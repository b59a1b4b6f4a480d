import CivilTime
import ControlProtocol
import EventLoop
import Glibc
import HostTime
import RuleEngine
import RuleModel
import RunSupervisor
import SQLiteStore
import ScriptRunner
import TerminalDelivery

/// Opens all that a service needs, in the order that keeps two services apart, and runs it.
struct ServiceStart {
  let arguments: ServiceArguments
  let environment: [String: String]
  let journal: Journal
  let paths: ServicePaths
  let folder: StateFolder
  let store: SQLiteStore
  let history: SQLiteHistory
  let clock = SystemClock()

  /// Takes the state: its folder, its lock and its database.
  init(_ arguments: ServiceArguments, environment: [String: String], journal: Journal) throws(ServiceFailure) {
    self.arguments = arguments
    self.environment = environment
    self.journal = journal
    let state = arguments.state.map(Self.absolute)
    guard let paths = ServicePaths(environment: environment, state: state, isSystem: arguments.isSystem) else {
      throw .outside("neither XDG_STATE_HOME nor HOME is set; name a folder with --state")
    }
    self.paths = paths
    folder = try StateFolder(path: paths.stateFolder)
    do throws(StoreError) {
      store = try SQLiteStore(folder: folder.path, now: clock.now(), patience: 1000)
      history = try SQLiteHistory(folder: folder.path)
    } catch {
      switch error.kind {
      case .locked:
        throw .outside("another service has the state folder \(folder.path); stop it, or use another --state")
      case .tooNew:
        throw .outside("the state in \(folder.path) is of a later version of this program: \(error.message)")
      case .full, .corrupt, .io: throw .outside(error.description)
      }
    }
    if let place = store.setAside {
      journal.say(.error, "the database was corrupt and is set aside as \(place); the service begins anew")
    }
  }

  /// Runs until a signal, or with `--once` until everything is settled.
  func run(executable: String, observe: @escaping (ServiceStep) -> Void) throws(ServiceFailure) -> Int32 {
    // A reader that has gone away is an error of the write, not the end of the service.
    signal(SIGPIPE, SIG_IGN)
    // Neither is a file that may not grow further.
    signal(SIGXFSZ, SIG_IGN)
    DescriptorLimit.raise()
    let loop = try Self.armed { () throws(LoopError) in try Loop() }
    let (service, load) = try makeService(on: loop, observe)
    service.runner = try runner(on: loop, executable, service)
    service.channel = try TerminalChannel(on: loop) { [weak service] in service?.feed($0) }
    try StateFolder.make(paths.socketFolder)
    let socket = try ControlSocket(path: paths.socket)
    defer { socket.remove() }
    return try Self.armed { () throws(LoopError) in try serve(service, load, socket) }
  }

  /// Arms sources of the loop; that this fails is a failure from outside.
  private static func armed<Value>(_ body: () throws(LoopError) -> Value) throws(ServiceFailure) -> Value {
    do throws(LoopError) { return try body() } catch { throw .outside(error.description) }
  }

  private func serve(_ service: Service, _ load: RuleLoad, _ socket: ControlSocket) throws(LoopError) -> Int32 {
    let loop = service.loop
    let server = try ControlServer(on: loop, socket, version: carillonVersion) { [weak service] connection, request in
      service?.take(request, from: connection)
    }
    let signals = try watchSignals(on: loop, service)
    let clockWatch = try ClockWatch(on: loop) { [weak service] _ in service?.clockChanged() }
    let zoneWatch = watchZone(on: loop, service)
    if arguments.watchesFiles, !arguments.isOnce {
      service.ruleWatches = FolderWatches(on: loop, matches: Self.isRuleFile) { [weak service] in service?.reload() }
      service.watchRules(load)
    }
    try loop.answerWatchdog()
    service.isClockSet = ClockTrust.isSet(now: clock.now(), state: service.engine.state)
    service.feed(.started(bootID: Self.bootID(), isClockSet: service.isClockSet))
    service.tellFurtherChanges()
    service.inForce(load)
    service.endLoad()
    service.removeOldRunFolders()
    service.notify(.ready)
    let count = service.engine.book.rules.rules.count
    journal.say(.notice, "ready: \(count) rule\(count == 1 ? "" : "s"), control socket \(paths.socket)")
    let status = try withExtendedLifetime((server, signals, clockWatch, zoneWatch)) { () throws(LoopError) in
      try loop.run()
    }
    service.notify(.stopping)
    // A copy of the database alone should then be whole; that this fails loses nothing.
    try? store.moveLog()
    journal.say(.notice, "stopped")
    return status
  }

  private func makeService(
    on loop: Loop, _ observe: @escaping (ServiceStep) -> Void
  ) throws(ServiceFailure) -> (Service, RuleLoad) {
    let machineKey = try folder.machineKey()
    let restored: StoredState
    do throws(StoreError) {
      restored = try store.load()
    } catch {
      throw .outside(error.description)
    }
    let rules = try RuleFiles(
      named: arguments.files.map(Self.absolute), folder: paths.rulesFolder, lastGood: folder.lastGoodRules,
      environment: environment, machineKey: machineKey)
    var load = rules.loadAtStart()
    for finding in load.findings { journal.say(finding.severity == "error" ? .error : .warning, finding.text) }
    guard let book = load.book else {
      if load.isUnreadable {
        throw .outside("the rules can't be read, and there are no older ones to go on with")
      }
      throw ServiceFailure(
        description: "the rules have errors, and there are no older ones to go on with", status: 1)
    }
    if let reason = load.oldRules { journal.say(.error, "degraded: old rules: \(reason)") }
    var status = ServiceStatus(
      report: StatusReport(
        rules: 0, stopped: [:], isPaused: false, isClockSet: false, degraded: nil, pendingRequests: 0, delivered: 0,
        running: 0, waiting: 0, badge: 0, nextWake: nil, undelivered: [:]))
    status.pid = getpid()
    status.version = carillonVersion
    status.since = clock.now()
    status.stateFolder = folder.path
    let options = Engine.Options(
      environment: environment, homeDirectory: environment["HOME"] ?? "/", machineKey: machineKey,
      firstPortion: 4)
    let service = Service(
      on: loop, journal: journal, store: store, history: history, rules: rules,
      engine: Engine(restored: restored, book: book, options: options), status: status, machineKey: machineKey,
      isOnce: arguments.isOnce, observe: observe)
    // A reload replaces the rules; the first ones must not stay behind it.
    load.book = nil
    return (service, load)
  }

  private func runner(on loop: Loop, _ executable: String, _ service: Service) throws(ServiceFailure) -> ScriptRunner {
    do throws(ScriptRunnerError) {
      return try ScriptRunner(
        on: loop, executable: executable, runs: folder.runs, begun: { [weak service] in service?.runsBegun($0) },
        ended: { [weak service] in service?.runEnded($0, $1) })
    } catch {
      throw .outside(error.description)
    }
  }

  // MARK: What the service listens to

  private func watchSignals(on loop: Loop, _ service: Service) throws(LoopError) -> [SignalWatch] {
    let stop = { [weak loop] in loop?.exit(code: 0) ?? () }
    return [
      try SignalWatch(on: loop, SIGTERM) { stop() },
      try SignalWatch(on: loop, SIGINT) { stop() },
      try SignalWatch(on: loop, SIGHUP) { [weak service] in service?.reload() },
    ]
  }

  /// Watches the links and files that name the machine's zone, unless the environment names another.
  private func watchZone(on loop: Loop, _ service: Service) -> FolderWatches? {
    guard environment["TZ"] == nil else { return nil }
    let watches = FolderWatches(on: loop, matches: { _ in false }) { [weak service] in
      guard let service, let source = service.rules.sourceAfterZoneChange() else { return }
      service.journal.say(.notice, "the machine's time zone has changed")
      service.feed(.zoneChanged(source))
    }
    for problem in watches.watch(files: ["/etc/localtime", "/etc/timezone"], folders: []) {
      journal.say(.warning, problem)
    }
    return watches
  }

  static func isRuleFile(_ name: String) -> Bool {
    !name.hasPrefix(".") && (name.hasSuffix(".yaml") || name.hasSuffix(".yml"))
  }

  /// What tells this boot from every other; where the kernel does not say, every start is its own.
  private static func bootID() -> String {
    let bytes = SmallFile.read("/proc/sys/kernel/random/boot_id", limit: 64) ?? []
    let text = String(decoding: bytes.prefix { $0 > 0x20 }, as: UTF8.self)
    return text.isEmpty ? "unknown-\(Clock.realtime.microseconds)" : text
  }

  private static func absolute(_ path: String) -> String {
    if path.hasPrefix("/") { return path }
    guard let folder = getcwd(nil, 0) else { return path }
    defer { free(folder) }
    return path == "." ? String(cString: folder) : "\(String(cString: folder))/\(path)"
  }
}
