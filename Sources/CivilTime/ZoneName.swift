/// The name of a time zone, usually one of the IANA database such as `Europe/Berlin`.
///
/// Any text can be a name: a zone made from a POSIX TZ string, or from a copied file, has a name that the
/// database does not know. `isKnown(_:)` tells whether it does.
@frozen public struct ZoneName: RawRepresentable, Hashable, Comparable, Sendable, CustomStringConvertible {
  /// The name as written; case counts.
  public let rawValue: String

  /// Takes a name as it is, without a check.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Takes a name as it is, without a check.
  public init(_ name: String) { rawValue = name }

  /// `UTC`.
  public static let utc = ZoneName("UTC")

  /// The name itself.
  public var description: String { rawValue }

  /// Names in the order of their Unicode text.
  public static func < (left: ZoneName, right: ZoneName) -> Bool { left.rawValue < right.rawValue }

  /// Every known name, in byte order, made anew at each call; meant for "did you mean".
  public static var all: [String] {
    knownNames.withUTF8Buffer { text in
      text.split(separator: UInt8(ascii: " ")).map { String(decoding: $0, as: UTF8.self) }
    }
  }

  /// Whether the IANA database (2025b) has a zone or link of exactly this name; case counts.
  ///
  /// The machine's own database may be older or newer, so a zone that is not known can still be found there.
  /// - Complexity: O(log n) reads of constant data, no allocation for a native string.
  public static func isKnown(_ name: String) -> Bool {
    var name = name
    return name.withUTF8 { wanted in
      !wanted.isEmpty && knownNames.withUTF8Buffer { contains(wanted, in: $0) }
    }
  }

  /// Halves the range of bytes that can hold the name, stepping back to a name's first byte each time.
  private static func contains(_ wanted: UnsafeBufferPointer<UInt8>, in text: UnsafeBufferPointer<UInt8>) -> Bool {
    let space = UInt8(ascii: " ")
    var low = 0  // First byte of a name.
    var high = text.count  // One past a name's last byte, or past the space behind it.
    while low < high {
      var start = low + (high - low) / 2
      while start > low, text[start - 1] != space { start -= 1 }
      var end = start
      while end < text.count, text[end] != space { end += 1 }
      let name = text[start..<end]
      if name.elementsEqual(wanted) { return true }
      if name.lexicographicallyPrecedes(wanted) { low = end + 1 } else { high = start }
    }
    return false
  }
}
