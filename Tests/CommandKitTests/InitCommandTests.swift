import CommandKit
import TestSupport
import Testing

/// The first file is right, and never written over another.
@Suite struct InitCommandTests {
  @Test func writesAFileThatChecksAndPassesItsTests() throws {
    let folder = try TemporaryFolder()
    let file = folder.path(of: "rules.yaml")
    let call = CommandCall("init", file)
    #expect(call.status == .success)
    #expect(call.output == "wrote \(file)\ntry: carillon next \(file)\n")
    #expect(CommandCall("check", file, "--strict").output == "1 rule: fine\n")
    #expect(CommandCall("test", file).output == "passed: no stretching on Saturdays\n1 passed, 0 failed\n")
  }

  @Test func theConfigurationFolderIsMade() throws {
    let folder = try TemporaryFolder()
    let environment = ["XDG_CONFIG_HOME": folder.path(of: "a/b")]
    #expect(CommandCall(["init"], environment: environment).status == .success)
    #expect(CommandCall(["check"], environment: environment).output == "1 rule: fine\n")
  }

  @Test func aDashIsStandardOutput() throws {
    let call = CommandCall("init", "-")
    #expect(call.status == .success)
    #expect(call.output.hasPrefix("# Rules for Carillon."))
    #expect(call.output.hasSuffix("11:00]\n"))
    #expect(CommandCall("init", "").status == .usage)
  }

  @Test func leavesAFileAlone() throws {
    let folder = try TemporaryFolder()
    let file = try folder.write("rules.yaml", "mine")
    let call = CommandCall("init", file)
    #expect(call.status == .failure)
    #expect(call.errors == "carillon: \(file) exists already and was left as it is\n")
    #expect(try readFile(file) == Array("mine".utf8))
  }
}
