import CivilTime
import Diagnostics
import JSONText
import RecurrenceText
import RuleModel
import YAMLSyntax

/// The keys that stand beside `rrule`.
struct RecurrenceFields: Sendable {
  let start: Field<LocalDateTime>
  let added: Field<[ScalarText.DateOrTime]>
  let removed: Field<[ScalarText.DateOrTime]>

  init(_ builder: inout ShapeBuilder) {
    start = builder.field(
      "start", "DTSTART of `rrule` on the local clock; fires only where it matches the rule.", .localStart)
    added = builder.field("rdates", "Dates, or dates with times, at which `rrule` fires too.", .localDates)
    removed = builder.field("exdates", "Dates, or dates with times, at which `rrule` does not fire.", .localDates)
  }

  /// The names, for messages.
  var names: [String] { [start.name, added.name, removed.name] }
}

extension Grammar where Value == ScalarText.DateOrTime {
  /// A date or a date with a time, without an offset.
  static let localDate = Grammar.scalar("a date", SharedSchemas.dateOrTime) { text throws(ScalarFault) in
    let value = try ScalarText.dateOrTime(text)
    if case .point(.instant) = value {
      throw ScalarFault("bad-date", "\(quoted(text)) has an offset; `rrule` counts on the local clock")
    }
    return value
  }.named("date-or-time")
}

extension Grammar where Value == [ScalarText.DateOrTime] {
  static let localDates = Grammar<[ScalarText.DateOrTime]>.oneOrMany(.localDate, "a date")
}

extension Grammar where Value == LocalDateTime {
  /// A local date-time, or a date that stands for its first second.
  static let localStart = Grammar<ScalarText.DateOrTime>.localDate.map { value in
    switch value {
    case .point(.local(let dateTime)): dateTime
    case .day(let date): LocalDateTime(date: date, time: .midnight)
    case .point(.instant(let instant)): LocalDateTime(clampingLocalSeconds: instant.epochSeconds)
    }
  }
}

extension Grammar where Value == YAMLNode {
  /// An expression of another language in one text.
  static let expression = Grammar.node(SchemaParts.text)
}

extension Decoder {
  /// Reads `cron`.
  mutating func cron(_ node: YAMLNode) -> DecodedSource? {
    guard let text = scalarText(node, "a cron expression") else { return nil }
    return source(.cron(text), node).map { DecodedSource(source: $0) }
  }

  /// Reads `on_calendar`.
  mutating func onCalendar(_ node: YAMLNode) -> DecodedSource? {
    guard let text = scalarText(node, "a systemd calendar expression") else { return nil }
    guard case .calendarExpression(let expression)? = source(.onCalendar(text), node) else { return nil }
    if let zone = expression.zone, zone != .utc {
      zones.add(
        zone, at: node, textStart: text.utf8.count - zone.rawValue.utf8.count,
        isSilenced: silenced.contains(WarningCode.zoneMissingHere.rawValue))
    }
    return DecodedSource(source: .calendarExpression(expression))
  }

  /// Reads `rrule` with the keys beside it.
  mutating func recurrence(_ node: YAMLNode, _ entries: Entries, _ fields: RecurrenceFields) -> DecodedSource? {
    let before = diagnostics.count
    let start = value(fields.start, entries)
    let added = value(fields.added, entries) ?? []
    let removed = value(fields.removed, entries) ?? []
    guard let text = scalarText(node, "a recurrence rule") else { return nil }
    let reading = ExpressionReading.recurrence(text) { RecurrencePattern(rule: $0, start: start ?? .earliest) }
    guard case .recurrence(var pattern)? = source(reading, node) else { return nil }
    guard let start else {
      if !hasErrors(since: before) {
        error(
          "missing-key", "`rrule` needs `start`, from which it counts", at: entries.node,
          hint: "write for example start: 2026-01-06 09:00 beside it")
      }
      return nil
    }
    guard !hasErrors(since: before) else { return nil }
    pattern.added = Set(added.map { dateTime($0, start) }).sorted()
    for value in removed {
      switch value {
      case .day(let date): pattern.removedDays.append(date)
      case .point: pattern.removed.append(dateTime(value, start))
      }
    }
    pattern.removed = Set(pattern.removed).sorted()
    pattern.removedDays = Set(pattern.removedDays).sorted()
    return DecodedSource(source: .recurrence(pattern))
  }

  /// A date alone is at the time of `start`.
  func dateTime(_ value: ScalarText.DateOrTime, _ start: LocalDateTime) -> LocalDateTime {
    switch value {
    case .day(let date): LocalDateTime(date: date, time: start.time)
    case .point(.local(let dateTime)): dateTime
    case .point(.instant(let instant)): LocalDateTime(clampingLocalSeconds: instant.epochSeconds)
    }
  }

  /// Returns a parsed expression, or reports its fault where it stands in the text.
  mutating func expression<Value>(_ result: Result<Value, ExpressionError>, _ node: YAMLNode) -> Value? {
    switch result {
    case .success(let value): return value
    case .failure(let fault):
      diagnostics.append(
        Diagnostic(.error, fault.code, fault.message, at: node.range(ofTextBytes: fault.range), hint: fault.hint))
      return nil
    }
  }

  /// Returns what an expression means, and reports what there is to say about it where it stands in the text.
  private mutating func source(_ reading: ExpressionReading, _ node: YAMLNode) -> TriggerSource? {
    for remark in reading.remarks {
      let range = remark.bytes.map { node.range(ofTextBytes: $0) } ?? node.range
      if remark.severity == .error {
        diagnostics.append(Diagnostic(.error, remark.code, remark.message, at: range, hint: remark.hint))
      } else {
        warn(remark.code, remark.message, at: range, hint: remark.hint)
      }
    }
    return reading.source
  }

  /// Reports modifiers that shift days, where the steps of a recurrence are not the same each day.
  mutating func refuseShiftedSteps(_ trigger: Trigger, at node: YAMLNode) {
    guard case .recurrence(let pattern) = trigger.source, pattern.rule.hasUnevenSteps else { return }
    let shifts = trigger.offsets.contains { if case .workdays = $0 { true } else { false } }
    guard trigger.move != .drop || shifts else { return }
    error(
      "wrong-modifier",
      "`\(trigger.move != .drop ? "move" : "offset")` can't shift an interval that differs from day to day",
      at: node, hint: "an INTERVAL that divides the day evenly can be moved")
  }
}

extension RecurrenceRule {
  /// Whether the hours, minutes or seconds that count differ from day to day.
  fileprivate var hasUnevenSteps: Bool {
    switch frequency {
    case .hourly: 24 % interval != 0
    case .minutely: 1440 % interval != 0
    case .secondly: 60 % interval != 0
    case .daily, .weekly, .monthly, .yearly: false
    }
  }
}
