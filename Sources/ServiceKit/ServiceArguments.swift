/// What the service is asked to do: the words after its name.
public struct ServiceArguments: Hashable, Sendable {
  /// Rule files and folders as they were given; empty: the folder of the configuration.
  public var files: [String] = []
  /// The folder of `--state`.
  public var state: String?
  /// Whether it is the system's service.
  public var isSystem = false
  /// Whether it leaves once everything that is due is settled.
  public var isOnce = false
  /// Whether it reads files again by itself when they change.
  public var watchesFiles = true

  /// A call that means nothing; one sentence.
  public struct Misuse: Error, Hashable, Sendable, CustomStringConvertible {
    /// What is wrong.
    public var description: String
  }

  /// Reads `[--state DIR] [--system] [--once] [--no-watch] [--] [FILE…]`.
  public init(_ words: [String]) throws(Misuse) {
    var rest = words[...]
    while let word = rest.popFirst() {
      switch word {
      case "--":
        files += rest
        rest = []
      case "--system": isSystem = true
      case "--once": isOnce = true
      case "--no-watch": watchesFiles = false
      case "--state":
        guard let folder = rest.popFirst(), !folder.isEmpty else { throw Misuse(description: "--state needs a folder") }
        state = folder
      case _ where word.hasPrefix("--state=") && word.utf8.count > 8: state = String(word.dropFirst(8))
      case _ where word.hasPrefix("-") && word != "-": throw Misuse(description: "unknown option '\(word)'")
      case "", "-": throw Misuse(description: "'\(word)' is no rule file")
      default: files.append(word)
      }
    }
  }
}
