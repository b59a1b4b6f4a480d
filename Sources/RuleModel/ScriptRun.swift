/// A script and the conditions of its run.
public struct ScriptRun: Hashable, Sendable, Codable {
  /// What is executed.
  public var command: ScriptCommand
  /// Working directory, absolute or beginning with `~`; the folder of the rule file where nothing was said.
  public var directory: String
  /// Variables, in the order written.
  public var environment: [EnvironmentVariable]
  /// Files with `NAME=value` lines, absolute.
  public var environmentFiles: [String]
  /// Time limit in seconds; none where nil.
  public var timeoutSeconds: Int64?
  /// Seconds between TERM and KILL.
  public var killAfterSeconds: Int64
  /// How often and when it is tried again.
  public var retry: Retry
  /// What happens when the one before still runs.
  public var overlap: Overlap
  /// Exit codes that count as success.
  public var successCodes: [Int32]
  /// Exit codes that count as skipped.
  public var skipCodes: [Int32]
  /// Whether the facts of the firing come as JSON on standard input.
  public var standardInput: StandardInput
  /// How many of the last bytes of output are kept.
  public var outputKeepBytes: Int

  /// Makes a run with the language's defaults for a rule.
  public init(command: ScriptCommand, directory: String) {
    self.command = command
    self.directory = directory
    environment = []
    environmentFiles = []
    timeoutSeconds = nil
    killAfterSeconds = 10
    retry = Retry()
    overlap = .skip
    successCodes = [0]
    skipCodes = []
    standardInput = .none
    outputKeepBytes = 65_536
  }
}

/// What a run executes.
public enum ScriptCommand: Hashable, Sendable, Codable {
  /// A text for `/bin/sh -c`.
  case shell(String)
  /// A program and its arguments, never empty.
  case arguments([String])
  /// The text of a script, executed by its `#!` line, else by `sh`.
  case script(String)
}

/// A variable of a script's environment.
public struct EnvironmentVariable: Hashable, Sendable, Codable {
  /// Its name: letters, digits and `_`, not beginning with a digit.
  public let name: String
  /// Its value; no NUL.
  public let value: String
  /// Makes a variable.
  public init(name: String, value: String) {
    self.name = name
    self.value = value
  }
}

/// How often a failed run is started in all, and how long to wait between.
public struct Retry: Hashable, Sendable, Codable {
  /// All starts together, 1 or more.
  public var attempts: Int
  /// Seconds before the second start.
  public var delaySeconds: Int64
  /// How the delay grows.
  public var backoff: Backoff
  /// Upper bound of the delay in seconds.
  public var maxDelaySeconds: Int64?
  /// Makes a retry; by default a single start.
  public init(
    attempts: Int = 1, delaySeconds: Int64 = 0, backoff: Backoff = .constant, maxDelaySeconds: Int64? = nil
  ) {
    self.attempts = attempts
    self.delaySeconds = delaySeconds
    self.backoff = backoff
    self.maxDelaySeconds = maxDelaySeconds
  }
}

/// How the delay between attempts grows.
public enum Backoff: String, Hashable, Sendable, CaseIterable, Codable {
  /// The same each time.
  case constant
  /// Twice the one before.
  case exponential
}

/// What happens when a rule fires while its run before still goes on.
public enum Overlap: String, Hashable, Sendable, CaseIterable, Codable {
  /// The new one is skipped.
  case skip
  /// Both run (the default of actions).
  case allow
}

/// What a script reads.
public enum StandardInput: String, Hashable, Sendable, CaseIterable, Codable {
  /// Nothing.
  case none
  /// One JSON object with the facts of the firing.
  case json
}
