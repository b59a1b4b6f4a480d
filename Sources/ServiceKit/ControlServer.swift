import ControlProtocol
import EventLoop
import Glibc

/// Serves the control socket: this user and root, some connections at a time.
final class ControlServer {
  private static let connectionLimit = 64

  private let loop: Loop
  private let socket: ControlSocket
  private let greeting: [UInt8]
  private let request: (ControlConnection, ControlRequest) -> Void
  private var watch: Descriptor?
  private var pause: Timer?
  private var connections: [ObjectIdentifier: ControlConnection] = [:]

  /// Serves as long as this value lives; the socket stays the caller's.
  init(
    on loop: Loop, _ socket: ControlSocket, version: String,
    request: @escaping (ControlConnection, ControlRequest) -> Void
  ) throws(LoopError) {
    self.loop = loop
    self.socket = socket
    self.request = request
    greeting = ControlGreeting(version: version, pid: getpid()).line
    watch = try Descriptor(on: loop, socket.descriptor, for: .read) { [weak self] _ in self?.accept() }
  }

  private func accept() {
    // One a turn, so that a storm of clients leaves time for the bells.
    guard let descriptor = socket.accept() else {
      // Out of descriptors or memory: waiting clients would wake the loop without end.
      if errno == EMFILE || errno == ENFILE || errno == ENOMEM || errno == ENOBUFS { rest() }
      return
    }
    let user = ControlSocket.peerUser(of: descriptor)
    let connection = ControlConnection(
      on: loop, descriptor, greeting: greeting, request: request,
      ended: { [weak self] in self?.connections[ObjectIdentifier($0)] = nil })
    connections[ObjectIdentifier(connection)] = connection
    if user != geteuid() && user != 0 {
      connection.refuse(ControlError(.notPermitted, "this service is another user's"))
    } else if connections.count > Self.connectionLimit {
      connection.refuse(
        ControlError(.tooManyConnections, "the service serves \(Self.connectionLimit) connections already"))
    }
  }

  /// Takes no connection for a second.
  private func rest() {
    try? watch?.pause()
    let end = Clock.monotonic.microseconds + 1_000_000
    pause = try? Timer(on: loop, .monotonic, at: end) { [weak self] in try? self?.watch?.resume() }
  }
}
