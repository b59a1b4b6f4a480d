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
  /// Columns inside long lines, ascending by offset, so that a place is found without walking the whole line.
  private let marks: [(offset: Int, column: Int)]
  /// Bytes of a line that are walked at most.
  private static let stride = 512

  /// Reads the line table of `bytes` in one pass.
  public init(path: String, bytes: [UInt8]) {
    self.path = path
    self.bytes = bytes
    self.lineStarts = bytes.withUnsafeBufferPointer { Self.lineStarts(of: $0) }
    self.marks = bytes.withUnsafeBufferPointer { [lineStarts] in Self.marks(of: $0, lineStarts: lineStarts) }
  }

  /// Makes a source text from a string.
  public init(path: String, text: String) {
    self.init(path: path, bytes: Array(text.utf8))
  }

  private static func lineStarts(of bytes: UnsafeBufferPointer<UInt8>) -> [Int] {
    var starts: [Int] = []
    // A line of a rule file has about thirty bytes.
    starts.reserveCapacity(bytes.count / 30 + 1)
    starts.append(0)
    var index = 0
    while index < bytes.count {
      if index <= bytes.count - 8 {
        let word = EightBytes(bytes, at: index)
        let breaks = word.marks(of: 0x0A) | word.marks(of: 0x0D)
        index += breaks == 0 ? 8 : EightBytes.distance(to: breaks)
        if breaks == 0 { continue }
      }
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

  private static func marks(
    of bytes: UnsafeBufferPointer<UInt8>, lineStarts: [Int]
  ) -> [(offset: Int, column: Int)] {
    var marks: [(offset: Int, column: Int)] = []
    for (line, start) in lineStarts.enumerated() {
      let end = line + 1 < lineStarts.count ? lineStarts[line + 1] : bytes.count
      guard end - start > stride else { continue }
      var column = 1
      var next = start + stride
      for index in start..<end {
        let startsCharacter = bytes[index] & 0xC0 != 0x80 || characterStart(bytes, index) == index
        if startsCharacter, index >= next {
          marks.append((index, column))
          next = index + stride
        }
        if startsCharacter { column += 1 }
      }
    }
    return marks
  }

  /// Returns the place of a byte offset; one outside the text is moved to its nearest end, one inside a character to
  /// that character's start.
  ///
  /// - Complexity: O(log lines).
  public func position(at offset: Int) -> SourcePosition {
    var wanted = min(max(0, offset), bytes.count)
    wanted = bytes.withUnsafeBufferPointer { Self.characterStart($0, wanted) }
    let line = Self.last(lineStarts.count) { lineStarts[$0] <= wanted } ?? 0
    var start = SourcePosition(offset: lineStarts[line], line: line + 1, column: 1)
    if wanted - start.offset > Self.stride,
      let mark = Self.last(marks.count, where: { marks[$0].offset <= wanted }), marks[mark].offset > start.offset
    {
      start.offset = marks[mark].offset
      start.column = marks[mark].column
    }
    return walk(from: start, to: wanted)
  }

  /// Counts the columns from a place to another one further on in the same line.
  private func walk(from start: SourcePosition, to wanted: Int) -> SourcePosition {
    var column = start.column
    bytes.withUnsafeBufferPointer { bytes in
      for index in start.offset..<max(start.offset, min(wanted, bytes.count))
      where bytes[index] & 0xC0 != 0x80 || Self.characterStart(bytes, index) == index {
        column += 1
      }
    }
    return SourcePosition(offset: wanted, line: start.line, column: column)
  }

  /// Returns the range between two byte offsets, which are moved into the text and into order.
  public func range(_ start: Int, _ end: Int) -> SourceRange {
    let first = position(at: start)
    guard end > start else { return SourceRange(file: path, start: first, end: first) }
    // Most ranges are short and on one line, where the end is found by walking on.
    if end - first.offset <= Self.stride, end < bytes.count, bytes[end] & 0xC0 != 0x80,
      first.line == lineStarts.count || end < lineStarts[first.line]
    {
      return SourceRange(file: path, start: first, end: walk(from: first, to: end))
    }
    let last = position(at: end)
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

  /// Returns the last of `count` indices that fulfils a condition which all before it fulfil too.
  private static func last(_ count: Int, where isBefore: (Int) -> Bool) -> Int? {
    var low = 0
    var high = count
    while low < high {
      let middle = low + (high - low) / 2
      if isBefore(middle) { low = middle + 1 } else { high = middle }
    }
    return low > 0 ? low - 1 : nil
  }

  /// Returns where the character begins that holds a byte; a continuation byte without its lead stands for itself.
  private static func characterStart(_ bytes: UnsafeBufferPointer<UInt8>, _ index: Int) -> Int {
    guard index < bytes.count, bytes[index] & 0xC0 == 0x80 else { return index }
    for distance in 1...3 where index - distance >= 0 {
      let byte = bytes[index - distance]
      if byte & 0xC0 == 0x80 { continue }
      let length = byte > 0xF4 ? 1 : byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : byte >= 0xC0 ? 2 : 1
      return length > distance ? index - distance : index
    }
    return index
  }
}
