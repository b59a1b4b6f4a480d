/// Appends JSON to a byte buffer piece by piece, so that a large listing never exists as a value.
///
/// Output depends on the calls alone. Strings are safe for terminals: C0 and C1 control characters, DEL, U+2028,
/// U+2029, U+FEFF and the marks that turn the direction of text are escaped. A member is `key(_:)` followed by one
/// value; a container is closed by the call that matches its opening.
public struct JSONWriter: Sendable {
  /// How containers are laid out.
  public enum Style: Hashable, Sendable {
    /// No blank at all.
    case compact
    /// One member or element a line, two spaces for each level, `{}` and `[]` when empty.
    case pretty
  }

  /// What was written so far.
  public var bytes: [UInt8] = []
  private let style: Style
  /// For each open container whether it already has an element.
  private var filled: [Bool] = []
  private var afterKey = false

  /// Starts an empty text.
  public init(_ style: Style = .compact) { self.style = style }

  /// What was written so far, as text.
  public var text: String { String(decoding: bytes, as: UTF8.self) }

  /// Opens an object.
  public mutating func beginObject() { open(UInt8(ascii: "{")) }
  /// Closes the innermost object.
  public mutating func endObject() { close(UInt8(ascii: "}")) }
  /// Opens an array.
  public mutating func beginArray() { open(UInt8(ascii: "[")) }
  /// Closes the innermost array.
  public mutating func endArray() { close(UInt8(ascii: "]")) }

  /// Writes the name of the next member.
  public mutating func key(_ name: String) {
    separate()
    appendQuoted(name)
    bytes.append(UInt8(ascii: ":"))
    if style == .pretty { bytes.append(UInt8(ascii: " ")) }
    afterKey = true
  }

  /// Writes a string.
  public mutating func string(_ value: String) {
    separate()
    appendQuoted(value)
  }

  /// Writes a string, or `null` for `nil`.
  public mutating func string(_ value: String?) {
    if let value { string(value) } else { null() }
  }

  /// Writes a string whose text `append` puts behind the bytes given: printable ASCII without quotes and backslashes.
  public mutating func plainString(_ append: (inout [UInt8]) -> Void) {
    separate()
    bytes.append(UInt8(ascii: "\""))
    append(&bytes)
    bytes.append(UInt8(ascii: "\""))
  }

  /// Writes a whole number.
  public mutating func integer(_ value: some BinaryInteger) {
    separate()
    bytes.append(contentsOf: String(value).utf8)
  }

  /// Writes the shortest decimal that reads back as the same double.
  ///
  /// One that is not finite becomes `null`, since JSON has no word for it. The sign of -0 is kept.
  public mutating func number(_ value: Double) {
    guard value.isFinite else { return null() }
    separate()
    bytes.append(contentsOf: value.description.utf8)
  }

  /// Writes `true` or `false`.
  public mutating func bool(_ value: Bool) {
    separate()
    bytes.append(contentsOf: (value ? "true" : "false").utf8)
  }

  /// Writes `null`.
  public mutating func null() {
    separate()
    bytes.append(contentsOf: "null".utf8)
  }

  /// Writes a whole value.
  public mutating func value(_ value: JSONValue) {
    switch value {
    case .null: null()
    case .bool(let value): bool(value)
    case .integer(let value): integer(value)
    case .number(let value): number(value)
    case .string(let value): string(value)
    case .array(let elements):
      beginArray()
      for element in elements { self.value(element) }
      endArray()
    case .object(let object):
      beginObject()
      for member in object.members {
        key(member.key)
        self.value(member.value)
      }
      endObject()
    }
  }

  /// Writes a name and a whole value.
  public mutating func member(_ name: String, _ value: JSONValue) {
    key(name)
    self.value(value)
  }

  private mutating func open(_ bracket: UInt8) {
    separate()
    bytes.append(bracket)
    filled.append(false)
  }

  private mutating func close(_ bracket: UInt8) {
    if filled.popLast() == true { breakLine() }
    bytes.append(bracket)
  }

  private mutating func separate() {
    if afterKey {
      afterKey = false
      return
    }
    guard let last = filled.indices.last else { return }
    if filled[last] { bytes.append(UInt8(ascii: ",")) }
    filled[last] = true
    breakLine()
  }

  private mutating func breakLine() {
    guard style == .pretty else { return }
    bytes.append(UInt8(ascii: "\n"))
    bytes.append(contentsOf: repeatElement(UInt8(ascii: " "), count: 2 * filled.count))
  }

  private mutating func appendQuoted(_ text: String) {
    bytes.append(UInt8(ascii: "\""))
    // Most texts have nothing to escape, and are taken over as a whole.
    let isPlain = text.utf8.withContiguousStorageIfAvailable { utf8 in
      for byte in utf8 where byte < 0x20 || byte >= 0x7F || byte == 0x22 || byte == 0x5C { return false }
      bytes.append(contentsOf: utf8)
      return true
    }
    if isPlain != true {
      for scalar in text.unicodeScalars { append(scalar) }
    }
    bytes.append(UInt8(ascii: "\""))
  }

  private mutating func append(_ scalar: Unicode.Scalar) {
    switch scalar.value {
    case 0x22: bytes.append(contentsOf: #"\""#.utf8)
    case 0x5C: bytes.append(contentsOf: #"\\"#.utf8)
    case 0x20..<0x7F: bytes.append(UInt8(truncatingIfNeeded: scalar.value))
    case 0x08: bytes.append(contentsOf: #"\b"#.utf8)
    case 0x09: bytes.append(contentsOf: #"\t"#.utf8)
    case 0x0A: bytes.append(contentsOf: #"\n"#.utf8)
    case 0x0C: bytes.append(contentsOf: #"\f"#.utf8)
    case 0x0D: bytes.append(contentsOf: #"\r"#.utf8)
    case 0..<0x20, 0x7F..<0xA0, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069, 0xFEFF:
      let digits = String(scalar.value, radix: 16)
      bytes.append(contentsOf: #"\u"#.utf8)
      bytes.append(contentsOf: repeatElement(UInt8(ascii: "0"), count: 4 - digits.utf8.count))
      bytes.append(contentsOf: digits.utf8)
    default: bytes.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
    }
  }
}

extension JSONValue {
  /// The value on one line without blanks.
  public var compactText: String { text(.compact) }
  /// The value with two spaces for each level, without a line break at the end.
  public var prettyText: String { text(.pretty) }

  private func text(_ style: JSONWriter.Style) -> String {
    var writer = JSONWriter(style)
    writer.value(self)
    return writer.text
  }
}
