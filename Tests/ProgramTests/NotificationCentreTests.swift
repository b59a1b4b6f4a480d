import Glibc
import TestSupport
import Testing

/// The notification centre of the examples through the real programs: rung, answered in every way, changed and removed.
///
/// The example's delays are made shorter; each wait is for a line of the service's output.
@Suite struct NotificationCentreTests {
  /// Quotes, backticks, line breaks, emoji: what must arrive byte for byte and be interpreted nowhere.
  static let hostile = "\"; rm -rf ~ #$(id) `id` 'x'\n\\n %s 👩‍👩‍👧 {{ rule.id }}"

  private let folder: TemporaryFolder
  private let state: String

  init() throws {
    folder = try TemporaryFolder()
    state = folder.path(of: "s")
    let example = String(
      decoding: try readFile("\(CaseFile.testsFolder)/../examples/notification-centre.yaml"), as: UTF8.self)
    _ = try folder.write(
      "rules.yaml", example.replacing("5s", with: "1s").replacing("in: 2s", with: "in: 1s"))
    let script = try readFile("\(CaseFile.testsFolder)/../examples/scripts/record.sh")
    try #require(mkdir(folder.path(of: "scripts"), 0o755) == 0)
    _ = try folder.write("scripts/record.sh", String(decoding: script, as: UTF8.self), mode: 0o755)
  }

  private func serve() throws -> RunningProgram {
    try RunningProgram(
      "carillon", ["serve", "--no-watch", "--state", state, folder.path(of: "rules.yaml")],
      environment: ["HOME": folder.path])
  }

  /// Runs one command against the service and returns what it prints.
  @discardableResult
  private func carillon(_ words: String..., status wanted: Int32 = 0) throws -> String {
    let call = try RunningProgram("carillon", words + ["--state", state], environment: ["HOME": folder.path])
    let status = call.end()
    #expect(status == wanted, "carillon \(words.joined(separator: " ")): \(call.text)")
    return call.text
  }

  /// Waits until the service has printed a text so many times.
  private func wait(_ service: RunningProgram, for text: String, times: Int) throws {
    while service.text.components(of: text) < times { try service.waitForMore() }
  }

  private func recorded() -> String {
    String(decoding: (try? readFile(folder.path(of: ".local/state/carillon-examples.log"))) ?? [], as: UTF8.self)
  }

  @Test func lessonIsAnsweredInEveryWay() throws {
    let service = try serve()
    try service.wait(for: "    one: un\n")
    #expect(service.text.contains("1) Next  2) Reply…  3) Later  4) Stop!"))
    #expect(try carillon("delivered", "--format", "csv").contains(",lesson,Words of the day,,one: un,shown"))

    // next: the sequence moves on.
    #expect(try carillon("respond", "lesson", "next").hasPrefix("answered lesson with next"))
    try service.wait(for: "    two: deux\n")

    // reply: the text becomes the subtitle, and the notification comes again.
    try carillon("respond", "lesson", "reply", "--text", "très bien {{ rule.id }}")
    #expect(try carillon("pending", "--format", "csv").contains(",lesson,snooze,"))
    try service.wait(for: "    très bien {{ rule.id }}\n    two: deux\n")

    // later, and a change of what is pending.
    try carillon("respond", "lesson", "later")
    try carillon("update", "lesson", "--body", "two, changed")
    try service.wait(for: "    two, changed\n")

    // The command that answers twice is too late; stop ends the rule.
    try carillon("respond", "lesson", "stop")
    let late = try carillon("respond", "lesson", "next", status: 1)
    #expect(late.contains("was answered before, with 'stop'"))
    #expect(try carillon("status").contains("stopped"))
    #expect(try carillon("delivered") == "nothing is shown\n")
    #expect(try carillon("history", "--responses", "--format", "csv").contains(",lesson,next,,"))
    #expect(service.stop() == 0)
  }

  @Test func scriptsRecordWhatTheyGot() throws {
    let service = try serve()
    try service.wait(for: "ready")
    let answers: [(words: [String], line: String)] = [
      (["like"], "like action=like request=news text=\n"),
      (["cancel"], "cancel action=cancel request=news text=\n"),
      (["comment", "--text", Self.hostile], "comment action=comment request=news text=\(Self.hostile)\n"),
      (["dismiss"], "dismiss action=dismiss request=news text=\n"),
    ]
    var expected = ""
    for (number, answer) in answers.enumerated() {
      try carillon("fire", "news")
      try wait(service, for: "A new release is out\n", times: number + 1)
      let call = try RunningProgram(
        "carillon", ["respond", "news"] + answer.words + ["--state", state], environment: ["HOME": folder.path])
      #expect(call.end() == 0, "\(call.text)")
      try wait(service, for: "ended: success", times: number + 1)
      expected += answer.line
      #expect(recorded() == expected)
    }
    #expect(try carillon("badge") == "4\n")
    #expect(try carillon("badge", "0") == "0\n")
    #expect(try carillon("respond", "news", "applaud", status: 1).contains("has no action 'applaud'"))

    // The second rule's category has only 'stop'.
    try carillon("fire", "tick")
    try service.wait(for: "An hour has passed")
    #expect(try carillon("respond", "tick", "next", status: 1).contains("has no action 'next'"))
    try carillon("respond", "tick", "stop")
    #expect(try carillon("status").contains("stopped"))
    #expect(try carillon("resume", "tick") == "resumed tick\n")
    #expect(service.stop() == 0)
  }

