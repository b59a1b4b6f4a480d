import Glibc

/// What the service says about itself, on standard error.
///
/// Each line begins with its level as sd-daemon(3) has it, where the journal reads standard error directly, as
/// `JOURNAL_STREAM` says; else with the program's name. Equal complaints are said once a minute.
final class Journal {
  /// How much a line matters, in the numbers of syslog(3).
  enum Level: Int32 {
    case error = 3
    case warning = 4
    case notice = 5
    case info = 6
  }

  private let descriptor: Int32?
  private let hasLevels: Bool
  /// Whether whoever reads the channels does not read this anyway.
  let isSeparate: Bool
  private var said: [String: Int64] = [:]

  /// A journal that nobody reads, or one without levels.
  init(to descriptor: Int32?) {
    self.descriptor = descriptor
    hasLevels = false
    isSeparate = true
  }

  init(environment: [String: String]) {
    descriptor = 2
    isSeparate = isatty(2) != 1
    var file = stat()
    hasLevels =
      fstat(2, &file) == 0 && environment["JOURNAL_STREAM"] == "\(file.st_dev):\(file.st_ino)"
  }

  func say(_ level: Level, _ text: String) {
    guard let descriptor else { return }
    if level.rawValue <= Level.warning.rawValue, isRepeated(text) { return }
    var lines = ""
    for line in text.split(separator: "\n") {
      lines += (hasLevels ? "<\(level.rawValue)>" : "carillond: ") + line + "\n"
    }
    var bytes = Array(lines.utf8)[...]
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
      if count > 0 { bytes = bytes.dropFirst(count) } else if errno != EINTR { return }
    }
  }

  private func isRepeated(_ text: String) -> Bool {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    let now = Int64(time.tv_sec)
    if let last = said[text], now - last < 60 { return true }
    if said.count >= 256 { said.removeAll(keepingCapacity: true) }
    said[text] = now
    return false
  }
}
