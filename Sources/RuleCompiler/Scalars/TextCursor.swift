/// A reading place in a short ASCII text.
struct TextCursor {
  private let bytes: Substring.UTF8View
  private(set) var index: Substring.UTF8View.Index

  init(_ text: Substring) {
    bytes = text.utf8
    index = bytes.startIndex
  }

  init(_ text: String) { self.init(text[...]) }

  var isAtEnd: Bool { index == bytes.endIndex }

  /// The byte at this place; 0 at the end.
  var byte: UInt8 { isAtEnd ? 0 : bytes[index] }

  /// Goes past a byte if it stands here.
  mutating func take(_ wanted: Character) -> Bool {
    guard !isAtEnd, bytes[index] == wanted.asciiValue else { return false }
    index = bytes.index(after: index)
    return true
  }

  /// Goes past a byte if it stands here in either case.
  mutating func takeLetter(_ wanted: Character) -> Bool {
    guard !isAtEnd, let small = wanted.asciiValue, bytes[index] | 0x20 == small else { return false }
    index = bytes.index(after: index)
    return true
  }

  /// Goes past one byte.
  mutating func skip() {
    if !isAtEnd { index = bytes.index(after: index) }
  }

  mutating func skipSpaces() {
    while byte == 0x20 { skip() }
  }

  /// Reads decimal digits; `nil` where there are fewer or more than asked, and the place is then anywhere among them.
  ///
  /// - Parameter digits: How many digits are right, at most 18, so that the number can't overflow.
  mutating func number(digits: ClosedRange<Int>) -> Int? {
    var value = 0
    var count = 0
    while byte >= 0x30, byte <= 0x39 {
      count += 1
      guard count <= digits.upperBound, count <= 18 else { return nil }
      value = value * 10 + Int(byte - 0x30)
      skip()
    }
    return count >= digits.lowerBound ? value : nil
  }

  /// Reads ASCII letters, in lower case; empty where there is none.
  mutating func word() -> String {
    var word = ""
    while byte | 0x20 >= 0x61, byte | 0x20 <= 0x7A {
      word.unicodeScalars.append(Unicode.Scalar(byte | 0x20))
      skip()
    }
    return word
  }

  /// The text from this place on.
  var rest: String { String(decoding: bytes[index...], as: UTF8.self) }
}

/// Whether a text is made of decimal digits, one at least.
func isDigits(_ text: some StringProtocol) -> Bool {
  !text.isEmpty && text.utf8.allSatisfy { $0 >= 0x30 && $0 <= 0x39 }
}

/// Returns a text with its ASCII letters in lower case.
func lowercasedASCII(_ text: String) -> String {
  guard text.utf8.contains(where: { $0 >= 0x41 && $0 <= 0x5A }) else { return text }
  return String(decoding: text.utf8.map { $0 >= 0x41 && $0 <= 0x5A ? $0 | 0x20 : $0 }, as: UTF8.self)
}

/// Returns a text without spaces at its ends.
func trimmed(_ text: Substring) -> Substring {
  var result = text
  while result.first == " " { result.removeFirst() }
  while result.last == " " { result.removeLast() }
  return result
}

/// Whether one text stands inside another, compared byte for byte; the part is not empty.
func hasPart(_ part: String, _ text: String) -> Bool {
  let part = Array(part.utf8)
  var rest = Substring(text).utf8
  while rest.count >= part.count {
    if rest.starts(with: part) { return true }
    rest.removeFirst()
  }
  return false
}
