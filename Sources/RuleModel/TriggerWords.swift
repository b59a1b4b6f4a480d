import CivilTime

extension Trigger {
  /// The trigger as an English sentence without a full stop: `at 09:25 on Monday to Friday, except holidays`.
  public var words: String {
    var parts = [source.words]
    if let from = bounds.from { parts.append("from \(from.words)") }
    if let until = bounds.until { parts.append("until \(until.words)") }
    if let count = bounds.count { parts.append(count == 1 ? "once" : "\(count) times in all") }
    if !only.isEmpty { parts.append("only on \(joined(only.map(\.words)))") }
    if !except.isEmpty { parts.append("except \(joined(except.map(\.words)))\(move.words)") }
    if !offsets.isEmpty, offsets != [.seconds(0)] { parts.append(joined(offsets.map(\.words))) }
    if jitterSeconds > 0 { parts.append("later by a constant share of \(spelled(seconds: jitterSeconds))") }
    if case .named(let name) = zone { parts.append("on the clock of \(name.rawValue)") }
    return parts.joined(separator: ", ")
  }
}

extension TriggerSource {
  /// The source alone, without modifiers.
  public var words: String {
    switch self {
    case .fixed(let pattern):
      let days = pattern.days.words
      guard !pattern.times.isEmpty else { return days }
      return "at \(joined(pattern.times.map(\.description))) \(days)"
    case .aligned(let pattern): return pattern.words
    case .interval(.every(let seconds, let between, let days)):
      var text = "every \(spelled(seconds: seconds)) of elapsed time"
      if let between { text += " between \(between.words)" }
      if days != .all { text += " on \(days.words)" }
      return text
    case .interval(.once(let after)): return "once, \(after.words) after the first load"
    case .cron(let expression): return expression.words
    case .recurrence(let pattern): return pattern.words
    case .calendarExpression(let expression): return expression.words
    case .eventFile(let file):
      let days = file.at == .midnight ? "" : ", those of whole days at \(file.at)"
      return "at the events of \(file.name)\(days)" + (file.series == nil ? " (unknown: it can't be read)" : "")
    case .event(.after(let rule, let outcomes)): return "after '\(rule)' has ended: \(outcomes.words)"
    case .event(.startup(.boot)): return "at the service's first start after the machine has started"
    case .event(.startup(.service)): return "at each start of the service"
    }
  }
}

extension DayPattern {
  /// The days alone: `every day`, `on Monday and Wednesday of every second week`.
  public var words: String {
    switch self {
    case .daily(let every): every == 1 ? "every day" : "every \(ordinal(every)) day"
    case .weekly(let days, let every, let weeks):
      "on \(days.words)" + repeated(every, "week")
        + (weeks.map { $0 == .even ? " of even ISO weeks" : " of odd ISO weeks" } ?? "")
    case .monthly(let days, let every, let missing):
      "on \(days.words) of " + (every == 1 ? "every month" : "every \(ordinal(every)) month") + missing.words
    case .yearlyDates(let dates, let every, let missing):
      "on \(joined(dates.map(\.words)))" + repeated(every, "year") + missing.words
    case .yearlyMonths(let months, let days, let every, let missing):
      "on \(days.words) of \(months.words)" + repeated(every, "year") + missing.words
    case .yearlyDaysOfYear(let days, let every, let missing):
      "on \(joined(days.map(\.words))) of the year" + repeated(every, "year") + missing.words
    case .yearlyWeeks(let weeks, let days, let every):
      "on \(days.words) of ISO week \(joined(weeks.map(String.init)))" + repeated(every, "year")
    case .dates(let dates): "on \(joined(dates.map(\.description)))"
    case .dateTimes(let points): "at \(joined(points.map(\.words)))"
    case .matching(let fields): fields.namesDays ? "on \(fields.words)" : fields.words
    }
  }

  private func repeated(_ every: Int, _ unit: String) -> String {
    every == 1 ? "" : " of every \(ordinal(every)) \(unit)"
  }
}

extension MonthDays {
  /// `day 1 and the last day`, `the second Tuesday`, `the first workday`.
  public var words: String {
    switch self {
    case .days(let days): joined(days.map(\.dayWords))
    case .weekdays(let weekdays): joined(weekdays.map { "the \($0.ordinal.words) \(capitalized($0.weekday.name))" })
    case .workdays(let days): joined(days.map { "the \($0.words) workday" })
    }
  }
}

