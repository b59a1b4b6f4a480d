import Diagnostics

/// Text made harmless for a terminal, and broken into lines.
enum TerminalText {
  /// The text on one line: breaks and tabs are blanks, and nothing in it controls a terminal or turns its direction.
  static func line(_ text: String) -> String {
    lines(text).joined(separator: " ")
  }

  /// The lines of a text, made harmless.
  ///
  /// Empty lines stay, except at both ends.
  static func lines(_ text: String) -> [String] {
    var lines: [String] = []
    var line = String.UnicodeScalarView()
    var previous: Unicode.Scalar = "\n"
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0x0A, 0x0B, 0x0C, 0x0D, 0x85, 0x2028, 0x2029:
        if !(previous == "\r" && scalar == "\n") {
          lines.append(String(line))
          line = String.UnicodeScalarView()
        }
      case 0x09: line.append(" ")
      // Shown as the picture of what it is, so that a trick is seen rather than hidden.
      case 0x00..<0x20: line.append(Unicode.Scalar(0x2400 + scalar.value) ?? "\u{FFFD}")
      case 0x7F: line.append("\u{2421}")
      case 0x80..<0xA0: line.append("\u{FFFD}")
      // Marks of direction, the byte order mark and tags show nothing themselves and change what is around them.
      case 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x206F, 0xFEFF, 0xFFF9...0xFFFB, 0xE0000...0xE007F:
        break
      default: line.append(scalar)
      }
      previous = scalar
    }
    lines.append(String(line))
    while lines.count > 1, lines.last?.isEmpty == true { lines.removeLast() }
    while lines.count > 1, lines.first?.isEmpty == true { lines.removeFirst() }
    return lines
  }

  /// Breaks a line at blanks, so that each part takes at most `width` columns; what has no blank is broken anywhere.
  static func wrapped(_ line: String, width: Int) -> [String] {
    let width = max(8, width)
    var parts: [String] = []
    var part = ""
    var columns = 0
    // The last blank of the part, and the columns before it.
    var blank: (index: String.Index, columns: Int)?
    for character in line {
      let size = displayWidth(of: character)
      if columns + size > width, !part.isEmpty {
        if character == " " {
          parts.append(part)
          (part, columns, blank) = ("", 0, nil)
          continue
        }
        if let place = blank {
          let rest = part[part.index(after: place.index)...]
          parts.append(String(part[..<place.index]))
          columns -= place.columns + 1
          part = String(rest)
        } else {
          parts.append(part)
          (part, columns) = ("", 0)
        }
        blank = nil
      }
      if character == " " { blank = (part.endIndex, columns) }
      part.append(character)
      columns += size
    }
    parts.append(part)
    return parts
  }

  /// Columns of a character: a cluster takes those of its widest part.
  private static func displayWidth(of character: Character) -> Int {
    let widest = character.unicodeScalars.map { Diagnostics.displayWidth(of: $0) }.max() ?? 0
    return character.unicodeScalars.contains("\u{FE0F}") ? max(2, widest) : widest
  }
}
