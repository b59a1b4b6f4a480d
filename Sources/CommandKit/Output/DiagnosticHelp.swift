/// What a code of a diagnostic means in general, for tools that list rules apart from results.
enum DiagnosticHelp {
  /// A sentence that says what is found, and one that says what to do.
  static func text(_ code: String) -> (summary: String, advice: String) {
    if let known = table[code] { return known }
    let words = code.replacing("-", with: " ")
    return (
      words.prefix(1).uppercased() + words.dropFirst() + ".",
      "The message names the text and a way out; 'carillon check' shows it with its place."
    )
  }

  private static let table: [String: (String, String)] = [
    "advance-without-sequence": (
      "`advance` acts on a rule without a sequence.", "Give the rule's `notify` a `sequence`, or use `snooze`."
    ),
    "bad-date": ("A text is not a date.", "Write year, month and day, 2026-12-24; dates of every year as dec 25."),
    "bad-duration": ("A text is not a duration.", "Write a number with its unit: 90s, 10m, 1h30m."),
    "bad-time": ("A text is not a time of day.", "Write hours and minutes: 09:25."),
    "calendar-runs-out": (
      "A calendar ends soon or has ended.", "Add the dates of the coming year, or allow the code."
    ),
    "calendar-step": (
      "Calendar days stand where elapsed time is wanted.", "Write hours, or use `daily` or `weekly` with `every`."
    ),
    "clock-change": (
      "A clock change of the coming year touches a fixed time.",
      "Say `gap` or `fold` on the trigger, the rule or in `defaults`, or allow the code."
    ),
    "comment-in-text": ("A comment cuts a text off.", "Quote the text, or put a blank behind the #."),
    "contradiction": ("Two keys exclude each other.", "Keep one of them."),
    "cron-either-day": (
      "Cron fires where either of its two day fields matches.",
      "Begin one of the fields with * to have both match, or write `monthly` and `weekly` in a list."
    ),
    "cron-long-step": (
      "A step in cron is longer than its field.", "Use `every` for a distance that crosses hours or days."
    ),
    "cron-weekday-number": (
      "A weekday number means another day to other schedulers.", "Write the weekday's name."
    ),
    "dates-all-past": ("All dates of a trigger are over.", "Remove the trigger, or write dates to come."),
    "duplicate-definition": ("A name is declared twice.", "Rename one of the two."),
    "duration-unit": ("A duration has no unit.", "Write s, m or h behind the number."),
    "empty-bounds": ("Bounds leave nothing to fire.", "Let `until` lie after `from`."),
    "every-needs-from": (
      "`every` above 1 does not say where counting begins.", "Write `from` beside the trigger key."
    ),
    "include-missing": ("`include` finds no file.", "Check the path, which is relative to the file itself."),
    "missing-at": ("A trigger has no time of day.", "Write `at`, or set it in `defaults`."),
    "missing-day": (
      "A day that some months or years lack is skipped there.", "Say `missing_day: last`, `next` or `skip`."
    ),
    "missing-key": ("A key is missing.", "Write the key that the message names."),
    "never-fires": ("A pattern can never match.", "No calendar has such a day; correct the fields."),
    "never-fires-again": ("Nothing of a trigger is left to fire.", "Look at its bounds and excluded days together."),
    "not-supported-yet": ("A part of the language is not supported in this version.", "Leave it out."),
    "reserved-name": ("A variable is set by the run itself.", "Choose a name that does not begin with CARILLON_."),
    "rrule-sub-daily": (
      "A recurrence rule counts hours, minutes or seconds on the local clock.",
      "Use `hourly` to keep to the clock, or `every` for elapsed time."
    ),
    "script-missing": ("A script does not exist.", "Check the path, which is relative to the file's folder."),
    "script-not-executable": ("A script has no run bit.", "Run chmod +x on it."),
    "syntax": ("The file is not well-formed YAML.", "The rest of this file was not read; correct the place first."),
    "unknown-action": ("An action is used and not declared.", "Declare it, or correct the spelling."),
    "unknown-calendar": ("A calendar is used and not declared.", "Declare it, or correct the spelling."),
    "unknown-category": ("A category is used and not declared.", "Declare it, or correct the spelling."),
    "unknown-key": ("A key is not part of the language.", "Correct the spelling; x-… keys are ignored."),
    "unknown-rule": ("A rule is used and not declared.", "Declare it, or correct the spelling."),
    "unknown-warning": ("`allow` has a code that no warning has.", "Correct the spelling, or remove it."),
    "unknown-weekday": ("A text is not a weekday.", "Write mon to sun, weekdays or weekends."),
    "unknown-zone": ("A text is not a time zone.", "Zones are named like Europe/Berlin."),
    "unreachable-action": ("An action stands in no category.", "Name it in a category's `actions`, or remove it."),
    "wrong-modifier": ("A modifier means nothing where it stands.", "The message says what it belongs to."),
    "wrong-type": ("A value has another shape than its field.", "The message names the shape that is wanted."),
    "zone-missing-here": ("This machine has no data of a time zone.", "Install tzdata, or tzdata-legacy."),
  ]
}
