import ControlProtocol
import Glibc

/// `O_PATH` of fcntl.h, which needs `_GNU_SOURCE` and so is hidden from Swift.
private let pathOnly: Int32 = 0o10000000

/// A connection to the service, for one request after the other.
final class ControlClient {
  /// Seconds that the service has for each reply; a reload of many files takes the longest.
  static let patienceSeconds = 60

  private let descriptor: Int32
  private var lines = ControlLines(limit: ControlLines.replyLimit)
  private var lastID: Int64 = 0
  private let path: String

  /// Connects and reads the greeting.
  ///
  /// - Throws: `noService` where none listens; `outside` where the connection breaks or another program answers.
  init(_ paths: ServicePaths) throws(CommandFailure) {
    path = paths.socket
    descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    guard descriptor >= 0 else { throw Self.failure("a socket could not be made") }
    var patience = timeval(tv_sec: Self.patienceSeconds, tv_usec: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
    setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
    try connectSocket()
    let line = try readLine()
    do {
      let greeting = try ControlGreeting(line: line)
      guard greeting.protocolVersion == ControlGreeting.currentProtocol else {
        throw CommandFailure(
          .outside,
          "the service is of version \(greeting.version) and speaks another protocol; restart it, so that both are the same"
        )
      }
    } catch let error as ControlError {
      throw CommandFailure(.outside, error.message)
    } catch let error as CommandFailure {
      throw error
    } catch {
      throw CommandFailure(.outside, "\(error)")
    }
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// Whether a service listens there.
  static func isRunning(_ paths: ServicePaths) -> Bool { (try? ControlClient(paths)) != nil }

  /// Asks and waits for the answer.
  ///
  /// - Throws: `failure` where the service refuses; `outside` where the connection breaks.
  func ask(_ command: ControlCommand) throws(CommandFailure) -> ControlResult {
    lastID += 1
    try send(ControlRequest(id: lastID, command).line)
    let reply: ControlReply
    do throws(ControlError) {
      reply = try ControlReply(line: try readLineForReply())
    } catch {
      throw CommandFailure(.outside, "the service answered something else than a reply: \(error.message)")
    }
    switch reply.outcome {
    case .success(let result): return result
    case .failure(let error): throw CommandFailure(Self.status(of: error), error.message)
    }
  }

  private func readLineForReply() throws(ControlError) -> [UInt8] {
    do throws(CommandFailure) {
      return try readLine()
    } catch {
      throw ControlError(.serviceFailed, error.message)
    }
  }

  /// A wrong call is usage; the store's and the service's own troubles come from outside; the rest is a refusal.
  private static func status(of error: ControlError) -> ExitStatus {
    switch ControlError.Code(rawValue: error.code) {
    case .badRequest, .unknownCommand, .tooLong, .badJSON: .usage
    case .storeFailed, .serviceFailed, .notPermitted, .tooManyConnections: .outside
    default: .failure
    }
  }

  private func connectSocket() throws(CommandFailure) {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    var folder: Int32 = -1
    defer { if folder >= 0 { close(folder) } }
    var name = path
    // sun_path has room for 107 bytes and a NUL; a longer path is reached through a descriptor of its folder.
    if name.utf8.count > 107, let slash = path.lastIndex(of: "/") {
      folder = open(String(path[..<slash]), pathOnly | O_DIRECTORY | O_CLOEXEC)
      guard folder >= 0 else { throw absence() }
      name = "/proc/self/fd/\(folder)\(path[slash...])"
    }
    withUnsafeMutableBytes(of: &address.sun_path) { room in room.copyBytes(from: name.utf8.prefix(room.count - 1)) }
    let result = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    guard result == 0 else { throw absence() }
  }

  private func absence() -> CommandFailure {
    switch errno {
    case ENOENT, ECONNREFUSED, ENOTDIR:
      CommandFailure(.noService, "no service is running (nothing listens at \(path)); start one with 'carillon serve'")
    case EACCES, EPERM: CommandFailure(.outside, "the service at \(path) is another user's")
    default: Self.failure("the service at \(path) could not be reached")
    }
  }

  private static func failure(_ what: String) -> CommandFailure {
    CommandFailure(.outside, "\(what): \(String(cString: strerror(errno)))")
  }

  private func send(_ bytes: [UInt8]) throws(CommandFailure) {
    var start = 0
    while start < bytes.count {
      let sent = bytes[start...].withUnsafeBytes {
        Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      if sent > 0 {
        start += sent
      } else if errno != EINTR {
        throw Self.failure("the service could not be asked")
      }
    }
  }

  private func readLine() throws(CommandFailure) -> [UInt8] {
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      do throws(ControlError) {
        if let line = try lines.next() { return line }
      } catch {
        throw CommandFailure(.outside, error.message)
      }
      let count = recv(descriptor, &buffer, buffer.count, 0)
      if count > 0 {
        lines.append(buffer[..<count])
      } else if count == 0 {
        throw CommandFailure(.outside, "the service has closed the connection")
      } else if errno == EAGAIN {
        throw CommandFailure(.outside, "the service has not answered for \(Self.patienceSeconds) s")
      } else if errno != EINTR {
        throw Self.failure("the service's answer could not be read")
      }
    }
  }
}
