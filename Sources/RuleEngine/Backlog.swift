import RuleModel

/// Mutations that the store could not keep; of each record only the latest, in the order of the latest changes.
struct Backlog {
  private enum Slot: Hashable {
    case claim(OccurrenceKey)
    case settle(OccurrenceKey)
    case rule(RuleID)
    case anchor(AnchorKey)
    case request(String)
    case delivery(Int64)
    case run(RunID)
    case stepList(Int64)
    case settings
    case once(Int)
  }

  private var slots: [Slot: Int] = [:]
  private var entries: [Int: Mutation] = [:]
  private var next = 0

  /// Whether nothing waits.
  var isEmpty: Bool { entries.isEmpty }

  /// All that waits, in order.
  var mutations: [Mutation] { entries.sorted { $0.key < $1.key }.map(\.value) }

  /// Takes mutations after those that already wait.
  mutating func absorb(_ mutations: [Mutation]) {
    for mutation in mutations {
      let slot = Self.slot(of: mutation, next)
      if let earlier = slots[slot] { entries[earlier] = nil }
      slots[slot] = next
      entries[next] = mutation
      next += 1
    }
  }

  /// Forgets all.
  mutating func clear() { self = Backlog() }

  private static func slot(of mutation: Mutation, _ number: Int) -> Slot {
    switch mutation {
    case .claim(let row): .claim(row.key)
    case .settle(let row): .settle(row.key)
    case .record(let record): .rule(record.rule)
    case .anchor(let anchor): .anchor(anchor.key)
    case .dropAnchor(let key): .anchor(key)
    case .request(let request): .request(request.identifier)
    case .dropRequest(let identifier): .request(identifier)
    case .delivery(let delivery): .delivery(delivery.number)
    case .run(let run): .run(run.id)
    case .stepList(let list): .stepList(list.id)
    case .dropStepList(let id): .stepList(id)
    case .settings: .settings
    case .voidRows, .rename, .forget, .response: .once(number)
    }
  }
}
