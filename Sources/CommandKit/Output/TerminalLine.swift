import Diagnostics

/// Texts cut to the columns of a terminal.
enum TerminalLine {
  /// The text, or as much of it as fits with `…` at its end.
  static func cut(_ text: String, columns: Int) -> String {
    guard displayWidth(of: text) > columns, columns > 1 else { return text }
    var result = ""
    var width = 0
    for character in text {
      let next = displayWidth(of: String(character))
      if width + next > columns - 1 { break }
      result.append(character)
      width += next
    }
    return result + "…"
  }

  /// The text with blanks after it up to so many columns.
  static func padded(_ text: String, to columns: Int) -> String {
    text + String(repeating: " ", count: max(0, columns - displayWidth(of: text)))
  }
}
