import Glibc
import RuleEngine

/// Why a command was not started: one sentence for the user.
struct StartFailure: Error, Equatable {
  var reason: String

  init(_ reason: String) { self.reason = reason }
}

/// A program to execute, its arguments and its environment, as the kernel takes them.
struct PreparedCommand {
  /// Absolute, or relative to the working directory.
  var program: String
  var arguments: [[UInt8]]
  var environment: [[UInt8]]

  /// Turns an order into what is executed; writes the script file of an inline script.
  init(_ order: RunOrder, in folder: RunFolder) throws(StartFailure) {
    let table = try Self.environment(order, in: folder)
    environment = table.assignments
    switch order.command {
    case .shell(let line):
      program = "/bin/sh"
      arguments = [Array("sh".utf8), Array("-c".utf8), Array(line.utf8)]
    case .arguments(let words):
      guard let first = words.first, !first.isEmpty else { throw StartFailure("the command is empty") }
      arguments = words.map { Array($0.utf8) }
      program = try Self.find(first, path: table["PATH"] ?? [])
    case .script(let text):
      let path = folder.scriptPath
      do {
        try FileAccess.write(path, Array(text.utf8), mode: 0o700)
      } catch {
        throw StartFailure("the script could not be written: \(error.text)")
      }
      (program, arguments) = Self.interpreter(of: text, at: path)
    }
    for words in [arguments, environment] {
      if let word = words.first(where: { $0.contains(0) }) {
        let text = String(boundedTo: 64, decoding: word.prefix { $0 != 0 })
        throw StartFailure("NUL characters can't be passed to a program, and there is one after '\(text)'")
      }
    }
  }

  private static func environment(_ order: RunOrder, in folder: RunFolder) throws(StartFailure) -> EnvironmentTable {
    var table = EnvironmentTable.base()
    for path in order.environmentFiles {
      let bytes: [UInt8]
      do {
        bytes = try Self.readEnvironmentFile(path)
      } catch {
        throw StartFailure("environment file \(path) can't be read: \(error.text)")
      }
      do {
        for assignment in try EnvironmentFile(bytes).assignments { table.set(assignment.name, assignment.value) }
      } catch {
        throw StartFailure("environment file \(path), line \(error.line): \(error.reason)")
      }
    }
    for variable in order.environment {
      guard !variable.name.isEmpty, !variable.name.utf8.contains(UInt8(ascii: "=")) else {
        throw StartFailure("'\(String(boundedTo: 64, decoding: variable.name.utf8))' is not a variable name")
      }
      table.set(variable.name, variable.value)
    }
    table.set("CARILLON_EVENT_FILE", folder.eventPath)
    return table
  }

  /// Reads a file that the user named: here links are followed.
  private static func readEnvironmentFile(_ path: String) throws(RunFileError) -> [UInt8] {
    guard let real = realpath(path, nil) else { throw RunFileError("read", path, code: errno) }
    defer { free(real) }
    return try FileAccess.read(String(cString: real), limit: 1 << 20)
  }

  /// Finds a program as a shell does; a name with a slash is taken as it is.
  private static func find(_ name: String, path: [UInt8]) throws(StartFailure) -> String {
    if name.contains("/") { return name }
    var isThere = false
    for folder in path.split(separator: UInt8(ascii: ":")) {
      let candidate = String(decoding: folder, as: UTF8.self) + "/" + name
      var facts = stat()
      guard candidate.hasPrefix("/"), stat(candidate, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG else { continue }
      if access(candidate, X_OK) == 0 { return candidate }
      isThere = true
    }
    let reason = isThere ? "is in PATH without a run bit" : "is not in PATH"
    throw StartFailure("the program '\(name)' \(reason) (\(String(decoding: path, as: UTF8.self)))")
  }

  /// Reads the `#!` line as the kernel does: an interpreter and at most one argument.
  ///
  /// The interpreter is executed with the file's path instead of the file itself, because the state folder may be on
  /// a file system that executes nothing.
  static func interpreter(of text: String, at path: String) -> (program: String, arguments: [[UInt8]]) {
    let blanks: Set<UInt8> = [UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r")]
    let script = Array(path.utf8)
    let bytes = text.utf8
    if bytes.starts(with: "#!".utf8) {
      var line = Array(bytes.prefix { $0 != UInt8(ascii: "\n") }.dropFirst(2))[...]
      while let last = line.last, blanks.contains(last) { line.removeLast() }
      line = line.drop { blanks.contains($0) }
      let program = line.prefix { !blanks.contains($0) }
      let argument = line.dropFirst(program.count).drop { blanks.contains($0) }
      if !program.isEmpty {
        let words = argument.isEmpty ? [Array(program), script] : [Array(program), Array(argument), script]
        return (String(decoding: program, as: UTF8.self), words)
      }
    }
    return ("/bin/sh", [Array("sh".utf8), script])
  }
}
