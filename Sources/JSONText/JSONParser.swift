extension JSONValue {
  /// What a parse accepts beyond the grammar.
  public struct Options: Hashable, Sendable {
    /// Most nested arrays and objects; the outermost counts as 1.
    ///
    /// Values above 512 count as 512, since the parser calls itself for each level.
    public var maximumDepth: Int
    /// Most bytes of text.
    public var maximumBytes: Int
    /// Whether an object may hold one name twice, which RFC 8259 section 4 leaves open.
    public var allowsDuplicateKeys: Bool

    /// Makes options; without arguments 64 levels, 64 MiB and no name twice.
    public init(maximumDepth: Int = 64, maximumBytes: Int = 64 << 20, allowsDuplicateKeys: Bool = false) {
      self.maximumDepth = maximumDepth
      self.maximumBytes = maximumBytes
      self.allowsDuplicateKeys = allowsDuplicateKeys
    }
  }

  /// Reads one JSON text (RFC 8259, strictly; a byte order mark is refused).
  ///
  /// A number without fraction and exponent that fits 64 bits becomes `integer` (but `-0` becomes `number`), every
  /// other the nearest double; one beyond the range of doubles is refused.
  ///
  /// - Complexity: O(bytes).
  public static func parse(_ bytes: [UInt8], options: Options = Options()) throws(JSONError) -> JSONValue {
    var parser = JSONParser(bytes: bytes, options: options)
    return try parser.wholeText()
  }

  /// Reads one JSON text.
  public static func parse(_ text: String, options: Options = Options()) throws(JSONError) -> JSONValue {
    try parse(Array(text.utf8), options: options)
  }
}

/// One pass over the bytes of a JSON text.
struct JSONParser {
  let bytes: [UInt8]
  let options: JSONValue.Options
  private var index = 0
  private var depth = 0

  init(bytes: [UInt8], options: JSONValue.Options) {
    self.bytes = bytes
    self.options = options
  }

  mutating func wholeText() throws(JSONError) -> JSONValue {
    guard bytes.count <= options.maximumBytes else { throw error(.tooLong(limit: options.maximumBytes), at: 0) }
    skipBlanks()
    let result = try value()
    skipBlanks()
    guard index == bytes.count else { throw error(.textAfterValue, at: index) }
    return result
  }

  private var current: UInt8? { index < bytes.count ? bytes[index] : nil }

  private func error(_ reason: JSONError.Reason, at offset: Int) -> JSONError {
    var line = 1
    var column = 1
    for byte in bytes[..<min(offset, bytes.count)] {
      if byte == 0x0A {
        line += 1
        column = 1
      } else if byte & 0xC0 != 0x80 {
        column += 1
      }
    }
    return JSONError(reason, offset: offset, line: line, column: column)
  }

  private func unexpected() -> JSONError {
    if let byte = current { error(.unexpectedByte(byte), at: index) } else { error(.unexpectedEnd, at: index) }
  }

  private mutating func skipBlanks() {
    while let byte = current, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { index += 1 }
  }

