import Diagnostics
import RuleCompiler
import RuleModel
import Testing

/// Rounds of needs: includes, facts, zones.
@Suite struct IncludeTests {
  static func file(_ path: String, _ text: String) -> RuleFile {
    RuleFile(path: path, folder: "/r", bytes: Array(text.utf8))
  }

  @Test func asksInRoundsAndReadsEachFileOnce() {
    let main = Self.file(
      "main.yaml", "include: [\"more/*.yaml\", other.yaml]\nrules:\n  a: { notify: x, when: { after: b } }\n")
    let other = Self.file("other.yaml", "include: main.yaml\nrules:\n  b: { run: [./x] }\n")
    var sources = RuleSources([main])
    var compiler = RuleFileCompiler()
    var result = compiler.compile(sources)
    #expect(result.needs == [.include(pattern: "/r/more/*.yaml"), .include(pattern: "/r/other.yaml")])
    #expect(result.diagnostics.isEmpty, "b may still come")
    sources.includes = ["/r/more/*.yaml": ["other.yaml"], "/r/other.yaml": ["other.yaml"]]
    result = compiler.compile(sources)
    #expect(result.needs == [.file(path: "other.yaml")])
    sources.included["other.yaml"] = other
    result = compiler.compile(sources)
    #expect(result.needs == [.include(pattern: "/r/main.yaml"), .fact(path: "/r/x")])
    sources.includes["/r/main.yaml"] = ["main.yaml"]
    sources.facts["/r/x"] = FileFact(exists: true, isExecutable: true)
    result = compiler.compile(sources)
    #expect(result.needs == [])
    #expect(result.diagnostics.map(\.message) == [])
    #expect(result.ruleSet.rules.map(\.id.text) == ["a", "b"])
    #expect(result.files.map(\.path) == ["main.yaml", "other.yaml"])
  }
}
