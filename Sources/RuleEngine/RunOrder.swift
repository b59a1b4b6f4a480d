/// Everything that one start of a script needs, as plain values.
///
/// The order is complete: whoever carries it out looks up nothing about rules. Text reaches the script only through
/// `environment` and `standardInput`, byte for byte; nothing of it is ever part of a command line.
public struct RunOrder: Hashable, Sendable {
  /// What is executed.
  public enum Command: Hashable, Sendable {
    /// A command line for `/bin/sh -c`.
    case shell(String)
    /// A program and its arguments, not empty. A program without a slash is looked up in `PATH`, one with a slash is
    /// relative to `directory`.
    case arguments([String])
    /// The text of a script, executed by its `#!` line, else by `/bin/sh`.
    case script(String)
  }

  /// An environment variable.
  public struct Variable: Hashable, Sendable {
    /// Not empty, without `=` and NUL.
    public var name: String
    /// Any text without NUL.
    public var value: String

    /// A variable of this name and value; both are checked where the run is started.
    public init(_ name: String, _ value: String) {
      self.name = name
      self.value = value
    }
  }

  /// Names this one start, a retry has its own: 1 to 128 bytes of `A-Z a-z 0-9 _ - .`, not beginning with `.` or `-`.
  public var runID: String
  /// What is executed.
  public var command: Command
  /// The working directory, an absolute path.
  public var directory: String
  /// All variables beyond the documented base; later ones win over earlier ones, and all over the files'.
  public var environment: [Variable]
  /// Files of `NAME=VALUE` lines in the syntax of systemd's `EnvironmentFile=`, absolute paths, later ones win.
  public var environmentFiles: [String]
  /// The time limit of the command in seconds of the monotonic clock; `nil` is none.
  public var timeoutSeconds: Int64?
  /// How long after TERM the processes that are still there get KILL, in seconds, not negative.
  public var killAfterSeconds: Int64
  /// What the command reads from standard input; `nil` is `/dev/null`.
  public var standardInput: [UInt8]?
  /// What the file of `CARILLON_EVENT_FILE` holds: the facts of the firing as one JSON object.
  public var event: [UInt8]
  /// How many of the last bytes of standard output and standard error, merged, are kept: 0 to 64 MiB.
  public var outputKeepBytes: Int
  /// The number of this start within its run, from 1.
  public var attempt: Int
  /// The niceness, -20 to 19; `nil` is the service's own.
  public var niceness: Int?
  /// The user the command runs as; `nil` is the service's own.
  public var user: String?

  /// An order; what is left out has the language's defaults.
  public init(
    runID: String, command: Command, directory: String, environment: [Variable] = [], environmentFiles: [String] = [],
    timeoutSeconds: Int64? = nil, killAfterSeconds: Int64 = 10, standardInput: [UInt8]? = nil,
    event: [UInt8] = [], outputKeepBytes: Int = 64 << 10, attempt: Int = 1, niceness: Int? = nil, user: String? = nil
  ) {
    self.runID = runID
    self.command = command
    self.directory = directory
    self.environment = environment
    self.environmentFiles = environmentFiles
    self.timeoutSeconds = timeoutSeconds
    self.killAfterSeconds = killAfterSeconds
    self.standardInput = standardInput
    self.event = event
    self.outputKeepBytes = outputKeepBytes
    self.attempt = attempt
    self.niceness = niceness
    self.user = user
  }

  /// Whether a text may be a `runID`, which names a folder.
  public static func isRunID(_ text: String) -> Bool {
    let bytes = text.utf8
    guard let first = bytes.first, bytes.count <= 128, first != UInt8(ascii: "."), first != UInt8(ascii: "-") else {
      return false
    }
    return bytes.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: "."):
        true
      default: false
      }
    }
  }
}
