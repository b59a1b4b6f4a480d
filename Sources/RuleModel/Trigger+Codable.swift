extension Trigger: Codable {
  private enum CodingKeys: CodingKey {
    case source, zone, bounds, only, except, weekend, move, offsets, jitterSeconds, gap, fold
  }

  /// Reads a stored trigger, which says everything.
  public init(from decoder: any Decoder) throws {
    let stored = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      source: try stored.decode(TriggerSource.self, forKey: .source),
      zone: try stored.decode(ZoneChoice.self, forKey: .zone),
      bounds: try stored.decode(Bounds.self, forKey: .bounds),
      only: try stored.decode([DayItem].self, forKey: .only),
      except: try stored.decode([DayItem].self, forKey: .except),
      weekend: try stored.decode(WeekdaySet.self, forKey: .weekend),
      move: try stored.decode(Move.self, forKey: .move),
      offsets: try stored.decode([Offset].self, forKey: .offsets),
      jitterSeconds: try stored.decode(Int64.self, forKey: .jitterSeconds),
      gap: try stored.decode(GapPolicy.self, forKey: .gap),
      fold: try stored.decode(FoldPolicy.self, forKey: .fold))
  }

  /// Stores a trigger with everything it says, defaults too.
  public func encode(to encoder: any Encoder) throws {
    var stored = encoder.container(keyedBy: CodingKeys.self)
    try stored.encode(source, forKey: .source)
    try stored.encode(zone, forKey: .zone)
    try stored.encode(bounds, forKey: .bounds)
    try stored.encode(only, forKey: .only)
    try stored.encode(except, forKey: .except)
    try stored.encode(weekend, forKey: .weekend)
    try stored.encode(move, forKey: .move)
    try stored.encode(offsets, forKey: .offsets)
    try stored.encode(jitterSeconds, forKey: .jitterSeconds)
    try stored.encode(gap, forKey: .gap)
    try stored.encode(fold, forKey: .fold)
  }
}
