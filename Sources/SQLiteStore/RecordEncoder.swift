import JSONText

/// Turns a record into the text that is stored; what is nil is left out.
struct RecordEncoder {
  /// Returns the text of a record.
  static func text(_ record: some Encodable) throws -> String {
    let text = RecordText()
    try text.write(record, [])
    text.close(to: 0)
    return text.writer.text
  }
}

/// The text as it grows.
///
/// Containers are closed when something is written outside of them.
private final class RecordText {
  var writer = JSONWriter()
  private var open: [Container] = []

  private enum Container { case object, array }

  var depth: Int { open.count }

  func beginObject() {
    writer.beginObject()
    open.append(.object)
  }

  func beginArray() {
    writer.beginArray()
    open.append(.array)
  }

  func close(to depth: Int) {
    while open.count > depth {
      if case .object = open.removeLast() { writer.endObject() } else { writer.endArray() }
    }
  }

  /// Writes a value with all that is in it; one that writes nothing is null.
  func write(_ value: some Encodable, _ path: [any CodingKey]) throws {
    let depth = depth
    let before = writer.bytes.count
    try value.encode(to: ValueEncoder(text: self, codingPath: path))
    if writer.bytes.count == before { writer.null() }
    close(to: depth)
  }

  func writeInteger(_ integer: some BinaryInteger, _ path: [any CodingKey]) throws {
    guard let value = Int64(exactly: integer) else {
      throw EncodingError.invalidValue(
        integer, EncodingError.Context(codingPath: path, debugDescription: "a number past 63 bits"))
    }
    writer.integer(value)
  }
}

private struct ValueEncoder: Encoder, SingleValueEncodingContainer {
  let text: RecordText
  let codingPath: [any CodingKey]
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    text.beginObject()
    return KeyedEncodingContainer(MemberEncoder<Key>(text: text, depth: text.depth, codingPath: codingPath))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    text.beginArray()
    return ElementEncoder(text: text, depth: text.depth, codingPath: codingPath)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer { self }

  func encodeNil() { text.writer.null() }
  func encode(_ value: Bool) { text.writer.bool(value) }
  func encode(_ value: String) { text.writer.string(value) }
  func encode(_ value: Double) { text.writer.number(value) }
  func encode(_ value: Float) { text.writer.number(Double(value)) }
  func encode(_ value: Int) throws { try text.writeInteger(value, codingPath) }
  func encode(_ value: Int8) throws { try text.writeInteger(value, codingPath) }
  func encode(_ value: Int16) throws { try text.writeInteger(value, codingPath) }
  func encode(_ value: Int32) throws { try text.writeInteger(value, codingPath) }
  func encode(_ value: Int64) throws { try text.writeInteger(value, codingPath) }
  func encode(_ value: UInt) throws { try text.writeInteger(value, codingPath) }
  func encode(_ value: UInt8) throws { try text.writeInteger(value, codingPath) }
  func encode(_ value: UInt16) throws { try text.writeInteger(value, codingPath) }
  func encode(_ value: UInt32) throws { try text.writeInteger(value, codingPath) }
  func encode(_ value: UInt64) throws { try text.writeInteger(value, codingPath) }
  func encode<T: Encodable>(_ value: T) throws { try value.encode(to: self) }
}

/// Writes the members of the object that is open at a depth.
private struct MemberEncoder<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let text: RecordText
  let depth: Int
  let codingPath: [any CodingKey]

  private func begin(_ key: String) {
    text.close(to: depth)
    text.writer.key(key)
  }

  private func encoder(_ key: Key) -> ValueEncoder {
    begin(key.stringValue)
    return ValueEncoder(text: text, codingPath: codingPath + [key])
  }

  func encodeNil(forKey key: Key) {
    begin(key.stringValue)
    text.writer.null()
  }
  func encode(_ value: String, forKey key: Key) {
    begin(key.stringValue)
    text.writer.string(value)
  }
  func encode(_ value: Bool, forKey key: Key) {
    begin(key.stringValue)
    text.writer.bool(value)
  }
  func encode(_ value: Int64, forKey key: Key) {
    begin(key.stringValue)
    text.writer.integer(value)
  }
  func encode<T: Encodable>(_ value: T, forKey key: Key) throws {
    begin(key.stringValue)
    try text.write(value, codingPath + [key])
  }
  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) -> KeyedEncodingContainer<Nested> { encoder(key).container(keyedBy: type) }
  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer { encoder(key).unkeyedContainer() }
  func superEncoder() -> any Encoder {
    begin("super")
    return ValueEncoder(text: text, codingPath: codingPath)
  }
  func superEncoder(forKey key: Key) -> any Encoder { encoder(key) }
}

/// Writes the elements of the array that is open at a depth.
private struct ElementEncoder: UnkeyedEncodingContainer {
  let text: RecordText
  let depth: Int
  let codingPath: [any CodingKey]
  private(set) var count = 0

  init(text: RecordText, depth: Int, codingPath: [any CodingKey]) {
    self.text = text
    self.depth = depth
    self.codingPath = codingPath
  }

  private mutating func begin() {
    text.close(to: depth)
    count += 1
  }

  private mutating func encoder() -> ValueEncoder {
    begin()
    return ValueEncoder(text: text, codingPath: codingPath)
  }

  mutating func encodeNil() {
    begin()
    text.writer.null()
  }
  mutating func encode<T: Encodable>(_ value: T) throws {
    begin()
    try text.write(value, codingPath)
  }
  mutating func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) -> KeyedEncodingContainer<Nested> {
    encoder().container(keyedBy: type)
  }
  mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { encoder().unkeyedContainer() }
  mutating func superEncoder() -> any Encoder { encoder() }
}
