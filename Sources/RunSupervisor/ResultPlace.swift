import Glibc
import JSONText
import RuleEngine

/// Room for the result, taken before the command starts, so that a disk that fills up meanwhile can't lose it.
struct ResultPlace {
  private let folder: RunFolder
  private let temporary: String
  /// More than the largest result: 1 KiB of last line and 1 KiB of reason, each byte escaped by six.
  private static let size = 16 << 10
  /// How long writing is tried again, in milliseconds of the monotonic clock.
  private static let patience: Int64 = 15 * 60 * 1000

  init?(_ folder: RunFolder) {
    self.folder = folder
    temporary = folder.resultPlacePath
    let descriptor = open(temporary, O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    // A folder that is used again has it already.
    var facts = stat()
    let hasRoom =
      fstat(descriptor, &facts) == 0 && facts.st_size >= Self.size && facts.st_blocks * 512 >= Self.size
    if !hasRoom && posix_fallocate(descriptor, 0, off_t(Self.size)) != 0 { return nil }
  }

  /// Writes the result whole; durably, unless a service is there that waits for the disk when it takes the result.
  ///
  /// When the disk refuses, it is tried again after a quarter of a second, and after twice as long each time, at
  /// most half a minute apart and for a quarter of an hour. While that lasts the run counts as going on, so nothing
  /// starts over it. TERM ends the trying.
  func write(_ result: RunResult, keep: Int, until signals: Int32, isServiceThere: () -> Bool) -> Bool {
    var result = result
    if case .couldNotStart(let reason) = result.outcome {
      result.outcome = .couldNotStart(String(boundedTo: 1024, decoding: reason.utf8))
    }
    // The room goes on behind it, with what an earlier run has left there.
    let bytes = Array(RunJSON.json(of: result, run: folder.runID, keep: keep).compactText.utf8) + [0]
    let end = MonotonicClock.milliseconds + Self.patience
    var pause: Int32 = 250
    while !writeOnce(bytes, isServiceThere) {
      if MonotonicClock.milliseconds >= end { return false }
      var wait = pollfd(fd: signals, events: Int16(POLLIN), revents: 0)
      if poll(&wait, 1, pause) > 0 && SignalReader.read(signals).asksForEnd { return writeOnce(bytes, isServiceThere) }
      pause = min(pause * 2, 30_000)
    }
    return true
  }

  private func writeOnce(_ bytes: [UInt8], _ isServiceThere: () -> Bool) -> Bool {
    let descriptor = open(temporary, O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { return false }
    // A service that ends after this finds the result when it comes back, which only a power cut meanwhile could undo.
    let isDurable = !isServiceThere()
    let done = FileAccess.writeAll(descriptor, bytes) && (!isDurable || fsync(descriptor) == 0)
    let closed = close(descriptor) == 0
    guard done, closed, rename(temporary, folder.resultPath) == 0 else { return false }
    // The result is in place; if the folder can't be synced, only a power cut could still lose it.
    if isDurable { try? FileAccess.syncFolder(of: folder.resultPath) }
    return true
  }
}

enum MonotonicClock {
  /// Milliseconds since boot, without suspend.
  static var milliseconds: Int64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) &* 1000 &+ Int64(time.tv_nsec) / 1_000_000
  }
}
