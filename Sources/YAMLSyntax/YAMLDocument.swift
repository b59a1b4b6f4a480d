public import Diagnostics

/// All nodes of one file in flat arrays; `YAMLNode` is a place in it.
final class YAMLDocument: Sendable {
  /// One node, 20 bytes: there may be millions.
  struct Record: Sendable {
    /// First byte in the source.
    var start: UInt32
    /// Byte after the last one.
    var end: UInt32
    /// Where a scalar's text begins in the source or in `composed`, or the first child in `children`.
    var first: UInt32
    /// Bytes of a scalar's text; children of a sequence; pairs of a mapping, which are two children each.
    var count: UInt32
    var kind: YAMLNode.Kind
    var style: YAMLNode.Style
    var marks: Marks = []
  }

  /// What else is said of a node.
  struct Marks: OptionSet, Sendable {
    let rawValue: UInt8
    /// A comment cuts the scalar off.
    static let cutByComment = Marks(rawValue: 1)
    /// The list or mapping was written with brackets.
    static let flow = Marks(rawValue: 2)
    /// The scalar's text stands in `composed`, since escapes or folding make it another one than is written.
    static let composed = Marks(rawValue: 4)
  }

  let source: SourceText
  let records: [Record]
  /// Texts of scalars that don't stand in the source as they are, one behind the other in UTF-8.
  let composed: [UInt8]
  let children: [UInt32]
  let anchors: [YAMLAnchor]

  init(source: SourceText, records: [Record], composed: [UInt8], children: [UInt32], anchors: [YAMLAnchor]) {
    self.source = source
    self.records = records
    self.composed = composed
    self.children = children
    self.anchors = anchors
  }

  /// Calls with the text of a scalar in UTF-8; with nothing for a list or mapping.
  @inline(__always) func withText<Result>(
    _ record: Record, _ body: (UnsafeBufferPointer<UInt8>) -> Result
  ) -> Result {
    let from = Int(record.first)
    let length = record.kind == .scalar ? Int(record.count) : 0
    return (record.marks.contains(.composed) ? composed : source.bytes).withUnsafeBufferPointer { bytes in
      guard length > 0, from <= bytes.count - length else { return body(UnsafeBufferPointer(start: nil, count: 0)) }
      return body(UnsafeBufferPointer(rebasing: bytes[from..<from + length]))
    }
  }
}

/// An anchor `&name` of a file.
public struct YAMLAnchor: Hashable, Sendable {
  /// The name without `&`.
  public let name: String
  /// Where `&name` stands.
  public let range: SourceRange
  /// `YAMLNode.identity` of the node it names.
  public let node: Int
}
