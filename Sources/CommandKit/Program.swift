import CivilTime
import ControlProtocol
import Diagnostics
import Glibc
import RuleLoading

/// Runs the command line of this process and returns its exit status.
public func runCarillon() -> Int32 {
  signal(SIGPIPE, SIG_IGN)
  let environment = processEnvironment()
  var time = timespec()
  clock_gettime(CLOCK_REALTIME, &time)
  let output = DescriptorOutput(descriptor: STDOUT_FILENO, environment: environment)
  let errors = DescriptorOutput(descriptor: STDERR_FILENO, environment: environment)
  var path = [CChar](repeating: 0, count: 4096)
  let length = readlink("/proc/self/exe", &path, path.count - 1)
  let executable = length > 0 ? String(decoding: path[..<length].map { UInt8(bitPattern: $0) }, as: UTF8.self) : nil
  let context = CommandContext(
    output: output, errors: errors, environment: environment, now: Instant(epochSeconds: Int64(time.tv_sec)),
    executable: executable, folder: workingFolder())
  let status = words(context).map { Program.run($0, context) } ?? .usage
  output.flush()
  errors.flush()
  if output.failure != 0, status == .success {
    errors.write("carillon: the output could not be written: \(String(cString: strerror(output.failure)))\n")
    errors.flush()
    return ExitStatus.outside.rawValue
  }
  return status.rawValue
}

/// The working folder; nil where it can't be named.
private func workingFolder() -> String? {
  guard let folder = getcwd(nil, 0) else { return nil }
  defer { free(folder) }
  return String(cString: folder)
}

/// The words of the call after the program's name; nil, with a message, where one is not UTF-8.
///
/// Taken from the bytes themselves: `CommandLine.arguments` would put U+FFFD in the place of what it can't read.
private func words(_ context: CommandContext) -> [String]? {
  var words: [String] = []
  for index in 1..<max(1, Int(CommandLine.argc)) {
    guard let pointer = CommandLine.unsafeArgv[index] else { break }
    guard let word = String(validatingCString: pointer) else {
      context.errors.write("carillon: argument \(index) is not UTF-8 text\n")
      return nil
    }
    words.append(word)
  }
  return words
}

/// The command line as a function of its words and what it sees of the world.
public enum Program {
  /// The version of the program and of its file formats.
  public static var version: String { carillonVersion }

  /// Runs one command.
  public static func run(_ words: [String], _ context: CommandContext) -> ExitStatus {
    do {
      return try dispatch(words, context)
    } catch {
      // A finding has lines of its own: text, place and caret.
      let lines = error.message.split(separator: "\n", omittingEmptySubsequences: false).map {
        terminalText(String($0))
      }
      context.errors.write("carillon: \(lines.joined(separator: "\n"))\n")
      return error.status
    }
  }

  private static func dispatch(_ words: [String], _ context: CommandContext) throws(CommandFailure) -> ExitStatus {
    guard let first = words.first else {
      context.errors.write(Help.program(declarations, version: version))
      return .usage
    }
    switch first {
    case "--version", "-V":
      context.output.write("carillon \(version)\n")
      return .success
    case "--help", "-h": return try run("help", Array(words.dropFirst()), context)
    default: return try run(first, Array(words.dropFirst()), context)
    }
  }

  private static func run(
    _ name: String, _ rest: [String], _ context: CommandContext
  ) throws(CommandFailure) -> ExitStatus {
    let command = try command(named: name)
    if rest.prefix(while: { $0 != "--" }).contains(where: { $0 == "--help" || $0 == "-h" }) {
      context.output.write(Help.command(command))
      return .success
    }
    return try command.run(try ArgumentParser(command: command).parse(rest), context)
  }

  /// The command of that name.
  static func command(named name: String) throws(CommandFailure) -> CommandDeclaration {
    if let command = commands.first(where: { $0.name == name }) { return command.declaration() }
    if let option = name.first, option == "-" {
      throw .usage("options stand after the command; see 'carillon --help'")
    }
    let near = closestMatch(to: name, among: commands.map(\.name))
    throw .usage("there is no command '\(name)'\(near.map { "; did you mean '\($0)'?" } ?? "; see 'carillon --help'")")
  }
}