  private mutating func value() throws(JSONError) -> JSONValue {
    switch current {
    case UInt8(ascii: "{"): return try nested { parser throws(JSONError) in try parser.object() }
    case UInt8(ascii: "["): return try nested { parser throws(JSONError) in try parser.array() }
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "t"): return try word("true", .bool(true))
    case UInt8(ascii: "f"): return try word("false", .bool(false))
    case UInt8(ascii: "n"): return try word("null", .null)
    case .some(let byte) where byte == UInt8(ascii: "-") || isDigit(byte): return try number()
    default: throw unexpected()
    }
  }

  private func isDigit(_ byte: UInt8) -> Bool { byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9") }

  private mutating func nested(
    _ read: (inout JSONParser) throws(JSONError) -> JSONValue
  ) throws(JSONError) -> JSONValue {
    let limit = min(options.maximumDepth, 512)
    guard depth < limit else { throw error(.tooDeep(limit: limit), at: index) }
    depth += 1
    index += 1
    let result = try read(&self)
    depth -= 1
    return result
  }

  private mutating func word(_ text: StaticString, _ value: JSONValue) throws(JSONError) -> JSONValue {
    for position in 0..<text.utf8CodeUnitCount {
      guard current == text.utf8Start[position] else { throw unexpected() }
      index += 1
    }
    return value
  }

  private mutating func array() throws(JSONError) -> JSONValue {
    var elements: [JSONValue] = []
    skipBlanks()
    if current == UInt8(ascii: "]") {
      index += 1
      return .array(elements)
    }
    while true {
      skipBlanks()
      elements.append(try value())
      skipBlanks()
      switch current {
      case UInt8(ascii: ","): index += 1
      case UInt8(ascii: "]"):
        index += 1
        return .array(elements)
      default: throw unexpected()
      }
    }
  }

  private mutating func object() throws(JSONError) -> JSONValue {
    var members: [JSONObject.Member] = []
    // A linear search is faster for the usual few names; a set takes over so that many names stay O(n).
    var names: Set<String> = []
    skipBlanks()
    if current == UInt8(ascii: "}") {
      index += 1
      return .object(JSONObject(members))
    }
    while true {
      skipBlanks()
      let place = index
      guard current == UInt8(ascii: "\"") else { throw unexpected() }
      let key = try string()
      if !options.allowsDuplicateKeys {
        if members.count == 16 { names = Set(members.map(\.key)) }
        let known =
          members.count < 16 ? members.contains { $0.key == key } : !names.insert(key).inserted
        if known { throw error(.duplicateKey(key), at: place) }
      }
      skipBlanks()
      guard current == UInt8(ascii: ":") else { throw unexpected() }
      index += 1
      skipBlanks()
      members.append((key, try value()))
      skipBlanks()
      switch current {
      case UInt8(ascii: ","): index += 1
      case UInt8(ascii: "}"):
        index += 1
        return .object(JSONObject(members))
      default: throw unexpected()
      }
    }
  }

  private mutating func number() throws(JSONError) -> JSONValue {
    let start = index
    var isWhole = true
    if current == UInt8(ascii: "-") { index += 1 }
    if current == UInt8(ascii: "0") {
      index += 1
    } else {
      try digits(of: start)
    }
    if current == UInt8(ascii: ".") {
      isWhole = false
      index += 1
      try digits(of: start)
    }
    if current == UInt8(ascii: "e") || current == UInt8(ascii: "E") {
      isWhole = false
      index += 1
      if current == UInt8(ascii: "+") || current == UInt8(ascii: "-") { index += 1 }
      try digits(of: start)
    }
    if let byte = current, isDigit(byte) {
      throw error(.malformedNumber, at: start)
    }
    let text = String(decoding: bytes[start..<index], as: UTF8.self)
    if isWhole, text != "-0", let value = Int64(text) { return .integer(value) }
    guard let value = Double(text), value.isFinite else { throw error(.numberTooLarge, at: start) }
    return .number(value)
  }

  private mutating func digits(of start: Int) throws(JSONError) {
    let first = index
    while let byte = current, isDigit(byte) { index += 1 }
    guard index > first else { throw current == nil ? unexpected() : error(.malformedNumber, at: start) }
  }

  private mutating func string() throws(JSONError) -> String {
    let start = index
    index += 1
    var content: [UInt8] = []
    var run = index
    while true {
      guard let byte = current else { throw error(.unexpectedEnd, at: index) }
      if byte == UInt8(ascii: "\"") { break }
      if byte < 0x20 { throw error(.controlCharacter(byte), at: index) }
      if byte == UInt8(ascii: "\\") {
        content.append(contentsOf: bytes[run..<index])
        content.append(contentsOf: try escape())
        run = index
      } else {
        index += 1
      }
    }
    let rest = bytes[run..<index]
    index += 1
    if content.isEmpty {
      guard let text = String(validating: rest, as: UTF8.self) else { throw error(.invalidUTF8, at: start) }
      return text
    }
    content.append(contentsOf: rest)
    guard let text = String(validating: content, as: UTF8.self) else { throw error(.invalidUTF8, at: start) }
    return text
  }

  private mutating func escape() throws(JSONError) -> UTF8.EncodedScalar {
    let start = index
    index += 1
    guard let byte = current else { throw error(.unexpectedEnd, at: index) }
    index += 1
    let scalar: Unicode.Scalar
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): scalar = Unicode.Scalar(byte)
    case UInt8(ascii: "b"): scalar = "\u{08}"
    case UInt8(ascii: "f"): scalar = "\u{0C}"
    case UInt8(ascii: "n"): scalar = "\n"
    case UInt8(ascii: "r"): scalar = "\r"
    case UInt8(ascii: "t"): scalar = "\t"
    case UInt8(ascii: "u"): scalar = try unicodeEscape(from: start)
    default: throw error(.unknownEscape, at: start)
    }
    return UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter
  }

  private mutating func unicodeEscape(from start: Int) throws(JSONError) -> Unicode.Scalar {
    let first = try fourHexDigits(from: start)
    if let scalar = Unicode.Scalar(first) { return scalar }
    guard first < 0xDC00, current == UInt8(ascii: "\\"), index + 1 < bytes.count, bytes[index + 1] == UInt8(ascii: "u")
    else { throw error(.loneSurrogate, at: start) }
    index += 2
    let second = try fourHexDigits(from: start)
    guard second >= 0xDC00, second < 0xE000,
      let scalar = Unicode.Scalar(0x10000 + ((first - 0xD800) << 10) + (second - 0xDC00))
    else { throw error(.loneSurrogate, at: start) }
    return scalar
  }

  private mutating func fourHexDigits(from start: Int) throws(JSONError) -> UInt32 {
    var value: UInt32 = 0
    for _ in 0..<4 {
      guard let byte = current else { throw error(.unexpectedEnd, at: index) }
      guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue, byte < 0x80 else {
        throw error(.unknownEscape, at: start)
      }
      value = value << 4 | UInt32(digit)
      index += 1
    }
    return value
  }
}
