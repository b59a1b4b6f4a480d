import RuleModel

/// Where rules stand in a list that holds each of them once, found by their names.
///
/// An open-addressed table of places alone, eight bytes each: the names stay in the list.
struct RuleTable: Sendable {
  /// As many as a power of two: the upper half of a name's hash above its place, counted from 1; 0 for none.
  private var slots: [UInt64] = []
  private var count = 0

  /// The slot of a rule; nil where it is not in the list.
  ///
  /// - Parameter name: The name at a place of the list.
  func slot(of id: RuleID, name: (Int) -> RuleID?) -> Int? {
    guard count > 0 else { return nil }
    let hash = Self.hash(id)
    var slot = start(hash)
    while slots[slot] != 0 {
      if slots[slot] >> 32 == hash >> 32, name(self[slot]) == id { return slot }
      slot = following(slot)
    }
    return nil
  }

  /// The place that a slot holds, below 4,294,967,295.
  subscript(slot: Int) -> Int {
    get { Int(slots[slot] & ~Self.upper) &- 1 }
    set { slots[slot] = slots[slot] & Self.upper | UInt64(UInt32(truncatingIfNeeded: newValue &+ 1)) }
  }

  /// Notes the place of a rule that is not there yet.
  mutating func add(_ id: RuleID, at place: Int) {
    count += 1
    if count > slots.count / 4 * 3 { grow() }
    put(Self.hash(id) & Self.upper | UInt64(UInt32(truncatingIfNeeded: place &+ 1)))
  }

  /// Forgets the rule of a slot.
  mutating func remove(_ slot: Int) {
    count -= 1
    var hole = slot
    // What was put behind its own slot because of this one moves up, so that searches end at holes.
    var next = following(hole)
    while slots[next] != 0 {
      let distance = (next &- start(slots[next])) & (slots.count &- 1)
      if distance >= (next &- hole) & (slots.count &- 1) {
        slots[hole] = slots[next]
        hole = next
      }
      next = following(next)
    }
    slots[hole] = 0
  }

  /// Forgets all rules and keeps the room for them.
  mutating func removeAll() {
    for slot in slots.indices { slots[slot] = 0 }
    count = 0
  }

  private mutating func put(_ entry: UInt64) {
    var slot = start(entry)
    while slots[slot] != 0 { slot = following(slot) }
    slots[slot] = entry
  }

  private mutating func grow() {
    let entries = slots
    slots = [UInt64](repeating: 0, count: max(16, entries.count * 2))
    for entry in entries where entry != 0 { put(entry) }
  }

  /// Where the search for a hash begins.
  private func start(_ hash: UInt64) -> Int { Int(truncatingIfNeeded: hash >> 32) & (slots.count &- 1) }

  private func following(_ slot: Int) -> Int { (slot &+ 1) & (slots.count &- 1) }

  private static let upper: UInt64 = 0xFFFF_FFFF_0000_0000

  private static func hash(_ id: RuleID) -> UInt64 {
    var hasher = Hasher()
    hasher.combine(id)
    return UInt64(bitPattern: Int64(hasher.finalize()))
  }
}
