import CivilTime
import RuleModel

/// How local date-times become instants: the zone with what gaps and folds mean.
struct LocalResolution: Sendable {
  let zone: ZoneRules
  let gap: GapPolicy
  let fold: FoldPolicy

  /// The longest gap whose times Debian's cron makes up for, in seconds.
  static let longestMadeUp: Int64 = 3 * 3600

  /// Calls with each gap whose transition lies in a range of instants, earliest first.
  ///
  /// - Parameter isIdle: The gaps whose times the policy drops; else those to whose times it gives instants.
  func forEachGap(from low: Int64, through high: Int64, isIdle: Bool = false, _ body: (LocalGap) -> Void) {
    var segment = LocalSegment(zone, at: low - 1)
    while segment.end <= high, segment.end < Instant.secondsRange.upperBound {
      let next = LocalSegment(zone, at: segment.end)
      guard next.start == segment.end else { return }
      if next.offset > segment.offset, dropsGap(of: next.offset - segment.offset) == isIdle {
        body(LocalGap(instant: segment.end, before: segment.offset, after: next.offset))
      }
      segment = next
    }
  }

  /// Whether the policy drops times of some gaps.
  var canDropGaps: Bool { gap == .skip || gap == .nextOfShortGap }

  private func dropsGap(of length: Int64) -> Bool {
    switch gap {
    case .shift, .next, .previous: false
    case .skip: true
    case .nextOfShortGap: length > LocalResolution.longestMadeUp
    }
  }

  /// Whether a local second falls into just this gap and is shown nowhere else.
  func isSkipped(_ local: Int64, by gap: LocalGap) -> Bool {
    guard CivilSearch.range.contains(local), case .skipped(let found) = zone.resolve(localSeconds: local) else {
      return false
    }
    return found.instant.epochSeconds == gap.instant
  }

  /// Where the local clock's reading, as `segment` shows it, is shown by another segment that the fold policy
  /// prefers: the local second at which that segment ends (or starts, going backwards); nil where none does.
  func preferred(over segment: LocalSegment, for local: Int64) -> (start: Int64, end: Int64)? {
    switch fold {
    case .both: return nil
    case .first:
      var other = segment
      while other.start > Instant.secondsRange.lowerBound, other.start > segment.start - LocalSegment.reach {
        other = LocalSegment(zone, at: other.start - 1)
        if other.shows(local) { return (other.start + other.offset, other.end + other.offset) }
      }
      return nil
    case .last:
      var other = segment
      while other.end < Instant.secondsRange.upperBound, other.end < segment.end + LocalSegment.reach {
        other = LocalSegment(zone, at: other.end)
        if other.shows(local) { return (other.start + other.offset, other.end + other.offset) }
      }
      return nil
    }
  }
}

/// A jump forward of a local clock.
struct LocalGap {
  /// The second of UTC at which it jumps.
  let instant: Int64
  /// Offset until then.
  let before: Int64
  /// Offset from then on.
  let after: Int64

  /// Seconds that the local clock leaves out.
  var length: Int64 { after - before }

  /// The instants that a policy gives to the gap's local times, and what to add to them for the local time.
  ///
  /// Nil where they are not one for each (`next`) or none (`skip`).
  func instants(_ policy: GapPolicy) -> (range: Range<Int64>, offset: Int64)? {
    switch policy {
    case .shift: (instant..<(instant + length), before)
    case .previous: ((instant - length)..<instant, after)
    case .next, .nextOfShortGap, .skip: nil
    }
  }
}
