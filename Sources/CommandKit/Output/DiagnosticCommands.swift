import Diagnostics

/// The shape of `check --format github`: workflow commands, which GitHub Actions shows beside the lines.
enum DiagnosticCommands {
  /// One line for each diagnostic; hints and further places stand in the message.
  static func text(_ diagnostics: [Diagnostic]) -> String { diagnostics.map { line($0) + "\n" }.joined() }

  private static func line(_ diagnostic: Diagnostic) -> String {
    let command =
      switch diagnostic.severity {
      case .error: "error"
      case .warning: "warning"
      case .note: "notice"
      }
    var properties: [(String, String)] = []
    if let range = diagnostic.range {
      properties.append(("file", range.file))
      properties.append(("line", "\(range.start.line)"))
      // Columns mean something on one line only.
      if range.start.line == range.end.line {
        properties.append(("col", "\(range.start.column)"))
        properties.append(("endColumn", "\(range.end.column)"))
      } else {
        properties.append(("endLine", "\(range.end.line)"))
      }
    }
    properties.append(("title", diagnostic.code))
    let list = properties.map { "\($0.0)=\(escaped(property: $0.1))" }.joined(separator: ",")
    var message = diagnostic.message
    if let hint = diagnostic.hint { message += "\n\(hint)" }
    for related in diagnostic.related {
      message += "\n\(related.message): \(related.range.file):\(related.range.start.line)"
    }
    return "::\(command) \(list)::\(escaped(message: message))"
  }

  private static func escaped(message: String) -> String {
    var result = ""
    for scalar in message.unicodeScalars {
      switch scalar {
      case "%": result += "%25"
      case "\r": result += "%0D"
      case "\n": result += "%0A"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  private static func escaped(property: String) -> String {
    escaped(message: property).replacing(":", with: "%3A").replacing(",", with: "%2C")
  }
}
