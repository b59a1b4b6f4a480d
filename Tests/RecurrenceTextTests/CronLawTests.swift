import RecurrenceText
import RuleModel
import TestSupport
import Testing

@Suite struct CronLawTests {
  @Test func printedTextMeansTheSame() throws {
    var random = SplitMix64(seed: 1)
    for _ in 0..<5000 {
      let text = Self.expression(&random)
      let parsed = try CronText.parse(text).get()
      let printed = parsed.text
      let again = try CronText.parse(printed).get()
      if again != parsed || again.text != printed { Issue.record("\(text) → \(printed) → \(again.text)") }
    }
  }

  @Test func noTextTrapsOrHangs() {
    var random = SplitMix64(seed: 2)
    let seeds = (0..<200).map { _ in Self.expression(&random) } + ["@daily", "@reboot", "TZ=x * * * * *"]
    let pieces = ["*", "/", "-", ",", "#", "L", "W", "?", " ", "0", "7", "60", "mon", "jan", "@", "LW", "-1", "/0"]
    var mutations = Mutations(of: seeds, pieces: pieces, seed: 3)
    var accepted = 0
    for _ in 0..<10_000 {
      let text = mutations.next()
      switch CronText.parse(text) {
      case .success(let expression):
        accepted += 1
        if (try? CronText.parse(expression.text).get()) != expression { Issue.record("\(text) → \(expression.text)") }
      case .failure(let error):
        if error.range.lowerBound < 0 || error.range.upperBound > text.utf8.count { Issue.record("\(text): \(error)") }
      }
    }
    #expect(accepted > 300)
  }

  /// Makes a valid expression of up to three items a field.
  static func expression(_ random: inout SplitMix64) -> String {
    let ranges = [(0, 59), (0, 59), (0, 23), (1, 31), (1, 12), (0, 7)]
    let fields = ranges.enumerated().dropFirst(random.below(2)).map { field, range in
      (0...random.below(3)).map { _ in item(field, range, &random) }.joined(separator: ",")
    }
    return fields.joined(separator: " ")
  }

  private static func item(_ field: Int, _ range: (Int, Int), _ random: inout SplitMix64) -> String {
    let low = range.0 + random.below(range.1 - range.0 + 1)
    let high = range.0 + random.below(range.1 - range.0 + 1)
    let step = 1 + random.below(range.1 + 3)
    switch random.below(field == 3 || field == 5 ? 9 : 6) {
    case 0: return "*"
    case 1: return "*/\(step)"
    case 2: return "\(low)-\(high)/\(step)"
    case 3: return "\(low)-\(high)"
    case 4: return "\(low)/\(step)"
    case 5: return "\(low)"
    case 6: return "?"
    case 7: return field == 3 ? ["L", "LW", "L-\(min(low, 30))"][random.below(3)] : "\(low)L"
    default: return field == 3 ? "\(low)W" : "\(low)#\(1 + random.below(5))"
    }
  }
}
