/// A node as it is written, by which equal ones are known.
///
/// Two that are equal have the same scalars, lists and mappings inside, each as many nodes and bytes behind the first.
public struct WrittenText: Hashable, Sendable {
  private let node: YAMLNode
  private let hash: UInt64
  /// What nobody can know who writes a file whose texts shall have one hash.
  private static let seed = UInt64(truncatingIfNeeded: Hasher().finalize())

  /// Takes a node; nil where equal bytes may differ in meaning: aliases stand for something else, and several lines
  /// depend on the indentation around them.
  ///
  /// - Parameter longest: Bytes that it has at most.
  public init?(_ node: YAMLNode, longest: Int) {
    guard node.document.anchors.isEmpty, node.endOffset - node.startOffset <= longest else { return nil }
    let (hash, _, isOneLine) = node.withWrittenBytes { $0.hash(seed: Self.seed) }
    guard isOneLine else { return nil }
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
