import RuleModel
import YAMLSyntax

/// What a run says, before `defaults` fill it in.
struct PartialRun: Sendable {
  var command: ScriptCommand?
  /// Where a program is named by a path: the node of the path.
  var program: (path: String, node: YAMLNode)?
  var directory: Removable<String>?
  var environment: Removable<[EnvironmentVariable]>?
  var environmentFiles: Removable<[String]>?
  var timeout: TimeLimit?
  var killAfter: Removable<Int64>?
  var retry: Removable<Retry>?
  var overlap: Removable<Overlap>?
  var overlapNode: YAMLNode?
  var skipCodes: Removable<[Int]>?
  var successCodes: Removable<[Int]>?
  var standardInput: StandardInput?
  var output: Removable<Int>?

  /// Returns the run with what it does not say taken from `defaults`; variables merge by name.
  func filled(from defaults: PartialRun?) -> PartialRun {
    guard let defaults else { return self }
    var result = self
    result.directory = directory ?? defaults.directory
    result.environmentFiles = environmentFiles ?? defaults.environmentFiles
    result.timeout = timeout ?? defaults.timeout
    result.killAfter = killAfter ?? defaults.killAfter
    result.retry = retry ?? defaults.retry
    result.overlap = overlap ?? defaults.overlap
    result.skipCodes = skipCodes ?? defaults.skipCodes
    result.successCodes = successCodes ?? defaults.successCodes
    result.standardInput = standardInput ?? defaults.standardInput
    result.output = output ?? defaults.output
    switch (environment, defaults.environment) {
    case (nil, let base): result.environment = base
    case (.value(let own), .value(let base)):
      let names = Set(own.map(\.name))
      result.environment = .value(base.filter { !names.contains($0.name) } + own)
    default: break
    }
    return result
  }
}

/// Whose run it is, which decides its defaults.
enum RunOwner: Sendable {
  case rule, action
}

extension Decoder {
  /// Reads what a run says.
  ///
  /// - Parameter isDefault: In `defaults` a run has no command.
  mutating func partialRun(_ node: YAMLNode, isDefault: Bool = false) -> PartialRun? {
    var result = PartialRun()
    if node.kind != .mapping, !isDefault {
      if node.kind == .scalar, node.isNull {
        missingValue(node, "a command")
        return nil
      }
      guard let command = command(node) else { return nil }
      result.command = command
      result.program = program(node, command)
      return result
    }
    let shape = RunShape.shared
    let before = diagnostics.count
    guard let entries = entries(node, shape.mapping) else { return nil }
    let command = value(shape.command, entries)
    let script = value(shape.script, entries)
    if isDefault {
      for key in [entries.key(shape.command), entries.key(shape.script)] {
        if let key { error("contradiction", "a command is no default: each run has its own", at: key) }
      }
    } else if entries.has(shape.command), let key = entries.key(shape.script) {
      error("contradiction", "a run has either `command` or `script`", at: key)
    } else if !entries.has(shape.command), !entries.has(shape.script), diagnostics.count == before {
      error("missing-key", "a run needs `command` or `script`", at: node)
    }
    if let script, let node = entries.node(shape.script) {
      refuseInsertion(script, node)
      if script.isEmpty { error("missing-value", "the script is empty", at: node) }
      result.command = .script(script)
    }
    if let command, let node = entries.node(shape.command) {
      result.command = command
      result.program = program(node, command)
    }
    result.directory = value(shape.directory, entries)
    if let directory = result.directory?.value, let node = entries.node(shape.directory) {
      refuseInsertion(directory, node)
    }
    result.environment = value(shape.environment, entries)
    result.environmentFiles = value(shape.environmentFile, entries)
    result.timeout = value(shape.timeout, entries)
    result.killAfter = value(shape.killAfter, entries)
    result.retry = value(shape.retry, entries)
    result.overlap = value(shape.overlap, entries)
    result.overlapNode = entries.node(shape.overlap)
    result.skipCodes = value(shape.skipCodes, entries)
    result.successCodes = value(shape.successCodes, entries)
    if let skip = result.skipCodes?.value, let node = entries.node(shape.skipCodes),
      let both = skip.first(where: { (result.successCodes?.value ?? [0]).contains($0) })
    {
      error("contradiction", "the exit code \(both) can't count both as success and as skipped", at: node)
    }
    result.standardInput = value(shape.standardInput, entries)
    result.output = value(shape.output, entries)
    return hasErrors(since: before) ? nil : result
  }

