import CivilTime
import Diagnostics
import RuleModel

/// A month or a week as a grid: a row of cells for each week, a column for each day.
///
/// Nothing is said by colour alone.
struct CalendarGrid {
  let period: CalendarPeriod
  let days: CalendarDays
  let today: LocalDate
  let weekStart: Weekday
  /// Columns of the terminal.
  let width: Int
  let usesColor: Bool

  /// `W09 ` before the cells.
  private static let weekColumns = 4
  /// Lines of a month's cell below its number.
  private static let monthLines = 5
  private static let weekLines = 40

  /// Columns of a cell without the line beside it; a cell is never too small for a number.
  var cellWidth: Int { min(30, max(4, (width - Self.weekColumns) / 7 - 1)) }

  /// The title, the names of the days, and the weeks between lines.
  var text: String {
    let cells = Array(repeating: String(repeating: "─", count: cellWidth), count: 7)
    let line = paint("────┼" + cells.joined(separator: "┼"), .dim) + "\n"
    let title = paint(period.title, .bold) + "  \(days.zone.name.rawValue)\n"
    if period.isWeek, !fitsWeek { return title + agenda }
    var text = title + headings
    for week in weeks { text += line + rows(of: week) }
    return text
  }

  private var headings: String {
    let names = (0..<7).map { number in
      let name = weekStart.advanced(byDays: number).shortName
      return paint(TerminalLine.padded("\(name.prefix(1).uppercased())\(name.dropFirst())", to: cellWidth), .bold)
    }
    return joined(String(repeating: " ", count: Self.weekColumns), names)
  }

  /// The first days of the period's weeks.
  private var weeks: [LocalDate] {
    var result: [LocalDate] = []
    var day = period.first.advanced(byDays: -weekStart.days(until: period.first.weekday))
    while let start = day, start <= period.last {
      result.append(start)
      day = start.advanced(byDays: 7)
    }
    return result
  }

  /// A cell's line: what it says, and how it is painted.
  struct Line {
    var text: String
    var style: Style = .plain
  }

  private func rows(of start: LocalDate) -> String {
    let dates = (0..<7).map { start.advanced(byDays: $0) }
    let cells = dates.map { date -> [Line] in
      guard let date, date >= period.first, date <= period.last else { return [] }
      return [number(of: date, columns: cellWidth)] + lines(of: date)
    }
    // A week has the number of its Thursday's ISO week, whatever day it begins on.
    let thursday = start.advanced(byDays: weekStart.days(until: .thursday)) ?? start
    let week = thursday.isoWeek.week
    let height = max(1, cells.map(\.count).max() ?? 1)
    var text = ""
    for row in 0..<height {
      let parts = cells.map { lines -> String in
        guard row < lines.count else { return String(repeating: " ", count: cellWidth) }
        let line = lines[row]
        return paint(TerminalLine.padded(TerminalLine.cut(line.text, columns: cellWidth), to: cellWidth), line.style)
      }
      let label = row == 0 ? "W\(week < 10 ? "0" : "")\(week) " : String(repeating: " ", count: Self.weekColumns)
      text += joined(paint(label, .dim), parts)
    }
    return text
  }

  private func joined(_ label: String, _ parts: [String]) -> String {
    let bar = paint("│", .dim)
    var line = label + bar + parts.joined(separator: bar)
    while line.last == " " { line.removeLast() }
    return line + "\n"
  }

  /// ` 1`, `28 +1h`, `14 today`; `28+`, `14*` in narrow columns.
  func number(of date: LocalDate, columns: Int) -> Line {
    let isWide = columns >= 8
    var text = (date.day < 10 ? " " : "") + "\(date.day)"
    if date == today { text += isWide ? " today" : "*" }
    if let change = days.clockChanges[date.dayNumber] {
      let long = " \(Self.signed(change))"
      text += isWide && text.count + long.count <= columns ? long : change > 0 ? "+" : "-"
    }
    return Line(text: text, style: date == today ? .inverse : date.weekday >= .saturday ? .dim : .bold)
  }

  /// `+1h`, `-30m`.
  static func signed(_ seconds: Int32) -> String {
    let amount = abs(seconds)
    let sign = seconds < 0 ? "-" : "+"
    if amount % 3600 == 0 { return "\(sign)\(amount / 3600)h" }
    return amount % 60 == 0 ? "\(sign)\(amount / 60)m" : "\(sign)\(amount)s"
  }

  private func lines(of date: LocalDate) -> [Line] {
    let entries = days[date]
    if cellWidth < 6 {
      let count = entries.reduce(0) { $0 + $1.count }
      let left = entries.reduce(0) { $0 + $1.skipped.count }
      return (count > 0 ? [Line(text: " ×\(count)")] : []) + (left > 0 ? [Line(text: "(\(left))", style: .dim)] : [])
    }
    let all = period.isWeek ? weekLines(entries) : entries.flatMap(monthLines)
    let most = period.isWeek ? Self.weekLines : Self.monthLines
    if all.count <= most { return all }
    return all.prefix(most - 1) + [Line(text: "+\(all.count - most + 1) more", style: .dim)]
  }

