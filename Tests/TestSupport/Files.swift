import Glibc

/// A file operation of a test that failed.
public struct FileError: Error, CustomStringConvertible {
  /// What was attempted, for example `open`.
  public var operation: String
  /// On which path.
  public var path: String
  /// The system's error number.
  public var code: Int32

  /// What was attempted, on what, and the system's text.
  public var description: String { "\(operation) \(path): \(String(cString: strerror(code)))" }
}

/// Returns all bytes of a file.
public func readFile(_ path: String) throws(FileError) -> [UInt8] {
  let descriptor = open(path, O_RDONLY | O_CLOEXEC)
  guard descriptor >= 0 else { throw FileError(operation: "open", path: path, code: errno) }
  defer { close(descriptor) }
  var bytes: [UInt8] = []
  var buffer = [UInt8](repeating: 0, count: 1 << 16)
  while true {
    let count = read(descriptor, &buffer, buffer.count)
    guard count >= 0 else { throw FileError(operation: "read", path: path, code: errno) }
    if count == 0 { return bytes }
    bytes.append(contentsOf: buffer[..<count])
  }
}

/// Writes a file, replacing what was there.
public func writeFile(_ path: String, _ bytes: [UInt8], mode: UInt32 = 0o644) throws(FileError) {
  let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, mode)
  guard descriptor >= 0 else { throw FileError(operation: "create", path: path, code: errno) }
  defer { close(descriptor) }
  var rest = bytes[...]
  while !rest.isEmpty {
    let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
    guard count > 0 else { throw FileError(operation: "write", path: path, code: errno) }
    rest = rest.dropFirst(count)
  }
}

/// A folder of one test, unique, removed with everything in it when the last reference goes.
public final class TemporaryFolder: Sendable {
  /// Absolute path without a slash at the end.
  public let path: String

  /// Makes a new empty folder below `TMPDIR`, else `/tmp`.
  public init() throws(FileError) {
    let parent = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    let template = parent + "/carillon-test.XXXXXX"
    var bytes = template.utf8CString
    let made = bytes.withUnsafeMutableBufferPointer { buffer -> String? in
      guard let base = buffer.baseAddress, let result = mkdtemp(base) else { return nil }
      return String(cString: result)
    }
    guard let made else { throw FileError(operation: "mkdtemp", path: template, code: errno) }
    path = made
  }

  deinit { Self.remove(path) }

  /// Returns the path of a name inside.
  public func path(of name: String) -> String { path + "/" + name }

  /// Writes a text file inside and returns its path; folders in `name` are made.
  @discardableResult
  public func write(_ name: String, _ text: String, mode: UInt32 = 0o644) throws(FileError) -> String {
    var folder = path
    for part in name.split(separator: "/").dropLast() {
      folder += "/" + part
      if mkdir(folder, 0o755) != 0, errno != EEXIST {
        throw FileError(operation: "mkdir", path: folder, code: errno)
      }
    }
    try writeFile(path(of: name), Array(text.utf8), mode: mode)
    return path(of: name)
  }

  private static func remove(_ path: String) {
    if unlink(path) == 0 { return }
    if let folder = opendir(path) {
      while let entry = readdir(folder) {
        let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
          pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
        }
        if name != ".", name != ".." { remove(path + "/" + name) }
      }
      closedir(folder)
    }
    rmdir(path)
  }
}
