import CivilTime
import NextFire
import RuleCompiler
import TestSupport
import Testing

/// Random cron expressions against cronsim in every zone of the machine, and against croniter on a clock without
/// changes.
///
/// | difference from cronsim | why |
/// | --- | --- |
/// | a time in a gap of more than three hours | cronsim makes it up; Debian's cron lets it go, and so does Carillon |
/// | six fields whose seconds are `0` | cronsim reads them as clock-aligned, Carillon as the five fields |
/// | `4-4/7` | cronsim reads `4/7`, Debian's cron a range of one |
/// | the day of a change by half an hour | cronsim counts on in whole hours and passes an hour by |
///
/// | difference from croniter | why |
/// | --- | --- |
/// | day `*/2` beside a weekday, weekday `*/2` beside a day | croniter fires on either, Debian's cron on both |
/// | day or weekday ranges that hold every value, such as `1-31`, beside the other | croniter reads them as `*` |
/// | `1#1`, `L` beside the other day field | croniter fires where both match, or on fewer days than either has |
/// | `5L` | croniter writes `L5` |
@Suite struct CronOracleTests {
  /// A question to an oracle; no zone asks croniter.
  struct Question {
    var zone: ZoneRules?
    var start: Instant
    var text: String

    var line: String { "\(zone?.name.rawValue ?? "-")\t\(start.epochSeconds)\t\(text)\n" }
  }

  @Test func agreesWithCronsimInEveryZone() throws {
    var random = SplitMix64(seed: 1993)
    var questions: [Question] = []
    for zone in machineZones() {
      for place in 0..<3 {
        // From 1972 on, when the last zone whose offsets have seconds, Monrovia, gave them up.
        var start = Instant(epochSeconds: 70_000_000 + Int64(random.below(230 * 365)) * 86_400)
        if place > 0, let change = zone.nextTransition(after: start) {
          start = change.advanced(bySeconds: -Int64(random.below(2 * 86_400)))
        }
        questions.append(Question(zone: zone, start: start, text: RandomExpression.commonCron(&random)))
      }
    }
    let compared = try compare(questions) { question, found, expected in
      // The first row of the table: all that cronsim has more lies at the end of a long gap.
      guard let zone = question.zone else { return false }
      let more = Set(expected).subtracting(found)
      let isLonger = more.allSatisfy { instant in
        guard let change = zone.previousTransition(before: instant.advanced(bySeconds: 1)) else { return false }
        let gap = Int64(zone.offset(at: change)) - Int64(zone.offset(at: change.advanced(bySeconds: -1)))
        return gap > 3 * 3600 && instant == change
      }
      if !more.isEmpty { return isLonger && found.starts(with: expected.filter { !more.contains($0) }) }
      // The fourth row: what cronsim lacks lies within a day behind such a change.
      return Set(found.prefix { $0 <= expected[expected.count - 1] }).subtracting(expected).allSatisfy { instant in
        guard let change = zone.previousTransition(before: instant) else { return false }
        let length = zone.offset(at: change) - zone.offset(at: change.advanced(bySeconds: -1))
        return length % 3600 != 0 && instant.epochSeconds - change.epochSeconds < 86_400
      }
    }
    #expect(compared > 1500)
  }

  @Test func agreesWithCroniterOnAPlainClock() throws {
    var random = SplitMix64(seed: 1970)
    let questions = (0..<1500).map { _ in
      Question(
        zone: nil, start: Instant(epochSeconds: Int64(random.below(70 * 365)) * 86_400),
        text: RandomExpression.commonCron(&random))
    }
    .filter { question in
      let fields = question.text.split(separator: " ").suffix(3)
      let day = fields.first ?? "*"
      let weekday = fields.last ?? "*"
      let isOpen = { (field: Substring) in field.hasPrefix("*/") || ["1-31", "0-6", "0-7", "1-7"].contains(field) }
      if weekday.contains("L") { return false }
      if day != "*", weekday != "*", day == "L" || weekday.contains("#") { return false }
      return day == "*" || weekday == "*" || !(isOpen(day) || isOpen(weekday))
    }
    let compared = try compare(questions) { _, _, _ in false }
    #expect(compared > 1000)
  }

