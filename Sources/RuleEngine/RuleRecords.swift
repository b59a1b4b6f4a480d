public import RuleModel

/// What the store keeps about rules, by their names.
///
/// There may be very many: the records stand side by side, with a small table of their places.
public struct RuleRecords: Hashable, Sendable {
  /// The records, in no order that means something.
  public private(set) var values: [RuleRecord] = []
  private var places = RuleTable()

  /// No records.
  public init() {}

  /// How many there are.
  public var count: Int { values.count }

  /// The names of their rules.
  public var keys: [RuleID] { values.map(\.rule) }

  /// The record of a rule; nil where nothing is kept about it.
  ///
  /// One that is set becomes that of the rule.
  public subscript(rule: RuleID) -> RuleRecord? {
    get { slot(of: rule).map { values[places[$0]] } }
    set {
      var record = newValue
      record?.rule = rule
      switch (slot(of: rule), record) {
      case (let slot?, let record?): values[places[slot]] = record
      case (nil, let record?):
        places.add(rule, at: values.count)
        values.append(record)
      case (let slot?, nil): remove(slot)
      case (nil, nil): break
      }
    }
  }

  private func slot(of rule: RuleID) -> Int? { places.slot(of: rule) { values[$0].rule } }

  private mutating func remove(_ slot: Int) {
    let place = places[slot]
    places.remove(slot)
    // The last one takes the place.
    let last = values.count - 1
    if place < last, let moved = self.slot(of: values[last].rule) {
      places[moved] = place
      values.swapAt(place, last)
    }
    values.removeLast()
  }

  /// Whether the same is kept about the same rules.
  public static func == (first: RuleRecords, second: RuleRecords) -> Bool {
    first.count == second.count && first.values.allSatisfy { second[$0.rule] == $0 }
  }

  /// Feeds the records whatever their order.
  public func hash(into hasher: inout Hasher) { hasher.combine(Set(values)) }
}
