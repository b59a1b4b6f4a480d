/// Shows diagnostics as text: place, message, the line and carets below the fault.
///
/// ```text
/// office.yaml:14:29: error[unknown-weekday]: 'wekdays' is not a weekday
///    14 |     when: { weekly: { days: wekdays, at: 09:25 } }
///       |                             ^^^^^^^ did you mean 'weekdays'?
/// ```
/// Nothing of the file reaches the terminal raw; see `terminalText(_:)`.
public struct DiagnosticRenderer: Sendable {
  /// Whether severities, carets and line numbers are coloured with ANSI escapes.
  public var usesColor: Bool
  /// Columns that an excerpt may take, at least 40; longer lines are cut around the caret.
  public var width: Int

  /// Makes a renderer.
  public init(usesColor: Bool = false, width: Int = 120) {
    self.usesColor = usesColor
    self.width = max(40, width)
  }

  /// Renders diagnostics in the order given, one below the other; every line ends with a line break.
  ///
  /// - Parameter sources: The files; a diagnostic of another file is shown without excerpt.
  public func text(_ diagnostics: some Sequence<Diagnostic>, sources: [SourceText]) -> String {
    let byPath = Dictionary(sources.map { ($0.path, $0) }) { first, _ in first }
    return diagnostics.map { text($0) { byPath[$0] } }.joined()
  }

  /// Renders one diagnostic; `source` finds the text of a path, or `nil` for one that is not known.
  public func text(_ diagnostic: Diagnostic, source: (String) -> SourceText?) -> String {
    let style = Style(diagnostic.severity)
    let title = paint("\(diagnostic.severity.rawValue)[\(terminalText(diagnostic.code))]", style)
    var result = place(diagnostic.range) + title + ": " + terminalText(diagnostic.message) + "\n"
    if let range = diagnostic.range, let source = source(range.file) {
      result += excerpt(of: range, in: source, hint: diagnostic.hint, style: style)
    } else if let hint = diagnostic.hint {
      result += "  " + terminalText(hint) + "\n"
    }
    for related in diagnostic.related {
      result += place(related.range) + paint("note", .note) + ": " + terminalText(related.message) + "\n"
      if let source = source(related.range.file) {
        result += excerpt(of: related.range, in: source, hint: nil, style: .note)
      }
    }
    return result
  }

  private func place(_ range: SourceRange?) -> String {
    guard let range else { return "" }
    return "\(terminalText(range.file)):\(range.start.line):\(range.start.column): "
  }

  private func excerpt(of range: SourceRange, in source: SourceText, hint: String?, style: Style) -> String {
    let number = String(range.start.line)
    let gutter = String(repeating: " ", count: max(0, 5 - number.utf8.count)) + number
    let empty = String(repeating: " ", count: gutter.utf8.count)
    let line = Excerpt(of: range, in: source, width: width - gutter.utf8.count - 3)
    var result = paint("\(gutter) |", .gutter)
    if !line.text.isEmpty { result += " " + line.text }
    let carets = String(repeating: "^", count: max(1, line.caretWidth))
    let message = hint.map { " " + terminalText($0) } ?? ""
    result += "\n" + paint("\(empty) |", .gutter) + " " + String(repeating: " ", count: line.caretStart)
    return result + paint(carets + message, style) + "\n"
  }

  private enum Style: String {
    case error = "1;31"
    case warning = "1;33"
    case note = "1;36"
    case gutter = "34"

    init(_ severity: Diagnostic.Severity) {
      switch severity {
      case .error: self = .error
      case .warning: self = .warning
      case .note: self = .note
      }
    }
  }

  private func paint(_ text: String, _ style: Style) -> String {
    usesColor ? "\u{1B}[\(style.rawValue)m\(text)\u{1B}[0m" : text
  }
}
