/// Eight bytes of a text that are looked at together; the first one is the lowest.
@frozen package struct EightBytes {
  /// The bytes.
  package let word: UInt64

  /// Reads the bytes from a place on, behind which the text has seven more at least.
  @inlinable @inline(__always) package init(_ bytes: UnsafeBufferPointer<UInt8>, at place: Int) {
    precondition(place >= 0 && place <= bytes.count - 8, "the text ends before")
    word = UInt64(
      littleEndian: UnsafeRawBufferPointer(bytes).loadUnaligned(fromByteOffset: place, as: UInt64.self))
  }

  /// Takes bytes as one number, the first as its lowest.
  @inlinable @inline(__always) package init(_ word: UInt64) { self.word = word }

  /// The top bits of those bytes that are a certain one.
  @inlinable @inline(__always) package func marks(of byte: UInt8) -> UInt64 {
    let difference = word ^ (0x0101_0101_0101_0101 &* UInt64(byte))
    let low: UInt64 = 0x7F7F_7F7F_7F7F_7F7F
    return ~(((difference & low) &+ low) | difference | low)
  }

  /// How many bytes stand before the first one whose top bit is among some.
  @inlinable package static func distance(to marks: UInt64) -> Int { marks.trailingZeroBitCount / 8 }

  /// Whether all are characters of ASCII that are no controls, or line feeds.
  @inlinable @inline(__always) package var isPlainText: Bool {
    let top: UInt64 = 0x8080_8080_8080_8080
    let controls = ~((word & ~top) &+ 0x6060_6060_6060_6060) & top
    return word & top | marks(of: 0x7F) | controls & ~marks(of: 0x0A) == 0
  }
}
