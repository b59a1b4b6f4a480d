import ControlProtocol
import Glibc
import RuleEngine
import RuleModel
import TestSupport
import Testing

@Suite struct ServiceProgramTests {
  let folder: TemporaryFolder
  let state: String

  init() throws {
    folder = try TemporaryFolder()
    state = folder.path(of: "state")
  }

  func serve(_ rules: String, _ more: [String] = []) throws -> RunningProgram {
    let service = try RunningProgram(
      "ServiceProbe", ["0", "--state", state, rules] + more, environment: ["HOME": folder.path])
    try service.wait(for: "ready: ")
    return service
  }

  func runs() throws -> [RunEntry] {
    guard case .runs(let page) = try ControlConnectionForTests(state: state).ask(.runs(HistoryQuery())) else {
      return []
    }
    return page.entries
  }

  static let greeting = """
    actions:
      reply:
        title: "Reply"
        input: { button: "Send", placeholder: "…" }
        do: { run: { command: [/bin/sh, -c, 'printf %s "$CARILLON_TEXT" > "$HOME/reply"; echo taken'] } }
    categories:
      talk: { actions: [reply] }
    rules:
      hello:
        notify: { title: "Hello", body: "How are you?", category: talk }
      start:
        when: { startup: service }
        notify: "Started"
        run: "echo $CARILLON_RULE > $HOME/ran; echo out"
    """

