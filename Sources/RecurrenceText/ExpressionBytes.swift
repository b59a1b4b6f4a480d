/// The bytes of an expression, read without ever leaving them.
struct ExpressionBytes {
  let bytes: [UInt8]

  init(_ text: String) { bytes = Array(text.utf8) }

  var count: Int { bytes.count }

  /// The byte at a place, or 0 past the end.
  subscript(_ index: Int) -> UInt8 { index >= 0 && index < bytes.count ? bytes[index] : 0 }

  /// Returns the text of a range as messages quote it: at most 40 characters, without control characters.
  func quoted(_ range: Range<Int>) -> String {
    var text = ""
    for (index, scalar) in String(decoding: bytes[range], as: UTF8.self).unicodeScalars.enumerated() {
      if index == 40 { return text + "…" }
      text.unicodeScalars.append(scalar.value < 0x20 || scalar.value == 0x7F ? "\u{FFFD}" : scalar)
    }
    return text
  }

  /// Returns the place of the whole character that begins at a byte; empty at the end.
  func character(at start: Int, end: Int) -> Range<Int> {
    guard start < end else { return start..<max(start, end) }
    var next = start + 1
    while next < end, bytes[next] & 0xC0 == 0x80 { next += 1 }
    return start..<next
  }

  /// Returns the ASCII letters of a range in lower case.
  func lowercased(_ range: Range<Int>) -> String {
    String(decoding: bytes[range].map { $0.isLetter ? $0 | 0x20 : $0 }, as: UTF8.self)
  }

  /// Returns the pieces between separators, empty ones too.
  func split(_ range: Range<Int>, at separator: UInt8) -> [Range<Int>] {
    var pieces: [Range<Int>] = []
    var start = range.lowerBound
    for index in range where bytes[index] == separator {
      pieces.append(start..<index)
      start = index + 1
    }
    pieces.append(start..<range.upperBound)
    return pieces
  }

  /// Returns the pieces between spaces, tabs and line ends, none of them empty.
  func words() -> [Range<Int>] {
    var words: [Range<Int>] = []
    var start: Int?
    for (index, byte) in bytes.enumerated() {
      if byte.isBlank {
        if let first = start { words.append(first..<index) }
        start = nil
      } else if start == nil {
        start = index
      }
    }
    if let first = start { words.append(first..<bytes.count) }
    return words
  }

  /// Returns the range without spaces, tabs and line ends at both of its ends.
  func trimmed(_ range: Range<Int>) -> Range<Int> {
    var low = range.lowerBound
    var high = range.upperBound
    while low < high, bytes[low].isBlank { low += 1 }
    while high > low, bytes[high - 1].isBlank { high -= 1 }
    return low..<high
  }

  /// Returns the end of the digits that begin at a place.
  func endOfDigits(from start: Int, to end: Int) -> Int {
    var index = start
    while index < end, bytes[index].isDigit { index += 1 }
    return index
  }

  /// Returns the end of the ASCII letters that begin at a place.
  func endOfLetters(from start: Int, to end: Int) -> Int {
    var index = start
    while index < end, bytes[index].isLetter { index += 1 }
    return index
  }

  /// Returns the number that the digits of a range spell, at most 10^12 however many they are; `nil` where the range
  /// is empty or holds anything else.
  func number(_ range: Range<Int>) -> Int? {
    guard !range.isEmpty else { return nil }
    var value = 0
    for byte in bytes[range] {
      guard byte.isDigit else { return nil }
      value = min(value * 10 + Int(byte - 0x30), 1_000_000_000_000)
    }
    return value
  }
}

extension UInt8 {
  var isDigit: Bool { self >= 0x30 && self <= 0x39 }
  var isLetter: Bool { (self | 0x20) >= 0x61 && (self | 0x20) <= 0x7A }
  var isBlank: Bool { self == 0x20 || (self >= 0x09 && self <= 0x0D) }
}
