import Glibc

/// A supervisor that has all but its run: a copy of the standby, made before the run is due.
///
/// It ends when this value does, or the service, without having been given a run.
public final class ReadySupervisor {
  private let socket: Int32

  init(socket: Int32) { self.socket = socket }

  deinit { close(socket) }

  /// Hands the run over; only once.
  ///
  /// - Parameters:
  ///   - folder: The claimed folder of the run, with its order.
  ///   - lock: The descriptor from claiming; the caller closes its copy afterwards.
  /// - Throws: Where nothing was handed over, because the supervisor has ended.
  public func hand(_ folder: RunFolder, lock: Int32) throws(RunFileError) {
    let code = HandOver.send(folder, lock, to: socket)
    if code != 0 { throw RunFileError("hand to a supervisor", folder.path, code: code) }
  }
}