  @Test func ringsRunsAnswersAndStops() throws {
    let service = try serve(try folder.write("rules.yaml", Self.greeting))
    try service.wait(for: "Started")
    try service.wait(for: "start: run 1 ended: success")
    #expect(String(decoding: try readFile(folder.path(of: "ran")), as: UTF8.self) == "start\n")
    #expect(try runs().first?.result?.output == "out\n")

    let control = try ControlConnectionForTests(state: state)
    #expect(try control.ask(.fire(RuleID("hello"), force: false)) == .done)
    try service.wait(for: "How are you?")
    // Whatever a reply holds, it arrives byte for byte and is never interpreted.
    let reply = "\"; rm -rf ~ #$(id) `id` 'x' \\ \n\t🔔 é {{ rule.id }} %s"
    #expect(
      try control.ask(.respond(identifier: "hello", delivery: nil, action: ActionID("reply"), text: reply)) == .done)
    try service.wait(for: "run 2 ended: success")
    #expect(String(decoding: try readFile(folder.path(of: "reply")), as: UTF8.self) == reply)
    guard case .history(let history) = try control.ask(.history(HistoryQuery())) else {
      Issue.record("no history")
      return
    }
    #expect(Set(history.entries.map(\.status)) == [.fired])
    #expect(service.stop() == 0)
    #expect(service.text.contains("stopped"))
    var status = stat()
    #expect(stat(state + "/control.sock", &status) != 0, "the socket stays behind")
  }

  @Test func reloadsWhatIsGoodAndKeepsWhatWas() throws {
    let rules = try folder.write("rules.yaml", "rules: { a: { notify: \"A\" } }\n")
    let service = try serve(rules, ["--no-watch"])
    let control = try ControlConnectionForTests(state: state)

    try folder.write("rules.yaml", "rules: { a: { notify: \"A\" }, b: { notify: \"B\" } }\n")
    guard case .reloaded(let good) = try control.ask(.reload) else {
      Issue.record("no report")
      return
    }
    #expect(good.isApplied && good.rules == 2 && good.changes == [.init(rule: RuleID("b"), change: "new")])

    try folder.write("rules.yaml", "rules: { a: { notfy: \"A\" } }\n")
    guard case .reloaded(let bad) = try control.ask(.reload) else {
      Issue.record("no report")
      return
    }
    #expect(!bad.isApplied && bad.rules == 2)
    #expect(bad.findings.contains { $0.severity == "error" && $0.text.contains("rules.yaml:1:") })
    #expect(try control.ask(.fire(RuleID("b"), force: false)) == .done)
    try service.wait(for: "B")

    // By signal, too.
    try folder.write("rules.yaml", "rules: { c: { notify: \"C\" } }\n")
    kill(service.pid, SIGHUP)
    try service.wait(for: "reloaded: 1 rules")
    // And a start with broken files goes on with the last good ones.
    #expect(service.stop() == 0)
    try folder.write("rules.yaml", "rules: [\n")
    let again = try serve(rules)
    #expect(again.text.contains("degraded: old rules"))
    guard case .status(let status) = try ControlConnectionForTests(state: state).ask(.status) else {
      Issue.record("no status")
      return
    }
    #expect(status.oldRules != nil && status.report.rules == 1)
    #expect(again.stop(SIGINT) == 0)
  }

  @Test func readsChangedFilesByItself() throws {
    let rules = try folder.write("rules.yaml", "rules: { a: { notify: \"A\" } }\n")
    let service = try serve(rules)
    try folder.write("new.yaml", "rules: { b: { notify: \"B\" }, c: { notify: \"C\" } }\n")
    try #require(rename(folder.path(of: "new.yaml"), rules) == 0)
    try service.wait(for: "reloaded: 2 rules")
    #expect(service.stop() == 0)
  }

  @Test func statusesOfFailures() throws {
    let broken = try folder.write("broken.yaml", "rules: [\n")
    let cases: [(arguments: [String], status: Int32, words: String)] = [
      (["--state", state, broken], 1, "broken.yaml:"),
      (["--sate", state], 2, "unknown option"),
      (["--state", state, folder.path(of: "missing.yaml")], 3, "missing.yaml"),
      (["--state", broken, broken], 3, "no folder"),
    ]
    for (arguments, status, words) in cases {
      let service = try RunningProgram("ServiceProbe", ["0"] + arguments, environment: ["HOME": folder.path])
      #expect(service.end() == status, "\(arguments)")
      #expect(service.text.contains(words), "\(service.text)")
    }
  }

  @Test func oneServiceForEachState() throws {
    let rules = try folder.write("rules.yaml", "rules: { a: { notify: \"A\" } }\n")
    let first = try serve(rules)
    let second = try RunningProgram(
      "ServiceProbe", ["0", "--state", state, rules], environment: ["HOME": folder.path])
    #expect(second.end() == 3)
    #expect(second.text.contains("another service has the state folder"))
    #expect(first.stop(SIGKILL) == -SIGKILL)
    // The socket of one that was killed is in nobody's way.
    #expect(try serve(rules).stop() == 0)
  }

  @Test func serviceWithoutHomeTakesThatOfTheUser() throws {
    let rules = try folder.write("rules.yaml", "rules: { a: { notify: \"A\" } }\n")
    let service = try RunningProgram("ServiceProbe", ["0", "--state", state, rules])
    try service.wait(for: "ready: ")
    #expect(service.stop() == 0)
  }

  @Test func aRunningJobOutlivesTheService() throws {
    let gate = folder.path(of: "gate")
    try #require(mkfifo(gate, 0o600) == 0)
    let rules = try folder.write(
      "rules.yaml",
      """
      rules:
        job:
          run: "read line < $HOME/gate; echo got $line; exit 7"
          on_failure: { notify: "Job failed with {{ run.exit_code }}" }
      """)
    let service = try serve(rules)
    #expect(try ControlConnectionForTests(state: state).ask(.fire(RuleID("job"), force: false)) == .done)
    // Whether it is known by now that a supervisor has it makes no difference.
    let phase = try runs().first?.phase
    #expect(phase == .claimed || phase == .started)
    #expect(service.stop(SIGKILL) == -SIGKILL)

    let again = try serve(rules)
    // Not run a second time, since it still goes on.
    #expect(throws: ControlError.self) {
      try ControlConnectionForTests(state: state).ask(.fire(RuleID("job"), force: false))
    }
    try writeFile(gate, Array("news\n".utf8))
    try again.wait(for: "Job failed with 7")
    let run = try runs().first { $0.result != nil }
    #expect(run?.result?.exitCode == 7 && run?.result?.output == "got news\n")
    #expect(again.stop() == 0)
  }

  @Test func theShippedServiceStartsAndStops() throws {
    let rules = try folder.write("rules.yaml", "rules: { a: { notify: \"A\" } }\n")
    let service = try RunningProgram("carillond", ["--state", state, rules], environment: ["HOME": folder.path])
    try service.wait(for: "ready: 1 rule,")
    #expect(service.stop() == 0)
    let once = try RunningProgram(
      "carillond", ["--once", "--state", state, rules], environment: ["HOME": folder.path])
    #expect(once.end() == 0)
  }

  @Test func tellsTheServiceManager() throws {
    let path = folder.path(of: "notify")
    let manager = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
    defer { close(manager) }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8.prefix(107)) }
    let bound = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(manager, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    try #require(bound == 0)
    var patience = timeval(tv_sec: Int(RunningProgram.patienceSeconds), tv_usec: 0)
    setsockopt(manager, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
    func notice() -> String {
      var buffer = [UInt8](repeating: 0, count: 4096)
      let count = recv(manager, &buffer, buffer.count, 0)
      return String(decoding: buffer[..<max(0, count)], as: UTF8.self)
    }
    let rules = try folder.write("rules.yaml", "rules: { a: { notify: \"A\" } }\n")
    let service = try RunningProgram(
      "ServiceProbe", ["0", "--state", state, rules], environment: ["HOME": folder.path, "NOTIFY_SOCKET": path])
    #expect(notice() == "READY=1")
    try service.wait(for: "ready: ")
    kill(service.pid, SIGHUP)
    #expect(notice().hasPrefix("RELOADING=1\nMONOTONIC_USEC="))
    #expect(notice() == "READY=1")
    kill(service.pid, SIGTERM)
    #expect(notice() == "STOPPING=1")
    #expect(service.end() == 0)
  }

  @Test func ringsAndIsAnsweredAtATerminal() throws {
    let rules = try folder.write("rules.yaml", Self.greeting.replacing("body:", with: "sound: default, body:"))
    let service = try RunningProgram(
      "ServiceProbe", ["0", "--state", state, rules], environment: ["HOME": folder.path], atTerminal: true)
    try service.wait(for: "Started")
    try service.wait(for: "run 1 ended: success")
    #expect(try ControlConnectionForTests(state: state).ask(.fire(RuleID("hello"), force: false)) == .done)
    try service.wait(for: "\u{7}[2] Hello")
    try service.wait(for: "1) Reply")
    try service.type("2.1\n")
    try service.wait(for: "Send")
    try service.type("fine, $(id) \"é\"\n")
    try service.wait(for: "run 2 ended: success")
    #expect(String(decoding: try readFile(folder.path(of: "reply")), as: UTF8.self) == "fine, $(id) \"é\"")
    guard
      case .responses(let responses) = try ControlConnectionForTests(state: state).ask(.responses(HistoryQuery()))
    else {
      Issue.record("no responses")
      return
    }
    #expect(responses.entries.map(\.source) == ["terminal"])
    #expect(service.stop() == 0)
  }

  @Test func manyFindingsAndChangesAreCounted() throws {
    var text = "timezone: Europe/Berlin\nrules:\n"
    for number in 0..<120 { text += "  r\(number): { when: { daily: 02:30 }, notify: R }\n" }
    let service = try serve(try folder.write("rules.yaml", text))
    #expect(service.text.contains("and 70 more rules have changed"))
    guard case .reloaded(let report) = try ControlConnectionForTests(state: state).ask(.reload) else {
      Issue.record("no report")
      return
    }
    #expect(report.isApplied && report.rules == 120 && report.findings.count == 51)
    #expect(report.findings.last?.text.contains("more; 'carillon check' shows all") ?? false)
    #expect(service.stop() == 0)
  }
}