  /// Asks the oracle and compares.
  ///
  /// - Parameter isKnown: Whether a difference is one of the table: the question, what was found, what was expected.
  /// - Returns: How many answers were compared.
  private func compare(
    _ questions: [Question], isKnown: (Question, [Instant], [Instant]) -> Bool
  ) throws -> Int {
    let folder = try TemporaryFolder()
    try folder.write("questions", questions.map(\.line).joined())
    let tests = CaseFile.testsFolder
    let path = "PYTHONPATH=\(tests)/../.build/oracles"
    let status = shell(
      "cd \(folder.path) && \(path) /usr/bin/python3 \(tests)/Oracles/crons.py questions > answers")
    try #require(status == 0, "croniter and cronsim are among Tests/install-packages")
    let answers = String(decoding: try readFile(folder.path + "/answers"), as: UTF8.self).split(
      separator: "\n", omittingEmptySubsequences: false)
    try #require(answers.count >= questions.count)
    var compared = 0
    for (question, answer) in zip(questions, answers) {
      let words = answer.split(separator: " ")
      let expected = words.compactMap { Int64($0).map { Instant(epochSeconds: $0) } }
      // An oracle that gave up looking says nothing of what comes behind.
      if expected.isEmpty, words.last == "?" { continue }
      let name = "\(question.text) in \(question.zone?.name.rawValue ?? "UTC") after \(question.start.epochSeconds)"
      let compilation = compile("{ cron: \(quoted(question.text)) }")
      compared += 1
      if compilation.hasErrors {
        #expect(expected.isEmpty, "\(name): \(errors(compilation))")
        continue
      }
      let evaluator = try evaluator(compilation, in: question.zone ?? .utc)
      let found = Array(evaluator.instants(ofRule: 0, after: question.start).prefix(max(1, expected.count)))
      if expected.isEmpty {
        // cronsim and croniter end after some decades.
        let horizon = question.start.advanced(bySeconds: 40 * 366 * 86_400)
        #expect(found.allSatisfy { $0 > horizon }, "\(name)")
      } else if found != expected {
        #expect(isKnown(question, found, expected), "\(name): \(found.map(\.epochSeconds)), not \(answer)")
      }
    }
    return compared
  }
}

extension RandomExpression {
  /// A cron expression of forms that other programs know and mean alike.
  static func commonCron(_ random: inout SplitMix64) -> String {
    func field(_ low: Int, _ high: Int, _ random: inout SplitMix64) -> String {
      let first = low + random.below(high - low)
      switch random.below(6) {
      case 0: return "*"
      case 1: return "*/\(1 + random.below(high))"
      case 2: return "\(first)-\(first + random.below(high - first + 1))"
      case 3: return "\(first),\(low + random.below(high - low + 1))"
      case 4: return "\(first)-\(high)/\(1 + random.below(9))"
      default: return "\(first)"
      }
    }
    let day = random.below(3) == 0 ? (random.below(4) == 0 ? "L" : field(1, 31, &random)) : "*"
    let weekday = random.below(3) == 0 ? ["5L", "1#1", "3#5", field(0, 7, &random)][random.below(4)] : "*"
    let month = random.below(4) == 0 ? field(1, 12, &random) : "*"
    let hour = random.below(2) == 0 ? field(0, 4, &random) : field(0, 23, &random)
    let seconds = random.below(6) == 0 ? ["7 ", "*/20 ", "15-45/15 "][random.below(3)] : ""
    return "\(seconds)\(field(0, 59, &random)) \(hour) \(day) \(month) \(weekday)"
  }
}
