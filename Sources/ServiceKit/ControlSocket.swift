import Glibc

/// The listening end of the control socket.
struct ControlSocket {
  /// The listening descriptor, non-blocking.
  let descriptor: Int32
  private let path: String
  private let inode: ino_t

  /// Binds and listens, in the place of a socket that nobody listens on any more.
  ///
  /// The caller holds the lock of the state, so only a service of another state can be in the way; it is not disturbed.
  init(path: String) throws(ServiceFailure) {
    self.path = path
    let folderPath = String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
    let folder = open(folderPath, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard folder >= 0 else { throw StateFolder.failure("open", folderPath) }
    defer { close(folder) }
    let descriptor = Self.stream()
    guard descriptor >= 0 else { throw StateFolder.failure("make a socket for", path) }
    do throws(ServiceFailure) {
      let name = Self.reachable(path, folder)
      if Self.isAnswered(name) {
        throw .outside("another service listens at \(path); stop it first, or use another --state")
      }
      var old = stat()
      if lstat(path, &old) == 0 {
        guard old.st_mode & S_IFMT == S_IFSOCK else { throw .outside("\(path) is in the way and no socket") }
        unlink(path)
      }
      // Linux makes the file with the mode of the socket (unix(7)), and a umask would hold for other threads too.
      guard fchmod(descriptor, 0o600) == 0 else { throw StateFolder.failure("set the mode of", path) }
      guard Self.withAddress(name, { bind(descriptor, $0, $1) }) == 0 else { throw StateFolder.failure("bind", path) }
      guard listen(descriptor, 64) == 0 else { throw StateFolder.failure("listen at", path) }
    } catch {
      close(descriptor)
      throw error
    }
    var own = stat()
    inode = lstat(path, &own) == 0 ? own.st_ino : 0
    self.descriptor = descriptor
  }

  /// Stops listening and removes the socket, unless another has taken its place.
  func remove() {
    var present = stat()
    if lstat(path, &present) == 0, present.st_ino == inode { unlink(path) }
    close(descriptor)
  }

  /// Takes the next connection, non-blocking; nil where there is none.
  func accept() -> Int32? {
    while true {
      let connection = Glibc.accept(descriptor, nil, nil)
      if connection >= 0 {
        _ = fcntl(connection, F_SETFD, FD_CLOEXEC)
        _ = fcntl(connection, F_SETFL, O_NONBLOCK)
        return connection
      }
      if errno != EINTR && errno != ECONNABORTED { return nil }
    }
  }

  /// The user at the other end of a connection (unix(7), `SO_PEERCRED`); nil where it can't be told.
  static func peerUser(of connection: Int32) -> uid_t? {
    // struct ucred: pid, uid, gid; hidden from Swift behind _GNU_SOURCE.
    var credentials: (pid: Int32, uid: UInt32, gid: UInt32) = (0, UInt32.max, UInt32.max)
    var size = socklen_t(12)
    guard getsockopt(connection, SOL_SOCKET, SO_PEERCRED, &credentials, &size) == 0, size == 12 else { return nil }
    return credentials.uid
  }

  private static func stream() -> Int32 {
    socket(
      AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue) | Int32(SOCK_NONBLOCK.rawValue), 0)
  }

  /// A path that fits an address: `sun_path` holds 107 bytes and a NUL, and a longer one leads through the folder.
  private static func reachable(_ path: String, _ folder: Int32) -> String {
    guard path.utf8.count > 107, let slash = path.lastIndex(of: "/") else { return path }
    return "/proc/self/fd/\(folder)\(path[slash...])"
  }

  private static func isAnswered(_ name: String) -> Bool {
    let probe = stream()
    guard probe >= 0 else { return false }
    defer { close(probe) }
    let result = withAddress(name) { connect(probe, $0, $1) }
    // EAGAIN: it listens, with a full queue.
    return result == 0 || errno == EAGAIN
  }

  private static func withAddress(_ name: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32) -> Int32 {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { room in room.copyBytes(from: name.utf8.prefix(room.count - 1)) }
    return withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
  }
}
