import CivilTime
import Glibc
import RuleEngine

/// Keeps a second service off a state folder while it lives.
final class FolderLock {
  private let descriptor: Int32

  /// Takes the lock; it is given up when the process ends, whatever way.
  ///
  /// - Parameter patience: Milliseconds that it is waited for: a process that was just killed has it for a moment.
  init(path: String, patience: Int) throws(StoreError) {
    let opened = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard opened >= 0 else { throw StoreError(errno, "open the lock", path) }
    guard Self.take(opened, patience) else {
      let code = errno
      close(opened)
      if code == EWOULDBLOCK {
        throw StoreError(
          kind: .locked, attempted: "take the lock", subject: path, code: code,
          message: "another service has this state folder")
      }
      throw StoreError(code, "take the lock", path)
    }
    descriptor = opened
  }

  deinit { close(descriptor) }

  /// Whether it was taken; `false` sets `errno`.
  private static func take(_ descriptor: Int32, _ patience: Int) -> Bool {
    let pause = 20
    var left = patience
    while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
      guard errno == EINTR || (errno == EWOULDBLOCK && left > 0) else { return false }
      left -= pause
      poll(nil, 0, Int32(pause))
    }
    return true
  }
}

/// A file whose space is given up when the disk is full, so that what has to be kept still can be.
struct SpaceReserve {
  let path: String
  let bytes: Int

  /// Takes the space, if it is there; that it is not is no failure, it is only missed later.
  func make() {
    guard bytes > 0 else { return }
    let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { return }
    defer { close(descriptor) }
    if posix_fallocate(descriptor, 0, off_t(bytes)) != 0 { unlink(path) }
  }

  /// Gives the space up; false where there is none.
  func release() -> Bool { unlink(path) == 0 }
}

/// Which file stands at a path.
struct FileMark: Equatable {
  private let device: UInt
  private let node: UInt

  /// The mark of what stands there; nil where there is nothing.
  init?(_ path: String) {
    var facts = stat()
    guard stat(path, &facts) == 0 else { return nil }
    device = UInt(facts.st_dev)
    node = UInt(facts.st_ino)
  }
}

/// The files of one database.
enum DatabaseFiles {
  /// What is written with the database and is lost with it.
  private static let suffixes = ["", "-wal"]

  /// The marks of the database and its log.
  static func marks(_ path: String) -> [FileMark?] { suffixes.map { FileMark(path + $0) } }

  /// Renames a database with its log under a dated name, and returns the name; files that are missing don't matter.
  static func setAside(_ path: String, now: Instant) throws(StoreError) -> String {
    let stamp = RFC3339.text(now).filter { $0 != ":" && $0 != "-" }
    var place = "\(path).corrupt-\(stamp)"
    var number = 1
    while access(place, F_OK) == 0 {
      number += 1
      place = "\(path).corrupt-\(stamp)-\(number)"
    }
    for suffix in ["", "-wal", "-shm"] {
      if rename(path + suffix, place + suffix) != 0, errno != ENOENT {
        throw StoreError(errno, "set the corrupt store aside", path + suffix)
      }
    }
    return place
  }
}

extension StoreError {
  /// The error of a system call.
  fileprivate init(_ code: Int32, _ attempted: String, _ subject: String) {
    self.init(
      kind: code == ENOSPC || code == EDQUOT ? .full : .io, attempted: attempted, subject: subject, code: code,
      message: String(cString: strerror(code)))
  }
}
