import TestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#endif

/// The README's Swift program is one that is compiled with the tests, and prints what stands there.
@Suite struct LibraryTests {
  private static func readme() throws -> String {
    String(decoding: try readFile("\(CaseFile.testsFolder)/../README.md"), as: UTF8.self)
  }

  @Test func theProgramIsTheOneThatIsCompiled() throws {
    let program = String(decoding: try readFile("\(CaseFile.testsFolder)/LibraryProbe/main.swift"), as: UTF8.self)
    #expect(try Self.readme().contains("```swift\n\(program)```\n"))
  }

  @Test func itPrintsWhatIsSaid() throws {
    let folder = try TemporaryFolder()
    let log = folder.path(of: "log")
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink("/proc/self/exe", &buffer, buffer.count)
    let tests = String(decoding: buffer[..<max(0, count)].map { UInt8(bitPattern: $0) }, as: UTF8.self)
    let programs = tests.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
    #expect(system("'\(programs)/LibraryProbe' >'\(log)' 2>&1") == 0)
    let said = String(decoding: try readFile(log), as: UTF8.self)
    // 02:30 does not exist on 28 March.
    #expect(
      said == """
        2027-03-27T02:30:00+01:00
        2027-03-28T03:30:00+02:00
        2027-03-29T02:30:00+02:00
        2027-03-30T02:30:00+02:00
        2027-03-31T02:30:00+02:00

        """)
    #expect(try Self.readme().contains("```\n\(said)```\n"))
  }
}
