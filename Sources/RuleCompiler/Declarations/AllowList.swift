import Diagnostics
import JSONText
import RuleModel
import YAMLSyntax

/// The warnings of the compiler, which `allow` silences by their code.
public enum WarningCode: String, Hashable, Sendable, CaseIterable {
  /// A comment cuts a text off.
  case commentInText = "comment-in-text"
  /// A day that some months or years lack is skipped there, and the file does not say that this is meant.
  case missingDay = "missing-day"
  /// All dates of a trigger are over.
  case datesAllPast = "dates-all-past"
  /// Bounds leave nothing to fire.
  case emptyBounds = "empty-bounds"
  /// All that is said about a trigger leaves nothing to fire.
  case neverFiresAgain = "never-fires-again"
  /// A calendar ends soon or has ended.
  case calendarRunsOut = "calendar-runs-out"
  /// A script does not exist.
  case scriptMissing = "script-missing"
  /// A script has no run bit.
  case scriptNotExecutable = "script-not-executable"
  /// This machine has no data of a time zone.
  case zoneMissingHere = "zone-missing-here"
  /// An action stands in no category.
  case unreachableAction = "unreachable-action"
  /// `advance` acts on a rule without a sequence.
  case advanceWithoutSequence = "advance-without-sequence"
  /// A clock change in the coming year touches an occurrence.
  case clockChange = "clock-change"
  /// Cron fires where one of its two day fields matches.
  case cronEitherDay = "cron-either-day"
  /// A weekday number in cron that other schedulers read otherwise.
  case cronWeekdayNumber = "cron-weekday-number"
  /// A step in cron is longer than the field it steps through.
  case cronLongStep = "cron-long-step"
  /// `rrule` counts hours, minutes or seconds on the local clock.
  case rruleSubDaily = "rrule-sub-daily"
  /// A file of events can't be read.
  case eventsUnreadable = "ics-unreadable"
  /// An event of a file is left out.
  case eventLeftOut = "ics-event"
  /// A calendar has hours because events of its file have, and days are wanted.
  case calendarOfWindows = "calendar-of-windows"
  /// `include` finds no file.
  case includeMissing = "include-missing"
  /// `allow` has a code that no warning has.
  case unknownWarning = "unknown-warning"
}

extension Grammar where Value == [String] {
  /// Codes of warnings to be silenced.
  static let allow = Grammar<[String]>.oneOrMany(.warningCode, "a warning's code")
}

extension Grammar where Value == String {
  /// The code of a warning; an unknown one, perhaps of a later version, is only a warning itself.
  static let warningCode = Grammar(schema: SchemaParts.text) { node, decoder in
    guard let text = decoder.scalarText(node, "a warning's code") else { return nil }
    if WarningCode(rawValue: text) == nil {
      let near = closestMatch(to: text, among: WarningCode.allCases.map(\.rawValue))
      decoder.warn(
        "unknown-warning", "\(quoted(text)) is not the code of a warning", at: node.range,
        hint: near.map { "did you mean '\($0)'?" })
    }
    return text
  }
}
