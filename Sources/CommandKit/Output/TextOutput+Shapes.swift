import Diagnostics
import JSONText

extension TextOutput {
  /// Draws diagnostics as wide as the terminal, at least as wide as an excerpt needs.
  var renderer: DiagnosticRenderer { DiagnosticRenderer(usesColor: usesColor, width: max(80, columns)) }

  /// Writes a JSON text on a line of its own.
  func writeLine(_ value: JSONValue) { write(value.compactText + "\n") }
}
