public import RuleModel

/// Where the rules of a graph stand in it, by their names: for whoever asks for rules by name.
///
/// Not a part of the graph, since most that read one go through all of its rules.
public struct RulePlaces: Sendable {
  private let rules: [TriggerGraph.RuleEntry]
  private var table: PlaceTable

  /// Makes all rules of a graph known, the first of those with one name.
  public init(_ graph: TriggerGraph) {
    rules = graph.rules
    table = PlaceTable(minimumCapacity: rules.count)
    for place in rules.indices {
      let id = rules[place].id
      let hash = StableHasher.hash(of: id.text)
      if case .unknown(let slot) = table.search(hash, where: { rules[$0].id == id }) {
        table.add(hash, at: place, slot: slot)
      }
    }
  }

  /// The place of a rule in the graph's `rules`; nil when there is none of that name.
  public subscript(id: RuleID) -> Int? {
    table.place(of: StableHasher.hash(of: id.text)) { rules[$0].id == id }
  }
}
