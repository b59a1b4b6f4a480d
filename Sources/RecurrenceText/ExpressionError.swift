import Diagnostics

/// A fault in an expression of another language, with its place inside the expression.
///
/// Parsers stop at the first fault: the fields behind it often mean something else than they seem.
public struct ExpressionError: Error, Hashable, Sendable {
  /// A stable name of this kind of fault, lower case with hyphens, for example `cron-range`.
  public var code: String
  /// One sentence without a full stop that names the offending text.
  public var message: String
  /// The offending text, in bytes of UTF-8 from the expression's start; empty where something is missing.
  public var range: Range<Int>
  /// A way out, such as the spelling that was probably meant.
  public var hint: String?

  /// Makes an error.
  public init(_ code: String, _ message: String, at range: Range<Int>, hint: String? = nil) {
    self.code = code
    self.message = message
    self.range = range
    self.hint = hint
  }
}

/// Returns the name that was probably meant: a near spelling, else the three letters with which the text begins.
func nearestName(to text: String, among names: [String]) -> String? {
  closestMatch(to: text, among: names) ?? names.first { $0.utf8.count == 3 && text.hasPrefix($0) }
}
