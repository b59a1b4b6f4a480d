import Diagnostics

/// Words for texts that are refused before they are read.
extension Diagnostic {
  static func tooLarge(bytes: Int, limit: Int, at range: SourceRange) -> Diagnostic {
    Diagnostic(
      .error, "too-large", "the file has \(bytes) bytes; the limit is \(limit)", at: range,
      hint: "split it and use 'include'")
  }

  static func outOfMemory(at range: SourceRange) -> Diagnostic {
    Diagnostic(.error, "out-of-memory", "memory ran out while reading", at: range)
  }

  static func otherEncoding(_ name: String, at range: SourceRange) -> Diagnostic {
    Diagnostic(.error, "encoding", "the file is written in \(name)", at: range, hint: "save it as UTF-8")
  }

  static func invalidUTF8(_ byte: UInt8, at range: SourceRange) -> Diagnostic {
    Diagnostic(
      .error, "invalid-utf8", "byte 0x\(hexadecimal(UInt32(byte), 2)) is not UTF-8 here", at: range,
      hint: "save the file as UTF-8")
  }

  static func controlCharacter(_ value: UInt32, at range: SourceRange) -> Diagnostic {
    let name = value == 0 ? "NUL" : "control character U+\(hexadecimal(value, 4))"
    return Diagnostic(
      .error, "control-character", "\(name) is not allowed in a rule file", at: range, hint: "remove it")
  }

  static func escapedNUL(at range: SourceRange) -> Diagnostic {
    Diagnostic(.error, "control-character", "a text cannot contain NUL", at: range, hint: "remove it")
  }

  static func lineSeparator(_ value: UInt32, at range: SourceRange) -> Diagnostic {
    let digits = hexadecimal(value, 4)
    let escape = value == 0x85 ? #"\N"# : value == 0x2028 ? #"\L"# : #"\P"#
    return Diagnostic(
      .error, "line-separator", "U+\(digits) is a line break for some readers and none for others", at: range,
      hint: "remove it, or write \(escape) inside double quotes")
  }

  static func byteOrderMark(at range: SourceRange) -> Diagnostic {
    Diagnostic(
      .error, "byte-order-mark", "a byte order mark (U+FEFF) may stand only at the start of the file", at: range,
      hint: "remove it; it is invisible")
  }

  static func emptyDocument(at range: SourceRange) -> Diagnostic {
    Diagnostic(
      .error, "empty-document", "the file says nothing", at: range, hint: "write 'rules: {}' if that is meant")
  }

  private static func hexadecimal(_ value: UInt32, _ width: Int) -> String {
    let digits = String(value, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
  }
}
