public import CivilTime

/// What a command sees of the world: its streams, its environment and the time.
///
/// Commands read nothing else, so that a test can run one with streams, a clock and folders of its own.
public struct CommandContext: Sendable {
  /// Where human output goes.
  public let output: any TextOutput
  /// Where diagnostics and failures go.
  public let errors: any TextOutput
  /// The environment's variables.
  public let environment: [String: String]
  /// When the command was started.
  public let now: Instant
  /// The path of the running executable, for starting the service beside it; nil where unknown.
  public let executable: String?
  /// The working folder, absolute, to which paths of machine-readable output become relative; nil leaves them.
  public let folder: String?

  /// Makes a context.
  public init(
    output: any TextOutput, errors: any TextOutput, environment: [String: String], now: Instant, executable: String?,
    folder: String? = nil
  ) {
    self.folder = folder
    self.output = output
    self.errors = errors
    self.environment = environment
    self.now = now
    self.executable = executable
  }
}

/// A stream that takes text.
public protocol TextOutput: AnyObject, Sendable {
  /// Appends a text; a reader that has gone away ends the writing silently.
  func write(_ text: String)
  /// Whether a person reads it on a terminal.
  var isTerminal: Bool { get }
  /// Columns of the terminal; 80 where it is none or not known.
  var columns: Int { get }
  /// Whether colour is wanted: a terminal without `NO_COLOR`.
  var usesColor: Bool { get }
}
