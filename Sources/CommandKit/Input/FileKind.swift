import Glibc

/// What stands at a path.
enum FileKind {
  /// Whether a path leads to anything.
  static func exists(_ path: String) -> Bool {
    var facts = stat()
    return stat(path, &facts) == 0
  }

  /// Whether a path leads to a folder.
  static func isFolder(_ path: String) -> Bool {
    var facts = stat()
    return stat(path, &facts) == 0 && facts.st_mode & S_IFMT == S_IFDIR
  }
}
