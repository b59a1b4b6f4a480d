import CivilTime
import JSONText
import RuleModel
import YAMLSyntax

/// The keys of a run.
final class RunShape: Sendable {
  static let shared = RunShape()
  let command: Field<ScriptCommand>
  let script: Field<String>
  let directory: Field<Removable<String>>
  let environment: Field<Removable<[EnvironmentVariable]>>
  let environmentFile: Field<Removable<[String]>>
  let timeout: Field<TimeLimit>
  let killAfter: Field<Removable<Int64>>
  let retry: Field<Removable<Retry>>
  let overlap: Field<Removable<Overlap>>
  let skipCodes: Field<Removable<[Int]>>
  let successCodes: Field<Removable<[Int]>>
  let standardInput: Field<StandardInput>
  let output: Field<Removable<Int>>
  let mapping: MappingShape

  private init() {
    var builder = ShapeBuilder("a run", "A script and the conditions of its run.")
    command = builder.field("command", "A text for /bin/sh, or a program and its arguments.", .command)
    script = builder.field("script", "The text of a script, executed by its #! line, else by sh.", .text)
    directory = builder.field(
      "directory", "Working directory; the folder of the file without it.", Grammar<String>.text.removable())
    environment = builder.field(
      "environment", "Own environment variables.", Grammar<[EnvironmentVariable]>.environment.removable())
    environmentFile = builder.field(
      "environment_file", "Files with NAME=value lines.", Grammar<[String]>.oneOrMany(.text, "a file").removable())
    timeout = builder.field("timeout", "Time limit, or none.", .timeLimit)
    killAfter = builder.field(
      "kill_after", "Time between TERM and KILL.", Grammar<Int64>.seconds(zero: true).removable())
    retry = builder.field("retry", "How often a failed run is tried again.", Grammar<Retry>.retry.removable())
    overlap = builder.field(
      "overlap", "What happens when the run before is not over.", Grammar<Overlap>.overlap.removable())
    skipCodes = builder.field("skip_codes", "Exit codes that count as skipped.", Grammar<[Int]>.exitCodes.removable())
    successCodes = builder.field(
      "success_codes", "Exit codes that count as success.", Grammar<[Int]>.exitCodes.removable())
    standardInput = builder.field(
      "stdin", "What the script reads on standard input.",
      .choice("an input", StandardInput.allCases.map { ($0.rawValue, $0) }))
    output = builder.field("output", "How much output is kept.", Grammar<Int>.outputKeep.removable())
    builder.notYet("user", "exclusive", "only_if", "nice")
    mapping = builder.finish(
      extensions: true,
      synonyms: [
        "cmd": "command", "exec": "command", "args": "write the arguments into `command`: [program, argument]",
        "arguments": "write the arguments into `command`: [program, argument]", "cwd": "directory",
        "env": "environment",
        "workdir": "directory", "working_directory": "directory", "shell": "command", "retries": "retry",
        "input": "stdin", "on_failure": "write `on_failure` beside `run`",
        "on_success": "write `on_success` beside `run`",
        "on_timeout": "write `on_timeout` beside `run`", "on_output": "write `on_output` beside `run`",
      ])
  }

  static let grammar = Grammar<YAMLNode>.node(
    SchemaParts.either([
      SchemaParts.text, SchemaParts.list(SchemaParts.text), SchemaParts.reference("run"),
    ]))
}

/// A time limit that can be given as `none`.
enum TimeLimit: Sendable {
  case none
  case seconds(Int64)

  /// The limit in seconds; nil for none.
  var seconds: Int64? { if case .seconds(let seconds) = self { seconds } else { nil } }
}

extension Grammar where Value == TimeLimit {
  static let timeLimit = Grammar(
    schema: SchemaParts.either([Grammar<Int64>.seconds().schema, ["const": "none"]])
  ) { node, decoder in
    if node.reads("none") { return TimeLimit.none }
    return Grammar<Int64>.seconds().read(node, &decoder).map { .seconds($0) }
  }
}

extension Grammar where Value == ScriptCommand {
  /// A text for the shell, or an argument vector.
  static let command = Grammar(
    schema: SchemaParts.either([SchemaParts.text, SchemaParts.list(SchemaParts.text)])
  ) { node, decoder in decoder.command(node) }
}

extension Grammar where Value == [EnvironmentVariable] {
  static let environment = Grammar(
    schema: SchemaParts.map(SchemaParts.text, keys: "[A-Za-z_][A-Za-z0-9_]*")
  ) { node, decoder in
    decoder.freeMap(node, "a mapping of environment variables") { name, value, decoder in
      guard InsertedNames.isVariableName(name) else {
        decoder.error(
          "bad-identifier", "\(quoted(name)) can't name an environment variable", at: value,
          hint: "letters, digits and _, not beginning with a digit")
        return nil
      }
      guard !name.hasPrefix("CARILLON_") else {
        decoder.error(
          "reserved-name", "\(quoted(name)) is set by the run itself: names that begin with CARILLON_ are reserved",
          at: value, hint: "choose another name")
        return nil
      }
      decoder.refuseInsertion(value.text ?? "", value)
      return EnvironmentVariable(name: name, value: value.text ?? "")
    }
  }
}

