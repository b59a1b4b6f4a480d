import CivilTime
import Diagnostics
import RuleCompiler
import RuleModel
import Testing

/// From a text to occurrences without anything else.
@Suite struct CompiledRulesTests {
  private static let start = Instant(epochSeconds: 1_796_083_200)  // 2026-12-01T00:00Z

  @Test func textToOccurrences() throws {
    let rules = try CompiledRules(
      "rules: { tea: { when: { daily: 09:00 }, notify: Tea }, once: { when: { in: 5m }, run: ./x.sh } }",
      firstLoad: Self.start)
    #expect(rules.rules.map(\.id.text) == ["tea", "once"])
    #expect(rules.warnings.isEmpty)
    let tea = rules.occurrences(of: RuleID("tea"), after: Self.start).prefix(2).map(\.instant.epochSeconds)
    #expect(tea == [1_796_115_600, 1_796_202_000])
    let once = Array(rules.occurrences(of: RuleID("once"), after: Self.start))
    #expect(once.map(\.instant) == [Self.start.advanced(bySeconds: 300)])
    #expect(rules.occurrences(of: RuleID("tee"), after: Self.start).prefix(1).map(\.instant) == [])
  }

  @Test func aZoneThatIsNotGivenIsAWarning() throws {
    let text = "timezone: Asia/Tokyo\nrules: { tea: { when: { daily: 09:00 }, notify: Tea } }"
    let rules = try CompiledRules(text, firstLoad: Self.start)
    #expect(rules.warnings.map(\.code) == ["zone-missing-here"])
    #expect(rules.occurrences(of: RuleID("tea"), after: Self.start).prefix(1).map(\.instant) == [])
    let tokyo = try ZoneRules(name: ZoneName("Asia/Tokyo"), posix: "JST-9")
    let given = try CompiledRules(text, zones: [tokyo], firstLoad: Self.start)
    #expect(given.warnings.isEmpty)
    let first = given.occurrences(of: RuleID("tea"), after: Self.start).prefix(1).map(\.instant.epochSeconds)
    #expect(first == [1_796_169_600])
  }

  @Test func mistakesAreTold() {
    let text = "rules: { tea: { when: { daily: 25:00 }, notify: Tea } }"
    let fault = #expect(throws: RuleTextError.self) {
      try CompiledRules(text, path: "tea.yaml", firstLoad: Self.start)
    }
    #expect(fault?.diagnostics.map(\.code) == ["bad-time"])
    #expect(fault?.description.hasPrefix("tea.yaml:1:32: error[bad-time]") == true)
  }

  @Test func includesFindNothing() throws {
    let rules = try CompiledRules("include: [more.yaml]\nrules: { tea: { notify: Tea } }", firstLoad: Self.start)
    #expect(rules.warnings.map(\.code) == ["include-missing"])
  }
}
