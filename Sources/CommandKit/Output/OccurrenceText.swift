import CivilTime
import RuleModel

/// How previews name an instant and the reasons that moved it.
enum OccurrenceText {
  /// `Fri 2026-12-25 02:30 CET`, with seconds where they are not 0.
  static func stamp(_ instant: Instant, in zone: ZoneRules) -> String {
    let offset = zone.offset(at: instant)
    guard let local = LocalDateTime(localSeconds: instant.epochSeconds + Int64(offset)) else {
      return RFC3339.text(instant)
    }
    return "\(day(local.date)) \(local.time) \(zone.abbreviation(at: instant))"
  }

  /// `+01:00`, with seconds where there are some.
  static func offset(_ seconds: Int32) -> String {
    func two(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let amount = abs(seconds)
    let text = "\(seconds < 0 ? "-" : "+")\(two(amount / 3600)):\(two(amount / 60 % 60))"
    return amount % 60 == 0 ? text : "\(text):\(two(amount % 60))"
  }

  /// `Fri 2026-12-25`.
  static func day(_ date: LocalDate) -> String {
    let name = date.weekday.shortName
    return "\(name.prefix(1).uppercased())\(name.dropFirst()) \(date)"
  }

  /// The stable word and the sentence for a reason.
  static func reason(_ reason: OccurrenceReason) -> (code: String, text: String) {
    switch reason {
    case .gap(let policy, let nominal):
      let absence = "\(nominal.time) does not exist on \(nominal.date)"
      return switch policy {
      case .shift: ("gap", "\(absence), later by the length of the gap")
      case .next, .nextOfShortGap: ("gap", "\(absence), at the end of the gap")
      case .previous: ("gap", "\(absence), earlier by the length of the gap")
      case .skip: ("gap", absence)
      }
    case .fold(.first): return ("fold", "comes twice that day, the first pass")
    case .fold(.last): return ("fold", "comes twice that day, the last pass")
    case .moved(let date, let because): return ("moved", "from \(day(date)) (\(because))")
    case .clamped(.last): return ("clamped", "the last day stands in for one that the month lacks")
    case .clamped(.next): return ("clamped", "the next day stands in for one that the month lacks")
    case .clamped(.skip): return ("clamped", "the month lacks the day")
    case .offset(let offset): return ("offset", text(offset))
    case .jitter(let seconds): return ("jitter", "later by \(RelativeTime.text(seconds: seconds))")
    case .collapsed(let others): return ("collapsed", "\(others) more at the same instant")
    }
  }

  /// The stable word and the sentence for a reason to leave an occurrence out.
  static func reason(_ reason: SkippedOccurrence.Reason) -> (code: String, text: String) {
    switch reason {
    case .except(let name): ("except", name)
    case .notInOnly: ("only", "not among the days of 'only'")
    case .gap: ("gap", "the local time does not exist")
    case .missingDay: ("missing-day", "the month lacks the day")
    case .noFreeDay(let name): ("no-free-day", "\(name), and no free day near enough")
    }
  }

  /// An offset as a rule file writes it: `-10m`, `+2d`, `-3wd`.
  static func text(_ offset: Offset) -> String {
    switch offset {
    case .days(let days): "\(signed(Int64(days)))d"
    case .workdays(let days): "\(signed(Int64(days)))wd"
    case .seconds(let seconds): signedSeconds(seconds)
    case .daysAndSeconds(let days, let seconds):
      "\(signed(Int64(days)))d" + (seconds == 0 ? "" : " \(RelativeTime.text(seconds: seconds))")
    }
  }

  private static func signed(_ number: Int64) -> String { number < 0 ? "\(number)" : "+\(number)" }

  private static func signedSeconds(_ seconds: Int64) -> String {
    let amount = seconds.magnitude
    let sign = seconds < 0 ? "-" : "+"
    if amount % 3600 == 0, amount > 0 { return "\(sign)\(amount / 3600)h" }
    if amount % 60 == 0 { return "\(sign)\(amount / 60)m" }
    return "\(sign)\(amount)s"
  }
}
