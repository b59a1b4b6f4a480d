import CLinux
import Glibc

/// What a service hands to a process that supervises: one message with one descriptor.
struct HandOver {
  /// There is nothing to wait for any more; with the status to end with.
  struct End: Error {
    var status: Int32
  }

  /// The claimed folder of a run; `nil` asks for a supervisor that stands ready.
  var folder: RunFolder?
  /// The lock of the run, or the socket of the one that stands ready.
  var descriptor: Int32

  /// Two sockets that keep messages apart.
  static func socketPair() throws(RunFileError) -> (Int32, Int32) {
    var ends: [Int32] = [-1, -1]
    let kind = Int32(SOCK_SEQPACKET.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
    guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else {
      throw RunFileError("make a socket for", "a supervisor", code: errno)
    }
    return (ends[0], ends[1])
  }

  /// Sends a run without waiting; returns 0 or an `errno` code.
  static func send(_ folder: RunFolder, _ lock: Int32, to socket: Int32) -> Int32 {
    send(Array(folder.path.utf8), lock, to: socket)
  }

  /// Sends a message, not empty, without waiting; returns 0 or an `errno` code.
  static func send(_ message: [UInt8], _ descriptor: Int32, to socket: Int32) -> Int32 {
    while carillon_send_descriptor(socket, message, message.count, descriptor) < 0 {
      if errno != EINTR { return errno }
    }
    return 0
  }

  /// Waits for a message from descriptor 3.
  static func receive() -> Result<HandOver, End> {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: Int(PATH_MAX)) { path in
      while true {
        var descriptor: Int32 = -1
        let count = carillon_receive_descriptor(3, path.baseAddress, path.count, &descriptor)
        // A service that was killed has left answers unread, which shows here once; what it has handed over still comes.
        if count < 0 && (errno == EINTR || errno == ECONNRESET) { continue }
        guard count > 0, descriptor >= 0 else {
          return .failure(End(status: count == 0 ? SupervisorExit.resultWritten : SupervisorExit.usage))
        }
        let bytes = UnsafeBufferPointer(rebasing: path.prefix(count))
        let folder = bytes.first == 0 ? nil : RunFolder(path: String(decoding: bytes, as: UTF8.self))
        return .success(HandOver(folder: folder, descriptor: descriptor))
      }
    }
  }

  /// Puts the descriptor in the place of the socket that it came from.
  func keep() -> Bool {
    guard dup3(descriptor, 3, O_CLOEXEC) == 3 else { return false }
    close(descriptor)
    return true
  }
}
