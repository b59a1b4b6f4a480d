import CivilTime
import RuleModel

/// What a search keeps between two questions: the month and the zone segment that it was in.
struct SearchState {
  var cell = MonthCell()
  var segment = LocalSegment.none
}

/// Local date-times read on a zone's clock: an ascending stream of instants.
///
/// Far from transitions the local clock is UTC with an offset, and the search runs on local seconds inside one
/// segment. Near one, pieces of the local clock can come out of order (what a gap skips is shifted among later times,
/// what a fold repeats comes twice), so there each piece is searched on its own and the nearest instant wins.
final class CivilChain: Sendable {
  let civil: CivilSearch
  let resolution: LocalResolution

  init(civil: CivilSearch, resolution: LocalResolution) {
    self.civil = civil
    self.resolution = resolution
  }

  /// The first instant at or after `from`; nil when there is none.
  func next(from: Int64, _ table: DayTable, _ state: inout SearchState) -> Int64? {
    let reach = LocalSegment.reach
    var low = max(from, Instant.secondsRange.lowerBound)
    while low <= Instant.secondsRange.upperBound {
      if !state.segment.holds(low) { state.segment = LocalSegment(resolution.zone, at: low) }
      if !state.segment.isClear(low, resolution.zone) {
        // Just after a transition, or just before one, where the local clock may be about to repeat itself.
        let segment = state.segment
        let end = low >= segment.clearEnd ? segment.end : min(segment.end, segment.clearStart)
        if let found = exact(from: low, to: end, in: segment, table) { return found }
        low = end
        continue
      }
      guard let local = civil.first(from: low &+ state.segment.offset, table, &state.cell) else { return nil }
      let instant = local &- state.segment.offset
      if instant < state.segment.end, state.segment.isClear(instant, resolution.zone) { return supported(instant) }
      // No local time from here to `local` is named, so nothing fires until the clock comes near it.
      var far = LocalSegment(resolution.zone, at: local)
      if far.shows(local), far.isClear(local &- far.offset, resolution.zone) {
        state.segment = far
        return supported(local &- far.offset)
      }
      low = max(low, local - 26 * 3600)
      let end = local + reach
      while low < end, low <= Instant.secondsRange.upperBound {
        let part = LocalSegment(resolution.zone, at: low)
        let partEnd = min(end, part.end)
        if let found = exact(from: low, to: partEnd, in: part, table) { return found }
        low = partEnd
      }
    }
    return nil
  }

  /// The last instant at or before `through`; nil when there is none.
  func previous(through: Int64, _ table: DayTable) -> Int64? {
    let reach = LocalSegment.reach
    var high = min(through, Instant.secondsRange.upperBound)
    while high >= Instant.secondsRange.lowerBound {
      var segment = LocalSegment(resolution.zone, at: high)
      if !segment.isClear(high, resolution.zone) {
        // Just before a transition, or just after one.
        let start = high < segment.clearStart ? segment.start : max(segment.start, segment.clearEnd)
        if let found = exactLast(from: start, through: high, in: segment, table) { return found }
        high = start - 1
        continue
      }
      guard let local = civil.last(through: high + segment.offset, table) else { return nil }
      let instant = local - segment.offset
      if instant >= segment.start, segment.isClear(instant, resolution.zone) { return supported(instant) }
      var far = LocalSegment(resolution.zone, at: local)
      if far.shows(local), far.isClear(local - far.offset, resolution.zone) { return supported(local - far.offset) }
      high = min(high, local + 26 * 3600)
      let start = local - reach
      while high >= start, high >= Instant.secondsRange.lowerBound {
        let part = LocalSegment(resolution.zone, at: high)
        let partStart = max(start, part.start)
        if let found = exactLast(from: partStart, through: high, in: part, table) { return found }
        high = partStart - 1
      }
    }
    return nil
  }

  @inline(__always) private func supported(_ instant: Int64) -> Int64? {
    Instant.secondsRange.contains(instant) ? instant : nil
  }

  /// The first instant in a range within one segment, wherever its local time comes from.
  private func exact(from low: Int64, to end: Int64, in segment: LocalSegment, _ table: DayTable) -> Int64? {
    var cell = MonthCell()
    var result: Int64?
    var local = low + segment.offset
    while let found = civil.first(from: local, table, &cell), found < end + segment.offset {
      guard let other = resolution.preferred(over: segment, for: found) else {
        result = found - segment.offset
        break
      }
      local = other.end
    }
    guard resolution.gap != .skip else { return result.flatMap(supported) }
    resolution.forEachGap(from: low - LocalSegment.reach, through: end + LocalSegment.reach) { gap in
      if let found = first(of: gap, from: low, to: end, table) { result = min(found, result ?? found) }
    }
    return result.flatMap(supported)
  }

