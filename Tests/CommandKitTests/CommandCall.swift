import CivilTime
import CommandKit

/// A stream that keeps what is written.
final class KeptOutput: TextOutput, @unchecked Sendable {
  private(set) var text = ""
  let isTerminal = false
  let columns = 100
  let usesColor = false

  func write(_ text: String) { self.text += text }
}

/// One call of the program, with streams, environment and clock of its own.
struct CommandCall {
  let status: ExitStatus
  let output: String
  let errors: String

  /// 2026-12-01T00:00:00Z, the moment of every call that names no other.
  static let now = Instant(epochSeconds: 1_796_083_200)

  init(_ words: String..., now: Instant = Self.now, environment: [String: String] = [:], folder: String? = nil) {
    self.init(words, now: now, environment: environment, folder: folder)
  }

  init(_ words: [String], now: Instant = Self.now, environment: [String: String] = [:], folder: String? = nil) {
    let output = KeptOutput()
    let errors = KeptOutput()
    var all = ["TZ": "Europe/Berlin", "HOME": "/nonexistent"]
    all.merge(environment) { _, new in new }
    status = Program.run(
      words,
      CommandContext(output: output, errors: errors, environment: all, now: now, executable: nil, folder: folder))
    self.output = output.text
    self.errors = errors.text
  }
}
