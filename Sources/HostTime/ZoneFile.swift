import Glibc

/// Reads whole small files.
enum ZoneFile {
  static let sizeLimit = 262_144

  /// Reads a regular file; `nil` when there is none of that name.
  static func read(_ path: String) throws(ZoneFolderError) -> [UInt8]? {
    // Non-blocking, so that a pipe in a zone's place can't hold the program up.
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    if descriptor < 0 {
      if errno == ENOENT || errno == ENOTDIR { return nil }
      throw failure("open", path)
    }
    defer { close(descriptor) }
    var status = stat()
    if fstat(descriptor, &status) != 0 { throw failure("fstat", path) }
    guard status.st_mode & S_IFMT == S_IFREG else { throw .notAFile(path: path) }
    guard status.st_size <= sizeLimit else { throw .tooLarge(path: path) }

    // One byte more than promised shows the end in the same loop, and that the file did not grow.
    let capacity = Int(status.st_size) + 1
    var code: Int32 = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: capacity) { buffer, count in
      while count < capacity, let base = buffer.baseAddress {
        let got = Glibc.read(descriptor, base + count, capacity - count)
        if got < 0 && errno == EINTR { continue }
        if got < 0 { code = errno }
        if got <= 0 { break }
        count += got
      }
    }
    if code != 0 { throw .unreadable(path: path, call: "read", code: code, text: String(cString: strerror(code))) }
    guard bytes.count < capacity else { throw .tooLarge(path: path) }
    return bytes
  }

  /// The text of a symbolic link; `nil` when the path is none.
  static func linkTarget(_ path: String) -> String? {
    var buffer = [UInt8](repeating: 0, count: Int(PATH_MAX))
    let length = buffer.withUnsafeMutableBufferPointer { bytes in
      bytes.withMemoryRebound(to: CChar.self) { text in
        text.baseAddress.map { readlink(path, $0, text.count) } ?? -1
      }
    }
    guard length > 0, length < buffer.count else { return nil }
    return String(decoding: buffer[..<length], as: UTF8.self)
  }

  private static func failure(_ call: String, _ path: String) -> ZoneFolderError {
    let code = errno
    return .unreadable(path: path, call: call, code: code, text: String(cString: strerror(code)))
  }
}
