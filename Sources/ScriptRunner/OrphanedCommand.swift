import EventLoop
import Glibc
import RunSupervisor

/// A command whose supervisor was killed: its process group is ended, and its own end is waited for.
///
/// What had left the group is out of reach, since the parent that would know it is gone.
final class OrphanedCommand {
  private let leader: Child
  private var kill: Timer?

  /// Sends TERM to the group, and KILL after some seconds.
  ///
  /// - Returns: `nil` when the command has ended meanwhile.
  init?(_ command: ProcessIdentity, on loop: Loop, killAfterSeconds: Int64, ended: @escaping () -> Void) {
    let child = try? Child(on: loop, pid: command.pid) { _ in ended() }
    // Only now is it sure that the watch and the record mean the same process.
    guard let child, command.exists else { return nil }
    leader = child
    let group = command.pid
    func signalGroup(_ number: Int32) {
      // The leader exists, so the group's number belongs to nobody else.
      if command.exists { Glibc.kill(-group, number) }
    }
    let wait = UInt64(max(0, min(killAfterSeconds, 1 << 30))) * 1_000_000
    signalGroup(SIGTERM)
    signalGroup(SIGCONT)
    kill = try? Timer(on: loop, .monotonic, at: Clock.monotonic.microseconds + wait) { signalGroup(SIGKILL) }
    if kill == nil { signalGroup(SIGKILL) }
  }
}
