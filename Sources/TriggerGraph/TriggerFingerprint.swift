/// A number that stands for the compiled form of a trigger or of all triggers of a rule.
///
/// The same across processes, machines and releases. Spelling, defaults written out and the contents of calendars
/// don't change it; anything that changes what the trigger itself says does.
public struct TriggerFingerprint: Hashable, Comparable, Sendable, CustomStringConvertible {
  /// The number.
  public let rawValue: UInt64
  /// Makes a fingerprint of a stored number.
  public init(rawValue: UInt64) { self.rawValue = rawValue }

  /// Sixteen hexadecimal digits.
  public var description: String {
    let digits = String(rawValue, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }

  /// Orders by the number, which means nothing.
  public static func < (left: TriggerFingerprint, right: TriggerFingerprint) -> Bool {
    left.rawValue < right.rawValue
  }
}

/// A 64-bit hash that is the same in every process and release, unlike `Hasher`.
///
/// Each word is multiplied in with 128 bits and folded (as in wyhash and rapidhash); not meant to resist attackers.
public struct StableHasher: Sendable {
  private var state: UInt64

  /// Starts with a key.
  public init(key: UInt64 = 0) { state = key ^ 0x9E37_79B9_7F4A_7C15 }

  /// Takes in a word.
  public mutating func combine(_ word: UInt64) {
    state = StableHasher.fold(state ^ 0x2D35_8DCC_AA6C_78A5, word ^ 0x8BB8_4B93_962E_ACC9) ^ state &* 5
  }

  /// Takes in a number by its bits.
  public mutating func combine(_ number: some FixedWidthInteger) {
    combine(UInt64(truncatingIfNeeded: number))
  }

  /// Takes in a text: its UTF-8 bytes, eight in a word, and their count.
  public mutating func combine(_ text: String) {
    let bytes = text.utf8Span.span.bytes
    let count = bytes.byteCount
    let whole = count & ~7
    var place = 0
    while place < whole {
      // Eight bytes from here on lie within the text.
      combine(UInt64(bigEndian: bytes.unsafeLoadUnaligned(fromByteOffset: place, as: UInt64.self)))
      place += 8
    }
    var rest: UInt64 = 0
    if count >= 8 {
      // The last eight, without those that were taken in already.
      rest = UInt64(bigEndian: bytes.unsafeLoadUnaligned(fromByteOffset: count - 8, as: UInt64.self))
      rest &= (1 << UInt64((count - whole) * 8)) - 1
    } else {
      while place < count {
        rest = rest << 8 | UInt64(bytes.unsafeLoad(fromByteOffset: place, as: UInt8.self))
        place += 1
      }
    }
    combine(rest)
    combine(count)
  }

  /// The hash of all that was taken in.
  public var value: UInt64 {
    StableHasher.fold(state ^ 0x4B33_A62E_D433_D4A3, 0x4D5A_2DA5_1DE1_AA47 ^ (state >> 32))
  }

  /// The hash of a text alone.
  static func hash(of text: String) -> UInt64 {
    var hasher = StableHasher()
    hasher.combine(text)
    return hasher.value
  }

  /// Another hash, of a hash with a number.
  static func mixed(_ hash: UInt64, _ number: Int) -> UInt64 {
    var hasher = StableHasher(key: hash)
    hasher.combine(number)
    return hasher.value
  }

  private static func fold(_ left: UInt64, _ right: UInt64) -> UInt64 {
    let product = left.multipliedFullWidth(by: right)
    return product.high ^ product.low
  }
}
