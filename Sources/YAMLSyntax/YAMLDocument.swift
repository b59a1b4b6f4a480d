public import Diagnostics

/// All nodes of one file in flat arrays; `YAMLNode` is a place in it.
final class YAMLDocument: Sendable {
  /// One node, 20 bytes: there may be millions.
  struct Record: Sendable {
    /// First byte in the source.
    var start: UInt32
    /// Byte after the last one.
    var end: UInt32
    /// Index in `texts` of a scalar's text, or in `children` of the first child.
    var first: UInt32
    /// Children of a sequence, or pairs of a mapping, which are two children each.
    var count: UInt32
    var kind: YAMLNode.Kind
    var style: YAMLNode.Style
    var isCutByComment: Bool
    var isFlow: Bool
  }

  let source: SourceText
  let records: [Record]
  let texts: [String]
  let children: [UInt32]
  let anchors: [YAMLAnchor]

  init(source: SourceText, records: [Record], texts: [String], children: [UInt32], anchors: [YAMLAnchor]) {
    self.source = source
    self.records = records
    self.texts = texts
    self.children = children
    self.anchors = anchors
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
