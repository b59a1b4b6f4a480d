import Glibc

/// Whole files of a run, read and written.
enum FileAccess {
  /// Reads a regular file of at most `limit` bytes; links are not followed.
  static func read(_ path: String, limit: Int, operation: String = "read") throws(RunFileError) -> [UInt8] {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard descriptor >= 0 else { throw RunFileError(operation, path, code: errno) }
    defer { close(descriptor) }
    var facts = stat()
    guard fstat(descriptor, &facts) == 0 else { throw RunFileError(operation, path, code: errno) }
    guard facts.st_mode & S_IFMT == S_IFREG else { throw RunFileError(path, makesNoSense: "not a regular file") }
    guard let bytes = readAll(descriptor, limit: limit) else { throw RunFileError(operation, path, code: errno) }
    if bytes.count > limit { throw RunFileError(path, makesNoSense: "larger than \(limit) bytes") }
    return bytes
  }

  /// Reads up to one byte more than `limit`, or to the end; `nil` sets `errno`.
  static func readAll(_ descriptor: Int32, limit: Int) -> [UInt8]? {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 32 << 10)
    while bytes.count <= limit {
      let count = Glibc.read(descriptor, &buffer, min(buffer.count, limit - bytes.count + 1))
      if count < 0 {
        if errno == EINTR { continue }
        return nil
      }
      if count == 0 { break }
      bytes.append(contentsOf: buffer[..<count])
    }
    return bytes
  }

  /// Writes all bytes at the descriptor's position; `false` sets `errno`.
  static func writeAll(_ descriptor: Int32, _ bytes: some Collection<UInt8>) -> Bool {
    let done: Bool? = bytes.withContiguousStorageIfAvailable { buffer in
      var rest = buffer[...]
      while !rest.isEmpty {
        let count = Glibc.write(descriptor, UnsafeBufferPointer(rebasing: rest).baseAddress, rest.count)
        if count < 0 {
          if errno == EINTR { continue }
          return false
        }
        rest = rest.dropFirst(count)
      }
      return true
    }
    return done ?? writeAll(descriptor, Array(bytes))
  }

  /// Writes a file in its place, from its beginning or, with `O_APPEND`, after its end; links are not followed.
  static func write(
    _ path: String, _ bytes: [UInt8], mode: mode_t = 0o600, how: Int32 = O_TRUNC
  ) throws(RunFileError) {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW | how, mode)
    guard descriptor >= 0 else { throw RunFileError("write", path, code: errno) }
    var code: Int32 = 0
    if !writeAll(descriptor, bytes) { code = errno }
    if close(descriptor) != 0 && code == 0 { code = errno }
    guard code == 0 else { throw RunFileError("write", path, code: code) }
  }

  /// Makes the entries of the folder that holds `path` durable.
  static func syncFolder(of path: String) throws(RunFileError) {
    let folder = String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
    let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw RunFileError("sync", folder, code: errno) }
    defer { close(descriptor) }
    if fsync(descriptor) != 0 { throw RunFileError("sync", folder, code: errno) }
  }
}
