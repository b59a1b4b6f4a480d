/// Texts of bounded length, so that no entry makes a line too long.
enum ControlText {
  /// Most bytes of a title, subtitle or body on the socket.
  static let contentLimit = 64 << 10
  /// Most bytes of a run's output on the socket; its end is kept.
  static let outputLimit = 512 << 10

  /// The text, or its first `limit` bytes and an ellipsis.
  static func bounded(_ text: String, limit: Int = contentLimit) -> String {
    guard text.utf8.count > limit else { return text }
    var end = text.utf8.index(text.utf8.startIndex, offsetBy: limit)
    while String.Index(end, within: text.unicodeScalars) == nil, end > text.startIndex {
      end = text.utf8.index(before: end)
    }
    return String(text[..<end]) + "…"
  }

  /// The text, or its last `limit` bytes.
  static func end(of text: String, limit: Int = outputLimit) -> String {
    guard text.utf8.count > limit else { return text }
    var start = text.utf8.index(text.utf8.endIndex, offsetBy: -limit)
    while String.Index(start, within: text.unicodeScalars) == nil, start < text.endIndex {
      start = text.utf8.index(after: start)
    }
    return String(text[start...])
  }
}
