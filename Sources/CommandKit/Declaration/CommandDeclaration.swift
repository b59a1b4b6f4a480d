/// What a command is called with and what it does: parser, help, completions and man page are made of it.
public struct CommandDeclaration: Sendable {
  /// The word on the command line.
  public let name: String
  /// One line for the list of commands, without a full stop.
  public let summary: String
  /// What it does, in a few sentences; empty where the summary says it all.
  public let discussion: String
  /// What stands without a name, in order.
  public let arguments: [ArgumentDeclaration]
  /// What is named.
  public let options: [OptionDeclaration]
  /// Calls to copy, each with what it does.
  public let examples: [CommandExample]
  /// Does it.
  public let run: @Sendable (ParsedArguments, CommandContext) throws(CommandFailure) -> ExitStatus

  /// Declares a command.
  public init(
    _ name: String, _ summary: String, discussion: String = "", arguments: [ArgumentDeclaration] = [],
    options: [OptionDeclaration] = [], examples: [CommandExample],
    run: @escaping @Sendable (ParsedArguments, CommandContext) throws(CommandFailure) -> ExitStatus
  ) {
    self.name = name
    self.summary = summary
    self.discussion = discussion
    self.arguments = arguments
    self.options = options
    self.examples = examples
    self.run = run
  }
}

/// A call to copy.
public struct CommandExample: Sendable {
  /// The line as it is typed.
  public let line: String
  /// What it does.
  public let meaning: String
  /// Makes an example.
  public init(_ line: String, _ meaning: String) {
    self.line = line
    self.meaning = meaning
  }
}

/// A value that stands without a name.
public struct ArgumentDeclaration: Sendable {
  /// How many values it takes.
  public enum Count: Sendable {
    /// Exactly one.
    case one
    /// One or none.
    case optional
    /// Any number, also none.
    case any
    /// One or more.
    case some
  }

  /// What help calls it, in capitals.
  public let name: String
  /// How many.
  public let count: Count
  /// What it means.
  public let meaning: String
  /// What a shell can complete it with.
  public let completion: Completion

  /// Declares an argument.
  public init(_ name: String, _ count: Count, _ meaning: String, completion: Completion = .none) {
    self.name = name
    self.count = count
    self.meaning = meaning
    self.completion = completion
  }
}

/// What a shell can complete a value with.
public enum Completion: Sendable {
  /// Nothing.
  case none
  /// Files and folders.
  case files
  /// Folders.
  case folders
  /// These words.
  case words([String])
}

/// A value or switch that stands after its name.
public struct OptionDeclaration: Sendable {
  /// The long name without dashes.
  public let name: String
  /// The letter after one dash.
  public let letter: Character?
  /// What help calls its value, in capitals; nil for a switch.
  public let value: String?
  /// Whether it may be given more than once.
  public let isRepeatable: Bool
  /// What it does.
  public let meaning: String
  /// What a shell can complete its value with; words are also the only values allowed.
  public let completion: Completion

  /// Declares an option with a value, or a switch where `value` is nil.
  public init(
    _ name: String, letter: Character? = nil, value: String? = nil, repeats: Bool = false, _ meaning: String,
    completion: Completion = .none
  ) {
    self.name = name
    self.letter = letter
    self.value = value
    isRepeatable = repeats
    self.meaning = meaning
    self.completion = completion
  }
}

/// How a command ended, as its exit status.
public enum ExitStatus: Int32, Sendable {
  /// All is fine.
  case success = 0
  /// The rules have errors, a check or test failed, or the thing named does not exist.
  case failure = 1
  /// The call is wrong.
  case usage = 2
  /// Something outside failed: a file, the store, the network.
  case outside = 3
  /// No service is running.
  case noService = 4
}

/// Why a command could not do what it was asked.
public struct CommandFailure: Error, Sendable {
  /// The exit status.
  public let status: ExitStatus
  /// One line for a person: what is wrong, and a way out.
  public let message: String

  /// Makes a failure.
  public init(_ status: ExitStatus, _ message: String) {
    self.status = status
    self.message = message
  }

  /// A wrong call.
  public static func usage(_ message: String) -> CommandFailure { CommandFailure(.usage, message) }
}
