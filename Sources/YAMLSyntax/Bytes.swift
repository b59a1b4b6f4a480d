import Diagnostics

extension UnsafeBufferPointer<UInt8> {
  /// Whether another text has the same bytes.
  func hasSameBytes(as other: UnsafeBufferPointer<UInt8>) -> Bool {
    count == other.count && isWritten(in: other, at: 0)
  }

  /// Whether the bytes stand in a longer text at a place, from 0.
  @inline(__always) func isWritten(in text: UnsafeBufferPointer<UInt8>, at start: Int) -> Bool {
    guard start <= text.count - count else { return false }
    let other = UnsafeBufferPointer(rebasing: text[start..<start + count])
    var place = 0
    while place <= count - 8 {
      if EightBytes(self, at: place).word != EightBytes(other, at: place).word { return false }
      place += 8
    }
    while place < count {
      if self[place] != other[place] { return false }
      place += 1
    }
    return true
  }

  /// Whether all bytes are ASCII.
  var isASCII: Bool {
    var high: UInt64 = 0
    var place = 0
    while place < count {
      high |= lowBytes(from: place)
      place += 8
    }
    return high & 0x8080_8080_8080_8080 == 0
  }

  /// A hash of the bytes, and whether all of them are ASCII and on one line.
  func hash(seed: UInt64) -> (hash: UInt64, isASCII: Bool, isOneLine: Bool) {
    var hash = seed ^ UInt64(truncatingIfNeeded: count)
    var high: UInt64 = 0
    var breaks: UInt64 = 0
    func mix(_ bytes: EightBytes) {
      let word = bytes.word
      high |= word
      breaks |= bytes.marks(of: 0x0A) | bytes.marks(of: 0x0D)
      let product = (hash ^ word).multipliedFullWidth(by: 0x9E37_79B9_7F4A_7C15)
      hash = product.high ^ product.low
    }
    var place = 0
    while place <= count - 8 {
      mix(EightBytes(self, at: place))
      place += 8
    }
    mix(EightBytes(lowBytes(from: place)))
    return (hash, high & 0x8080_8080_8080_8080 == 0, breaks == 0)
  }

  /// The bytes from a place on, at most eight, as one number: the first is the lowest, and zeros follow the last.
  func lowBytes(from start: Int) -> UInt64 {
    if start >= 0, start <= count - 8 { return EightBytes(self, at: start).word }
    var word: UInt64 = 0
    var place = count
    while place > start {
      place -= 1
      word = word << 8 | UInt64(self[place])
    }
    return word
  }
}
