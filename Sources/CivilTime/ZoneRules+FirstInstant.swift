extension ZoneRules {
  /// The instant at which the clock first shows a local time; a skipped one later by the length of the gap.
  ///
  /// RFC 5545 3.3.5 reads them so: with the offset before the gap.
  public func firstInstant(of dateTime: LocalDateTime) -> Instant {
    switch meaning(of: dateTime) {
    case .once(let instant): instant
    case .repeated(let first, _): first
    case .skipped(let gap): Instant(epochSeconds: dateTime.localSeconds - Int64(gap.offsetBefore))
    }
  }
}
