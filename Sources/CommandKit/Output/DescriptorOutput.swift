import Glibc

/// A stream over a file descriptor, written in large pieces.
///
/// Used by one thread: commands are single-threaded, so the unchecked mark only satisfies the protocol.
final class DescriptorOutput: TextOutput, @unchecked Sendable {
  private let descriptor: Int32
  private var buffer: [UInt8] = []
  private var isBroken = false
  /// The error number of a write that failed for another reason than a reader that has gone away; 0 where none did.
  private(set) var failure: Int32 = 0
  let isTerminal: Bool
  let usesColor: Bool
  let columns: Int

  /// - Parameters:
  ///   - descriptor: An open descriptor, which stays open.
  ///   - environment: Where `NO_COLOR`, `TERM` and `COLUMNS` are looked up.
  init(descriptor: Int32, environment: [String: String]) {
    self.descriptor = descriptor
    isTerminal = isatty(descriptor) == 1
    usesColor = isTerminal && (environment["NO_COLOR"] ?? "").isEmpty && environment["TERM"] != "dumb"
    var size = winsize()
    if isTerminal, ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 {
      columns = Int(size.ws_col)
    } else {
      // 0 is what shells say of a terminal whose width they don't know.
      let wanted = environment["COLUMNS"].flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil }
      columns = wanted.map { min(max($0, 20), 1000) } ?? 80
    }
  }

  func write(_ text: String) {
    buffer.append(contentsOf: text.utf8)
    if buffer.count >= 1 << 16 { flush() }
  }

  /// Hands on what is held back; after an error, such as a reader that has gone, nothing is written any more.
  func flush() {
    var start = 0
    while start < buffer.count, !isBroken {
      let written = buffer[start...].withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if written >= 0 {
        start += written
      } else if errno != EINTR {
        isBroken = true
        if errno != EPIPE { failure = errno }
      }
    }
    buffer.removeAll(keepingCapacity: true)
  }
}
