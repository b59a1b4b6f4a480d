import CivilTime
import RuleEngine
import RuleModel

/// A store whose keeping is a value, so that a crash is forgetting everything else.
final class MemoryStore: BatchStore {
  private(set) var state = StoredState()
  /// All rows that are not void.
  private(set) var ledger: [OccurrenceKey: LedgerRow] = [:]
  private(set) var deliveries: [Int64: Delivery] = [:]
  private(set) var runs: [RunID: RunRecord] = [:]
  private(set) var responses: [ResponseRecord] = []
  private(set) var commits = 0
  /// A real store that is told the same and must say the same.
  var mirror: (any BatchStore)?
  /// What the mirror said otherwise.
  private(set) var disagreements: [String] = []
  /// Set while the disk is full.
  var failure: StoreError?

  func load() throws(StoreError) -> StoredState { state }

  func write(_ batch: MutationBatch) throws(StoreError) -> [OccurrenceKey] {
    if let failure { throw failure }
    commits += 1
    var refused: [OccurrenceKey] = []
    for mutation in batch.mutations {
      switch mutation {
      case .claim(let row):
        if ledger[row.key] != nil {
          refused.append(row.key)
          continue
        }
        ledger[row.key] = row
      case .settle(let row): ledger[row.key] = row
      case .voidRows(let rule, let handledAfter, let dueAfter):
        ledger = ledger.filter {
          !($0.key.rule == rule && $0.value.handled > handledAfter && $0.value.scheduled > dueAfter)
        }
      case .rename(let old, let new):
        for (key, row) in ledger where key.rule == old {
          ledger[key] = nil
          var moved = row
          moved.key.rule = new
          ledger[moved.key] = moved
        }
      case .delivery(let delivery): deliveries[delivery.number] = delivery
      case .run(let run): runs[run.id] = run
      case .response(let response): responses.append(response)
      default: break
      }
      state.apply(mutation)
    }
    if let mirror {
      let other = try mirror.commit(batch)
      if other != refused { disagreements.append("refused \(other) and not \(refused)") }
    }
    return refused
  }

  func sync() throws(StoreError) {}

  func replace(with state: StoredState, now: Instant) throws(StoreError) -> String {
    self.state = state
    return ""
  }

  func prune(before instant: Instant, keeping: Int, portion: Int) throws(StoreError) -> Bool { false }
}
