public import Diagnostics

/// A text whose interesting places were marked in the text itself.
public struct MarkedText: Sendable {
  /// The text without marks.
  public let source: SourceText
  /// The marked places, in the order of their beginnings.
  public let ranges: [SourceRange]

  /// The text without marks.
  public var text: String { String(decoding: source.bytes, as: UTF8.self) }
}

/// Takes the marks out of a text.
///
/// `marked("days: [«Mnoday», fri]")` is `days: [Mnoday, fri]` and the range of `Mnoday`. Marks nest; `«»` is an empty
/// range; a mark without partner marks to the end of the text.
public func marked(_ text: String, file: String = "test.yaml") -> MarkedText {
  var bytes: [UInt8] = []
  var starts: [Int] = []
  var open: [Int] = []
  var ends: [Int: Int] = [:]
  for scalar in text.unicodeScalars {
    switch scalar {
    case "«":
      open.append(starts.count)
      starts.append(bytes.count)
    case "»":
      if let mark = open.popLast() { ends[mark] = bytes.count }
    default: bytes.append(contentsOf: Array(String(scalar).utf8))
    }
  }
  let source = SourceText(path: file, bytes: bytes)
  let ranges = starts.enumerated().map { source.range($0.element, ends[$0.offset] ?? bytes.count) }
  return MarkedText(source: source, ranges: ranges)
}
