/// Puts lines together from pieces of bytes.
struct TerminalLines {
  /// A line that is complete.
  enum Line: Equatable {
    case text(String)
    /// It was longer than the limit and is lost.
    case tooLong
  }

  /// More than the longest answer, in bytes.
  static let limit = 64 << 10
  private var bytes: [UInt8] = []
  private var isTooLong = false

  /// Takes bytes and returns the lines they complete; what is not UTF-8 is repaired.
  mutating func take(_ piece: ArraySlice<UInt8>) -> [Line] {
    var lines: [Line] = []
    for byte in piece {
      if byte == UInt8(ascii: "\n") {
        if bytes.last == UInt8(ascii: "\r") { bytes.removeLast() }
        lines.append(isTooLong ? .tooLong : .text(String(decoding: bytes, as: UTF8.self)))
        bytes = []
        isTooLong = false
      } else if bytes.count < Self.limit {
        bytes.append(byte)
      } else {
        isTooLong = true
      }
    }
    return lines
  }
}
