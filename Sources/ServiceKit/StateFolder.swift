import Glibc

/// The folder of the service's state, for its owner only.
struct StateFolder {
  /// Absolute path.
  let path: String

  var runs: String { path + "/runs" }
  var lastGoodRules: String { path + "/last-good-rules.json" }

  /// Makes the folder, its parents included, and sees to it that nobody else can look into it.
  init(path: String) throws(ServiceFailure) {
    self.path = path
    try Self.make(path)
  }

  /// Makes a folder for its owner only; refuses one of somebody else.
  static func make(_ path: String) throws(ServiceFailure) {
    var parent = ""
    let parts = path.split(separator: "/")
    for (number, part) in parts.enumerated() {
      parent += "/" + part
      if mkdir(parent, number == parts.count - 1 ? 0o700 : 0o755) != 0, errno != EEXIST {
        // A parent that can't be written may still hold the next folder.
        if number == parts.count - 1 || errno != EROFS && errno != EACCES { throw failure("make the folder", parent) }
      }
    }
    var status = stat()
    guard stat(path, &status) == 0 else { throw failure("look at", path) }
    guard status.st_mode & S_IFMT == S_IFDIR else { throw .outside("\(path) is no folder") }
    guard status.st_uid == geteuid() else { throw .outside("\(path) belongs to another user") }
    if status.st_mode & 0o077 != 0, chmod(path, 0o700) != 0 { throw failure("close to others", path) }
  }

  static func failure(_ attempt: String, _ path: String) -> ServiceFailure {
    let code = errno
    return .outside("could not \(attempt) \(path): \(String(cString: strerror(code)))")
  }

  /// What jitter is counted with on this machine: made once and kept.
  func machineKey() throws(ServiceFailure) -> UInt64 {
    let file = path + "/machine-key"
    if let bytes = SmallFile.read(file, limit: 64) {
      let text = String(decoding: bytes, as: UTF8.self).prefix { $0 != "\n" }
      if let key = UInt64(text, radix: 16) { return key }
    }
    let key = UInt64.random(in: 1...UInt64.max)
    let text = String(key, radix: 16)
    try SmallFile.replace(file, with: Array((String(repeating: "0", count: 16 - text.count) + text + "\n").utf8))
    return key
  }
}

/// Whole files of the state folder.
enum SmallFile {
  /// The bytes of a regular file of at most `limit` bytes; nil where there is none, or it can't be read.
  static func read(_ path: String, limit: Int) -> [UInt8]? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = Glibc.read(descriptor, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0, bytes.count + count <= limit else { return nil }
      if count == 0 { return bytes }
      bytes.append(contentsOf: buffer[..<count])
    }
  }

  /// Writes a file so that after a crash either the old or the new one is there, whole.
  static func replace(_ path: String, with bytes: [UInt8]) throws(ServiceFailure) {
    let temporary = path + ".new"
    let descriptor = open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { throw StateFolder.failure("create", temporary) }
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
      if count > 0 {
        rest = rest.dropFirst(count)
      } else if errno != EINTR {
        let failure = StateFolder.failure("write", temporary)
        close(descriptor)
        unlink(temporary)
        throw failure
      }
    }
    let synced = fsync(descriptor) == 0
    close(descriptor)
    guard synced, rename(temporary, path) == 0 else { throw StateFolder.failure("replace", path) }
  }
}
