import Diagnostics
import JSONText

/// The shape of `check --format sarif`: the Static Analysis Results Interchange Format, version 2.1.0 (OASIS).
struct DiagnosticSARIF {
  let diagnostics: [Diagnostic]
  let version: String
  /// The folder that paths become relative to, absolute; nil leaves relative ones as they are.
  let folder: String?

  /// One run of one tool.
  var document: JSONValue {
    let codes = Set(diagnostics.map(\.code)).sorted()
    let driver: JSONValue = [
      "name": "carillon", "version": .string(version), "rules": .array(codes.map(rule)),
    ]
    let results = diagnostics.map { result($0, index: codes.firstIndex(of: $0.code) ?? 0) }
    return [
      "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
      "version": "2.1.0",
      "runs": [["tool": ["driver": driver], "columnKind": "unicodeCodePoints", "results": .array(results)]],
    ]
  }

  private func rule(_ code: String) -> JSONValue {
    let help = DiagnosticHelp.text(code)
    return [
      "id": .string(code), "shortDescription": ["text": .string(help.summary)],
      "help": ["text": .string(help.advice)],
    ]
  }

  private func result(_ diagnostic: Diagnostic, index: Int) -> JSONValue {
    let message = diagnostic.message + (diagnostic.hint.map { "; \($0)" } ?? "")
    var members: [JSONObject.Member] = [
      ("ruleId", .string(diagnostic.code)),
      ("ruleIndex", .integer(Int64(index))),
      ("level", .string(diagnostic.severity.rawValue)),
      ("message", ["text": .string(message)]),
    ]
    if let range = diagnostic.range {
      members.append(("locations", [["physicalLocation": place(range)]]))
    }
    if !diagnostic.related.isEmpty {
      let related = diagnostic.related.enumerated().map { number, related -> JSONValue in
        [
          "id": .integer(Int64(number)), "physicalLocation": place(related.range),
          "message": ["text": .string(related.message)],
        ]
      }
      members.append(("relatedLocations", .array(related)))
    }
    return .object(JSONObject(members))
  }

  /// Columns count code points from 1; the end is the column after the last one, as in our own ranges.
  private func place(_ range: SourceRange) -> JSONValue {
    [
      "artifactLocation": ["uri": .string(uri(range.file))],
      "region": [
        "startLine": .integer(Int64(range.start.line)), "startColumn": .integer(Int64(range.start.column)),
        "endLine": .integer(Int64(range.end.line)), "endColumn": .integer(Int64(range.end.column)),
      ],
    ]
  }

  /// A path as a URI (RFC 3986): relative to the folder where the file lies in it, else with the scheme `file`.
  private func uri(_ path: String) -> String {
    if let folder, path.hasPrefix(folder.hasSuffix("/") ? folder : folder + "/") {
      return Self.encoded(path.dropFirst(folder.hasSuffix("/") ? folder.count : folder.count + 1))
    }
    if path.hasPrefix("/") { return "file://" + Self.encoded(path[...]) }
    var relative = path[...]
    while relative.hasPrefix("./") { relative = relative.dropFirst(2) }
    return Self.encoded(relative)
  }

  private static func encoded(_ path: Substring) -> String {
    let digits = Array("0123456789ABCDEF")
    var result = ""
    for byte in path.utf8 {
      let scalar = Unicode.Scalar(byte)
      let isPlain =
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"):
          true
        default: "-._~/".utf8.contains(byte)
        }
      if isPlain {
        result.unicodeScalars.append(scalar)
      } else {
        result += "%\(digits[Int(byte >> 4)])\(digits[Int(byte & 15)])"
      }
    }
    return result
  }
}
