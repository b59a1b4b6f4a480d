/// Why a text is not JSON, or not JSON that is accepted here, and where.
public struct JSONError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What is wrong.
  public enum Reason: Hashable, Sendable {
    /// The text ended inside a value.
    case unexpectedEnd
    /// A byte that cannot stand there.
    case unexpectedByte(UInt8)
    /// Something other than blanks after the value.
    case textAfterValue
    /// A number that RFC 8259 does not allow, such as `01` or `1.`.
    case malformedNumber
    /// A number beyond the range of a double.
    case numberTooLarge
    /// A raw control character inside a string.
    case controlCharacter(UInt8)
    /// A backslash followed by something that is no escape.
    case unknownEscape
    /// `\uD800`…`\uDFFF` without its other half.
    case loneSurrogate
    /// Bytes that are not UTF-8.
    case invalidUTF8
    /// A name that stands twice in one object.
    case duplicateKey(String)
    /// More nested arrays and objects than allowed.
    case tooDeep(limit: Int)
    /// More bytes than allowed.
    case tooLong(limit: Int)
  }

  /// What is wrong.
  public var reason: Reason
  /// Bytes before the fault, from 0.
  public var offset: Int
  /// Line of the fault, from 1.
  public var line: Int
  /// Column of the fault in code points, from 1.
  public var column: Int

  /// Names a fault and its place.
  public init(_ reason: Reason, offset: Int, line: Int, column: Int) {
    self.reason = reason
    self.offset = offset
    self.line = line
    self.column = column
  }

  /// One sentence with line and column.
  public var description: String { "line \(line), column \(column): \(reason.sentence)" }
}

extension JSONError.Reason {
  /// What is wrong, in words, without the place.
  public var sentence: String {
    switch self {
    case .unexpectedEnd: "the text ends inside a value"
    case .unexpectedByte(let byte): "unexpected \(Self.name(byte))"
    case .textAfterValue: "text after the value"
    case .malformedNumber: "malformed number"
    case .numberTooLarge: "number out of range"
    case .controlCharacter(let byte): "control character \(Self.name(byte)) in a string must be escaped"
    case .unknownEscape: "unknown escape"
    case .loneSurrogate: "half of a surrogate pair"
    case .invalidUTF8: "invalid UTF-8"
    case .duplicateKey(let key): "the name \(JSONValue.string(key).compactText) stands twice"
    case .tooDeep(let limit): "nested deeper than \(limit)"
    case .tooLong(let limit): "longer than \(limit) bytes"
    }
  }

  private static func name(_ byte: UInt8) -> String {
    if byte > 0x20, byte < 0x7F { return "'\(Character(Unicode.Scalar(byte)))'" }
    let digits = String(byte, radix: 16, uppercase: true)
    return "byte 0x\(digits.count < 2 ? "0" : "")\(digits)"
  }
}
