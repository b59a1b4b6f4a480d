/// A small generator whose numbers depend on its seed alone (Steele, Lea, Flood: "Fast splittable pseudorandom
/// number generators", 2014), so that a failing law can be run again.
public struct SplitMix64: RandomNumberGenerator, Sendable {
  private var state: UInt64

  /// Starts the sequence of a seed.
  public init(seed: UInt64) { state = seed }

  /// Returns the next 64 bits.
  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// Returns a number in a range, nearly uniform and the same on every platform.
  public mutating func below(_ bound: Int) -> Int { bound <= 1 ? 0 : Int(next() >> 1) % bound }
}
