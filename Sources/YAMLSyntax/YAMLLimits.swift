/// Bounds that keep a hostile or mistaken file from costing more than a large honest one.
///
/// Passing one is an error that names it. An honest file with 100,000 rules stays below all of them.
public struct YAMLLimits: Hashable, Sendable {
  /// Most bytes of one file; at most 2 GiB, since places are kept in 32 bits.
  public var bytes: Int
  /// Most nested lists and mappings, aliases followed; the outermost counts as 1.
  public var depth: Int
  /// Most scalars, lists and mappings written in one file.
  public var nodes: Int
  /// Most nodes that aliases and merge keys may repeat, each counted once for every time it is reached.
  public var expansion: Int

  /// Makes limits; without arguments 64 MiB, 64 levels, 8,000,000 nodes and 2,000,000 repeated nodes.
  public init(bytes: Int = 64 << 20, depth: Int = 64, nodes: Int = 8_000_000, expansion: Int = 2_000_000) {
    self.bytes = bytes
    self.depth = depth
    self.nodes = nodes
    self.expansion = expansion
  }
}
