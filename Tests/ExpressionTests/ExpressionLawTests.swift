import CivilTime
import NextFire
import RuleCompiler
import RuleModel
import TestSupport
import Testing

/// Laws of the evaluator on random expressions in zones with difficult clocks.
@Suite struct ExpressionLawTests {
  static let zones = [
    "Europe/Berlin", "Australia/Lord_Howe", "America/Sao_Paulo", "Pacific/Apia", "Africa/Casablanca",
    "America/St_Johns", "Antarctica/Troll", "Asia/Kathmandu",
  ]

  @Test(arguments: zones) func nextAndPreviousAreInverse(_ name: String) throws {
    let zone = try zone(name)
    var random = SplitMix64(seed: name.utf8.reduce(7) { $0 &* 31 &+ UInt64($1) })
    var whens: [String] = []
    for _ in 0..<30 {
      whens.append("{ cron: \(quoted(RandomExpression.cron(&random))) }")
      whens.append("{ on_calendar: \(quoted(RandomExpression.calendar(&random))) }")
      let start = "\(1995 + random.below(40))-\(10 + random.below(3))-\(10 + random.below(18)) 0\(random.below(4)):30"
      whens.append(
        "{ rrule: \(quoted(RandomExpression.recurrence(&random))), start: \(start), exdates: 2011-12-30 }")
    }
    var checked = 0
    for when in whens {
      let compilation = compile(when)
      if compilation.hasErrors {
        #expect(errors(compilation).allSatisfy { $0.hasPrefix("never-fires") }, "\(when): \(errors(compilation))")
        continue
      }
      let evaluator = try evaluator(compilation, in: zone)
      for _ in 0..<4 {
        // Around the changes of each year, and on the day that Samoa left out.
        let start = Instant(epochSeconds: 1_325_000_000 + Int64(random.below(400)) * 86_400 * 7 / 2)
        try check(evaluator, from: start, when)
        checked += 1
      }
    }
    #expect(checked > 200)
  }

  private func check(_ evaluator: Evaluator, from start: Instant, _ when: String) throws {
    let stream = Array(evaluator.instants(ofRule: 0, after: start).prefix(12))
    var last = start
    for found in stream {
      #expect(found > last, "\(when)")
      #expect(evaluator.nextInstant(ofRule: 0, after: last) == found, "\(when) after \(last)")
      #expect(evaluator.contains(found, ofRule: 0), "\(when) at \(found)")
      if last != start {
        #expect(evaluator.previousInstant(ofRule: 0, before: found) == last, "\(when) before \(found)")
      }
      let occurrence = evaluator.occurrence(ofRule: 0, at: found)
      #expect(occurrence?.identities.isEmpty == false, "\(when) at \(found)")
      last = found
    }
    if stream.isEmpty { #expect(evaluator.nextInstant(ofRule: 0, after: start) == nil, "\(when)") }
  }
}

/// Random expressions, all of them well formed.
enum RandomExpression {
  static func cron(_ random: inout SplitMix64) -> String {
    func field(_ low: Int, _ high: Int, _ random: inout SplitMix64) -> String {
      let first = low + random.below(high - low + 1)
      switch random.below(5) {
      case 0: return "*"
      case 1: return "*/\(1 + random.below(high))"
      case 2:
        let last = first + random.below(high - first + 1)
        return "\(first)-\(last)"
      case 3: return "\(first),\(low + random.below(high - low + 1))"
      default: return "\(first)"
      }
    }
    var day = field(1, 31, &random)
    if random.below(5) == 0 { day = ["L", "L-3", "LW", "15W", "1W,31W"][random.below(5)] }
    var weekday = random.below(2) == 0 ? "*" : field(0, 7, &random)
    if random.below(6) == 0 { weekday = ["5L", "1#1", "fri#5,tue", "sat-mon"][random.below(4)] }
    let month = random.below(3) == 0 ? field(1, 12, &random) : "*"
    let seconds = random.below(5) == 0 ? field(0, 59, &random) + " " : ""
    return "\(seconds)\(field(0, 59, &random)) \(field(0, 5, &random)) \(day) \(month) \(weekday)"
  }

  static func calendar(_ random: inout SplitMix64) -> String {
    let days = ["", "Mon ", "Sat,Sun ", "Mon..Fri ", "Tue..Thu "]
    let dates = ["", "*-*-* ", "*-*-1,15 ", "*-*~01 ", "*-02~1..3 ", "*-3..11-1/7 ", "2010..2030/2-*-10/3 ", "*-*-31 "]
    let hours = ["*", "0", "1..3", "0/2", "2,23"]
    let minutes = ["*", "00", "30", "0/15", "5..50/9"]
    let seconds = ["", ":00", ":0/20", ":07"]
    return days[random.below(days.count)] + dates[random.below(dates.count)] + hours[random.below(hours.count)] + ":"
      + minutes[random.below(minutes.count)] + seconds[random.below(seconds.count)]
  }

  /// A rule in which no part contradicts RFC 5545.
  static func recurrence(_ random: inout SplitMix64) -> String {
    let frequencies = ["SECONDLY", "MINUTELY", "HOURLY", "DAILY", "WEEKLY", "MONTHLY", "YEARLY"]
    let place = random.below(frequencies.count)
    var parts = ["FREQ=\(frequencies[place])"]
    func list(_ low: Int, _ high: Int, _ most: Int, _ random: inout SplitMix64) -> String {
      (0...random.below(most)).map { _ in "\(low + random.below(high - low + 1))" }.joined(separator: ",")
    }
    func signed(_ high: Int, _ most: Int, _ random: inout SplitMix64) -> String {
      (0...random.below(most)).map { _ in (random.below(3) == 0 ? "-" : "") + "\(1 + random.below(high))" }
        .joined(separator: ",")
    }
    let isDense = place < 3
    if random.below(2) == 0 { parts.append("INTERVAL=\(1 + random.below(isDense ? 100 : 6))") }
    if random.below(6) == 0 { parts.append("COUNT=\(1 + random.below(40))") }
    let before = parts.count
    if random.below(4) == 0 { parts.append("BYMONTH=" + list(1, 12, 4, &random)) }
    let names = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"]
    let hasWeeks = place == 6 && random.below(4) == 0
    if hasWeeks { parts.append("BYWEEKNO=" + signed(53, 3, &random)) }
    if place == 6 || isDense, random.below(6) == 0 { parts.append("BYYEARDAY=" + signed(366, 5, &random)) }
    if place != 4, random.below(4) == 0 { parts.append("BYMONTHDAY=" + signed(31, 4, &random)) }
    if random.below(2) == 0 {
      let numbered = place >= 5 && !hasWeeks && random.below(2) == 0
      let days = (0...random.below(3)).map { _ in
        let number = numbered ? (random.below(2) == 0 ? "-" : "") + "\(1 + random.below(place == 5 ? 5 : 53))" : ""
        return number + names[random.below(7)]
      }
      parts.append("BYDAY=" + days.joined(separator: ","))
    }
    if random.below(3) == 0 { parts.append("BYHOUR=" + list(0, 23, 3, &random)) }
    if random.below(3) == 0 { parts.append("BYMINUTE=" + list(0, 59, 3, &random)) }
    if random.below(4) == 0 { parts.append("BYSECOND=" + list(0, 59, 3, &random)) }
    if parts.count > before, random.below(4) == 0 { parts.append("BYSETPOS=" + signed(4, 2, &random)) }
    if random.below(3) == 0 { parts.append("WKST=" + names[random.below(7)]) }
    return parts.joined(separator: ";")
  }
}