  /// The first instant in a range that a gap's local times are given.
  private func first(of gap: LocalGap, from low: Int64, to end: Int64, _ table: DayTable) -> Int64? {
    var cell = MonthCell()
    if let (range, offset) = gap.instants(resolution.gap) {
      var local = max(low, range.lowerBound) + offset
      let limit = min(end, range.upperBound) + offset
      while local < limit, let found = civil.first(from: local, table, &cell), found < limit {
        if resolution.isSkipped(found, by: gap) { return found - offset }
        local = found + 1
      }
      return nil
    }
    guard gap.instant >= low, gap.instant < end else { return nil }
    var local = gap.instant + gap.before
    while let found = civil.first(from: local, table, &cell), found < gap.instant + gap.after {
      if resolution.isSkipped(found, by: gap) { return gap.instant }
      local = found + 1
    }
    return nil
  }

  /// The last instant in a range within one segment, wherever its local time comes from.
  private func exactLast(
    from low: Int64, through high: Int64, in segment: LocalSegment, _ table: DayTable
  ) -> Int64? {
    var result: Int64?
    var local = high + segment.offset
    while let found = civil.last(through: local, table), found >= low + segment.offset {
      guard let other = resolution.preferred(over: segment, for: found) else {
        result = found - segment.offset
        break
      }
      local = other.start - 1
    }
    guard resolution.gap != .skip else { return result.flatMap(supported) }
    resolution.forEachGap(from: low - LocalSegment.reach, through: high + LocalSegment.reach) { gap in
      if let found = last(of: gap, from: low, through: high, table) { result = max(found, result ?? found) }
    }
    return result.flatMap(supported)
  }

  private func last(of gap: LocalGap, from low: Int64, through high: Int64, _ table: DayTable) -> Int64? {
    if let (range, offset) = gap.instants(resolution.gap) {
      var local = min(high, range.upperBound - 1) + offset
      let limit = max(low, range.lowerBound) + offset
      while local >= limit, let found = civil.last(through: local, table), found >= limit {
        if resolution.isSkipped(found, by: gap) { return found - offset }
        local = found - 1
      }
      return nil
    }
    return first(of: gap, from: low, to: high + 1, table)
  }

  /// The local times that fire at an instant, ascending, each with the gap or pass that it came by.
  func readings(at instant: Int64, _ table: DayTable) -> [LocalReading] {
    var result: [LocalReading] = []
    let segment = LocalSegment(resolution.zone, at: instant)
    let local = instant + segment.offset
    if civil.contains(local, table), resolution.preferred(over: segment, for: local) == nil {
      result.append(LocalReading(local: local, pass: pass(of: local, in: segment), isFromGap: false))
    }
    guard resolution.gap != .skip else { return result }
    let reach = LocalSegment.reach
    resolution.forEachGap(from: instant - reach, through: instant + reach) { gap in
      if let (range, offset) = gap.instants(resolution.gap) {
        let local = instant + offset
        if range.contains(instant), civil.contains(local, table), resolution.isSkipped(local, by: gap) {
          result.append(LocalReading(local: local, pass: nil, isFromGap: true))
        }
      } else if gap.instant == instant {
        var cell = MonthCell()
        var local = gap.instant + gap.before
        while let found = civil.first(from: local, table, &cell), found < gap.instant + gap.after {
          if resolution.isSkipped(found, by: gap) {
            result.append(LocalReading(local: found, pass: nil, isFromGap: true))
          }
          local = found + 1
        }
      }
    }
    return result.sorted { $0.local < $1.local }
  }

  /// Which pass of a repeated local time a segment shows; nil where it is shown once.
  private func pass(of local: Int64, in segment: LocalSegment) -> OccurrenceIdentity.Pass? {
    guard CivilSearch.range.contains(local),
      case .repeated(let first, _) = resolution.zone.resolve(localSeconds: local)
    else { return nil }
    return first.epochSeconds == local - segment.offset ? .first : .last
  }
}

/// A local time that fires at a known instant.
struct LocalReading {
  let local: Int64
  /// The pass, where the clock shows the time more than once.
  let pass: OccurrenceIdentity.Pass?
  /// Whether a gap skips it.
  let isFromGap: Bool
}
