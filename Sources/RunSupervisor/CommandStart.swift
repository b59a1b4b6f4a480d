import CLinux
import Glibc
import RuleEngine

/// Starts a prepared command in a session of its own.
enum CommandStart {
  /// Starts the command.
  ///
  /// - Parameters:
  ///   - command: What is executed.
  ///   - directory: The working directory.
  ///   - input: Standard input.
  ///   - output: Standard output and standard error.
  /// - Returns: The process, leader of a new session and process group.
  static func start(
    _ command: PreparedCommand, directory: String, input: Int32, output: Int32
  ) throws(StartFailure) -> pid_t {
    let folder = open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard folder >= 0 else {
      throw StartFailure("the directory \(directory) can't be entered: \(String(cString: strerror(errno)))")
    }
    defer { close(folder) }
    var code = spawn(command.program, command.arguments, command.environment, folder, input, output)
    if case .success(let pid) = code { return pid }
    if case .failure(let error) = code, error.code == ENOEXEC {
      // A text without `#!`: a shell would run it, and so does execvp(3).
      let words = [Array("sh".utf8), Array(command.program.utf8)] + command.arguments.dropFirst()
      code = spawn("/bin/sh", words, command.environment, folder, input, output)
    }
    switch code {
    case .success(let pid): return pid
    case .failure(let error): throw StartFailure(reason(error.code, command, folder: folder, directory: directory))
    }
  }

  private struct Code: Error { var code: Int32 }

  private static func spawn(
    _ program: String, _ arguments: [[UInt8]], _ environment: [[UInt8]], _ folder: Int32, _ input: Int32,
    _ output: Int32
  ) -> Result<pid_t, Code> {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, input, 0)
    posix_spawn_file_actions_adddup2(&actions, output, 1)
    posix_spawn_file_actions_adddup2(&actions, output, 2)
    posix_spawn_file_actions_addfchdir_np(&actions, folder)
    posix_spawn_file_actions_addclosefrom_np(&actions, 3)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    ProcessSetup.freshSignals(&attributes)

    var pid: pid_t = 0
    let code = SpawnWords.withPointers(to: arguments) { words in
      SpawnWords.withPointers(to: environment) { variables in
        posix_spawn(&pid, program, &actions, &attributes, words, variables)
      }
    }
    return code == 0 ? .success(pid) : .failure(Code(code: code))
  }

  private static func reason(
    _ code: Int32, _ command: PreparedCommand, folder: Int32, directory: String
  ) -> String {
    let program = command.program
    let isThere = faccessat(folder, program, F_OK, 0) == 0
    switch code {
    case ENOENT where !isThere:
      return "there is no \(program)" + (program.hasPrefix("/") ? "" : " in \(directory)")
    case ENOENT:
      return "\(program) is there, but the interpreter of its #! line is not"
    case EACCES where isThere && faccessat(folder, program, X_OK, 0) != 0:
      return "\(program) has no run bit (chmod +x)"
    case E2BIG:
      let size = (command.arguments + command.environment).reduce(0) { $0 + $1.count + 1 }
      let largest = (command.arguments + command.environment).map(\.count).max() ?? 0
      return "arguments and environment are too large for the system: \(size) bytes, the largest \(largest)"
    default:
      return "\(program) could not be executed: \(String(cString: strerror(code)))"
    }
  }
}
