import Diagnostics

/// A line of the preferred form.
struct FormattedLine {
  /// What stands before the comment.
  var text: String
  /// The comment behind it.
  var comment: String?
  /// Where the comment began in the file as it was written.
  var commentColumn = 0
  /// Whether the line is part of a block scalar: nothing may be added to it.
  var isVerbatim = false
  /// Whether the line is a comment and nothing else.
  var isComment = false
  /// Whether a blank line behind it would belong to a text.
  var keepsBlankLines = false

  static let blank = FormattedLine(text: "")
}

extension [FormattedLine] {
  /// Adds a blank line, where that is no part of a text and none stands there already.
  mutating func addBlankLine() {
    guard let last, !last.keepsBlankLines, !(last.text.isEmpty && last.comment == nil && !last.isVerbatim) else {
      return
    }
    append(.blank)
  }

  /// Joins the lines with a line break behind each, comments two blanks behind what they follow.
  ///
  /// Comments on adjacent lines that began in one column before stay in one column.
  func text(lineBreak: String) -> String {
    var result = ""
    var index = 0
    while index < count {
      guard self[index].comment != nil else {
        result += self[index].text + lineBreak
        index += 1
        continue
      }
      var end = index
      var width = 0
      while end < count, self[end].comment != nil, self[end].commentColumn == self[index].commentColumn {
        width = Swift.max(width, displayWidth(of: self[end].text))
        end += 1
      }
      for line in self[index..<end] {
        let blanks = String(repeating: " ", count: width - displayWidth(of: line.text) + 2)
        result += line.text + blanks + (line.comment ?? "") + lineBreak
      }
      index = end
    }
    return result
  }
}
