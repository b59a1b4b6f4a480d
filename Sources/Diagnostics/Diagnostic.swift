/// A fault or remark about the user's text: a value, collected with all others and shown together.
public struct Diagnostic: Hashable, Sendable {
  /// How much a diagnostic weighs.
  public enum Severity: String, Hashable, Comparable, Sendable, CaseIterable {
    /// The text is refused.
    case error
    /// The text is accepted but probably not what was meant.
    case warning
    /// Something worth knowing.
    case note

    /// The heavier severity comes first.
    public static func < (left: Severity, right: Severity) -> Bool { left.rank < right.rank }

    private var rank: Int {
      switch self {
      case .error: 0
      case .warning: 1
      case .note: 2
      }
    }
  }

  /// A second place that belongs to the story, such as the first of two definitions.
  public struct Related: Hashable, Sendable {
    /// What stands there, for example `first defined here`.
    public var message: String
    /// The place.
    public var range: SourceRange

    /// Joins a sentence and its place.
    public init(_ message: String, at range: SourceRange) {
      self.message = message
      self.range = range
    }
  }

  /// How much it weighs.
  public var severity: Severity
  /// A stable name of this kind of diagnostic, lower case with hyphens, for example `unknown-weekday`.
  public var code: String
  /// One sentence without a full stop that names the offending text.
  public var message: String
  /// The offending text, or `nil` when the fault has no place, for example a file that cannot be read.
  public var range: SourceRange?
  /// A way out, shown behind the carets, for example `did you mean 'monday'?`.
  public var hint: String?
  /// Further places, shown after the first.
  public var related: [Related]

  /// Makes a diagnostic.
  public init(
    _ severity: Severity, _ code: String, _ message: String, at range: SourceRange?, hint: String? = nil,
    related: [Related] = []
  ) {
    self.severity = severity
    self.code = code
    self.message = message
    self.range = range
    self.hint = hint
    self.related = related
  }
}

extension Sequence<Diagnostic> {
  /// Whether any of them refuses the text.
  @inlinable public var hasErrors: Bool { contains { $0.severity == .error } }
}

extension [Diagnostic] {
  /// Returns the diagnostics in the order a reader meets them.
  ///
  /// Files come in the order of `files`, others after them by path; within a file by place, then by weight; equal
  /// ones keep their order. Diagnostics without a place come first.
  public func inFileOrder(files: [String] = []) -> [Diagnostic] {
    guard count > 1 else { return self }
    var rank: [String: Int] = [:]
    for (index, file) in files.enumerated() where rank[file] == nil { rank[file] = index }
    func key(_ diagnostic: Diagnostic) -> (Int, String, Int) {
      guard let range = diagnostic.range else { return (-1, "", 0) }
      return (rank[range.file] ?? files.count, range.file, range.start.offset)
    }
    return enumerated().map { (key: key($0.element), index: $0.offset, value: $0.element) }
      .sorted { left, right in
        if left.key != right.key { return left.key < right.key }
        if left.value.severity != right.value.severity { return left.value.severity < right.value.severity }
        return left.index < right.index
      }
      .map(\.value)
  }
}
