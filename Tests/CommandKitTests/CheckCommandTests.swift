import CommandKit
import JSONText
import TestSupport
import Testing

/// Diagnostics as they are printed, and exit statuses.
@Suite struct CheckCommandTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test func textHasPlaceExcerptAndHint() throws {
    let file = try folder.write(
      "office.yaml", "rules:\n  standup:\n    when: { weekly: { days: wekdays, at: 09:25 } }\n    notify: x\n")
    let call = CommandCall("check", file)
    #expect(
      call.output == """
        \(file):3:29: error[unknown-weekday]: 'wekdays' is not a weekday
            3 |     when: { weekly: { days: wekdays, at: 09:25 } }
              |                             ^^^^^^^ did you mean 'weekdays'?
        1 error

        """)
    #expect(call.errors == "")
    #expect(call.status == .failure)
  }

  @Test func jsonIsOneObject() throws {
    let file = try folder.write("a.yaml", "rules:\n  a: { when: { daily: 09:00 }, notfy: x, run: \"true\" }\n")
    let call = CommandCall("check", file, "--format", "json")
    let diagnostics = try JSONValue.parse(call.output)["diagnostics"]?.array ?? []
    #expect(diagnostics.count == 1)
    #expect(diagnostics.first?["code"] == "unknown-key")
    #expect(diagnostics.first?["severity"] == "error")
    #expect(diagnostics.first?["file"]?.string == file)
    #expect(diagnostics.first?["line"] == 2)
    #expect(diagnostics.first?["column"] == 32)
    #expect(diagnostics.first?["end_column"] == 37)
    #expect(diagnostics.first?["hint"] == "did you mean 'notify'?")
  }

  @Test func fineFile() throws {
    let file = try folder.write("a.yaml", "rules:\n  a: { when: { daily: 09:00 }, notify: x }\n")
    let call = CommandCall("check", file)
    #expect(call.output == "1 rule: fine\n")
    #expect(call.status == .success)
  }

  @Test func strictTurnsWarningsIntoErrors() throws {
    let file = try folder.write(
      "a.yaml", "timezone: UTC\nrules:\n  a: { when: { monthly: { day: 31, at: 09:00 } }, notify: x }\n")
    #expect(CommandCall("check", file).status == .success)
    #expect(CommandCall("check", file).output.contains("warning[missing-day]"))
    #expect(CommandCall("check", file, "--strict").status == .failure)
    #expect(CommandCall("check", file, "--strict").output.contains("error[missing-day]"))
  }

  static let faulty =
    "rules:\n  ä: { when: { daily: 09:00 }, notfy: x, run: \"true\" }\n  b: { notify: x }\n  b: { notify: y }\n"

  /// SARIF 2.1.0: what section 3 asks of every log, run, rule, result and region.
  @Test func sarif() throws {
    let file = try folder.write("a b/ü.yaml", Self.faulty)
    let call = CommandCall("check", file, "--format", "sarif", folder: folder.path)
    #expect(call.status == .failure)
    let log = try JSONValue.parse(call.output)
    #expect(log["version"] == "2.1.0")
    #expect(log["$schema"]?.string?.hasSuffix("sarif-2.1.0.json") == true)
    let run = try #require(log["runs"]?.array?.first)
    #expect(run["columnKind"] == "unicodeCodePoints")
    #expect(run["tool"]?["driver"]?["name"] == "carillon")
    let rules = try #require(run["tool"]?["driver"]?["rules"]?.array)
    let results = try #require(run["results"]?.array)
    #expect(results.count == 2)
    for result in results {
      let index = try #require(result["ruleIndex"]?.integer)
      let rule = try #require(rules.indices.contains(Int(index)) ? rules[Int(index)] : nil)
      #expect(rule["id"] == result["ruleId"])
      #expect(rule["shortDescription"]?["text"]?.string?.hasSuffix(".") == true)
      #expect(rule["help"]?["text"]?.string?.isEmpty == false)
      #expect(["error", "warning", "note", "none"].contains(result["level"]?.string))
      #expect(result["message"]?["text"]?.string?.isEmpty == false)
    }
    let places = try [#require(results.first), #require(results.last?["relatedLocations"]?.array?.first)]
    let first = try #require(places[0]["locations"]?.array?.first?["physicalLocation"])
    #expect(first["artifactLocation"] == ["uri": "a%20b/%C3%BC.yaml"])
    #expect(first["region"] == ["startLine": 2, "startColumn": 32, "endLine": 2, "endColumn": 37])
    #expect(places[1]["message"] == ["text": "first here"])
    #expect(places[1]["physicalLocation"]?["region"]?["startLine"] == 3)
    let elsewhere = CommandCall("check", file, "--format", "sarif", folder: "/nonexistent")
    #expect(elsewhere.output.contains("file://\(folder.path)/a%20b/%C3%BC.yaml"))
  }

  @Test func sarifOfFineRulesHasNoResults() throws {
    let file = try folder.write("a.yaml", "rules:\n  a: { when: { daily: 09:00 }, notify: x }\n")
    let run = try JSONValue.parse(CommandCall("check", file, "--format", "sarif").output)["runs"]?.array?.first
    #expect(run?["results"] == [])
    #expect(run?["tool"]?["driver"]?["rules"] == [])
  }

  @Test func githubCommands() throws {
    let file = try folder.write("a,b:100%.yaml", Self.faulty)
    let call = CommandCall("check", file, "--format", "github")
    let path = "\(folder.path)/a%2Cb%3A100%25.yaml"
    #expect(
      call.output == """
        ::error file=\(path),line=2,col=32,endColumn=37,title=unknown-key::'notfy' is not a key of a rule%0Adid you mean 'notify'?
        ::error file=\(path),line=4,col=3,endColumn=4,title=duplicate-key::the key 'b' stands here a second time%0Afirst here: \(folder.path)/a,b:100%25.yaml:3

        """)
    #expect(call.status == .failure)
  }

  @Test func manyFilesShowAllTheirErrors() throws {
    let first = try folder.write("1.yaml", "rules:\n  a: { when: { daily: 9 }, notify: x }\n")
    let second = try folder.write("2.yaml", "rules:\n  b: { when: { daly: 09:00 }, notify: x }\n  c: [\n")
    let call = CommandCall("check", first, second)
    #expect(call.output.contains("\(first):2:"))
    #expect(call.output.contains("\(second):"))
    #expect(call.status == .failure)
  }
}
