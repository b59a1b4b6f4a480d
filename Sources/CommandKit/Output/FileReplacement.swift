import Glibc

/// A file that gets new content at once or not at all.
struct FileReplacement {
  /// The file; where it is a link, the file it leads to.
  let path: String
  /// What it held when it was read.
  let expected: [UInt8]

  /// Writes the content beside the file, keeps its mode and owner, and puts it in the file's place.
  ///
  /// - Throws: A failure of status 3 that names the call; the file is as it was. Also where it changed meanwhile.
  func write(_ bytes: [UInt8]) throws(CommandFailure) {
    guard let resolved = realpath(path, nil) else { throw failure("realpath") }
    defer { free(resolved) }
    let target = String(cString: resolved)
    var facts = stat()
    guard stat(target, &facts) == 0 else { throw failure("stat") }
    // Renaming would do both without a word.
    guard facts.st_mode & 0o222 != 0, access(target, W_OK) == 0 else {
      throw CommandFailure(
        .outside, "\(path) is read-only, so it was left as it is; --stdout prints the preferred form")
    }
    guard facts.st_nlink < 2 else {
      throw CommandFailure(
        .outside,
        "\(path) has other names (hard links), which would keep the old text, so it was left as it is; "
          + "--stdout prints the preferred form")
    }
    let folder = target.lastIndex(of: "/").map { String(target[..<$0]) } ?? "."
    let template = "\(folder)/.carillon-fmt.XXXXXX"
    var name = template.utf8CString
    let descriptor = name.withUnsafeMutableBufferPointer { $0.baseAddress.map { mkstemp($0) } ?? -1 }
    guard descriptor >= 0 else { throw failure("mkstemp") }
    let temporary = name.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } ?? template }
    var isDone = false
    defer {
      close(descriptor)
      if !isDone { unlink(temporary) }
    }
    if facts.st_uid != geteuid() || facts.st_gid != getegid() {
      guard fchown(descriptor, facts.st_uid, facts.st_gid) == 0 else { throw failure("fchown") }
    }
    guard fchmod(descriptor, facts.st_mode & 0o7777) == 0 else { throw failure("fchmod") }
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw failure("write") }
      rest = rest.dropFirst(count)
    }
    guard fsync(descriptor) == 0 else { throw failure("fsync") }
    guard holdsExpected(target) else {
      throw CommandFailure(.outside, "\(path) changed while it was read, so it was left as it is")
    }
    guard rename(temporary, target) == 0 else { throw failure("rename") }
    isDone = true
  }

  private func holdsExpected(_ target: String) -> Bool {
    let descriptor = open(target, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    var found: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while found.count <= expected.count {
      let count = read(descriptor, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { return false }
      if count == 0 { break }
      found += buffer[..<count]
    }
    return found == expected
  }

  private func failure(_ call: String) -> CommandFailure {
    CommandFailure(.outside, "\(path) could not be rewritten: \(call): \(String(cString: strerror(errno)))")
  }
}
