import CivilTime
import CommandKit
import TestSupport

#if canImport(Glibc)
  import Glibc
#endif

/// A stream that keeps what is written.
final class KeptText: TextOutput, @unchecked Sendable {
  private(set) var text = ""
  let isTerminal = false
  let columns = 100
  let usesColor = false

  func write(_ text: String) { self.text += text }
}

/// One call of the command line, at 2026-12-01T00:00:00Z in UTC.
struct ProgramCall {
  let status: ExitStatus
  let output: String
  let errors: String

  init(_ words: String...) { self.init(words) }

  init(_ words: [String]) {
    let text = KeptText()
    let faults = KeptText()
    status = Program.run(
      words,
      CommandContext(
        output: text, errors: faults, environment: ["TZ": "UTC", "HOME": "/nonexistent"],
        now: Instant(epochSeconds: 1_796_083_200), executable: nil))
    output = text.text
    errors = faults.text
  }
}

let examplesFolder = "\(CaseFile.testsFolder)/../examples"

/// The rule files among the examples, in the order of their names.
func exampleFiles() -> [String] {
  guard let stream = opendir(examplesFolder) else { return [] }
  defer { closedir(stream) }
  var names: [String] = []
  while let entry = readdir(stream) {
    let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
      pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
    }
    if name.hasSuffix(".yaml") { names.append(name) }
  }
  return names.sorted()
}