extension Grammar where Value == [Int] {
  /// Exit codes, one or a list.
  static let exitCodes = Grammar<[Int]>.oneOrMany(.integer(0...255), "an exit code")
}

extension Grammar where Value == Overlap {
  static let overlap = Grammar(schema: SchemaParts.words(["skip", "allow"])) { node, decoder in
    guard let text = decoder.scalarText(node, "a way to overlap") else { return nil }
    switch text {
    case "skip": return .skip
    case "allow": return .allow
    case "queue", "replace": decoder.notSupportedYet("`overlap: \(text)`", at: node)
    default:
      decoder.unknownWord(
        text, node, kind: "a way to overlap", words: ["skip", "queue", "replace", "allow"], code: "unknown-choice")
    }
    return nil
  }
}

/// `retry`.
final class RetryShape: Sendable {
  static let shared = RetryShape()
  let attempts: Field<Int>
  let delay: Field<Int64>
  let backoff: Field<Backoff>
  let maxDelay: Field<Int64>
  let mapping: MappingShape

  private init() {
    var builder = ShapeBuilder("`retry`", "How often a failed run is tried again.")
    attempts = builder.field("attempts", "All starts together.", .integer(1...1000))
    delay = builder.field("delay", "Time before the second start.", .seconds(zero: true))
    backoff = builder.field(
      "backoff", "How the delay grows.", .choice("a backoff", Backoff.allCases.map { ($0.rawValue, $0) }))
    maxDelay = builder.field("max_delay", "Upper bound of the delay.", .seconds())
    mapping = builder.finish(
      synonyms: ["count": "attempts", "times": "attempts", "wait": "delay", "max": "attempts"],
      example: "retry: { attempts: 3, delay: 30s }")
  }
}

extension Grammar where Value == Retry {
  static let retry = Grammar(schema: SchemaParts.reference("retry")) { node, decoder in
    let shape = RetryShape.shared
    let before = decoder.diagnostics.count
    guard let entries = decoder.entries(node, shape.mapping) else { return nil }
    var retry = Retry()
    retry.attempts = decoder.value(shape.attempts, entries) ?? 1
    retry.delaySeconds = decoder.value(shape.delay, entries) ?? 0
    retry.backoff = decoder.value(shape.backoff, entries) ?? .constant
    retry.maxDelaySeconds = decoder.value(shape.maxDelay, entries)
    return decoder.hasErrors(since: before) ? nil : retry
  }
}

/// `output`.
final class OutputShape: Sendable {
  static let shared = OutputShape()
  let keep: Field<Int>
  let mapping: MappingShape

  private init() {
    var builder = ShapeBuilder("`output`", "How much output is kept.")
    keep = builder.field(
      "keep", "How many of the last bytes of output are kept: 64KiB, 1MiB.", .byteCount, required: true)
    mapping = builder.finish(synonyms: ["max": "keep", "limit": "keep", "size": "keep"])
  }
}

extension Grammar where Value == Int {
  static let outputKeep = Grammar(schema: SchemaParts.reference("output")) { node, decoder in
    let shape = OutputShape.shared
    guard let entries = decoder.entries(node, shape.mapping) else { return nil }
    return decoder.value(shape.keep, entries)
  }

  /// A size in bytes, up to 16 MiB.
  static let byteCount = Grammar.scalar(
    "a size", SchemaParts.either([["type": "integer", "minimum": 0], SchemaParts.pattern("[0-9]+ *([KkMm]i?)?B?")])
  ) { text throws(ScalarFault) in try ScalarText.byteCount(text) }
}

extension ScalarText {
  /// Reads a size: `64KiB`, `1MiB`, `500kB`, `4096B`, up to 16 MiB.
  static func byteCount(_ text: String) throws(ScalarFault) -> Int {
    var cursor = TextCursor(text)
    guard let number = cursor.number(digits: 1...9) else {
      throw ScalarFault("bad-size", "\(quoted(text)) is not a size", hint: "write for example 64KiB")
    }
    cursor.skipSpaces()
    let unit: Int
    switch cursor.rest {
    case "B", "": unit = 1
    case "kB", "KB": unit = 1000
    case "KiB": unit = 1024
    case "MB": unit = 1_000_000
    case "MiB": unit = 1_048_576
    default: throw ScalarFault("bad-size", "\(quoted(text)) is not a size", hint: "write for example 64KiB")
    }
    if cursor.rest.isEmpty && number != 0 {
      throw ScalarFault("bad-size", "\(quoted(text)) has no unit", hint: "write \(number)B or \(number)KiB")
    }
    guard number * unit <= 16 << 20 else {
      throw ScalarFault("number-out-of-range", "\(quoted(text)) is too much: at most 16MiB are kept")
    }
    return number * unit
  }
}
