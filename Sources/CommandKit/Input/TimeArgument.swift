import CivilTime
import RuleCompiler
import RuleModel

/// Points of time as they are typed: RFC 3339, a local date or date-time, `now`, `+2h`.
struct TimeArgument {
  /// The zone in which local times are read.
  let zone: ZoneRules
  /// What `now` means.
  let now: Instant

  /// Reads the value of an option.
  ///
  /// A local time that the clocks skip is read later by the length of the gap, a repeated one as its first pass. A date
  /// means its first second. A fraction of a second is dropped, but `--from` begins with the next whole one.
  ///
  /// - Throws: A failure of usage that names the option and the forms.
  func instant(_ text: String, option: String) throws(CommandFailure) -> Instant {
    if text == "now" { return now }
    if text.hasPrefix("+") || text.hasPrefix("-") {
      let rules = ScalarText.DurationRules(allowsCalendarSteps: true, allowsNegative: true, allowsZero: true)
      do {
        return advanced(by: try ScalarText.duration(text, rules))
      } catch {
        throw .usage("--\(option): \(error.message)\(error.hint.map { "; \($0)" } ?? "")")
      }
    }
    let spelled = text.contains(" ") ? text.replacing(" ", with: "T") : text
    if let timestamp = RFC3339.parse(spelled) {
      // The first whole second at or after it, where that is asked for.
      return timestamp.nanoseconds > 0 && option == "from"
        ? timestamp.instant.advanced(bySeconds: 1) : timestamp.instant
    }
    if let dateTime = LocalDateTime(spelled) { return zone.firstInstant(of: dateTime) }
    if let date = LocalDate(text) { return zone.firstInstant(of: LocalDateTime(date: date, time: .midnight)) }
    throw .usage(
      "--\(option) takes a time such as 2027-03-28T02:30, 2027-03-28T02:30+01:00, 2027-03-28, now or +2h, not '\(text)'"
    )
  }

  /// Days on the civil calendar first, then elapsed seconds.
  private func advanced(by duration: CalendarDuration) -> Instant {
    var start = now
    if duration.days != 0 {
      let local = LocalDateTime(localSeconds: now.epochSeconds + Int64(zone.offset(at: now)))
      let date = local?.date.advanced(byDays: Int(duration.days))
      guard let local, let date else { return duration.days < 0 ? .earliest : .latest }
      start = zone.firstInstant(of: LocalDateTime(date: date, time: local.time))
    }
    return start.advanced(bySeconds: duration.seconds)
  }
}
