import CivilTime
import Diagnostics
import RuleModel
import YAMLSyntax

extension CalendarRecurrence {
  /// The last day that it knows of; nil where it goes on for ever.
  fileprivate var end: LocalDate? {
    lastDay.map { last in max(last, pattern.added.last?.date ?? last) }
  }
}

extension Linker {
  /// Calendars that a trigger uses and that end within 60 days, or have ended.
  mutating func checkCalendarEnds() {
    guard let now = context.now, !calendars.isEmpty else { return }
    let local = context.localZone ?? .utc
    let today = local.localDateTime(at: now).date
    let used = Set(files.lazy.flatMap(\.uses).filter { $0.kind == .calendar }.map(\.name))
    for file in files {
      for (calendar, key, silenced) in file.calendars where used.contains(calendar.id.text) {
        // The files of events are filled in behind the declaration.
        guard let end = end(of: calendars[calendar.id] ?? calendar), end.days(since: today) < 60 else { continue }
        warn(
          .calendarRunsOut,
          Diagnostic(
            .warning, WarningCode.calendarRunsOut.rawValue,
            end < today
              ? "the calendar \(quoted(calendar.id.text)) has ended on \(end.description)"
              : "the calendar \(quoted(calendar.id.text)) ends on \(end.description)",
            at: key.range, hint: "give it the dates that follow"),
          silenced: silenced)
      }
    }
  }

  /// The last day that a calendar knows of; nil where it goes on for ever.
  private func end(of calendar: CalendarDefinition) -> LocalDate? {
    guard calendar.union.isEmpty else { return nil }
    let goesOn = !calendar.yearly.isEmpty || calendar.weekly != nil || calendar.monthly != nil
    var days = Array(calendar.dates) + calendar.dayRanges.map(\.last) + calendar.timedRanges.map(\.end.date)
    if let series = calendar.events?.series {
      for event in series {
        guard let end = event.end else { return nil }
        days.append(end)
      }
    }
    if goesOn || calendar.recurrence != nil {
      let last = goesOn ? nil : calendar.recurrence?.end
      guard let end = [last, calendar.until].compactMap(\.self).min() else { return nil }
      days.append(end)
    }
    return days.max()
  }
}
