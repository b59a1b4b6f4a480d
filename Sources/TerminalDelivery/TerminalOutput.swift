import EventLoop
import Glibc

/// Writes to a terminal, pipe or file without ever waiting for it.
///
/// Somebody who holds the screen with Ctrl-S must not hold the service: what the other side does not take is kept,
/// up to a limit, and written when there is room. A terminal is opened anew for that, since its own descriptor is
/// shared with the shell, which must not see it become non-blocking.
final class TerminalOutput {
  private let loop: Loop
  private let descriptor: Int32
  private var pending: [UInt8] = []
  private var room: Descriptor?
  static let pendingLimit = 256 << 10

  init(_ original: Int32, on loop: Loop) throws(TerminalError) {
    self.loop = loop
    descriptor = TerminalDescriptor.reopened(original, O_WRONLY)
    if descriptor < 0 { throw TerminalError("open terminal", code: errno) }
  }

  deinit {
    room = nil
    close(descriptor)
  }

  /// Writes, now or when there is room.
  func write(_ text: String) throws(TerminalError) {
    if text.isEmpty { return }
    let bytes = Array(text.utf8)
    if pending.count + bytes.count > Self.pendingLimit { throw TerminalError("write to terminal", code: EAGAIN) }
    pending += bytes
    try flush()
  }

  private func flush() throws(TerminalError) {
    while !pending.isEmpty {
      let count = Glibc.write(descriptor, pending, pending.count)
      if count >= 0 {
        pending.removeFirst(count)
      } else if errno == EAGAIN {
        return try waitForRoom()
      } else if errno != EINTR {
        let code = errno
        pending = []
        room = nil
        throw TerminalError("write to terminal", code: code)
      }
    }
    room = nil
  }

  private func waitForRoom() throws(TerminalError) {
    if room != nil { return }
    do throws(LoopError) {
      // A failure here has been reported to nobody; the next delivery meets it again and tells.
      room = try Descriptor(on: loop, descriptor, for: .write) { [unowned self] _ in try? flush() }
    } catch {
      throw TerminalError("write to terminal", code: error.code)
    }
  }
}

enum TerminalDescriptor {
  /// A descriptor of our own for the same terminal or pipe, not blocking; for a file, a copy, which never blocks.
  static func reopened(_ descriptor: Int32, _ mode: Int32) -> Int32 {
    var facts = stat()
    guard fstat(descriptor, &facts) == 0 else { return -1 }
    let kind = facts.st_mode & S_IFMT
    if kind == S_IFCHR || kind == S_IFIFO {
      let path = "/proc/self/fd/\(descriptor)"
      let own = open(path, mode | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
      if own >= 0 { return own }
    }
    return fcntl(descriptor, F_DUPFD_CLOEXEC, 3)
  }
}