  @Test func requestsByHandAreReplacedChangedAndRemoved() throws {
    let service = try serve()
    try service.wait(for: "ready")
    try carillon("stop", "tick")
    #expect(try carillon("add", "trip.pack", "--in", "1h", "--title", "Pack").hasPrefix("added trip.pack, "))
    try carillon("add", "trip.pack", "--in", "2h", "--title", "Pack again")
    try carillon("add", "trip.leave", "--in", "3h", "--title", "Leave")
    try carillon("add", "tea", "--in", "1h", "--title", "Tea")
    try carillon("update", "tea", "--title", "Green tea")
    func titles() throws -> [String] {
      try carillon("pending", "--format", "csv").split(separator: "\n").dropFirst().map { line in
        line.split(separator: ",", omittingEmptySubsequences: false).suffix(3).joined(separator: " ")
      }.filter { !$0.hasPrefix("lesson") && !$0.hasPrefix("tick") }
    }
    #expect(
      try titles() == ["tea request Green tea", "trip.pack request Pack again", "trip.leave request Leave"])
    #expect(try carillon("remove", "--match", "trip.*") == "removed 2 pending and 0 shown\n")
    #expect(try titles() == ["tea request Green tea"])

    try carillon("add", "now", "--title", "Now")
    try service.wait(for: "] Now\n")
    try carillon("add", "now", "--title", "Now, again")
    try service.wait(for: "] Now, again\n")
    #expect(try carillon("history", "--deliveries", "--format", "csv").contains("superseded"))
    #expect(try carillon("remove", "now") == "removed 0 pending and 1 shown\n")
    #expect(try carillon("remove", "now", status: 1).contains("no notification 'now' is pending or shown"))
    #expect(try carillon("add", "lesson", "--title", "x", status: 1).contains("'lesson' is a rule"))
    #expect(service.stop() == 0)
  }

  /// Each listing's JSON fits its schema, with a snooze, a run, a late response and a stop among what it shows.
  @Test func listingsFitTheirSchemas() throws {
    let service = try serve()
    try service.wait(for: "    one: un\n")
    try carillon("fire", "news")
    try service.wait(for: "A new release is out\n")
    try carillon("respond", "news", "like")
    try service.wait(for: "ended: success")
    try carillon("respond", "news", "like", status: 1)
    try carillon("snooze", "lesson", "1h")
    try carillon("stop", "tick", "tomorrow 08:00")
    try carillon("add", "tea", "--title", "Tea", "--badge", "+1", "--user-info", "leaf=green")
    try service.wait(for: "] Tea")
    let rules = folder.path(of: "rules.yaml")
    let calls: [(name: String, words: [String])] = [
      ("status", ["status"]), ("pending", ["pending", "--count", "5"]), ("delivered", ["delivered"]),
      ("deliveries", ["history", "--deliveries"]), ("history", ["history"]), ("responses", ["history", "--responses"]),
      ("logs", ["logs"]), ("categories", ["categories"]), ("next", ["next", rules, "--skipped", "--count", "5"]),
      ("graph", ["graph", rules]),
    ]
    var files: [String] = []
    for call in calls {
      let program = try RunningProgram(
        "carillon", call.words + ["--format", "json"] + (call.name == "graph" ? [] : ["--state", state]),
        environment: ["HOME": folder.path])
      #expect(program.end() == 0, "\(program.text)")
      files.append("\(call.name)=\(try folder.write("\(call.name).json", program.text))")
    }
    let check = try RunningProgram(
      "carillon", ["check", rules, "--format", "json"], environment: ["HOME": folder.path])
    check.end()
    files.append("check=\(try folder.write("check.json", check.text))")
    let log = folder.path(of: "log")
    let words = files.map { "'\($0)'" }.joined(separator: " ")
    let tests = CaseFile.testsFolder
    let status = system("/usr/bin/python3 '\(tests)/Oracles/shapes.py' '\(tests)/../schemas' \(words) >'\(log)' 2>&1")
    let said = String(decoding: try readFile(log), as: UTF8.self)
    #expect(status == 0, "\(said)")
    #expect(service.stop() == 0)
  }
}

extension String {
  /// How often a text stands in this one.
  fileprivate func components(of text: String) -> Int {
    var count = 0
    var rest = self[...]
    while let range = rest.firstRange(of: text) {
      count += 1
      rest = rest[range.upperBound...]
    }
    return count
  }
}
