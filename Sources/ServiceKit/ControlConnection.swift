import ControlProtocol
import EventLoop
import Glibc

/// One client of the control socket.
///
/// A request is taken when the one before is answered, and none while more than a little waits to be sent: a client
/// that does not read costs bounded memory and holds nobody up.
final class ControlConnection {
  /// Bytes waiting to be sent above which no further request is taken.
  private static let outputLimit = 256 << 10

  private let loop: Loop
  private let descriptor: Int32
  private let request: (ControlConnection, ControlRequest) -> Void
  private let ended: (ControlConnection) -> Void
  private var watch: Descriptor?
  private var lines = ControlLines()
  private var output: [UInt8] = []
  private var sent = 0
  private var isAnswering = false
  /// Whether another request may have been read already.
  private var hasLines = false
  /// Nothing more is read; it ends when what waits is sent.
  private var isEnding = false

  /// Greets and starts to listen.
  ///
  /// - Parameters:
  ///   - descriptor: A connection, owned from now on.
  ///   - request: Called for each request; `answer` is expected once for each.
  ///   - ended: Called once, when the connection is over and closed.
  init(
    on loop: Loop, _ descriptor: Int32, greeting: [UInt8],
    request: @escaping (ControlConnection, ControlRequest) -> Void, ended: @escaping (ControlConnection) -> Void
  ) {
    self.loop = loop
    self.descriptor = descriptor
    self.request = request
    self.ended = ended
    output = greeting
    watch = try? Descriptor(on: loop, descriptor, for: [.read, .write]) { [weak self] in self?.ready($0) }
    if watch == nil { loop.post { [weak self] in self?.end() } }
  }

  deinit { close(descriptor) }

  /// Sends the answer to the request that was taken last.
  func answer(_ reply: ControlReply) {
    guard watch != nil else { return }
    send(reply.line)
    // One request a turn, so that a client with many leaves time for the bells; and whoever answers may be in the
    // middle of a turn of the engine.
    loop.post { [weak self] in
      self?.isAnswering = false
      self?.goOn()
    }
  }

  /// Refuses everything: says why, and ends.
  func refuse(_ error: ControlError) {
    isEnding = true
    output = ControlReply(id: nil, .failure(error)).line
    goOn()
  }

  private func ready(_ readiness: Descriptor.Readiness) {
    if !readiness.isDisjoint(with: [.failed]) { return end() }
    if !readiness.isDisjoint(with: [.read, .hungUp]), !isEnding, !read() { return }
    goOn()
  }

  /// Takes what there is, some of it in a later turn.
  ///
  /// - Returns: Whether the connection goes on.
  private func read() -> Bool {
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    let count = recv(descriptor, &buffer, buffer.count, 0)
    if count > 0 {
      lines.append(buffer[..<count])
    } else if count == 0 {
      // The client asks no more; answers to what it has asked still go out.
      isEnding = true
    } else if errno != EAGAIN && errno != EINTR {
      end()
      return false
    }
    return true
  }

  private func goOn() {
    guard watch != nil else { return }
    repeat {
      while !isAnswering, output.count - sent < Self.outputLimit, takeRequest() {}
      flush()
      guard watch != nil else { return }
    } while hasLines && !isAnswering && sent == output.count
    if isEnding, !isAnswering, sent == output.count, !hasLines { return end() }
    var wanted: Descriptor.Readiness = []
    if !isEnding, !isAnswering, output.count - sent < Self.outputLimit { wanted.insert(.read) }
    if sent < output.count { wanted.insert(.write) }
    do {
      // With nothing to wait for, the end of the other side would be told again and again.
      if wanted.isEmpty { try watch?.pause() } else { try watch?.resume() }
      try watch?.wait(for: wanted)
    } catch {
      end()
    }
  }

  /// Takes one request; false where none is there.
  private func takeRequest() -> Bool {
    let line: [UInt8]
    do throws(ControlError) {
      guard let next = try lines.next() else {
        hasLines = false
        return false
      }
      line = next
      hasLines = true
    } catch {
      isEnding = true
      hasLines = false
      lines = ControlLines()
      send(ControlReply(id: nil, .failure(error)).line)
      return false
    }
    do throws(ControlRequestFault) {
      let request = try ControlRequest(line: line)
      isAnswering = true
      self.request(self, request)
    } catch {
      send(ControlReply(id: error.id, .failure(error.error)).line)
    }
    return true
  }

  private func send(_ line: [UInt8]) {
    if sent == output.count {
      output = line
      sent = 0
    } else {
      output += line
    }
  }

  private func flush() {
    while sent < output.count {
      let count = output[sent...].withUnsafeBytes {
        Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      if count > 0 {
        sent += count
      } else if errno == EAGAIN {
        return
      } else if errno != EINTR {
        return end()
      }
    }
    output = []
    sent = 0
  }

  private func end() {
    guard watch != nil || !isEnding else { return }
    watch = nil
    isEnding = true
    ended(self)
  }
}
