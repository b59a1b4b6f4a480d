import CommandKit
import TestSupport
import Testing

/// What the README shows is what the program does.
@Suite struct ReadmeTests {
  private static func readme() throws -> String {
    String(decoding: try readFile("\(CaseFile.testsFolder)/../README.md"), as: UTF8.self)
  }

  /// The blocks of one language, in order.
  private static func blocks(_ language: String) throws -> [String] {
    var blocks: [String] = []
    var current: [Substring]?
    for line in try readme().split(separator: "\n", omittingEmptySubsequences: false) {
      if let lines = current {
        if line == "```" {
          blocks.append(lines.joined(separator: "\n") + "\n")
          current = nil
        } else {
          current = lines + [line]
        }
      } else if line == "```\(language)" {
        current = []
      }
    }
    return blocks
  }

  @Test func everyRuleFileCompilesAndPassesItsTests() throws {
    let folder = try TemporaryFolder()
    _ = try folder.write("backup.sh", "#!/bin/sh\n", mode: 0o755)
    let files = try Self.blocks("yaml").filter { $0.contains("rules:") }
    #expect(files.count >= 3)
    for (number, text) in files.enumerated() {
      let file = try folder.write("\(number).yaml", text)
      let check = ProgramCall("check", file)
      #expect(check.status == .success, "\(check.output)\(check.errors)")
      let test = ProgramCall("test", file)
      #expect(test.status == .success, "\(test.output)\(test.errors)")
    }
  }

  /// Every block of a terminal session: what stands behind `$ carillon` gives what stands below it.
  @Test func sessionsAreTrue() throws {
    let folder = try TemporaryFolder()
    _ = try folder.write("backup.sh", "#!/bin/sh\n", mode: 0o755)
    let rules = try #require(try Self.blocks("yaml").first)
    let file = try folder.write("backup.yaml", rules)
    let sessions = try Self.blocks("console")
    #expect(sessions.count >= 3)
    for session in sessions {
      let line = session.prefix { $0 != "\n" }
      #expect(line.hasPrefix("$ carillon "))
      let call = ProgramCall(Self.words(line.dropFirst("$ carillon ".count)).map { $0 == "backup.yaml" ? file : $0 })
      #expect(session == "\(line)\n\(call.output)")
      #expect(call.errors == "")
    }
  }

  /// The words of a line, those in double quotes as one.
  private static func words(_ line: Substring) -> [String] {
    line.split(separator: "\"", omittingEmptySubsequences: false).enumerated().flatMap { number, part in
      number % 2 == 1 ? [String(part)] : part.split(separator: " ").map(String.init)
    }
  }

  @Test func everyCommandIsInTheReference() throws {
    let text = try Self.readme()
    let help = ProgramCall("--help").output
    for line in help.split(separator: "\n") where line.hasPrefix("  ") {
      let name = line.split(separator: " ").first ?? ""
      if name.hasPrefix("'") || name.hasPrefix("configuration") { continue }
      #expect(text.contains("`\(name)"), "README names \(name)")
    }
  }
}
