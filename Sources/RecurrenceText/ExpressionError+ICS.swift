/// What can be wrong with an iCalendar file.
extension ExpressionError {
  static func noCalendarFile(at range: Range<Int>) -> ExpressionError {
    ExpressionError(
      "ics-file", "this is not an iCalendar file", at: range, hint: "such a file begins with BEGIN:VCALENDAR")
  }

  static func badCalendarLine(_ line: ICSLine.Unfolded) -> ExpressionError {
    let bytes = ExpressionBytes(String(decoding: line.bytes.prefix(200), as: UTF8.self))
    return ExpressionError(
      "ics-line", "'\(bytes.quoted(0..<bytes.count))' is not a line of an iCalendar file", at: line.range,
      hint: "a line is NAME:value; a continuation begins with a space")
  }

  static func deepCalendarFile(at range: Range<Int>) -> ExpressionError {
    ExpressionError("ics-file", "components are nested more than 16 deep", at: range)
  }

  static func unpairedCalendarEnd(_ line: ICSLine) -> ExpressionError {
    ExpressionError("ics-file", "'END:\(quoted(line.value))' ends nothing that is open here", at: line.range)
  }

  static func cutCalendarFile(_ name: String, at range: Range<Int>) -> ExpressionError {
    ExpressionError("ics-file", "the file ends within \(quoted(name))", at: range, hint: "it may have been cut off")
  }

  static func eventWithoutStart(at range: Range<Int>) -> ExpressionError {
    ExpressionError("ics-event", "an event has no DTSTART", at: range)
  }

  static func badEventTime(_ value: String, _ line: ICSLine) -> ExpressionError {
    ExpressionError(
      "ics-time", "'\(quoted(value))' of \(quoted(line.name)) is no date or time", at: line.range,
      hint: "20261231, 20261231T235959 or 20261231T235959Z")
  }

  static func unknownEventZone(_ zone: String, _ line: ICSLine) -> ExpressionError {
    ExpressionError(
      "unknown-zone", "'\(quoted(zone))' of \(quoted(line.name)) is not a known time zone", at: line.range,
      hint: "it is no name of the IANA data or of Windows, and the file has no VTIMEZONE for it")
  }

  static func badEventDuration(_ line: ICSLine) -> ExpressionError {
    ExpressionError(
      "ics-time", "'\(quoted(line.value))' of DURATION is no duration", at: line.range,
      hint: "weeks `P1W`, or days and time `P1DT2H30M`")
  }

  static func exruleInEvent(at range: Range<Int>) -> ExpressionError {
    ExpressionError(
      "ics-event", "'EXRULE' is not supported: RFC 5545 took it away", at: range, hint: "use EXDATE")
  }

  static func rangeOfReplacements(_ name: String, at range: Range<Int>) -> ExpressionError {
    ExpressionError(
      "ics-event", "RANGE='\(quoted(name))' is not supported", at: range, hint: "RFC 5545 knows THISANDFUTURE")
  }

  static func shiftedFuture(at range: Range<Int>) -> ExpressionError {
    ExpressionError(
      "ics-event", "RANGE=THISANDFUTURE moves occurrences to other days, which is not supported", at: range,
      hint: "end the series and begin a second one")
  }

  static func strangeZone(_ zone: String, at range: Range<Int>) -> ExpressionError {
    ExpressionError(
      "unknown-zone", "no known time zone has the rules that '\(quoted(zone))' has in this file", at: range)
  }

  static func zoneWithoutData(_ zone: String, at range: Range<Int>) -> ExpressionError {
    ExpressionError("zone-missing-here", "this machine has no data of the time zone '\(quoted(zone))'", at: range)
  }

  static func tooFrequent(at range: Range<Int>) -> ExpressionError {
    ExpressionError(
      "ics-event", "an event repeats every second or minute, or over 288 times a day, which is left out", at: range)
  }

  static func tooManyEvents(at range: Range<Int>) -> ExpressionError {
    ExpressionError(
      "ics-file", "the file has more than 50,000 dates or 5,000 repeating events; the rest is left out", at: range)
  }

  private static func quoted(_ text: String) -> String {
    let bytes = ExpressionBytes(text)
    return bytes.quoted(0..<bytes.count)
  }
}
