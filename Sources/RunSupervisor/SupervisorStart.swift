import CLinux
import Glibc

/// How a service starts a supervisor.
public enum SupervisorStart {
  /// Starts a supervisor that has nothing of this process but the lock of its run: no descriptor, no signal setting,
  /// no session, and of the environment only what every command gets.
  ///
  /// - Parameters:
  ///   - executable: The absolute path of `carillon`, called as `carillon --supervise FOLDER`.
  ///   - folder: The claimed folder of the run, with its order.
  ///   - lock: The descriptor from claiming; the caller closes its copy afterwards.
  /// - Returns: The process number of the supervisor, a child of this process.
  public static func start(_ executable: String, folder: RunFolder, lock: Int32) throws(RunFileError) -> Int32 {
    try spawn(executable, ["--supervise", folder.path], inheriting: lock)
  }

  /// Starts the executable with one descriptor of ours, as its descriptor 3.
  static func spawn(
    _ executable: String, _ arguments: [String], inheriting kept: Int32, variables: [String] = []
  ) throws(RunFileError) -> Int32 {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    // The kept one first: it may have one of the numbers that are used next.
    posix_spawn_file_actions_adddup2(&actions, kept, 3)
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
    posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
    posix_spawn_file_actions_addclosefrom_np(&actions, 4)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    ProcessSetup.freshSignals(&attributes)
    var pid: pid_t = 0
    let words = ([executable] + arguments).map { Array($0.utf8) }
    let code = SpawnWords.withPointers(to: words) { words in
      SpawnWords.withPointers(to: EnvironmentTable.base().assignments + variables.map { Array($0.utf8) }) { variables in
        DescriptorLimit.withInherited { posix_spawn(&pid, executable, &actions, &attributes, words, variables) }
      }
    }
    guard code == 0 else { throw RunFileError("execute", executable, code: code) }
    return pid
  }
}

enum SpawnWords {
  /// Calls with an array of pointers to the words, each closed by a NUL, and a null pointer at the end.
  static func withPointers<R>(
    to words: [[UInt8]], _ body: (UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) -> R
  ) -> R {
    var text: [CChar] = []
    text.reserveCapacity(words.reduce(0) { $0 + $1.count + 1 })
    var starts: [Int] = []
    for word in words {
      starts.append(text.count)
      for byte in word { text.append(CChar(bitPattern: byte)) }
      text.append(0)
    }
    return text.withUnsafeMutableBufferPointer { text in
      var pointers = starts.map { start in text.baseAddress.map { $0 + start } } + [nil]
      return body(&pointers)
    }
  }
}
