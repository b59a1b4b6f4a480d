import Glibc

/// A terminal that could not be used.
public struct TerminalError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What was attempted.
  public let operation: String
  /// The `errno` value; `EAGAIN` when the other side takes nothing and too much is waiting.
  public let code: Int32

  /// A failure with its `errno`.
  public init(_ operation: String, code: Int32) {
    self.operation = operation
    self.code = code
  }

  /// One line: "write to terminal: Input/output error".
  public var description: String { "\(operation): \(String(cString: strerror(code)))" }
}
