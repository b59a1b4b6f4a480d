import Diagnostics
import JSONText

/// The shape of `check --format json`.
enum DiagnosticJSON {
  /// `{"diagnostics": [{"code", "severity", "message", "file", "line", "column", "end_line", "end_column", "hint"}]}`.
  static func document(_ diagnostics: [Diagnostic]) -> JSONValue {
    .object(JSONObject([("diagnostics", .array(diagnostics.map(entry)))]))
  }

  private static func entry(_ diagnostic: Diagnostic) -> JSONValue {
    var members: [JSONObject.Member] = [
      ("code", .string(diagnostic.code)),
      ("severity", .string(diagnostic.severity.rawValue)),
      ("message", .string(diagnostic.message)),
    ]
    members += place(diagnostic.range)
    if let hint = diagnostic.hint { members.append(("hint", .string(hint))) }
    if !diagnostic.related.isEmpty {
      members.append(
        (
          "related",
          .array(
            diagnostic.related.map { related in
              .object(JSONObject([("message", .string(related.message))] + place(related.range)))
            })
        ))
    }
    return .object(JSONObject(members))
  }

  private static func place(_ range: SourceRange?) -> [JSONObject.Member] {
    guard let range else { return [] }
    return [
      ("file", .string(range.file)),
      ("line", .integer(Int64(range.start.line))),
      ("column", .integer(Int64(range.start.column))),
      ("end_line", .integer(Int64(range.end.line))),
      ("end_column", .integer(Int64(range.end.column))),
    ]
  }
}
