import CivilTime
import Diagnostics

extension CalendarGrid {
  /// Whether every ring of a week fits into its column with time and name.
  var fitsWeek: Bool {
    period.dates.allSatisfy { date in
      weekLines(days[date]).allSatisfy { displayWidth(of: $0.text) <= cellWidth }
    }
  }

  /// A week in a narrow terminal: a row for each day, its rings beside each other.
  var agenda: String {
    let label = 13
    let room = max(20, width - label - 2)
    let bar = Self.paint("│", .dim, usesColor)
    var text = ""
    for date in period.dates {
      var rows: [String] = []
      var row = ""
      var used = 0
      for line in weekLines(days[date]) {
        let shown = TerminalLine.cut(line.text, columns: room)
        let columns = displayWidth(of: shown)
        if used > 0, used + 3 + columns > room {
          rows.append(row)
          (row, used) = ("", 0)
        }
        row += (used > 0 ? "   " : "") + Self.paint(shown, line.style, usesColor)
        used += (used > 0 ? 3 : 0) + columns
      }
      rows.append(row)
      let name = date.weekday.shortName
      let number = number(of: date, columns: label - 4)
      let head = "\(name.prefix(1).uppercased())\(name.dropFirst()) "
      let mark = Self.paint(TerminalLine.padded(number.text, to: label - 4), number.style, usesColor)
      for (index, row) in rows.enumerated() {
        let start = index == 0 ? head + mark : String(repeating: " ", count: label)
        text += "\(start)\(bar)\(row.isEmpty ? "" : " \(row)")\n"
      }
    }
    return text
  }
}