extension Ordinal {
  /// `first`, `third`, `last`, `second last`.
  public var words: String {
    switch self {
    case .fromStart(let number): ordinal(Int(number))
    case .fromEnd(1): "last"
    case .fromEnd(let number): "\(ordinal(Int(number))) last"
    }
  }

  fileprivate var dayWords: String {
    if case .fromStart(let number) = self { "day \(number)" } else { "the \(words) day" }
  }
}

extension Ordinal16 {
  fileprivate var words: String {
    switch self {
    case .fromStart(let number): "day \(number)"
    case .fromEnd(1): "the last day"
    case .fromEnd(let number): "the \(ordinal(Int(number))) last day"
    }
  }
}

extension YearlyDate {
  /// `25 December`, `Easter Sunday`, `2 days before Easter Sunday`.
  public var words: String {
    switch self {
    case .day(let month, let day): "\(day) \(capitalized(month.name))"
    case .easter(let offset): easterWords(offset, "Easter Sunday")
    case .orthodoxEaster(let offset): easterWords(offset, "Orthodox Easter Sunday")
    }
  }

  private func easterWords(_ offset: Int, _ name: String) -> String {
    if offset == 0 { return name }
    let days = offset.magnitude == 1 ? "day" : "days"
    return "\(offset.magnitude) \(days) \(offset < 0 ? "before" : "after") \(name)"
  }
}

extension WeekdaySet {
  /// `every day`, `Monday to Friday`, `Saturday and Sunday`; a run of three or more days, also over the weekend, is a range.
  public var words: String {
    if self == .all { return "every day" }
    let days = Weekday.allCases.filter { contains($0) }
    guard let first = days.first(where: { !contains($0.advanced(byDays: -1)) }) else { return "no day" }
    let run = (0..<days.count).map { first.advanced(byDays: $0) }
    if days.count > 2, run.allSatisfy({ contains($0) }), let last = run.last {
      return "\(capitalized(first.name)) to \(capitalized(last.name))"
    }
    return joined(days.map { capitalized($0.name) })
  }
}

extension MonthSet {
  /// `January and July`, or `every month`.
  public var words: String {
    self == .all
      ? "every month"
      : joined(Month.allCases.filter { contains(number: Int($0.rawValue)) }.map { capitalized($0.name) })
  }
}

extension MissingDay {
  fileprivate var words: String {
    switch self {
    case .skip: ""
    case .last: " (the last day where it is missing)"
    case .next: " (the next day where it is missing)"
    }
  }
}

extension DateFields {
  /// Whether days of the week or of the month are named, before which an `on` stands.
  fileprivate var namesDays: Bool { weekdays != .all || daysOfMonth != 0xFFFF_FFFE }

  /// `every day`, or the fields that are named.
  public var words: String {
    if matchesEveryDay { return "every day" }
    var parts: [String] = []
    if weekdays != .all { parts.append(weekdays.words) }
    if daysOfMonth != 0xFFFF_FFFE {
      parts.append("day \(joined((1...31).filter { daysOfMonth & (1 << $0) != 0 }.map(String.init))) of the month")
    }
    if parts.isEmpty { parts.append("every day") }
    if months != .all { parts.append("in \(months.words)") }
    if !years.isEmpty {
      let isOne = years.count == 1 && years.allSatisfy { $0.first == $0.last }
      parts.append("in the \(isOne ? "year" : "years") \(joined(years.map(\.words)))")
    }
    return parts.joined(separator: ", ")
  }
}

extension SteppedRange {
  fileprivate var words: String {
    if first == last { return "\(first)" }
    return step == 1 ? "\(first) to \(last)" : "\(first) to \(last) in steps of \(step)"
  }
}

extension AlignedPattern {
  /// `whenever the clock shows minute 0 or 30 of an hour, between 09:00 and 17:00`.
  public var words: String {
    var text = "whenever the clock shows "
    if seconds != 1 { text += "second \(numbers(seconds, 60)) of " }
    text += minutes == (1 << 60) - 1 ? "any minute" : "minute \(numbers(minutes, 60))"
    text += hours == 0xFF_FFFF ? " of an hour" : " of hour \(numbers(UInt64(hours), 24))"
    if everyHours > 1 { text += ", every \(ordinal(everyHours)) hour" }
    if let between { text += ", between \(between.words)" }
    if !days.matchesEveryDay { text += days.namesDays ? ", on \(days.words)" : ", \(days.words)" }
    return text
  }

