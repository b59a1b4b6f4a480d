/// Texts of scalars: where they stand, and whether two are equal.
extension TreeBuilder {
  /// Keeps a text that is not written in the source as it is.
  mutating func compose(_ text: UnsafeBufferPointer<UInt8>, _ record: inout YAMLDocument.Record) {
    // An escape of two bytes makes at most three of text, so that what the places of the source reach is enough.
    record.first = UInt32(composed.count)
    record.marks.insert(.composed)
    composed.append(contentsOf: text)
    if isASCII, text.contains(where: { $0 >= 0x80 }) { isASCII = false }
  }

  /// The text of a key in UTF-8.
  @inline(__always) func withText<Result>(
    _ record: YAMLDocument.Record, _ body: (UnsafeBufferPointer<UInt8>) -> Result
  ) -> Result {
    let part = Int(record.first)..<Int(record.first) + Int(record.count)
    if record.marks.contains(.composed) {
      return composed.withUnsafeBufferPointer { body(UnsafeBufferPointer(rebasing: $0[part])) }
    }
    return body(UnsafeBufferPointer(rebasing: bytes[part]))
  }

  func keyText(_ node: UInt32) -> String {
    withText(records[Int(node)]) { String(decoding: $0, as: UTF8.self) }
  }

  /// Whether two keys are the same text; letters that are composed differently are (Unicode Standard Annex 15).
  func areEqualKeys(_ first: UInt32, _ second: UInt32) -> Bool {
    let one = records[Int(first)]
    let other = records[Int(second)]
    if isASCII, one.count != other.count { return false }
    return withText(one) { text in
      withText(other) { other in
        if text.hasSameBytes(as: other) { return true }
        if isASCII || text.isASCII && other.isASCII { return false }
        return String(decoding: text, as: UTF8.self) == String(decoding: other, as: UTF8.self)
      }
    }
  }
}
