import Diagnostics

/// Finds places around a fault by looking at the bytes; used for messages only.
extension TreeBuilder {
  func lineStart(_ offset: Int) -> Int {
    var index = min(offset, bytes.count)
    while index > check.markLength, bytes[index - 1] != 0x0A, bytes[index - 1] != 0x0D { index -= 1 }
    return index
  }

  func lineEnd(_ offset: Int) -> Int { endOfLine(min(offset, bytes.count), bytes.count) }

  /// Returns the first byte of a line that is no blank.
  func contentStart(_ line: Int) -> Int {
    var index = line
    while index < bytes.count, bytes[index] == 0x20 || bytes[index] == 0x09 { index += 1 }
    return index
  }

  /// Returns the start of the line before that has content, if any.
  func previousLine(_ line: Int) -> Int? {
    var end = line
    while end > check.markLength {
      let start = lineStart(end - 1)
      let content = contentStart(start)
      if content < lineEnd(start), bytes[content] != UInt8(ascii: "#") { return start }
      guard start < end else { return nil }
      end = start
    }
    return nil
  }

  func characterEnd(_ offset: Int) -> Int {
    guard offset < bytes.count else { return bytes.count }
    var index = offset + 1
    while index < bytes.count, bytes[index] & 0xC0 == 0x80 { index += 1 }
    return index
  }

  /// The character at an offset; an empty range at a line's or the text's end.
  func characterRange(_ offset: Int) -> SourceRange {
    guard offset < bytes.count, bytes[offset] != 0x0A, bytes[offset] != 0x0D else {
      return source.range(offset, offset)
    }
    return source.range(offset, characterEnd(offset))
  }

  func codePoints(_ start: Int, _ end: Int) -> Int {
    guard start < end else { return 0 }
    return bytes[start..<end].reduce(0) { $1 & 0xC0 == 0x80 ? $0 : $0 + 1 }
  }

  func lastBackslash(before offset: Int, notBefore low: Int) -> Int {
    var index = min(offset, bytes.count - 1)
    while index > low, bytes[index] != UInt8(ascii: "\\") { index -= 1 }
    return max(low, index)
  }

  /// Returns the end of an escape that begins at a backslash: its letter and the hexadecimal digits that are there.
  func escapeEnd(_ start: Int) -> Int {
    let letter = start + 1
    guard letter < bytes.count else { return bytes.count }
    let digits = bytes[letter] == UInt8(ascii: "x") ? 2 : bytes[letter] == UInt8(ascii: "u") ? 4 : 8
    var index = letter + 1
    while index < min(bytes.count, letter + 1 + digits), Character(Unicode.Scalar(bytes[index])).isHexDigit {
      index += 1
    }
    return index
  }

  /// The tab in the indentation of a place's line, if there is one.
  func tabBefore(_ offset: Int) -> Int? {
    var index = lineStart(offset)
    while index < bytes.count, bytes[index] == 0x20 { index += 1 }
    guard index < bytes.count, index <= offset, bytes[index] == 0x09 else { return nil }
    return index
  }

  /// Returns where the value of the key or list item begins that stands on a place's line before it.
  func valueStart(before offset: Int) -> Int? {
    var index = lineStart(offset)
    let end = lineEnd(offset)
    var start: Int?
    index = contentStart(index)
    while index + 1 < end, bytes[index] == UInt8(ascii: "-"), bytes[index + 1] == 0x20 {
      index = contentStart(index + 1)
      start = index
    }
    while index + 1 < end, index <= offset {
      if bytes[index] == UInt8(ascii: ":"), bytes[index + 1] == 0x20 || bytes[index + 1] == 0x09 {
        return contentStart(index + 1)
      }
      if bytes[index] == UInt8(ascii: "{") || bytes[index] == UInt8(ascii: "[") || bytes[index] == UInt8(ascii: "\"") {
        break
      }
      index += 1
    }
    return start
  }

