import CivilTime
import Diagnostics
import NextFire
import RecurrenceText
import RuleModel
import TriggerGraph
import YAMLSyntax

extension Decoder {
  /// Reads `rrule` of a calendar with `start`, `rdates` and `exdates`.
  mutating func calendarRecurrence(_ entries: Entries, _ shape: CalendarShape) -> CalendarRecurrence? {
    let before = diagnostics.count
    let start = value(shape.start, entries)
    let added = value(shape.added, entries) ?? []
    let removed = value(shape.removed, entries) ?? []
    guard let node = entries.node(shape.recurrence) else {
      for key in [entries.key(shape.start), entries.key(shape.added), entries.key(shape.removed)] {
        guard let key else { continue }
        let hint = key.text == "start" ? "did you mean 'from'?" : key.text == "exdates" ? "did you mean 'except'?" : nil
        error("missing-key", "`\(key.text ?? "")` belongs to `rrule`, which is not here", at: key, hint: hint)
      }
      return nil
    }
    guard let text = scalarText(node, "a recurrence rule"), let rule = expression(RRULEText.parse(text), node) else {
      return nil
    }
    if rule.frequency < .daily || rule.hours != 0 || rule.minutes != 0 || rule.seconds != 0 {
      error(
        "calendar-times", "a calendar's `rrule` names days, and this one names times of day", at: node,
        hint: "FREQ=DAILY or coarser, without BYHOUR, BYMINUTE and BYSECOND; `hours` says which hours of the days")
      return nil
    }
    guard let start else {
      if diagnostics.count == before {
        error(
          "missing-key", "`rrule` needs `start`, from which it counts", at: entries.node,
          hint: "write for example start: 2026-01-06 beside it")
      }
      return nil
    }
    guard diagnostics.count == before else { return nil }
    var pattern = RecurrencePattern(rule: rule, start: start)
    let last = pattern.lastDay()
    guard last.isPossible else {
      error("never-fires", "no date ever matches this", at: node)
      return nil
    }
    pattern.added = Set(added.map { dateTime($0, start) }).sorted()
    pattern.removedDays = Set(removed.map { dateTime($0, start).date }).sorted()
    return CalendarRecurrence(pattern: pattern, lastDay: last.day)
  }
}

extension RecurrencePattern {
  /// Whether the rule alone names any day, and the last one it names; nil where it goes on for ever.
  func lastDay() -> (isPossible: Bool, day: LocalDate?) {
    var builder = TriggerGraphBuilder(calendars: [:])
    let pattern = RecurrencePattern(rule: rule, start: start)
    builder.add(Rule(id: RuleID("days"), triggers: [Trigger(source: .recurrence(pattern), zone: .named(.utc))]))
    let evaluator = Evaluator(
      graph: builder.finish(), context: EvaluationContext(localZone: .utc, assumedAnchor: .earliest))
    if evaluator.isNever(0) { return (false, nil) }
    if rule.end == .never { return (true, nil) }
    let last = evaluator.previousInstant(ofRule: 0, before: .latest)
    return (last != nil, last.map { ZoneRules.utc.localDateTime(at: $0).date })
  }
}
