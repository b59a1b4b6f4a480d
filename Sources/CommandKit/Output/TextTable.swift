import Diagnostics

/// Rows under headings, for a terminal or as CSV.
struct TextTable {
  /// What stands above the columns.
  var headings: [String]
  /// The cells, as many in each row as there are headings.
  var rows: [[String]] = []

  /// Columns three blanks apart; lines are cut at so many columns where that is given.
  ///
  /// What a file or a reply wrote can't reach the terminal as control characters.
  func text(columns: Int?, showsHeadings: Bool = true) -> String {
    let all = (showsHeadings ? [headings] : []) + rows.map { row in row.map { Self.oneLine(terminalText($0)) } }
    let widths = headings.indices.map { column in all.map { displayWidth(of: $0[column]) }.max() ?? 0 }
    var result = ""
    for row in all {
      var line = ""
      for (column, cell) in row.enumerated() {
        line += column == row.count - 1 ? cell : TerminalLine.padded(cell, to: widths[column]) + "   "
      }
      while line.last == " " { line.removeLast() }
      result += (columns.map { TerminalLine.cut(line, columns: $0) } ?? line) + "\n"
    }
    return result
  }

  /// RFC 4180, with a line of headings and line feeds at the ends of lines.
  var csv: String {
    ([headings] + rows).map { row in row.map(Self.quoted).joined(separator: ",") + "\n" }.joined()
  }

  private static func oneLine(_ cell: String) -> String { cell.replacing("\n", with: " ") }

  private static func quoted(_ cell: String) -> String {
    let needsQuotes = cell.utf8.contains { $0 == 0x22 || $0 == 0x2C || $0 == 0x0A || $0 == 0x0D }
    return needsQuotes ? "\"\(cell.replacing("\"", with: "\"\""))\"" : cell
  }
}
