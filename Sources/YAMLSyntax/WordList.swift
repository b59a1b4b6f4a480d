/// Some words in ASCII, each with its place, among which the texts of nodes are found.
public struct WordList: Sendable {
  /// What tells most words apart.
  private struct Head: Equatable, Sendable {
    /// The first eight bytes.
    var bytes: UInt64
    var count: Int
  }

  private let heads: [Head]
  private let words: [[UInt8]]

  /// A list of words; of two that are equal the first one is found.
  public init(_ words: [String]) {
    self.words = words.map { Array($0.utf8) }
    heads = self.words.map { word in
      word.withUnsafeBufferPointer { Head(bytes: $0.lowBytes(from: 0), count: $0.count) }
    }
  }

  /// The place of a scalar's text; nil where it is none of the words.
  public func place(of node: YAMLNode) -> Int? { place(of: node.index, in: node.document) }

  /// The place of the key of a pair.
  public func place(ofKey pair: Int, in pairs: YAMLEntries) -> Int? {
    place(of: pairs.document.children[pairs.first + 2 * pair], in: pairs.document)
  }

  private func place(of node: UInt32, in document: YAMLDocument) -> Int? {
    let record = document.records[Int(node)]
    guard record.kind == .scalar else { return nil }
    return document.withText(record) { text in
      let head = Head(bytes: text.lowBytes(from: 0), count: text.count)
      for place in heads.indices where heads[place] == head {
        if text.count <= 8 || words[place].withUnsafeBufferPointer({ $0.hasSameBytes(as: text) }) { return place }
      }
      return nil
    }
  }
}
