/// A node as it is written, by which equal ones are known.
///
/// Two that are equal have the same scalars, lists and mappings inside, each as many nodes and bytes behind the first.
public struct WrittenText: Hashable, Sendable {
  private let node: YAMLNode
  private let hash: UInt64

  /// Takes a node; nil where equal bytes may differ in meaning: aliases stand for something else, and several lines
  /// depend on the indentation around them.
  ///
  /// - Parameter longest: Bytes that it has at most.
  public init?(_ node: YAMLNode, longest: Int) {
    guard node.document.anchors.isEmpty, node.endOffset - node.startOffset <= longest else { return nil }
    let seed = UInt64(truncatingIfNeeded: Hasher().finalize())
    let hash: UInt64? = node.withWrittenBytes { bytes in
      bytes.contains { $0 == 0x0A || $0 == 0x0D } ? nil : bytes.hash(seed: seed).hash
    }
    guard let hash else { return nil }
    self.node = node
    self.hash = hash
  }

  /// Whether the same bytes are written.
  public static func == (first: WrittenText, second: WrittenText) -> Bool {
    first.hash == second.hash
      && first.node.withWrittenBytes { bytes in second.node.withWrittenBytes { bytes.hasSameBytes(as: $0) } }
  }

  /// Feeds the hash of the bytes.
  public func hash(into hasher: inout Hasher) { hasher.combine(hash) }
}
