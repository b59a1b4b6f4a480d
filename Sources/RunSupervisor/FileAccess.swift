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
    // Most files are small, and untouched memory costs a supervisor nothing.
    var portion = 4 << 10
    while bytes.count <= limit {
      var count = 0
      let part = [UInt8](unsafeUninitializedCapacity: min(portion, limit - bytes.count + 1)) { buffer, filled in
        count = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
        filled = max(0, count)
      }
      if count < 0 {
        if errno == EINTR { continue }
        return nil
      }
      if count == 0 { break }
      if bytes.isEmpty { bytes = part } else { bytes.append(contentsOf: part) }
      portion = min(portion * 2, 256 << 10)
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

  /// Writes a file in its place, from its beginning; links are not followed.
  ///
  /// What it held is written over and cut off at the end, not thrown away first: ext4 would make the writer of a file
  /// that was emptied start the disk when it closes it.
  static func write(_ path: String, _ bytes: [UInt8], mode: mode_t = 0o600) throws(RunFileError) {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW, mode)
    try write(path, descriptor, bytes, cuts: true)
  }

  /// Adds to the end of a file, which is made where it is missing; links are not followed.
  static func append(_ path: String, _ bytes: [UInt8]) throws(RunFileError) {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_APPEND, 0o600)
    try write(path, descriptor, bytes, cuts: false)
  }

  private static func write(
    _ path: String, _ descriptor: Int32, _ bytes: [UInt8], cuts: Bool
  ) throws(RunFileError) {
    guard descriptor >= 0 else { throw RunFileError("write", path, code: errno) }
    var code: Int32 = 0
    if !writeAll(descriptor, bytes) || (cuts && !cut(descriptor, to: bytes.count)) { code = errno }
    if close(descriptor) != 0 && code == 0 { code = errno }
    guard code == 0 else { throw RunFileError("write", path, code: code) }
  }

  /// Makes a file no longer than it should be; `false` sets `errno`.
  private static func cut(_ descriptor: Int32, to count: Int) -> Bool {
    var facts = stat()
    guard fstat(descriptor, &facts) == 0 else { return false }
    return facts.st_size <= count || ftruncate(descriptor, off_t(count)) == 0
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
