import TestSupport

/// Texts made from others by deleting, doubling, replacing and exchanging pieces; the same for the same seed.
struct Mutations {
  private var random: SplitMix64
  private let seeds: [[UInt8]]
  private let pieces: [[UInt8]]

  /// - Parameter pieces: What is put in, for example the marks and names of the language.
  init(of seeds: [String], pieces: [String], seed: UInt64) {
    random = SplitMix64(seed: seed)
    self.seeds = seeds.map { Array($0.utf8) }
    self.pieces =
      pieces.map { Array($0.utf8) } + [[0], [0xFF], [0x0A], Array("é".utf8), Array("99999999999999999999".utf8)]
  }

  /// Returns the next text, at most a few hundred bytes long.
  mutating func next() -> String {
    var bytes = seeds[random.below(seeds.count)]
    for _ in 0...random.below(4) {
      let place = random.below(bytes.count + 1)
      let piece = pieces[random.below(pieces.count)]
      let end = min(bytes.count, place + random.below(4))
      switch random.below(5) {
      case 0: bytes.removeSubrange(place..<end)
      case 1: bytes.insert(contentsOf: piece, at: place)
      case 2: bytes.replaceSubrange(place..<end, with: piece)
      case 3: bytes.insert(contentsOf: bytes[place..<end], at: place)
      default: if end > place { bytes.swapAt(place, end - 1) }
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
