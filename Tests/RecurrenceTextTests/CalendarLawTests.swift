import RecurrenceText
import RuleModel
import TestSupport
import Testing

@Suite struct CalendarLawTests {
  @Test func printedTextMeansTheSame() throws {
    var random = SplitMix64(seed: 7)
    var accepted = 0
    for _ in 0..<5000 {
      let text = Self.expression(&random)
      guard let parsed = try? CalendarText.parse(text).get() else { continue }
      accepted += 1
      let again = try CalendarText.parse(parsed.text).get()
      if again != parsed || again.text != parsed.text { Issue.record("\(text) → \(parsed.text) → \(again.text)") }
    }
    #expect(accepted > 1000)
  }

  @Test func noTextTrapsOrHangs() {
    var random = SplitMix64(seed: 8)
    let seeds = (0..<200).map { _ in Self.expression(&random) } + ["daily UTC", "@1493187147", "quarterly Asia/Tokyo"]
    let pieces = [
      "*", "-", "~", "..", "/", ",", ":", ".5", " ", "Mon", "Fri..", "UTC", "Europe/Berlin", "0", "31", "@",
    ]
    var mutations = Mutations(of: seeds, pieces: pieces, seed: 9)
    for _ in 0..<10_000 {
      let text = mutations.next()
      switch CalendarText.parse(text) {
      case .success(let expression):
        let again = try? CalendarText.parse(expression.text).get()
        if again != expression { Issue.record("\(text) → \(expression.text)") }
        _ = (expression.dayBits, expression.hourBits, expression.minuteBits, expression.secondBits)
      case .failure(let error):
        if error.range.lowerBound < 0 || error.range.upperBound > text.utf8.count { Issue.record("\(text): \(error)") }
      }
    }
  }

  /// Makes an expression; most of them are valid.
  static func expression(_ random: inout SplitMix64) -> String {
    let names = ["Mon", "tue", "Wednesday", "THU", "Friday", "sat", "Sun"]
    var words: [String] = []
    if random.below(3) == 0 {
      words.append(
        (0...random.below(3)).map { _ in
          let low = random.below(7)
          let high = low + random.below(7 - low)
          return random.below(2) == 0 ? names[low] : names[low] + ["..", "-"][random.below(2)] + names[high]
        }.joined(separator: ","))
    }
    if random.below(4) != 0 {
      let year = random.below(3) == 0 ? chain(&random, 1970, 2199) + "-" : random.below(2) == 0 ? "*-" : ""
      words.append(year + chain(&random, 1, 12) + (random.below(4) == 0 ? "~" : "-") + chain(&random, 1, 28))
    }
    if random.below(4) != 0 {
      let seconds = random.below(3) == 0 ? ":" + chain(&random, 0, 59, fraction: random.below(3) == 0) : ""
      words.append(chain(&random, 0, 23) + ":" + chain(&random, 0, 59) + seconds)
    }
    if random.below(6) == 0 { words.append(["UTC", "utc", "Europe/Berlin"][random.below(3)]) }
    return words.joined(separator: " ")
  }

  private static func chain(_ random: inout SplitMix64, _ low: Int, _ high: Int, fraction: Bool = false) -> String {
    if random.below(3) == 0 { return "*" }
    return (0...random.below(3)).map { _ in
      let first = low + random.below(high - low + 1)
      let last = first + random.below(high - first + 1)
      let step = 1 + random.below((high - low) / 2)
      func text(_ number: Int) -> String {
        fraction && random.below(2) == 0 ? "\(number).\(random.below(999))" : "\(number)"
      }
      switch random.below(5) {
      case 0: return "\(text(first))..\(text(last))"
      case 1: return "\(text(first))..\(text(last))/\(text(step))"
      case 2: return "\(text(first))/\(text(step))"
      default: return text(first)
      }
    }.joined(separator: ",")
  }
}