  private func numbers(_ mask: UInt64, _ count: Int) -> String {
    joined((0..<count).filter { mask & (1 << $0) != 0 }.map(String.init))
  }
}

extension TimeWindow {
  /// `09:00 and 17:00`.
  public var words: String {
    let end = TimeOfDay(secondsSinceMidnight: Int(endSeconds))?.description ?? "24:00"
    return "\(start) and \(end)"
  }
}

extension DayItem {
  /// A calendar's name, days of the week or a date.
  public var words: String {
    switch self {
    case .weekdays(let days): days.words
    case .date(let date): date.description
    case .yearly(let date): date.words
    case .calendar(let name): name.text
    }
  }
}

extension Move {
  fileprivate var words: String {
    switch self {
    case .drop: ""
    case .next: " (then on the next free day)"
    case .previous: " (then on the free day before)"
    case .nearest: " (then on the nearest free day)"
    }
  }
}

extension Offset {
  /// `10 minutes before`, `2 workdays before`.
  public var words: String {
    switch self {
    case .days(let days): days == 0 ? "on the day" : "\(counted(Int64(days), "day")) \(days < 0 ? "before" : "later")"
    case .workdays(let days): "\(counted(Int64(days), "workday")) \(days < 0 ? "before" : "later")"
    case .seconds(let seconds):
      seconds == 0 ? "at the time itself" : "\(spelled(seconds: seconds)) \(seconds < 0 ? "before" : "later")"
    case .daysAndSeconds(let days, let seconds):
      "\(counted(Int64(days), "day")) and \(spelled(seconds: seconds)) \(days < 0 || seconds < 0 ? "before" : "later")"
    }
  }
}

extension CalendarDuration {
  /// `2 days`, `1 hour 30 minutes`.
  public var words: String {
    if days == 0 { return spelled(seconds: seconds) }
    return counted(Int64(days), "day") + (seconds == 0 ? "" : " \(spelled(seconds: seconds))")
  }
}

extension DateTimePoint {
  /// `2026-12-24 18:00`, or RFC 3339 in UTC for a fixed instant; a date alone where the time is midnight.
  public var words: String {
    switch self {
    case .local(let dateTime):
      dateTime.time == .midnight ? dateTime.date.description : "\(dateTime.date) \(dateTime.time)"
    case .instant(let instant): RFC3339.text(instant)
    }
  }
}

extension OutcomeSet {
  /// `success`, `failure or timeout`.
  public var words: String {
    let names: [(OutcomeSet, String)] = [
      (.success, "success"), (.failure, "failure"), (.timeout, "timeout"), (.interrupted, "interrupted"),
      (.skipped, "skipped"),
    ]
    return joined(names.filter { contains($0.0) }.map(\.1), "or")
  }
}

/// `a`, `a and b`, `a, b and c`; of more than 16 the first twelve and how many more, since a pattern may have thousands.
private func joined(_ parts: [String], _ word: String = "and") -> String {
  guard let last = parts.last, parts.count > 1 else { return parts.first ?? "nothing" }
  if parts.count > 16 {
    return "\(parts.prefix(12).joined(separator: ", ")) \(word) \(parts.count - 12) more"
  }
  return "\(parts.dropLast().joined(separator: ", ")) \(word) \(last)"
}

private func capitalized(_ name: String) -> String { name.prefix(1).uppercased() + name.dropFirst() }

private func counted(_ number: Int64, _ noun: String) -> String {
  "\(number.magnitude) \(noun)\(number.magnitude == 1 ? "" : "s")"
}

private func ordinal(_ number: Int) -> String {
  let words = ["zeroth", "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"]
  if words.indices.contains(number) { return words[number] }
  let suffix =
    switch (number % 10, number % 100) {
    case (_, 11...13): "th"
    case (1, _): "st"
    case (2, _): "nd"
    case (3, _): "rd"
    default: "th"
    }
  return "\(number)\(suffix)"
}

/// `90 minutes` as `1 hour 30 minutes`; the sign is left out.
private func spelled(seconds: Int64) -> String {
  let amount = seconds.magnitude
  let parts = [(amount / 3600, "hour"), (amount / 60 % 60, "minute"), (amount % 60, "second")].filter { $0.0 > 0 }
  guard !parts.isEmpty else { return "0 seconds" }
  return parts.map { "\($0.0) \($0.1)\($0.0 == 1 ? "" : "s")" }.joined(separator: " ")
}
