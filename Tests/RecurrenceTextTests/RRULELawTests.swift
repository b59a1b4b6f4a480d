import RecurrenceText
import RuleModel
import TestSupport
import Testing

@Suite struct RRULELawTests {
  @Test func everyCaseIsReadOrRefused() throws {
    for line in try CaseFile.lines(named: "rrule") {
      let id = try #require(line.string("id"))
      let text = try #require(line.string("expr"))
      switch RRULEText.parse(text) {
      case .success(let rule):
        #expect(!line.flag("expect_error"), "\(id): \(text)")
        #expect(try RRULEText.parse(rule.text).get() == rule, "\(id): \(text)")
      case .failure(let error): #expect(line.flag("expect_error"), "\(id): \(text): \(error)")
      }
    }
  }

  @Test func printedTextMeansTheSame() throws {
    var random = SplitMix64(seed: 4)
    var accepted = 0
    for _ in 0..<5000 {
      let text = Self.rule(&random)
      guard let rule = try? RRULEText.parse(text).get() else { continue }
      accepted += 1
      let again = try RRULEText.parse(rule.text).get()
      if again != rule || again.text != rule.text { Issue.record("\(text) → \(rule.text) → \(again.text)") }
    }
    #expect(accepted > 1000)
  }

  @Test func noTextTrapsOrHangs() {
    var random = SplitMix64(seed: 5)
    let seeds = (0..<200).map { _ in Self.rule(&random) } + ["DTSTART:20260101T000000\nRRULE:FREQ=DAILY"]
    let pieces = RRULESeeds.names + ["=", ";", ",", "-", "+", "MO", "-1FR", "0", "366", "20261231T000000Z", ":"]
    var mutations = Mutations(of: seeds, pieces: pieces, seed: 6)
    for _ in 0..<10_000 {
      let text = mutations.next()
      switch RRULEText.parse(text) {
      case .success(let rule):
        if (try? RRULEText.parse(rule.text).get()) != rule { Issue.record("\(text) → \(rule.text)") }
      case .failure(let error):
        if error.range.lowerBound < 0 || error.range.upperBound > text.utf8.count { Issue.record("\(text): \(error)") }
      }
    }
  }

  /// Makes a rule of some parts with values in their ranges; about half of them fit together.
  static func rule(_ random: inout SplitMix64) -> String {
    var parts = ["FREQ=" + RRULESeeds.frequencies[random.below(RRULESeeds.frequencies.count)]]
    for (name, most, isSigned) in RRULESeeds.lists where random.below(6) == 0 {
      let values = (0...random.below(4)).map { _ in
        let value = isSigned ? 1 + random.below(most) : random.below(most)
        return isSigned && random.below(2) == 0 ? -value : value
      }
      if name == "BYDAY" {
        let days = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"]
        let counted = random.below(2) == 0
        parts.append(
          "BYDAY=" + values.map { (counted ? "\($0)" : "") + days[abs($0) % 7] }.joined(separator: ","))
      } else {
        parts.append("\(name)=" + values.map { name == "BYMONTH" ? "\($0 + 1)" : "\($0)" }.joined(separator: ","))
      }
    }
    switch random.below(5) {
    case 0: parts.append("COUNT=\(1 + random.below(1000))")
    case 1: parts.append("UNTIL=\(2000 + random.below(100))0\(1 + random.below(9))15T235959Z")
    case 2: parts.append("UNTIL=\(2000 + random.below(100))0\(1 + random.below(9))15")
    default: break
    }
    if random.below(3) == 0 { parts.append("INTERVAL=\(1 + random.below(50))") }
    if random.below(4) == 0 { parts.append("WKST=SU") }
    if random.below(4) == 0 {
      parts.append("RSCALE=GREGORIAN;SKIP=\(["OMIT", "BACKWARD", "FORWARD"][random.below(3)])")
    }
    return parts.joined(separator: ";")
  }
}

/// What generated rules are made of.
enum RRULESeeds {
  static let frequencies = ["YEARLY", "MONTHLY", "WEEKLY", "DAILY", "HOURLY", "MINUTELY", "SECONDLY"]
  static let names = ["FREQ", "COUNT", "UNTIL", "BYDAY", "BYMONTH", "BYSETPOS", "SKIP", "RSCALE", "INTERVAL", "WKST"]
  /// Name, greatest value (exclusive where it has no sign), whether it has a sign.
  static let lists: [(String, Int, Bool)] = [
    ("BYMONTH", 12, false), ("BYWEEKNO", 53, true), ("BYYEARDAY", 366, true), ("BYMONTHDAY", 31, true),
    ("BYDAY", 53, true), ("BYHOUR", 24, false), ("BYMINUTE", 60, false), ("BYSECOND", 61, false),
    ("BYSETPOS", 366, true),
  ]
}
