/// A place in a source text, between two code points.
///
/// `offset` is what a program counts with, `line` and `column` are what a person reads; the three always name the
/// same place.
@frozen
public struct SourcePosition: Hashable, Comparable, Sendable {
  /// Bytes of UTF-8 before this place, from 0.
  public var offset: Int
  /// Line number, from 1.
  public var line: Int
  /// Column in code points, from 1.
  public var column: Int

  /// Names a place by its byte offset and by its line and column.
  @inlinable
  public init(offset: Int, line: Int, column: Int) {
    self.offset = offset
    self.line = line
    self.column = column
  }

  /// The first place of every text.
  public static let start = SourcePosition(offset: 0, line: 1, column: 1)

  /// Places of one text compare by their byte offset.
  @inlinable
  public static func < (left: SourcePosition, right: SourcePosition) -> Bool { left.offset < right.offset }
}

/// A half-open stretch of one source text: `end` is the place after the last code point.
///
/// An empty range marks a place where something is missing.
@frozen
public struct SourceRange: Hashable, Sendable {
  /// The file's path as the user wrote it, or a name such as `<stdin>`.
  public var file: String
  /// The place of the first code point.
  public var start: SourcePosition
  /// The place after the last code point; never before `start`.
  public var end: SourcePosition

  /// Makes the range from `start` up to, but not including, `end`.
  @inlinable
  public init(file: String, start: SourcePosition, end: SourcePosition) {
    self.file = file
    self.start = start
    self.end = end
  }

  /// Returns the part of a one-line range that begins `skipping` ASCII characters after its start and is `length` of
  /// them long, cut to the range.
  ///
  /// Right only where the text of the range is ASCII and on one line, as in a cron expression.
  public func slice(skipping: Int, length: Int) -> SourceRange {
    let whole = max(0, end.offset - start.offset)
    let first = min(max(0, skipping), whole)
    let count = min(max(0, length), whole - first)
    let from = SourcePosition(offset: start.offset + first, line: start.line, column: start.column + first)
    let to = SourcePosition(offset: from.offset + count, line: from.line, column: from.column + count)
    return SourceRange(file: file, start: from, end: to)
  }
}
