import CivilTime
import NextFire
import RuleCompiler
import TestSupport
import Testing

/// Random calendar expressions against `systemd-analyze calendar` (systemd 252) with the rules of a zone.
///
/// | difference | why |
/// | --- | --- |
/// | a time in a gap | systemd goes on at the end of the gap; systemd.time(7) names no such time: skipped here |
/// | a time that comes twice | systemd may take either pass, depending on where it starts: the first here |
/// | after 2199 | systemd ends there |
@Suite struct CalendarOracleTests {
  @Test func agreesWithSystemd() throws {
    var random = SplitMix64(seed: 252)
    var expressions: [String] = []
    var seen: Set<String> = []
    while expressions.count < 120 {
      let text = RandomExpression.calendar(&random)
      if seen.insert(text).inserted { expressions.append(text) }
    }
    let base = try instant("2026-01-15T10:20:30Z")
    let questions = expressions.map { Question(zone: .utc, base: base, text: $0) }
    let compared = try compare(questions) { _, _ in false }
    #expect(compared > 80)
  }

  @Test func agreesWithSystemdInEveryZone() throws {
    var random = SplitMix64(seed: 247)
    var questions: [Question] = []
    for zone in machineZones() {
      var base = Instant(epochSeconds: 70_000_000 + Int64(random.below(200 * 365)) * 86_400 + 1830)
      if random.below(4) > 0, let change = zone.nextTransition(after: base), change.epochSeconds < 7_000_000_000 {
        base = change.advanced(bySeconds: -Int64(random.below(2 * 86_400)))
      }
      questions.append(Question(zone: zone, base: base, text: RandomExpression.calendar(&random)))
    }
    let compared = try compare(questions) { question, instant in
      // The first two rows of the table: in the length of the gap behind a change, or in either pass of a fold.
      let zone = question.zone
      for change in [
        zone.previousTransition(before: instant.advanced(bySeconds: 1)), zone.nextTransition(after: instant),
      ] {
        guard let change else { continue }
        let length = Int64(zone.offset(at: change)) - Int64(zone.offset(at: change.advanced(bySeconds: -1)))
        let distance = instant.epochSeconds - change.epochSeconds
        if length > 0 ? 0..<length ~= distance : -abs(length)..<abs(length) ~= distance { return true }
      }
      return false
    }
    #expect(compared > 300)
  }

  /// A question to systemd: the first occurrences after a point in a zone.
  struct Question {
    var zone: ZoneRules
    var base: Instant
    var text: String
  }

  /// Asks systemd and compares.
  ///
  /// - Parameter isKnown: Whether an instant that only one of both has is one of the table.
  /// - Returns: How many answers were compared.
  private func compare(_ questions: [Question], isKnown: (Question, Instant) -> Bool) throws -> Int {
    let folder = try TemporaryFolder()
    var script = ""
    for (index, question) in questions.enumerated() {
      try folder.write("\(index).txt", question.text)
      let base = RFC3339.text(question.base).prefix(19).split(separator: "T").joined(separator: " ")
      script +=
        "echo '# '; TZ=\(question.zone.name.rawValue) systemd-analyze calendar --iterations=6 "
        + "--base-time='\(base) UTC' \"$(cat \(index).txt)\" 2>&1\n"
    }
    try folder.write("ask", script)
    try #require(
      shell("cd \(folder.path) && sh ask > out; test -s out") == 0, "systemd is among Tests/install-packages")
    let output = String(decoding: try readFile(folder.path + "/out"), as: UTF8.self)
    let answers = output.split(separator: "# ")
    try #require(answers.count == questions.count)
    var compared = 0
    for (question, answer) in zip(questions, answers) {
      // The lines in UTC; where the zone has none of its own, the lines of the occurrences themselves.
      let expected = answer.split(separator: "\n").filter { $0.hasSuffix(" UTC") }.compactMap { line -> Instant? in
        let words = line.split(separator: " ")
        guard words.count >= 4, line.contains("in UTC") || line.contains("Next elapse") || line.contains("Iter. #")
        else { return nil }
        return RFC3339.parse("\(words[words.count - 3])T\(words[words.count - 2])Z")?.instant
      }
      let name = "\(question.text) in \(question.zone.name.rawValue) after \(RFC3339.text(question.base))"
      let compilation = compile("{ on_calendar: \(quoted(question.text)) }")
      if compilation.hasErrors {
        #expect(expected.isEmpty, "\(name): \(errors(compilation))")
        continue
      }
      guard let last = expected.last else { continue }
      compared += 1
      let evaluator = try evaluator(compilation, in: question.zone)
      let found = evaluator.instants(ofRule: 0, after: question.base).prefix { $0 <= last }
      let different = Set(found).symmetricDifference(expected).filter { !isKnown(question, $0) }
      #expect(
        different.isEmpty, "\(name): \(found.map { RFC3339.text($0) }), not \(expected.map { RFC3339.text($0) })")
    }
    return compared
  }
}
