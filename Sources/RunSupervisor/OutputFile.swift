import Glibc

/// The end of a command's output on disk, in at most twice the kept size and without memory of its own.
///
/// Bytes go to one file until it holds the kept size; then it takes the place of the older half and a new one
/// begins. So the last bytes are there at any moment, also when the supervisor is killed. A disk that can't take
/// them does not stop the command: what is lost is noted.
struct OutputFile {
  private let path: String
  private let keep: Int
  private var descriptor: Int32 = -1
  private var filled = 0
  private var total = 0
  /// Whether the disk refused bytes.
  private var lost = false
  /// The last bytes, enough for the last line.
  private var tail: [UInt8] = []
  private static let tailLimit = 4096
  static let keepLimit = 64 << 20

  /// Makes no file before the first byte; a negative size keeps nothing, one beyond the limit the limit.
  init(_ path: String, keep: Int) {
    self.path = path
    self.keep = max(0, min(keep, Self.keepLimit))
  }

  private mutating func open() {
    guard keep > 0 else { return }
    descriptor = Glibc.open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o600)
    filled = 0
  }

  /// Whether not everything is kept.
  var isCut: Bool { lost || total > keep }

  /// Appends what the command wrote.
  mutating func append(_ bytes: ArraySlice<UInt8>) {
    guard !bytes.isEmpty else { return }
    total = total.addingReportingOverflow(bytes.count).overflow ? .max : total + bytes.count
    remember(bytes)
    if total == bytes.count { open() }
    // Of more than two halves at once only the end can be kept.
    var rest = bytes.suffix(keep * 2)
    while !rest.isEmpty {
      if filled >= keep { turnOver() }
      let part = rest.prefix(keep - filled)
      if descriptor < 0 || !FileAccess.writeAll(descriptor, part) { lost = true }
      filled += part.count
      rest = rest.dropFirst(part.count)
    }
  }

  private mutating func turnOver() {
    if descriptor >= 0 { Glibc.close(descriptor) }
    rename(path, path + ".old")
    open()
  }

  private mutating func remember(_ bytes: ArraySlice<UInt8>) {
    if bytes.count >= Self.tailLimit {
      tail = Array(bytes.suffix(Self.tailLimit))
    } else {
      tail.append(contentsOf: bytes)
      if tail.count > Self.tailLimit * 2 { tail.removeFirst(tail.count - Self.tailLimit) }
    }
  }

  /// The last line that is not blank, at most 1024 bytes.
  var lastLine: String {
    let separators: Set<UInt8> = [UInt8(ascii: "\n"), UInt8(ascii: "\r")]
    let lines = tail.split { separators.contains($0) }
    let line = lines.last { !$0.allSatisfy { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") } } ?? []
    return String(boundedTo: 1024, decoding: line)
  }

  mutating func close() {
    if descriptor >= 0 { Glibc.close(descriptor) }
    descriptor = -1
  }

  /// Reads the last `keep` bytes of both halves; empty when there are none.
  static func tail(_ path: String, keep: Int) -> [UInt8] {
    let keep = max(0, min(keep, keepLimit))
    let newer = (try? FileAccess.read(path, limit: keepLimit)) ?? []
    guard newer.count < keep else { return newer.suffix(keep) }
    let older = (try? FileAccess.read(path + ".old", limit: keepLimit)) ?? []
    return older.suffix(keep - newer.count) + newer
  }
}

extension String {
  /// Decodes the first bytes as UTF-8, repairing what is not; no character is cut in two.
  init(boundedTo limit: Int, decoding bytes: some Collection<UInt8>) {
    let whole = String(decoding: bytes.prefix(limit), as: UTF8.self)
    guard bytes.count > limit || whole.utf8.count > limit else {
      self = whole
      return
    }
    var text = ""
    var size = 0
    for scalar in whole.unicodeScalars {
      size += UTF8.width(scalar)
      if size > limit { break }
      text.unicodeScalars.append(scalar)
    }
    if bytes.count > limit, text.unicodeScalars.last == "\u{FFFD}" { text.unicodeScalars.removeLast() }
    self = text
  }
}
