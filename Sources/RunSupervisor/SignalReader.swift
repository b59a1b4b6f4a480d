import CLinux
import Glibc

/// What a signalfd has to tell.
struct SignalReader {
  /// SIGCHLD came.
  var childChanged = false
  /// SIGTERM or SIGINT came.
  var asksForEnd = false

  /// Takes all that is pending, without waiting.
  static func read(_ descriptor: Int32) -> SignalReader {
    var seen = SignalReader()
    var information = signalfd_siginfo()
    let size = MemoryLayout<signalfd_siginfo>.size
    while Glibc.read(descriptor, &information, size) == size {
      if information.ssi_signo == UInt32(SIGCHLD) { seen.childChanged = true } else { seen.asksForEnd = true }
    }
    return seen
  }
}
