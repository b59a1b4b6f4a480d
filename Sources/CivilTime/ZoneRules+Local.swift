extension ZoneRules {
  /// The instants at which the zone's clock shows a local date and time.
  ///
  /// At the ends of the supported range an instant that lies outside it is brought to the nearer end.
  /// - Complexity: O(1) without allocation; some nanoseconds, about ten times that within two days of a change.
  @inlinable public func meaning(of local: LocalDateTime) -> LocalMeaning {
    resolve(localSeconds: local.localSeconds)
  }

  /// As `meaning(of:)`, for loops that keep local time as a number.
  ///
  /// - Parameter localSeconds: Seconds since 1970-01-01T00:00 on the local clock. What lies outside the years
  ///   1 to 9999 is brought to the nearer end.
  @inlinable public func resolve(localSeconds: Int64) -> LocalMeaning {
    let local = min(max(localSeconds, -62_135_596_800), 253_402_300_799)
    let segment = segment(atSeconds: local)
    // No offset reaches two days, so this far from both ends no other segment shows the same local time.
    if segment.start <= local &- 172_800, segment.end > local &+ 172_800 {
      return .once(Instant(epochSeconds: local &- Int64(segment.offset)))
    }
    return resolveNearTransition(local)
  }

  /// Looks at every segment that could show the local time, oldest first.
  @usableFromInline func resolveNearTransition(_ local: Int64) -> LocalMeaning {
    var segment = segment(atSeconds: local - Int64(ZoneTable.offsetRange.upperBound))
    let lastStart = local - Int64(ZoneTable.offsetRange.lowerBound)
    var first: Int64?
    var last = Int64.min
    var gap: ZoneGap?
    var offsetBefore = segment.offset
    var isPast = false  // The clock went beyond the local time in the segment before.
    while true {
      let instant = local - Int64(segment.offset)
      if instant < segment.start {
        if isPast, gap == nil {
          let change = Instant(epochSeconds: segment.start)
          gap = ZoneGap(instant: change, offsetBefore: offsetBefore, offsetAfter: segment.offset)
        }
        isPast = false
      } else if instant < segment.end {
        if first == nil { first = instant }
        last = instant
        isPast = false
      } else {
        isPast = true
      }
      guard segment.end <= lastStart else { break }
      offsetBefore = segment.offset
      segment = self.segment(atSeconds: segment.end)
    }
    if let first {
      let instant = Instant(epochSeconds: first)
      return first == last ? .once(instant) : .repeated(first: instant, last: Instant(epochSeconds: last))
    }
    if let gap { return .skipped(gap) }
    // Segments cover all time without holes, so a time that none of them shows lies between two of them.
    return .once(Instant(epochSeconds: local - Int64(segment.offset)))
  }
}
