import Glibc

/// What tells one file from another, whatever it is called.
struct FileIdentity: Hashable {
  var device: UInt
  var node: UInt
}

/// Reading of files and folders, each call answered by a value or a `LoadError`.
enum DiskFiles {
  enum Kind {
    case file, folder, pipe, other
  }

  /// What stands at a path; nil where there is nothing.
  static func kind(_ path: String) throws(LoadError) -> (kind: Kind, identity: FileIdentity)? {
    var facts = stat()
    guard stat(path, &facts) == 0 else {
      if errno == ENOENT || errno == ENOTDIR { return nil }
      throw LoadError.unreadable(path: path, call: "stat", code: errno)
    }
    let identity = FileIdentity(device: UInt(facts.st_dev), node: UInt(facts.st_ino))
    switch facts.st_mode & S_IFMT {
    case S_IFREG: return (.file, identity)
    case S_IFDIR: return (.folder, identity)
    case S_IFIFO: return (.pipe, identity)
    default: return (.other, identity)
    }
  }

  /// Reads a file, at most `limit` bytes and one more, which tells that there is more.
  ///
  /// - Parameter waits: Whether to wait for the writer of a pipe. Otherwise what is no regular file is refused, also
  ///   where it took the place of one a moment ago: its reader would wait without an end.
  static func read(_ path: String, limit: Int, waits: Bool = false) throws(LoadError) -> [UInt8] {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | (waits ? 0 : O_NONBLOCK))
    guard descriptor >= 0 else { throw LoadError.unreadable(path: path, call: "open", code: errno) }
    defer { close(descriptor) }
    var facts = stat()
    if !waits, fstat(descriptor, &facts) == 0, facts.st_mode & S_IFMT != S_IFREG { throw .notAFile(path: path) }
    return try read(descriptor, path, limit: limit)
  }

  /// Reads a descriptor to its end or past `limit`.
  static func read(_ descriptor: Int32, _ path: String, limit: Int) throws(LoadError) -> [UInt8] {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while bytes.count <= limit {
      let wanted = min(buffer.count, limit + 1 - bytes.count)
      let count = Glibc.read(descriptor, &buffer, wanted)
      if count < 0 {
        if errno == EINTR { continue }
        throw LoadError.unreadable(path: path, call: "read", code: errno)
      }
      if count == 0 { break }
      bytes.append(contentsOf: buffer[..<count])
    }
    return bytes
  }

  /// The rule files directly in a folder, in the order of their names' bytes; hidden ones are left out.
  static func ruleFiles(in folder: String) throws(LoadError) -> [String] {
    guard let stream = opendir(folder) else {
      throw LoadError.unreadable(path: folder, call: "opendir", code: errno)
    }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let (name, isText) = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        pointer.withMemoryRebound(to: CChar.self, capacity: 256) {
          (String(cString: $0), String(validatingCString: $0) != nil)
        }
      }
      // A name that is no text could not be opened again, and its rules would be missing without a word.
      if !isText, name.hasSuffix(".yaml") || name.hasSuffix(".yml") {
        throw LoadError.unreadable(path: "\(folder)/\(name)", call: "readdir", code: EILSEQ)
      }
      if !name.hasPrefix("."), name.hasSuffix(".yaml") || name.hasSuffix(".yml") { names.append(name) }
    }
    var result: [String] = []
    for name in names.sorted(by: { $0.utf8.lexicographicallyPrecedes($1.utf8) }) {
      let path = folder.hasSuffix("/") ? folder + name : folder + "/" + name
      if case .file? = try kind(path)?.kind { result.append(path) }
    }
    return result
  }

  /// The paths that a glob names, in the order of their bytes.
  static func matches(of pattern: String) -> [String] {
    var result = glob_t()
    defer { globfree(&result) }
    guard glob(pattern, GLOB_NOSORT, nil, &result) == 0 else { return [] }
    let paths = (0..<Int(result.gl_pathc)).compactMap { result.gl_pathv[$0].map { String(cString: $0) } }
    return paths.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  /// The folder that relative paths are relative to.
  static func currentFolder() -> String {
    guard let text = getcwd(nil, 0) else { return "/" }
    defer { free(text) }
    return String(cString: text)
  }
}