  /// Returns the range of a text that begins at an offset: to the end of its line, or inside of brackets to its own
  /// closing brackets or the next comma; at most 1000 bytes.
  func textRange(_ start: Int) -> SourceRange {
    let end = endOfLine(start, min(bytes.count, start + 1000))
    let before = bytes[max(check.markLength, start - 1000)..<max(check.markLength, min(start, bytes.count))]
    let isInside = before.reversed().prefix { $0 != 0x0A && $0 != 0x0D }.contains {
      $0 == UInt8(ascii: "{") || $0 == UInt8(ascii: "[")
    }
    var index = start
    if isInside {
      if let closed = matchingBracket(from: start, to: end) {
        index = closed + 1
      } else {
        index = min(end, start + 1)
        while index < end, !isFlowMark(bytes[index]) { index += 1 }
      }
    } else {
      while index < end {
        if bytes[index] == UInt8(ascii: "#"), index > start, bytes[index - 1] == 0x20 { break }
        index += 1
      }
    }
    while index > start, isBlankOrBreak(bytes[index - 1]) { index -= 1 }
    return source.range(start, max(index, min(start + 1, bytes.count)))
  }

  /// Returns the bracket that closes the one at an offset, quotes and comments passed over.
  func matchingBracket(from start: Int, to end: Int) -> Int? {
    guard start < end, bytes[start] == UInt8(ascii: "[") || bytes[start] == UInt8(ascii: "{") else { return nil }
    var open: [UInt8] = []
    var index = start
    while index < end {
      let byte = bytes[index]
      switch byte {
      case UInt8(ascii: "["): open.append(UInt8(ascii: "]"))
      case UInt8(ascii: "{"): open.append(UInt8(ascii: "}"))
      case UInt8(ascii: "]"), UInt8(ascii: "}"):
        guard open.popLast() == byte else { return nil }
        if open.isEmpty { return index }
      case UInt8(ascii: "\""), UInt8(ascii: "'"):
        // A quote inside a word, as in `it's`, opens nothing.
        if index > start,
          isBlankOrBreak(bytes[index - 1]) || isFlowMark(bytes[index - 1]) || bytes[index - 1] == UInt8(ascii: ":")
        {
          index += 1
          while index < end, bytes[index] != byte {
            index += byte == UInt8(ascii: "\"") && bytes[index] == UInt8(ascii: "\\") ? 2 : 1
          }
        }
      case UInt8(ascii: "#"):
        if index > start, isBlankOrBreak(bytes[index - 1]) { index = endOfLine(index, end) }
      default: break
      }
      index += 1
    }
    return nil
  }

  /// Whether a colon that could end a key stands in a line.
  func hasColon(_ line: Int) -> Bool {
    let end = lineEnd(line)
    return (line..<end).contains {
      bytes[$0] == UInt8(ascii: ":") && ($0 + 1 == end || isBlankOrBreak(bytes[$0 + 1]))
    }
  }

  /// Whether a line looks like `key: value`.
  func hasKeyColon(_ line: Int) -> Bool {
    var index = contentStart(line)
    let end = lineEnd(line)
    while index < end {
      if bytes[index] == UInt8(ascii: ":") { return index + 1 == end || bytes[index + 1] == 0x20 }
      guard bytes[index] != 0x20, bytes[index] != UInt8(ascii: "\"") else { return false }
      index += 1
    }
    return false
  }

  /// A line that reads `key:value`, of the lines directly above a place that form one text with it.
  func missingSpace(before line: Int) -> Diagnostic? {
    guard let before = previousLine(line) else { return nil }
    return missingSpace(inLine: before)
  }

  /// The fault of a line that reads `key:value`, where a word and a colon are followed by something else than a blank.
  func missingSpace(inLine line: Int) -> Diagnostic? {
    var start = contentStart(line)
    let end = lineEnd(line)
    while start + 1 < end, bytes[start] == UInt8(ascii: "-"), bytes[start + 1] == 0x20 {
      start = contentStart(start + 1)
    }
    var index = start
    while index < end,
      bytes[index] == UInt8(ascii: "_") || bytes[index] == UInt8(ascii: "-") || isLetterOrDigit(bytes[index])
    {
      index += 1
    }
    guard index > start, index + 1 < end, bytes[index] == UInt8(ascii: ":"), !isBlankOrBreak(bytes[index + 1]) else {
      return nil
    }
    let range = lineRange(start)
    return .missingSpace(Self.text(bytes, start, range.end.offset), at: range)
  }

  private func isLetterOrDigit(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: byte >= 0x80
    }
  }
}
