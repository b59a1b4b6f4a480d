/// The bytes of one file and where its lines begin.
///
/// Lines end at LF, CR LF or a lone CR, as in YAML 1.2 (section 5.4); U+0085, U+2028 and U+2029 end none. The bytes
/// need not be valid UTF-8: a byte that belongs to no character counts as one column.
public struct SourceText: Sendable {
  /// The file's path as diagnostics show it.
  public let path: String
  /// The whole text.
  public let bytes: [UInt8]
  /// Offset of the first byte of each line; never empty.
  public let lineStarts: [Int]

  /// Reads the line table of `bytes` in one pass.
  public init(path: String, bytes: [UInt8]) {
    self.path = path
    self.bytes = bytes
    self.lineStarts = bytes.withUnsafeBufferPointer { Self.lineStarts(of: $0) }
  }

  /// Makes a source text from a string.
  public init(path: String, text: String) {
    self.init(path: path, bytes: Array(text.utf8))
  }

  private static func lineStarts(of bytes: UnsafeBufferPointer<UInt8>) -> [Int] {
    var starts = [0]
    var index = 0
    while index < bytes.count {
      let byte = bytes[index]
      index += 1
      if byte == 0x0A {
        starts.append(index)
      } else if byte == 0x0D {
        if index < bytes.count, bytes[index] == 0x0A { index += 1 }
        starts.append(index)
      }
    }
    return starts
  }

  /// Returns the place of a byte offset; one outside the text is moved to its nearest end, one inside a character to
  /// that character's start.
  ///
  /// - Complexity: O(log lines + length of the line).
  public func position(at offset: Int) -> SourcePosition {
    var wanted = min(max(0, offset), bytes.count)
    while wanted > 0, wanted < bytes.count, isContinuation(wanted) { wanted -= 1 }
    let line = lineIndex(of: wanted)
    var column = 1
    var index = lineStarts[line]
    while index < wanted {
      if !isContinuation(index) || index == lineStarts[line] { column += 1 }
      index += 1
    }
    return SourcePosition(offset: wanted, line: line + 1, column: column)
  }

  /// Returns the range between two byte offsets, which are moved into the text and into order.
  public func range(_ start: Int, _ end: Int) -> SourceRange {
    let first = position(at: start)
    let last = end > start ? position(at: end) : first
    return SourceRange(file: path, start: first, end: max(first, last))
  }

  /// Returns the bytes of a line, counted from 1, without its line break; empty where the line does not exist.
  public func line(_ number: Int) -> ArraySlice<UInt8> {
    guard number >= 1, number <= lineStarts.count else { return [] }
    let start = lineStarts[number - 1]
    var end = number < lineStarts.count ? lineStarts[number] : bytes.count
    while end > start, bytes[end - 1] == 0x0A || bytes[end - 1] == 0x0D { end -= 1 }
    return bytes[start..<end]
  }

  /// Returns the index in `lineStarts` of the line that holds a byte offset.
  private func lineIndex(of offset: Int) -> Int {
    var low = 0
    var high = lineStarts.count
    while high - low > 1 {
      let middle = low + (high - low) / 2
      if lineStarts[middle] <= offset { low = middle } else { high = middle }
    }
    return low
  }

  private func isContinuation(_ index: Int) -> Bool { bytes[index] & 0xC0 == 0x80 }
}
