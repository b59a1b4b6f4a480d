import Diagnostics

/// Finds what YAML 1.2 does not allow in any text, before libyaml sees it.
///
/// libyaml would take NUL for the end, U+0085, U+2028 and U+2029 for line breaks (YAML 1.1), and decode UTF-16.
struct TextCheck {
  /// Length of the byte order mark at the start, 0 or 3.
  private(set) var markLength = 0
  /// Whether every byte is one character.
  private(set) var isASCII = true
  /// Offsets of raw U+2028 and U+2029, which are fine inside quotes only.
  private(set) var separators: [Int] = []
  /// Everything refused, in file order; at most a few of each kind.
  private(set) var diagnostics: [Diagnostic] = []

  private let source: SourceText
  /// One binary file must not give a million messages.
  private static let most = 20

  init(_ source: SourceText) {
    self.source = source
    if let wrong = Self.otherEncoding(source.bytes) {
      let range = source.range(0, 0)
      diagnostics.append(.otherEncoding(wrong, at: range))
      return
    }
    if source.bytes.starts(with: [0xEF, 0xBB, 0xBF]) { markLength = 3 }
    source.bytes.withUnsafeBufferPointer { check($0) }
  }

  private static func otherEncoding(_ bytes: [UInt8]) -> String? {
    if bytes.starts(with: [0xFF, 0xFE, 0, 0]) || bytes.starts(with: [0, 0, 0xFE, 0xFF]) { return "UTF-32" }
    if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) { return "UTF-16" }
    // Without a mark, a first character in ASCII shows the encoding by its zeros (YAML 1.2.2, 5.2).
    guard bytes.count >= 4 else { return nil }
    switch (bytes[0] == 0, bytes[1] == 0, bytes[2] == 0, bytes[3] == 0) {
    case (true, true, true, false), (false, true, true, true): return "UTF-32"
    case (true, false, true, false), (false, true, false, true): return "UTF-16"
    default: return nil
    }
  }

  private mutating func check(_ bytes: UnsafeBufferPointer<UInt8>) {
    var index = markLength
    while index < bytes.count, diagnostics.count < Self.most {
      if index <= bytes.count - 8, EightBytes(bytes, at: index).isPlainText {
        index += 8
        continue
      }
      let byte = bytes[index]
      if byte < 0x80 {
        if byte < 0x20 ? byte != 0x0A && byte != 0x0D && byte != 0x09 : byte == 0x7F {
          diagnostics.append(.controlCharacter(UInt32(byte), at: source.range(index, index + 1)))
        }
        index += 1
        continue
      }
      isASCII = false
      guard let (value, length) = Self.decode(bytes, index) else {
        diagnostics.append(.invalidUTF8(byte, at: source.range(index, index + 1)))
        index += 1
        while index < bytes.count, bytes[index] & 0xC0 == 0x80 { index += 1 }
        continue
      }
      switch value {
      case 0x85: diagnostics.append(.lineSeparator(value, at: source.range(index, index + length)))
      case 0x80..<0xA0, 0xFFFE, 0xFFFF:
        diagnostics.append(.controlCharacter(value, at: source.range(index, index + length)))
      case 0x2028, 0x2029: separators.append(index)
      case 0xFEFF: diagnostics.append(.byteOrderMark(at: source.range(index, index + length)))
      default: break
      }
      index += length
    }
  }

  /// Reads one character of more than a byte; `nil` for anything that Unicode 3.9, table 3-7 does not list: stray and
  /// missing continuation bytes, overlong forms, surrogates, values above U+10FFFF.
  private static func decode(_ bytes: UnsafeBufferPointer<UInt8>, _ index: Int) -> (value: UInt32, length: Int)? {
    let lead = bytes[index]
    let length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2
    guard lead >= 0xC2, lead <= 0xF4, index + length <= bytes.count else { return nil }
    var value = UInt32(lead) & (0x7F >> UInt32(length))
    for offset in 1..<length {
      let next = bytes[index + offset]
      guard next & 0xC0 == 0x80 else { return nil }
      value = value << 6 | UInt32(next & 0x3F)
    }
    let least: UInt32 = length == 2 ? 0x80 : length == 3 ? 0x800 : 0x10000
    guard value >= least, value <= 0x10FFFF, !(0xD800...0xDFFF).contains(value) else { return nil }
    return (value, length)
  }
}
