import CivilTime
import Diagnostics
import NextFire
import RuleCompiler
import RuleModel
import TestSupport
import Testing

/// Made-up iCalendar files against python-icalendar and python-dateutil.
@Suite struct EventOracleTests {
  @Test func agreesWithPython() throws {
    var random = SplitMix64(seed: 5545_2445)
    let folder = try TemporaryFolder()
    var files: [String] = []
    var texts: [String] = []
    for number in 0..<150 {
      let text = (0..<(1 + random.below(5))).map { RandomEvent.text(uid: "u\($0)", &random) }.joined(separator: "\n")
      texts.append(text)
      files.append(
        try folder.write(
          "\(number).ics", "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//x//y//EN\r\n\(text)\nEND:VCALENDAR\r\n"))
    }
    let script = CaseFile.testsFolder + "/Oracles/events.py"
    let status = shell(
      "/usr/bin/python3 \(script) Europe/Berlin \(files.joined(separator: " ")) > \(folder.path)/out.txt")
    try #require(status == 0, "python3-icalendar and python3-dateutil are among Tests/install-packages")
    let lines = String(decoding: try readFile(folder.path + "/out.txt"), as: UTF8.self).split(
      separator: "\n", omittingEmptySubsequences: false)
    var compared = 0
    for (text, line) in zip(texts, lines) {
      let result = try compileFiles("rules:\n  r: { when: { ics: a.ics }, notify: x }\n", events: text)
      #expect(result.diagnostics.map(\.message) == [], "\(text)")
      let evaluator = try evaluatorOfFiles(result)
      let expected = line.split(separator: " ").map(String.init)
      var found: [String] = []
      for occurrence in evaluator.occurrences(ofRule: 0, after: .earliest) {
        guard found.count < expected.count else { break }
        found += occurrence.events.map(\.text.uid).sorted().map { "\(occurrence.instant.epochSeconds)/\($0)" }
      }
      #expect(Array(found.prefix(expected.count)) == expected, "\(text)")
      compared += expected.count
    }
    #expect(compared > 500)
  }
}

/// Events as calendar programs write them.
private enum RandomEvent {
  static let zones = ["Europe/Berlin", "America/New_York", "Asia/Kathmandu", "Australia/Sydney"]

  static func text(uid: String, _ random: inout SplitMix64) -> String {
    let day = LocalDate(dayNumber: 20_454 + random.below(400)) ?? .earliest
    let time = LocalDateTime(
      date: day, time: TimeOfDay(secondsSinceMidnight: random.below(96) * 900) ?? .midnight)
    let form = random.below(4)
    let zone = zones[random.below(zones.count)]
    func property(_ name: String, _ time: LocalDateTime) -> String {
      switch form {
      case 0: "\(name);VALUE=DATE:\(digits(time).prefix(8))"
      case 1: "\(name):\(digits(time))"
      case 2: "\(name):\(digits(time))Z"
      default: "\(name);TZID=\(zone):\(digits(time))"
      }
    }
    var lines = ["BEGIN:VEVENT", "UID:\(uid)", "SUMMARY:\(uid)", property("DTSTART", time)]
    guard random.below(3) > 0 else { return (lines + ["END:VEVENT"]).joined(separator: "\r\n") }
    let rules = [
      "FREQ=DAILY", "FREQ=DAILY;INTERVAL=3", "FREQ=WEEKLY", "FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,WE,FR",
      "FREQ=MONTHLY;BYDAY=2TU", "FREQ=MONTHLY;BYMONTHDAY=-1", "FREQ=YEARLY", "FREQ=WEEKLY;BYDAY=TU,SA",
    ]
    var rule = rules[random.below(rules.count)]
    switch random.below(3) {
    case 0: rule += ";COUNT=\(1 + random.below(9))"
    case 1:
      let last = time.plus(days: 5 + random.below(90))
      rule += ";UNTIL=" + (form == 0 ? String(digits(last).prefix(8)) : digits(last) + (form > 1 ? "Z" : ""))
    default: break
    }
    lines.append("RRULE:\(rule)")
    // What is left out or replaced may also be no occurrence at all.
    if random.below(2) == 0 { lines.append(property("EXDATE", time.plus(days: 7 * random.below(3)))) }
    if random.below(4) == 0 { lines.append(property("RDATE", time.plus(days: 1 + random.below(20)))) }
    lines.append("END:VEVENT")
    if random.below(3) == 0 {
      let id = time.plus(days: 7 * random.below(4))
      lines += ["BEGIN:VEVENT", "UID:\(uid)", "SUMMARY:\(uid)", property("RECURRENCE-ID", id)]
      lines.append(property("DTSTART", id.plus(days: random.below(3))))
      if random.below(3) == 0 { lines.append("STATUS:CANCELLED") }
      lines.append("END:VEVENT")
    }
    return lines.joined(separator: "\r\n")
  }

  /// `20260106T090000`.
  private static func digits(_ time: LocalDateTime) -> String {
    RFC3339.text(Instant(epochSeconds: time.localSeconds)).filter { $0 != "-" && $0 != ":" && $0 != "Z" }
  }
}

extension LocalDateTime {
  fileprivate func plus(days: Int) -> LocalDateTime {
    LocalDateTime(localSeconds: localSeconds + Int64(days) * 86_400) ?? self
  }
}
