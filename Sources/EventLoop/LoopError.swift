import Glibc

/// A call to the event loop, to the kernel or to the service manager that failed.
public struct LoopError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What was attempted, as a phrase: "watch process".
  public let operation: String
  /// What it was attempted on: a path, a process or signal number; empty when the operation says it all.
  public let subject: String
  /// The positive `errno` value.
  public let code: Int32

  /// An error for a known `errno`.
  public init(_ operation: String, _ subject: String = "", code: Int32) {
    self.operation = operation
    self.subject = subject
    self.code = code
  }

  /// The C library's words for `code`.
  public var text: String { String(cString: strerror(code)) }

  /// One line: "watch process 812: No such process (3)".
  public var description: String {
    "\(operation)\(subject.isEmpty ? "" : " \(subject)"): \(text) (\(code))"
  }

  /// Throws when a libsystemd call returned a negative `errno`.
  static func check(_ result: Int32, _ operation: String, _ subject: String = "") throws(LoopError) {
    if result < 0 { throw LoopError(operation, subject, code: -result) }
  }
}