  /// One line for each rule, with how often, or with its time where there is room.
  private func monthLines(_ entry: CalendarDays.Entry) -> [Line] {
    var lines: [Line] = []
    let name = days.name(of: entry.rule)
    if entry.count > 1 {
      let times = " ×\(entry.count)"
      lines.append(
        Line(
          text: TerminalLine.cut(name, columns: max(2, cellWidth - times.count)) + times, style: .rule(entry.rule)))
    } else if let first = entry.first {
      let time = days.zone.localDateTime(at: first).time
      let named = days.name(of: entry, at: first)
      let forms = ["\(time) \(named)", named, "\(time) \(name)", name]
      lines.append(Line(text: forms.first { displayWidth(of: $0) <= cellWidth } ?? name, style: .rule(entry.rule)))
    }
    if !entry.skipped.isEmpty { lines.append(Line(text: "(\(name))", style: .dim)) }
    return lines
  }

  /// One line for each ring, in time order.
  func weekLines(_ entries: [CalendarDays.Entry]) -> [Line] {
    var lines: [(instant: Instant, line: Line)] = []
    for entry in entries {
      let name = days.name(of: entry.rule)
      // What rings all day would push out the others.
      if entry.count > 6, let first = entry.first {
        let time = days.zone.localDateTime(at: first).time
        lines.append((first, Line(text: "\(time) \(name) ×\(entry.count)", style: .rule(entry.rule))))
      } else {
        lines += entry.instants.map {
          let named = days.name(of: entry, at: $0)
          return ($0, Line(text: "\(days.zone.localDateTime(at: $0).time) \(named)", style: .rule(entry.rule)))
        }
      }
      lines += entry.skipped.map { ($0.instant, Line(text: "(\($0.nominal.time) \(name))", style: .dim)) }
    }
    return lines.enumerated().sorted { ($0.element.instant, $0.offset) < ($1.element.instant, $1.offset) }
      .map(\.element.line)
  }

  // MARK: Colour

  /// How a text is painted on a terminal with colours.
  enum Style {
    case plain
    case bold
    case dim
    case inverse
    case rule(Int)

    /// Parameters of SGR (ECMA-48, 8.3.117).
    var code: String? {
      switch self {
      case .plain: nil
      case .bold: "1"
      case .dim: "2"
      case .inverse: "7"
      case .rule(let rule): "\(31 + [1, 3, 4, 5, 0, 2][rule % 6])"
      }
    }
  }

  private func paint(_ text: String, _ style: Style) -> String { Self.paint(text, style, usesColor) }

  static func paint(_ text: String, _ style: Style, _ usesColor: Bool) -> String {
    guard usesColor, let code = style.code else { return text }
    return "\u{1B}[\(code)m\(text)\u{1B}[0m"
  }
}

/// What the marks of a grid mean, and how often each rule rings in it.
struct CalendarLegend {
  let days: CalendarDays
  /// Columns of the terminal.
  let width: Int
  let usesColor: Bool

  /// Some lines below the grids.
  var text: String {
    var lines: [(text: String, columns: Int)] = []
    for rule in days.rules {
      let count = days.count(ofRule: rule)
      guard count > 0 else { continue }
      let name = days.name(of: rule)
      let times = " ×\(count)"
      lines.append(
        (CalendarGrid.paint(name, .rule(rule), usesColor) + times, displayWidth(of: name) + times.count))
    }
    var text = lines.isEmpty ? "nothing rings\n" : wrapped(lines)
    var marks: [(text: String, columns: Int)] = []
    func add(_ mark: String) { marks.append((mark, displayWidth(of: mark))) }
    if days.hasSkipped { add("(…) left out") }
    for date in days.dates {
      guard let change = days.clockChanges[date.dayNumber] else { continue }
      add("\(CalendarGrid.signed(change)) on \(date): the clocks go \(change > 0 ? "forward" : "back")")
    }
    if !marks.isEmpty { text += wrapped(marks) }
    for (rule, what) in days.unknown {
      for phrase in what.phrases { text += "unknown: \(days.name(of: rule)) depends on \(phrase)\n" }
    }
    return "\n" + text
  }

  /// Items three blanks apart, as many in a line as fit.
  private func wrapped(_ items: [(text: String, columns: Int)]) -> String {
    var text = ""
    var used = 0
    for item in items {
      if used > 0, used + 3 + item.columns > width {
        text += "\n"
        used = 0
      }
      text += (used > 0 ? "   " : "") + item.text
      used += (used > 0 ? 3 : 0) + item.columns
    }
    return text + "\n"
  }
}
