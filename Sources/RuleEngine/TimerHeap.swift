import CivilTime
import RuleModel

/// Something that becomes due at an instant; whether it still holds is looked up when it does.
enum TimerKind: Hashable, Sendable {
  /// The next occurrence of the rules of a group.
  case calendar(group: Int)
  /// A claimed row that waits.
  case claim(OccurrenceKey)
  /// A pending request.
  case request(String)
  /// The end of a delivery.
  case expiry(Int64)
  /// The next attempt of a run.
  case retry(RunID)
  /// The store is tried again.
  case store
  /// The history is pruned.
  case prune

  /// Whether something rings or runs then.
  var isForPeople: Bool {
    switch self {
    case .calendar, .claim, .request, .retry: true
    case .expiry, .store, .prune: false
    }
  }
}

/// Timers by instant: a binary heap, the earliest first, equal instants in the order they were added.
struct TimerHeap {
  private struct Entry {
    var instant: Instant
    var order: UInt64
    var kind: TimerKind

    func isBefore(_ other: Entry) -> Bool {
      instant == other.instant ? order < other.order : instant < other.instant
    }
  }

  private var entries: [Entry] = []
  private var added: UInt64 = 0

  /// How many timers there are.
  var count: Int { entries.count }

  /// The earliest instant.
  var earliest: Instant? { entries.first?.instant }

  /// Gives each timer of the earliest instant to `body`, in no order, until that returns false.
  func visitEarliest(_ body: (TimerKind) -> Bool) {
    guard let earliest else { return }
    var places = [0]
    while let place = places.popLast() {
      guard place < entries.count, entries[place].instant == earliest else { continue }
      guard body(entries[place].kind) else { return }
      places += [2 * place + 1, 2 * place + 2]
    }
  }

  /// The earliest instant at which something rings or runs, the service's own housekeeping left out.
  var earliestForPeople: Instant? {
    var earliest: Instant?
    for entry in entries where entry.kind.isForPeople { earliest = min(earliest ?? entry.instant, entry.instant) }
    return earliest
  }

  /// Removes all timers.
  mutating func removeAll() { entries.removeAll(keepingCapacity: true) }

  /// Adds a timer.
  mutating func add(_ kind: TimerKind, at instant: Instant) {
    added &+= 1
    entries.append(Entry(instant: instant, order: added, kind: kind))
    var child = entries.count - 1
    while child > 0 {
      let parent = (child - 1) / 2
      guard entries[child].isBefore(entries[parent]) else { break }
      entries.swapAt(child, parent)
      child = parent
    }
  }

  /// Removes and returns the earliest timer, if it is due at `now`.
  mutating func popDue(at now: Instant) -> TimerKind? {
    guard let first = entries.first, first.instant <= now else { return nil }
    let last = entries.removeLast()
    if !entries.isEmpty {
      entries[0] = last
      sink()
    }
    return first.kind
  }

  private mutating func sink() {
    var parent = 0
    while true {
      var least = parent
      for child in [2 * parent + 1, 2 * parent + 2] where child < entries.count {
        if entries[child].isBefore(entries[least]) { least = child }
      }
      guard least != parent else { return }
      entries.swapAt(parent, least)
      parent = least
    }
  }
}
