public import CivilTime
public import Diagnostics
import RecurrenceText
public import RuleModel

/// A language of expressions, with what stands beside the text.
public enum ExpressionLanguage: Hashable, Sendable {
  /// cron.
  case cron
  /// RFC 5545 recurrence rules, which count from a start.
  case rrule(start: LocalDateTime)
  /// systemd.time(7).
  case onCalendar
}

/// Compiles an expression that stands alone, as commands take it.
///
/// - Parameters:
///   - language: What the text is written in.
///   - source: The text, without quotes; its path is what diagnostics show, for example `--cron`.
///   - zone: The zone of an expression that names none.
/// - Returns: A trigger without further modifiers; findings have places in the text itself.
public func compileExpression(
  _ language: ExpressionLanguage, _ source: SourceText, zone: ZoneChoice = .local
) -> Fragment<Trigger> {
  let text = String(decoding: source.bytes, as: UTF8.self)
  let reading: ExpressionReading
  switch language {
  case .cron: reading = .cron(text)
  case .onCalendar: reading = .onCalendar(text)
  case .rrule(let start): reading = .recurrence(text) { RecurrencePattern(rule: $0, start: start) }
  }
  var diagnostics = reading.remarks.map { remark in
    let bytes = remark.bytes ?? 0..<source.bytes.count
    return Diagnostic(
      remark.severity, remark.code, remark.message, at: source.range(bytes.lowerBound, bytes.upperBound),
      hint: remark.hint)
  }
  guard let read = reading.source else { return Fragment(value: nil, diagnostics: diagnostics) }
  var trigger = Trigger(source: read, zone: zone, gap: read.defaultGap)
  if case .calendarExpression(let expression) = read, let own = expression.zone { trigger.zone = .named(own) }
  if !diagnostics.hasErrors {
    diagnostics += NeverFires.diagnostics([trigger], at: source.range(0, source.bytes.count))
  }
  return Fragment(value: diagnostics.hasErrors ? nil : trigger, diagnostics: diagnostics)
}

/// What an expression means, and everything to say about it.
struct ExpressionReading {
  /// A finding with its place in the expression.
  struct Remark {
    var severity: Diagnostic.Severity
    var code: String
    var message: String
    /// Bytes of UTF-8 from the expression's start; nil for all of it.
    var bytes: Range<Int>?
    var hint: String?

    init(_ fault: ExpressionError) {
      self.init(.error, fault.code, fault.message, at: fault.range, hint: fault.hint)
    }

    init(
      _ severity: Diagnostic.Severity, _ code: String, _ message: String, at bytes: Range<Int>? = nil, hint: String?
    ) {
      (self.severity, self.code, self.message, self.bytes, self.hint) = (severity, code, message, bytes, hint)
    }
  }

  /// The meaning; nil with errors.
  var source: TriggerSource?
  var remarks: [Remark] = []

  static func cron(_ text: String) -> ExpressionReading {
    switch CronText.parse(text) {
    case .failure(let fault): return ExpressionReading(remarks: [Remark(fault)])
    case .success(let expression):
      var reading = ExpressionReading(source: .cron(expression))
      if expression.eitherDayFieldMatches {
        reading.remarks.append(
          Remark(
            .warning, WarningCode.cronEitherDay.rawValue,
            "day of month and day of week are both given, so cron fires where either matches",
            hint:
              "begin one of the two fields with * to have both match, or allow \(WarningCode.cronEitherDay.rawValue)"))
      }
      if let digits = CronText.ambiguousWeekdayNumber(in: text) {
        reading.remarks.append(
          Remark(
            .warning, WarningCode.cronWeekdayNumber.rawValue,
            "weekday numbers are cron's here: 1 is Monday; Quartz and its relatives count from Sunday", at: digits,
            hint: "write the weekday's name"))
      }
      if let digits = CronText.overlongStep(in: text) {
        reading.remarks.append(
          Remark(
            .warning, WarningCode.cronLongStep.rawValue,
            "this step is longer than its field, and cron counts anew each time, so only the first value is left",
            at: digits,
            hint: "`every` keeps a distance across hours and days, or allow \(WarningCode.cronLongStep.rawValue)"))
      }
      return reading
    }
  }

  static func onCalendar(_ text: String) -> ExpressionReading {
    switch CalendarText.parse(text) {
    case .failure(let fault): return ExpressionReading(remarks: [Remark(fault)])
    case .success(let expression):
      guard expression.secondBits != nil else {
        return ExpressionReading(remarks: [
          Remark(
            .error, "oncalendar-fraction", "\(quoted(text)) fires between whole seconds, which no rule can",
            hint: "write whole seconds")
        ])
      }
      return ExpressionReading(source: .calendarExpression(expression))
    }
  }

  /// - Parameter pattern: Joins the rule with what stands beside it.
  static func recurrence(_ text: String, _ pattern: (RecurrenceRule) -> RecurrencePattern) -> ExpressionReading {
    switch RRULEText.parse(text) {
    case .failure(let fault): return ExpressionReading(remarks: [Remark(fault)])
    case .success(let rule):
      var reading = ExpressionReading(source: .recurrence(pattern(rule)))
      if rule.frequency < .daily {
        let isHourly = rule.frequency == .hourly
        let remedy = isHourly ? "`hourly` keeps to the clock" : "`every` keeps to elapsed time"
        reading.remarks.append(
          Remark(
            .warning, WarningCode.rruleSubDaily.rawValue,
            "RFC 5545 counts hours, minutes and seconds on the local clock, so a clock change shortens or doubles a step",
            hint: "\(remedy), or allow \(WarningCode.rruleSubDaily.rawValue)"))
      }
      return reading
    }
  }
}
