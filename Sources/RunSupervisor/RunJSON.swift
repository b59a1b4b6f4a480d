import JSONText
import RuleEngine

/// The JSON forms of an order and of a result.
enum RunJSON {
  static func json(of order: RunOrder) -> JSONValue {
    let command: JSONValue =
      switch order.command {
      case .shell(let line): ["shell": .string(line)]
      case .arguments(let words): ["arguments": .array(words.map(JSONValue.string))]
      case .script(let text): ["script": .string(text)]
      }
    return [
      "version": 1, "run": .string(order.runID), "command": command, "directory": .string(order.directory),
      "environment": .array(order.environment.map { [.string($0.name), .string($0.value)] }),
      "environment_files": .array(order.environmentFiles.map(JSONValue.string)),
      "timeout_seconds": order.timeoutSeconds.map(JSONValue.integer) ?? .null,
      "kill_after_seconds": .integer(order.killAfterSeconds), "has_input": .bool(order.standardInput != nil),
      "output_keep_bytes": .integer(Int64(order.outputKeepBytes)), "attempt": .integer(Int64(order.attempt)),
      "niceness": order.niceness.map { .integer(Int64($0)) } ?? .null,
      "user": order.user.map(JSONValue.string) ?? .null,
    ]
  }

  static func order(from value: JSONValue, path: String) throws(RunFileError) -> RunOrder {
    guard value["version"]?.integer == 1 else {
      throw RunFileError(path, makesNoSense: "not an order of version 1")
    }
    guard let runID = value["run"]?.string, let command = value["command"].flatMap(command),
      let directory = value["directory"]?.string, let environment = value["environment"]?.array,
      let files = value["environment_files"]?.array, let killAfter = value["kill_after_seconds"]?.integer,
      let hasInput = value["has_input"]?.bool, let keep = value["output_keep_bytes"]?.integer,
      let attempt = value["attempt"]?.integer
    else { throw RunFileError(path, makesNoSense: "a member is missing or has the wrong type") }
    return RunOrder(
      runID: runID, command: command, directory: directory,
      environment: environment.compactMap { pair in
        guard let pair = pair.array, pair.count == 2, let name = pair[0].string, let value = pair[1].string else {
          return nil
        }
        return RunOrder.Variable(name, value)
      },
      environmentFiles: files.compactMap(\.string), timeoutSeconds: value["timeout_seconds"]?.integer,
      killAfterSeconds: killAfter, standardInput: hasInput ? [] : nil, outputKeepBytes: Int(keep),
      attempt: Int(attempt), niceness: value["niceness"]?.integer.map { Int($0) }, user: value["user"]?.string)
  }

  private static func command(_ value: JSONValue) -> RunOrder.Command? {
    if let line = value["shell"]?.string { return .shell(line) }
    if let words = value["arguments"]?.array { return .arguments(words.compactMap(\.string)) }
    if let text = value["script"]?.string { return .script(text) }
    return nil
  }

  /// The result without its output and events, which stay in their files.
  ///
  /// It names its run: after a power cut, the file of one that was not waited for may hold what an earlier run wrote.
  static func json(of result: RunResult, run: String, keep: Int) -> JSONValue {
    let outcome: JSONValue =
      switch result.outcome {
      case .exited(let code): ["exited": .integer(Int64(code))]
      case .signaled(let signal): ["signaled": .integer(Int64(signal))]
      case .couldNotStart(let reason): ["could_not_start": .string(reason)]
      }
    return [
      "version": 1, "run": .string(run), "outcome": outcome, "timed_out": .bool(result.timedOut),
      "cancelled": .bool(result.cancelled),
      "started_at": .integer(result.startedAt), "ended_at": .integer(result.endedAt),
      "duration_ms": .integer(result.durationMilliseconds), "output_keep_bytes": .integer(Int64(keep)),
      "output_cut": .bool(result.outputCut), "last_line": .string(result.lastLine),
      "strays_ended": .integer(Int64(result.straysEnded)),
    ]
  }

  static func result(from value: JSONValue, path: String) throws(RunFileError) -> (RunResult, keep: Int) {
    guard value["version"]?.integer == 1 else {
      throw RunFileError(path, makesNoSense: "not a result of version 1")
    }
    guard let outcome = value["outcome"].flatMap(outcome), let timedOut = value["timed_out"]?.bool,
      let cancelled = value["cancelled"]?.bool, let startedAt = value["started_at"]?.integer,
      let endedAt = value["ended_at"]?.integer, let duration = value["duration_ms"]?.integer,
      let keep = value["output_keep_bytes"]?.integer, let cut = value["output_cut"]?.bool,
      let lastLine = value["last_line"]?.string, let strays = value["strays_ended"]?.integer
    else { throw RunFileError(path, makesNoSense: "a member is missing or has the wrong type") }
    let result = RunResult(
      outcome: outcome, timedOut: timedOut, cancelled: cancelled, startedAt: startedAt, endedAt: endedAt,
      durationMilliseconds: duration, outputCut: cut, lastLine: lastLine, straysEnded: Int(strays))
    return (result, Int(keep))
  }

  private static func outcome(_ value: JSONValue) -> RunResult.Outcome? {
    if let code = value["exited"]?.integer { return .exited(Int32(clamping: code)) }
    if let signal = value["signaled"]?.integer { return .signaled(Int32(clamping: signal)) }
    return value["could_not_start"]?.string.map(RunResult.Outcome.couldNotStart)
  }
}
