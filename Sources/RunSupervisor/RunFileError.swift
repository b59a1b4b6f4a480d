import Glibc

/// A file of a run that could not be read, written or understood.
public struct RunFileError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What was attempted, as a verb such as "read".
  public let operation: String
  /// The path.
  public let path: String
  /// The `errno` value; 0 when the file was read and makes no sense.
  public let code: Int32
  /// The C library's words for `code`, or what makes no sense.
  public let text: String

  /// A failed system call.
  public init(_ operation: String, _ path: String, code: Int32) {
    self.operation = operation
    self.path = path
    self.code = code
    text = String(cString: strerror(code))
  }

  /// A file whose contents are not what they should be.
  public init(_ path: String, makesNoSense text: String) {
    operation = "understand"
    self.path = path
    code = 0
    self.text = text
  }

  /// One line: "read /…/order.json: No such file or directory".
  public var description: String { "\(operation) \(path): \(text)" }

  /// Whether space or an allotment ran out, which may pass.
  public var isOutOfSpace: Bool { code == ENOSPC || code == EDQUOT }
}
