import CivilTime
import RuleModel

extension Engine {
  /// The instant that a moment means, seen from now; nil outside the years 1 to 9999, or when it is over.
  func moment(_ moment: Moment, in zone: ZoneChoice) -> Instant? {
    let local = book.source.localTime(at: now, in: zone)
    switch moment {
    case .after(let duration):
      guard duration.days != 0 else { return now.advanced(bySeconds: duration.seconds) }
      guard let date = local.date.advanced(byDays: Int(duration.days)) else { return nil }
      return book.source.instant(of: LocalDateTime(date: date, time: local.time), in: zone)
        .advanced(bySeconds: duration.seconds)
    case .at(let time):
      let today = book.source.instant(of: LocalDateTime(date: local.date, time: time), in: zone)
      if today > now { return today }
      return tomorrow(local.date, time, zone)
    case .tomorrow(let time): return tomorrow(local.date, time, zone)
    case .on(let date): return coming(book.source.instant(of: LocalDateTime(date: date, time: .midnight), in: zone))
    case .point(.local(let dateTime)): return coming(book.source.instant(of: dateTime, in: zone))
    case .point(.instant(let instant)): return coming(instant)
    }
  }

  private func tomorrow(_ date: LocalDate, _ time: TimeOfDay, _ zone: ZoneChoice) -> Instant? {
    date.advanced(byDays: 1).map { book.source.instant(of: LocalDateTime(date: $0, time: time), in: zone) }
  }

  private func coming(_ instant: Instant) -> Instant? { instant > now ? instant : nil }
}
