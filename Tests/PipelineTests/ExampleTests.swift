import CivilTime
import CommandKit
import JSONText
import TestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#endif

/// Every file of `examples` is right, and means the same to every YAML reader.
@Suite struct ExampleTests {
  static let files = exampleFiles()

  @Test(arguments: files) func checksCleanAndPassesItsTests(_ file: String) {
    let path = "\(examplesFolder)/\(file)"
    let check = ProgramCall("check", path)
    #expect(check.status == .success, "\(check.output)\(check.errors)")
    #expect(check.output.contains("error") == false)
    let test = ProgramCall("test", path)
    #expect(test.status == .success, "\(test.output)\(test.errors)")
    #expect(test.output.contains(" passed, 0 failed"))
    #expect(test.output.hasPrefix("0 passed") == false, "an example has tests")
  }

  @Test func thereAreTen() { #expect(Self.files.count >= 10) }

  /// Validation by python-jsonschema; and the same tree from PyYAML, ruamel.yaml and YAML::PP.
  @Test func othersAgree() throws {
    let folder = try TemporaryFolder()
    let log = folder.path(of: "log")
    let schema = "\(examplesFolder)/../schemas/carillon.schema.json"
    let paths = Self.files.map { "'\(examplesFolder)/\($0)'" }.joined(separator: " ")
    let script = "\(CaseFile.testsFolder)/Oracles/examples.py"
    let status = system("/usr/bin/python3 '\(script)' '\(schema)' \(paths) >'\(log)' 2>&1")
    let said = String(decoding: try readFile(log), as: UTF8.self)
    #expect(status == 0, "\(said)")
  }
}
