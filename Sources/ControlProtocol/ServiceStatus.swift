public import CivilTime
public import JSONText
public import RuleEngine
import RuleModel

/// How things stand with the service.
public struct ServiceStatus: ControlEntry {
  /// What the engine knows.
  public var report: StatusReport
  /// The process of the service.
  public var pid: Int32 = 0
  /// The version of the program.
  public var version = ""
  /// Since when it goes on.
  public var since = Instant(epochSeconds: 0)
  /// The folder of its state.
  public var stateFolder = ""
  /// The rule files in force, in the order they were read.
  public var files: [String] = []
  /// When the rules in force were read.
  public var loaded: Instant?
  /// Why the rules in force are not those that the files hold now (`degraded: old rules`); nil where they are.
  public var oldRules: String?
  /// How often the service has woken since its start.
  public var wakeUps: Int64 = 0

  /// The engine's part; the service fills in the rest.
  public init(report: StatusReport) { self.report = report }

  /// Its members; what is not there is left out.
  public var json: JSONValue {
    var fields = JSONFields()
    fields.set("pid", pid)
    fields.set("version", version)
    fields.set("since", since)
    fields.set("state_folder", stateFolder)
    fields.set("files", texts: files)
    fields.set("loaded", loaded)
    fields.set("old_rules", oldRules)
    fields.set("rules", report.rules)
    fields.set("stopped", .array(report.stopped.sorted { $0.key < $1.key }.map { Self.stop($0.key, $0.value) }))
    fields.set("paused", flag: report.isPaused)
    fields.set("clock_set", .bool(report.isClockSet))
    fields.set("store_problem", report.degraded.map(Self.problem))
    fields.set("pending_requests", report.pendingRequests)
    fields.set("delivered", report.delivered)
    fields.set("running", report.running)
    fields.set("waiting", report.waiting)
    fields.set("badge", report.badge)
    fields.set("next_wake", report.nextWake)
    fields.set("undelivered", pairs(report.undelivered.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }))
    fields.set("wake_ups", wakeUps)
    return fields.value
  }

  /// Reads what `json` made.
  public init(json: JSONValue) throws(ControlError) {
    var reader = try FieldReader(json, "status")
    var stopped: [RuleID: Stop] = [:]
    let stops = try reader.list("stopped") { value throws(ControlError) in
      var reader = try FieldReader(value, "stop")
      let rule = RuleID(try reader.neededName("rule"))
      let stop = Stop(since: try reader.neededInstant("since"), until: try reader.instant("until"))
      try reader.finish()
      return (rule, stop)
    }
    for (rule, stop) in stops { stopped[rule] = stop }
    var undelivered: [String: String] = [:]
    if let value = reader.value("undelivered") {
      for label in try labels(value, "undelivered") { undelivered[label.name] = label.value }
    }
    let problem = try reader.nested("store_problem") { value throws(ControlError) in try Self.problem(value) }
    let isClockSet = try reader.flag("clock_set")
    report = StatusReport(
      rules: try reader.count("rules"), stopped: stopped, isPaused: try reader.flag("paused"), isClockSet: isClockSet,
      degraded: problem, pendingRequests: try reader.count("pending_requests"),
      delivered: try reader.count("delivered"), running: try reader.count("running"),
      waiting: try reader.count("waiting"), badge: try reader.count("badge"),
      nextWake: try reader.instant("next_wake"), undelivered: undelivered)
    pid = Int32(try reader.neededInteger("pid", in: 0...Int64(Int32.max)))
    version = try reader.neededText("version")
    since = try reader.neededInstant("since")
    stateFolder = try reader.neededText("state_folder")
    files = try reader.names("files") ?? []
    loaded = try reader.instant("loaded")
    oldRules = try reader.text("old_rules")
    wakeUps = try reader.integer("wake_ups", in: 0...Int64.max) ?? 0
    try reader.finish()
  }

  private static func stop(_ rule: RuleID, _ stop: Stop) -> JSONValue {
    var fields = JSONFields()
    fields.set("rule", rule.text)
    fields.set("since", stop.since)
    fields.set("until", stop.until)
    return fields.value
  }

  private static func problem(_ error: StoreError) -> JSONValue {
    var fields = JSONFields()
    fields.set("kind", error.kind.rawValue)
    fields.set("attempted", error.attempted)
    fields.set("subject", error.subject)
    fields.set("code", error.code)
    fields.set("message", error.message)
    return fields.value
  }

  private static func problem(_ value: JSONValue) throws(ControlError) -> StoreError {
    var reader = try FieldReader(value, "store_problem")
    let error = StoreError(
      kind: try reader.neededWord("kind", StoreError.Kind.self), attempted: try reader.neededText("attempted"),
      subject: try reader.neededText("subject"),
      code: Int32(try reader.neededInteger("code", in: Int64(Int32.min)...Int64(Int32.max))),
      message: try reader.neededText("message"))
    try reader.finish()
    return error
  }
}

extension Anchor: ControlEntry {
  /// `rule`, `trigger` (its form), `at` and, for an event trigger, `taken`.
  public var json: JSONValue {
    var fields = JSONFields()
    fields.set("rule", key.rule.text)
    fields.set("trigger", key.fingerprint)
    fields.set("at", instant)
    if taken != 0 { fields.set("taken", taken) }
    return fields.value
  }

  /// Reads what `json` made.
  public init(json: JSONValue) throws(ControlError) {
    var reader = try FieldReader(json, "anchor")
    self.init(
      key: AnchorKey(rule: RuleID(try reader.neededName("rule")), fingerprint: try reader.neededText("trigger")),
      instant: try reader.neededInstant("at"), taken: Int(try reader.integer("taken", in: 0...1 << 40) ?? 0))
    try reader.finish()
  }
}
