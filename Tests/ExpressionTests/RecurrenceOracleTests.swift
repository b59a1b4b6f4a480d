import CivilTime
import Glibc
import JSONText
import NextFire
import RuleCompiler
import RuleModel
import TestSupport
import Testing

/// Random recurrence rules against python-dateutil.
///
/// | difference | why |
/// | --- | --- |
/// | BYWEEKNO without BYDAY, BYMONTHDAY, BYYEARDAY | dateutil fires on all seven days; RFC 5545 takes the weekday from DTSTART |
/// | BYWEEKNO with INTERVAL above 1 or BYSETPOS | dateutil counts in calendar years, here weeks count in the year they belong to |
/// | WEEKLY with BYSETPOS | dateutil counts places in the first week from DTSTART on, RFC 5545 in the whole week |
@Suite struct RecurrenceOracleTests {
  @Test func agreesWithDateutil() throws {
    var random = SplitMix64(seed: 5545)
    let folder = try TemporaryFolder()
    var rules: [(text: String, start: LocalDateTime)] = []
    while rules.count < 600 {
      let text = RandomExpression.recurrence(&random)
      if differs(text) { continue }
      let start = try local(
        "\(1995 + random.below(40))-0\(1 + random.below(9))-\(10 + random.below(19))T0\(random.below(10)):\(10 + random.below(50)):\(10 + random.below(50))"
      )
      rules.append((text, start))
    }
    try folder.write("rules.txt", rules.map { "\($0.text) \($0.start)\n" }.joined())
    let lines = try recurrences(of: folder)
    try #require(lines.count >= rules.count)
    var compared = 0
    for (rule, line) in zip(rules, lines) {
      // The oracle gave up looking, which says nothing.
      if line == "?" { continue }
      let isComplete = line.hasSuffix("!")
      let expected = line.split(separator: " ").filter { $0 != "!" }.map(String.init)
      let when = "{ rrule: \(quoted(rule.text)), start: \(quoted("\(rule.start)")) }"
      let compilation = compile(when)
      if compilation.hasErrors {
        #expect(expected.isEmpty, "\(when): \(errors(compilation)) instead of \(expected)")
        continue
      }
      let evaluator = try evaluator(compilation, in: .utc)
      let before = Instant(epochSeconds: rule.start.localSeconds - 1)
      let found = evaluator.instants(ofRule: 0, after: before).prefix(expected.count + (isComplete ? 1 : 0)).map {
        String(RFC3339.text($0).prefix(19))
      }
      #expect(found == expected, "\(when)")
      compared += 1
    }
    #expect(compared > 400)
  }

  /// The rule's local date-times are dateutil's; what the zone makes of them is what PEP 495 says of `fold=0`.
  @Test func agreesWithDateutilInEveryZone() throws {
    var random = SplitMix64(seed: 7529)
    let folder = try TemporaryFolder()
    var rules: [(text: String, start: LocalDateTime, zone: ZoneRules)] = []
    for zone in machineZones() {
      var drawn = 0
      while drawn < 2 {
        let text = RandomExpression.recurrence(&random)
        if differs(text) { continue }
        drawn += 1
        // From 1972 on, when the last zone whose offsets have seconds gave them up; most shortly before a change.
        var start = Instant(epochSeconds: 70_000_000 + Int64(random.below(225 * 365)) * 86_400 + 9000)
        if random.below(4) > 0, let change = zone.nextTransition(after: start) {
          start = change.advanced(bySeconds: -Int64(random.below(3 * 24)) * 1800)
        }
        rules.append((text, zone.localDateTime(at: start), zone))
      }
    }
    try folder.write("rules.txt", rules.map { "\($0.text) \($0.start) \($0.zone.name.rawValue)\n" }.joined())
    let lines = try recurrences(of: folder)
    try #require(lines.count >= rules.count)
    var compared = 0
    for (rule, line) in zip(rules, lines) where line != "?" {
      let isComplete = line.hasSuffix("!")
      let expected = line.split(separator: " ").compactMap { Int64($0).map { Instant(epochSeconds: $0) } }
      let when = "{ rrule: \(quoted(rule.text)), start: \(quoted("\(rule.start)")) }"
      let compilation = compile(when)
      if compilation.hasErrors {
        #expect(expected.isEmpty, "\(when): \(errors(compilation)) instead of \(expected)")
        continue
      }
      let evaluator = try evaluator(compilation, in: rule.zone)
      let before = Instant(epochSeconds: rule.start.localSeconds - 15 * 3600)
      let found = evaluator.instants(ofRule: 0, after: before).prefix(expected.count + (isComplete ? 1 : 0))
      #expect(
        found.elementsEqual(expected),
        "\(when) in \(rule.zone.name.rawValue): \(found.map(\.epochSeconds)), not \(line)")
      compared += 1
    }
    #expect(compared > 700)
  }

  /// The oracle's answers to the rules in a folder's file `rules.txt`.
  private func recurrences(of folder: TemporaryFolder) throws -> [Substring] {
    let script = CaseFile.testsFolder + "/Oracles/recurrences.py"
    let status = shell("/usr/bin/python3 \(script) \(folder.path)/rules.txt > \(folder.path)/out.txt")
    try #require(status == 0, "python3-dateutil is among Tests/install-packages")
    return String(decoding: try readFile(folder.path + "/out.txt"), as: UTF8.self).split(
      separator: "\n", omittingEmptySubsequences: false)
  }

  /// Whether the rule is one of those in the table above.
  private func differs(_ text: String) -> Bool {
    if text.contains("FREQ=WEEKLY"), text.contains("BYSETPOS") { return true }
    guard text.contains("BYWEEKNO") else { return false }
    let names = ["BYDAY", "BYMONTHDAY", "BYYEARDAY"].contains { text.contains($0) }
    return !names || text.contains("INTERVAL") || text.contains("BYSETPOS")
  }
}

/// Runs a command of the shell and returns its exit status.
func shell(_ command: String) -> Int32 {
  var process: pid_t = 0
  let texts = ["/bin/sh", "-c", command]
  var arguments: [UnsafeMutablePointer<CChar>?] = texts.map { strdup($0) } + [nil]
  defer { for case let argument? in arguments { free(argument) } }
  guard posix_spawn(&process, "/bin/sh", nil, nil, &arguments, environ) == 0 else { return -1 }
  var status: Int32 = 0
  while waitpid(process, &status, 0) < 0, errno == EINTR {}
  return status
}
