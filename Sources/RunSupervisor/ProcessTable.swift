import Glibc

/// A process as `/proc` shows it.
///
/// A number alone names no process for long; with the start time and the boot it does.
public struct ProcessIdentity: Hashable, Sendable {
  /// The process number.
  public var pid: Int32
  /// When it started, in clock ticks since boot: field 22 of `/proc/PID/stat`.
  public var startTicks: UInt64

  /// An identity from a record.
  public init(pid: Int32, startTicks: UInt64) {
    self.pid = pid
    self.startTicks = startTicks
  }

  /// The process that has this number now; `nil` when there is none.
  public init?(pid: Int32) {
    guard let row = ProcessTable.Row(pid: pid) else { return nil }
    self.init(pid: pid, startTicks: row.startTicks)
  }

  /// Whether this very process still exists; one that has ended and waits to be reaped does.
  public var exists: Bool { ProcessIdentity(pid: pid) == self }

  /// Whether this very process exists and has not ended.
  public var isRunning: Bool { ProcessTable.Row(pid: pid).map { $0.startTicks == startTicks && !$0.isZombie } ?? false }
}

enum ProcessTable {
  struct Row {
    var pid: Int32
    var isZombie: Bool
    var parent: Int32
    var group: Int32
    var startTicks: UInt64

    /// Reads `/proc/PID/stat`; the name in parentheses may hold anything, blanks and parentheses too.
    init?(pid: Int32) {
      guard let bytes = try? FileAccess.read("/proc/\(pid)/stat", limit: 4096),
        let end = bytes.lastIndex(of: UInt8(ascii: ")"))
      else { return nil }
      let fields = bytes[(end + 1)...].split(separator: UInt8(ascii: " "))
      guard fields.count > 19, let parent = Int32(String(decoding: fields[1], as: UTF8.self)),
        let group = Int32(String(decoding: fields[2], as: UTF8.self)),
        let start = UInt64(String(decoding: fields[19], as: UTF8.self))
      else { return nil }
      self.pid = pid
      isZombie = fields[0].first == UInt8(ascii: "Z")
      self.parent = parent
      self.group = group
      startTicks = start
    }
  }

  /// The living processes below one, itself left out, parents before children.
  static func descendants(of ancestor: Int32) -> [Row] {
    var children: [Int32: [Row]] = [:]
    guard let folder = opendir("/proc") else { return [] }
    while let entry = readdir(folder) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      guard let pid = Int32(name), let row = Row(pid: pid) else { continue }
      children[row.parent, default: []].append(row)
    }
    closedir(folder)
    var found: [Row] = []
    var parents = [ancestor]
    // The table is no snapshot: a number that was reused while reading could close a circle.
    var seen: Set<Int32> = [ancestor]
    while let parent = parents.popLast() {
      for row in children[parent] ?? [] where seen.insert(row.pid).inserted {
        parents.append(row.pid)
        if !row.isZombie { found.append(row) }
      }
    }
    return found
  }

  /// The identifier of this boot, empty where the kernel tells none.
  static let bootID: String = {
    let bytes = (try? FileAccess.read("/proc/sys/kernel/random/boot_id", limit: 128)) ?? []
    return String(decoding: bytes.prefix { $0 > 0x20 }, as: UTF8.self)
  }()
}
