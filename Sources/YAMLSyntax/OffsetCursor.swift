/// Turns libyaml's marks, which count code points, into byte offsets.
///
/// Marks come almost in order, so the cursor walks from the last one; in ASCII there is nothing to walk.
struct OffsetCursor {
  private let bytes: UnsafeBufferPointer<UInt8>
  private let base: Int
  private let isASCII: Bool
  private var codePoint = 0
  private var offset: Int

  /// - Parameters:
  ///   - bytes: Valid UTF-8.
  ///   - base: Where code point 0 begins, behind a byte order mark.
  init(_ bytes: UnsafeBufferPointer<UInt8>, base: Int, isASCII: Bool) {
    self.bytes = bytes
    self.base = base
    self.isASCII = isASCII
    self.offset = base
  }

  /// Returns the byte offset of a code point, at most the length of the text.
  @inline(__always) mutating func byteOffset(of index: Int) -> Int {
    if isASCII { return min(base + index, bytes.count) }
    return walkedOffset(of: index)
  }

  private mutating func walkedOffset(of index: Int) -> Int {
    while codePoint < index, offset < bytes.count {
      offset += 1
      while offset < bytes.count, bytes[offset] & 0xC0 == 0x80 { offset += 1 }
      codePoint += 1
    }
    while codePoint > index, offset > base {
      offset -= 1
      while offset > base, bytes[offset] & 0xC0 == 0x80 { offset -= 1 }
      codePoint -= 1
    }
    return offset
  }
}