  /// Reads a command: a text for the shell, or a program and its arguments.
  mutating func command(_ node: YAMLNode) -> ScriptCommand? {
    switch node.kind {
    case .scalar:
      guard let text = plainText(node, "a command") else { return nil }
      refuseInsertion(text, node)
      if text.utf8.allSatisfy({ $0 <= 0x20 }) {
        error("missing-value", "the command is empty", at: node)
        return nil
      }
      if let comment = node.cuttingComment {
        warn(
          "comment-in-text", "the command ends at \(quoted(text)), a comment follows", at: comment,
          hint: "quote a text that has # in it")
      }
      return .shell(text)
    case .sequence:
      let parts = node.elements
      guard let first = parts.first else {
        error("empty-list", "the list is empty; a program is wanted", at: node)
        return nil
      }
      var arguments: [String] = []
      arguments.reserveCapacity(parts.count)
      for part in parts {
        guard let text = plainText(part, "an argument") else { return nil }
        refuseInsertion(text, part)
        arguments.append(text)
      }
      guard arguments.first?.isEmpty == false else {
        error("missing-value", "the program's name is empty", at: first)
        return nil
      }
      return .arguments(arguments)
    case .mapping:
      wrongType(node, wanted: "a command")
      return nil
    }
  }

  /// The program that a command names by its path.
  private func program(_ node: YAMLNode, _ command: ScriptCommand) -> (path: String, node: YAMLNode)? {
    guard case .arguments(let arguments) = command, let path = arguments.first, path.utf8.contains(UInt8(ascii: "/")),
      let first = node.elements.first
    else { return nil }
    return (path, first)
  }

  /// Makes the run of a rule or an action of what it and `defaults` say.
  mutating func scriptRun(_ own: PartialRun, defaults: PartialRun?, owner: RunOwner) -> ScriptRun? {
    guard let command = own.command else { return nil }
    let partial = own.filled(from: defaults)
    let directory = absolute(partial.directory?.value ?? ".")
    var run = ScriptRun(command: command, directory: directory)
    if owner == .action {
      run.timeoutSeconds = 60
      run.overlap = .allow
      run.standardInput = .json
    }
    run.environment = partial.environment?.value ?? []
    run.environmentFiles = (partial.environmentFiles?.value ?? []).map { absolute($0) }
    if let timeout = partial.timeout { run.timeoutSeconds = timeout.seconds }
    run.killAfterSeconds = partial.killAfter?.value ?? run.killAfterSeconds
    run.retry = partial.retry?.value ?? run.retry
    run.successCodes = (partial.successCodes?.value ?? [0]).map { Int32(truncatingIfNeeded: $0) }
    run.skipCodes = (partial.skipCodes?.value ?? []).map { Int32(truncatingIfNeeded: $0) }
    run.standardInput = partial.standardInput ?? run.standardInput
    run.outputKeepBytes = partial.output?.value ?? run.outputKeepBytes
    if let overlap = partial.overlap?.value, overlap != run.overlap, let node = own.overlapNode ?? partial.overlapNode {
      notSupportedYet(
        owner == .rule ? "`overlap: \(overlap.rawValue)` of a rule" : "`overlap: \(overlap.rawValue)` of an action",
        at: node)
    }
    if let program = own.program {
      scripts.append(
        ScriptUse(
          path: absolute(program.path, in: directory), node: program.node, isExecuted: true, silenced: silenced))
    }
    return run
  }

  /// Returns a path of the file as an absolute one; `~` stays for the rim.
  func absolute(_ path: String, in folder: String? = nil) -> String {
    joinPath(folder ?? file.folder, path)
  }
}

/// Returns `path` seen from `folder`, without `.` parts and with `..` taken back where that is possible.
func joinPath(_ folder: String, _ path: String) -> String {
  if path.hasPrefix("~") { return path }
  let whole = path.hasPrefix("/") ? path : folder + "/" + path
  var parts: [Substring] = []
  for part in whole.split(separator: "/") {
    switch part {
    case ".": continue
    case ".." where parts.last.map { $0 != ".." && $0 != "~" } ?? false: parts.removeLast()
    default: parts.append(part)
    }
  }
  let joined = parts.joined(separator: "/")
  return whole.hasPrefix("/") ? "/" + joined : joined.isEmpty ? "." : joined
}
