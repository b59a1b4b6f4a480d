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
    let folder = try TemporaryFolder()
    var expressions: [String] = []
    var seen: Set<String> = []
    while expressions.count < 120 {
      let text = RandomExpression.calendar(&random)
      if seen.insert(text).inserted { expressions.append(text) }
    }
    let base = "2026-01-15 10:20:30"
    for (index, text) in expressions.enumerated() { try folder.write("\(index).txt", text) }
    let command =
      "cd \(folder.path) && for i in $(seq 0 \(expressions.count - 1)); do echo \"# $i\"; "
      + "TZ=UTC systemd-analyze calendar --iterations=6 --base-time='\(base) UTC' \"$(cat $i.txt)\" 2>&1; done > out"
    try #require(shell(command) == 0, "systemd is among Tests/install-packages")
    let output = String(decoding: try readFile(folder.path + "/out"), as: UTF8.self)
    var compared = 0
    for (index, part) in output.split(separator: "# ").enumerated() where index < expressions.count {
      let text = expressions[index]
      var expected: [String] = []
      for line in part.split(separator: "\n") where line.contains("Next elapse:") || line.contains("Iter. #") {
        let words = line.split(separator: " ")
        if let zone = words.last, zone == "UTC", words.count >= 4 {
          expected.append("\(words[words.count - 3])T\(words[words.count - 2])")
        }
      }
      let compilation = compile("{ on_calendar: \(quoted(text)) }")
      if compilation.hasErrors {
        #expect(expected.isEmpty, "\(text): \(errors(compilation))")
        continue
      }
      let evaluator = try evaluator(compilation, in: .utc)
      let after = try instant("2026-01-15T10:20:30Z")
      let found = evaluator.instants(ofRule: 0, after: after).prefix(expected.count).map {
        String(RFC3339.text($0).prefix(19))
      }
      #expect(found == expected, "\(text)")
      if !expected.isEmpty { compared += 1 }
    }
    #expect(compared > 80)
  }
}
