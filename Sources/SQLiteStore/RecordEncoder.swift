import JSONText

/// Turns a record into the text that is stored; what is nil is left out.
struct RecordEncoder {
  /// Returns the text of a record.
  static func text(_ record: some Encodable) throws -> String {
    let slot = EncodingSlot()
    try record.encode(to: ValueEncoder(slot: slot, codingPath: []))
    return slot.value.compactText
  }
}

/// A place of the value that is being built.
private final class EncodingSlot {
  enum Shape {
    case single(JSONValue)
    case array([EncodingSlot])
    case object([(key: String, slot: EncodingSlot)])
  }

  var shape: Shape = .single(.null)

  var value: JSONValue {
    switch shape {
    case .single(let value): value
    case .array(let slots): .array(slots.map(\.value))
    case .object(let members): .object(JSONObject(members.map { (key: $0.key, value: $0.slot.value) }))
    }
  }

  func member(_ key: String) -> EncodingSlot {
    var members: [(key: String, slot: EncodingSlot)] = []
    if case .object(let present) = shape { members = present }
    let slot = EncodingSlot()
    members.append((key, slot))
    shape = .object(members)
    return slot
  }

  func element() -> EncodingSlot {
    var slots: [EncodingSlot] = []
    if case .array(let present) = shape { slots = present }
    let slot = EncodingSlot()
    slots.append(slot)
    shape = .array(slots)
    return slot
  }

  var count: Int { if case .array(let slots) = shape { slots.count } else { 0 } }

  func set(_ integer: some BinaryInteger, _ path: [any CodingKey]) throws {
    guard let value = Int64(exactly: integer) else {
      throw EncodingError.invalidValue(
        integer, EncodingError.Context(codingPath: path, debugDescription: "a number past 63 bits"))
    }
    shape = .single(.integer(value))
  }
}

private struct ValueEncoder: Encoder, SingleValueEncodingContainer {
  let slot: EncodingSlot
  let codingPath: [any CodingKey]
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    slot.shape = .object([])
    return KeyedEncodingContainer(MemberEncoder<Key>(slot: slot, codingPath: codingPath))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    slot.shape = .array([])
    return ElementEncoder(slot: slot, codingPath: codingPath)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer { self }

  func encodeNil() { slot.shape = .single(.null) }
  func encode(_ value: Bool) { slot.shape = .single(.bool(value)) }
  func encode(_ value: String) { slot.shape = .single(.string(value)) }
  func encode(_ value: Double) { slot.shape = .single(.number(value)) }
  func encode(_ value: Float) { slot.shape = .single(.number(Double(value))) }
  func encode(_ value: Int) throws { try slot.set(value, codingPath) }
  func encode(_ value: Int8) throws { try slot.set(value, codingPath) }
  func encode(_ value: Int16) throws { try slot.set(value, codingPath) }
  func encode(_ value: Int32) throws { try slot.set(value, codingPath) }
  func encode(_ value: Int64) throws { try slot.set(value, codingPath) }
  func encode(_ value: UInt) throws { try slot.set(value, codingPath) }
  func encode(_ value: UInt8) throws { try slot.set(value, codingPath) }
  func encode(_ value: UInt16) throws { try slot.set(value, codingPath) }
  func encode(_ value: UInt32) throws { try slot.set(value, codingPath) }
  func encode(_ value: UInt64) throws { try slot.set(value, codingPath) }
  func encode<T: Encodable>(_ value: T) throws { try value.encode(to: self) }
}

private struct MemberEncoder<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let slot: EncodingSlot
  let codingPath: [any CodingKey]

  private func encoder(_ key: Key) -> ValueEncoder {
    ValueEncoder(slot: slot.member(key.stringValue), codingPath: codingPath + [key])
  }

  func encodeNil(forKey key: Key) { encoder(key).encodeNil() }
  func encode<T: Encodable>(_ value: T, forKey key: Key) throws { try value.encode(to: encoder(key)) }
  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) -> KeyedEncodingContainer<Nested> { encoder(key).container(keyedBy: type) }
  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer { encoder(key).unkeyedContainer() }
  func superEncoder() -> any Encoder { ValueEncoder(slot: slot.member("super"), codingPath: codingPath) }
  func superEncoder(forKey key: Key) -> any Encoder { encoder(key) }
}

private struct ElementEncoder: UnkeyedEncodingContainer {
  let slot: EncodingSlot
  let codingPath: [any CodingKey]
  var count: Int { slot.count }

  private func encoder() -> ValueEncoder { ValueEncoder(slot: slot.element(), codingPath: codingPath) }

  func encodeNil() { encoder().encodeNil() }
  func encode<T: Encodable>(_ value: T) throws { try value.encode(to: encoder()) }
  func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) -> KeyedEncodingContainer<Nested> {
    encoder().container(keyedBy: type)
  }
  func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { encoder().unkeyedContainer() }
  func superEncoder() -> any Encoder { encoder() }
}
