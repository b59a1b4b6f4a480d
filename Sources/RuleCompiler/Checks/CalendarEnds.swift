import CivilTime
import Diagnostics
import RuleModel
import YAMLSyntax

extension Linker {
  /// Calendars that a trigger uses and that end within 60 days, or have ended.
  mutating func checkCalendarEnds() {
    guard let now = context.now, !calendars.isEmpty else { return }
    let local = context.localZone ?? .utc
    let today = local.localDateTime(at: now).date
    let used = Set(files.lazy.flatMap(\.uses).filter { $0.kind == .calendar }.map(\.name))
    for file in files {
      for (calendar, key, silenced) in file.calendars where used.contains(calendar.id.text) && !calendar.mayEnd {
        // The files of events are filled in behind the declaration.
        guard let end = (calendars[calendar.id] ?? calendar).lastDay, end.days(since: today) < 60 else { continue }
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
}
