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

  @Test func manyFilesShowAllTheirErrors() throws {
    let first = try folder.write("1.yaml", "rules:\n  a: { when: { daily: 9 }, notify: x }\n")
    let second = try folder.write("2.yaml", "rules:\n  b: { when: { daly: 09:00 }, notify: x }\n  c: [\n")
    let call = CommandCall("check", first, second)
    #expect(call.output.contains("\(first):2:"))
    #expect(call.output.contains("\(second):"))
    #expect(call.status == .failure)
  }
}
