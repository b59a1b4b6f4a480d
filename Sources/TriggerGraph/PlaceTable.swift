/// Where values stand in a list that holds each of them once, found by their hashes.
///
/// An open-addressed table of places alone: the values stay in the list of their owner, which hashes each of them once
/// and compares the few whose hashes are alike.
struct PlaceTable: Sendable {
  /// As many as a power of two: the upper half of a hash above its value's place, counted from 1; 0 for none.
  private var slots: [UInt64] = []
  private var count = 0

  /// An empty table.
  init() {}

  /// An empty table that holds so many places before it grows.
  init(minimumCapacity: Int) { reserve(minimumCapacity) }

  /// Makes room for so many places more.
  mutating func reserve(_ added: Int) {
    var size = max(16, slots.count)
    while size / 4 * 3 < count + added { size *= 2 }
    if size > slots.count { grow(to: size) }
  }

  /// What a search came to.
  enum Finding {
    /// The value stands at this place.
    case known(Int)
    /// There is none; `add` takes the slot that is its own.
    case unknown(slot: Int)
  }

  /// Looks for the value with this hash that is the one looked for.
  @inline(__always) func search(_ hash: UInt64, where isWanted: (Int) -> Bool) -> Finding {
    if slots.isEmpty { return .unknown(slot: 0) }
    return slots.withUnsafeBufferPointer { slots in
      var slot = Int(truncatingIfNeeded: hash >> 32) & (slots.count &- 1)
      while slots[slot] != 0 {
        if slots[slot] >> 32 == hash >> 32 {
          let place = Int(slots[slot] & 0xFFFF_FFFF) &- 1
          if isWanted(place) { return .known(place) }
        }
        slot = (slot &+ 1) & (slots.count &- 1)
      }
      return .unknown(slot: slot)
    }
  }

  /// The place of a value with this hash that is the one looked for; nil when there is none.
  @inline(__always) func place(of hash: UInt64, where isWanted: (Int) -> Bool) -> Int? {
    if case .known(let place) = search(hash, where: isWanted) { place } else { nil }
  }

  /// Notes where a value with this hash stands.
  ///
  /// - Parameters:
  ///   - place: Below 4,294,967,295.
  ///   - slot: What the search for it came to, with nothing added since.
  @inline(__always) mutating func add(_ hash: UInt64, at place: Int, slot: Int) {
    let entry = hash & 0xFFFF_FFFF_0000_0000 | UInt64(UInt32(truncatingIfNeeded: place &+ 1))
    count += 1
    if count <= slots.count / 4 * 3 {
      slots[slot] = entry
    } else {
      grow(to: max(16, slots.count * 2))
      put(entry)
    }
  }

  private mutating func put(_ entry: UInt64) {
    var slot = Int(truncatingIfNeeded: entry >> 32) & (slots.count &- 1)
    while slots[slot] != 0 { slot = (slot &+ 1) & (slots.count &- 1) }
    slots[slot] = entry
  }

  private mutating func grow(to size: Int) {
    let entries = slots
    slots = [UInt64](repeating: 0, count: size)
    for entry in entries where entry != 0 { put(entry) }
  }
}
