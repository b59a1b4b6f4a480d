import CivilTime

extension RecurrenceRule {
  /// What the rule means in English words, such as `every 2 weeks on Tuesday and Thursday, 10 times`.
  ///
  /// What a rule takes from its DTSTART, such as the time of day without BYHOUR, is not named.
  public var words: String {
    var phrases = ["every " + Words.counted(interval, frequency.noun)]
    if let days = dayWords { phrases.append(days) }
    if !months.isEmpty { phrases.append("in " + Words.months(months)) }
    if hasWeekNumbers {
      let weeks =
        Words.runs(Words.numbers(weekNumbers)) { "week \($0)" }
        + Words.runs(Words.numbers(weekNumbersFromEnd)) { "the \(Words.ordinalFromEnd($0)) week" }
      phrases.append("in " + Words.list(weeks))
    }
    if let clock = clockWords { phrases.append(clock) }
    var text = phrases.joined(separator: " ")
    if !setPositions.isEmpty {
      text += ", only the " + Words.list(setPositions.map { Self.place(Int($0)) }) + " of each \(frequency.noun)"
    }
    if weekStart != .monday, hasWeekNumbers || (frequency == .weekly && interval > 1) {
      text += ", weeks beginning on \(Words.weekday(Int(weekStart.rawValue)))"
    }
    switch skip {
    case .omit: break
    case .backward: text += ", a day that the month lacks becomes its last"
    case .forward: text += ", a day that the month lacks becomes the first of the next"
    }
    return text + end.words
  }

  private var dayWords: String? {
    var conditions: [String] = []
    if !yearDays.isEmpty {
      let days = yearDays.map { $0 > 0 ? "day \($0)" : "the \(Words.ordinalFromEnd(-Int($0))) day" }
      conditions.append(Words.list(days) + " of the year")
    }
    if hasMonthDays {
      let fromEnd = Words.numbers(UInt64(monthDaysFromEnd)).map { "the \(Words.ordinalFromEnd($0)) day of the month" }
      conditions.append(Words.list(Words.monthDays(monthDays) + fromEnd))
    }
    if hasWeekdays {
      // BYDAY counts in the month where BYMONTH narrows a year.
      let span = frequency == .yearly && months.isEmpty ? "year" : "month"
      let counted = ordinalWeekdays.map { day in
        "the \(Self.place(Int(day.ordinal))) \(Words.weekday(Int(day.weekday.rawValue))) of the \(span)"
      }
      let plain = Words.runs(Words.numbers(UInt64(weekdays.rawValue)), Words.weekday)
      conditions.append(Words.list(plain + counted, conditions.isEmpty ? "and" : "or"))
    }
    guard let first = conditions.first else { return nil }
    return "on " + ([first] + conditions.dropFirst()).joined(separator: " where that is ")
  }

  /// The time of day as far as the BY parts name it.
  private var clockWords: String? {
    let (hours, minutes, seconds) = (Words.numbers(UInt64(hours)), Words.numbers(minutes), Words.numbers(seconds))
    let count = hours.count * minutes.count * max(1, seconds.count)
    if count > 0, count <= 6 {
      let times = hours.flatMap { hour in
        minutes.flatMap { minute in
          seconds.isEmpty
            ? [Words.time(hour, minute, nil)] : seconds.map { Words.time(hour, minute, seconds == [0] ? nil : $0) }
        }
      }
      return "at " + Words.list(times)
    }
    var parts: [String] = []
    if !hours.isEmpty { parts.append(Words.values(hours, "hour")) }
    if !minutes.isEmpty { parts.append(Words.values(minutes, "minute")) }
    if !seconds.isEmpty { parts.append(Words.values(seconds, "second")) }
    return parts.isEmpty ? nil : "at " + parts.joined(separator: ", ")
  }

  private static func place(_ number: Int) -> String {
    number > 0 ? Words.ordinal(number) : Words.ordinalFromEnd(-number)
  }
}

extension RecurrenceFrequency {
  /// The unit of the interval.
  var noun: String {
    switch self {
    case .secondly: "second"
    case .minutely: "minute"
    case .hourly: "hour"
    case .daily: "day"
    case .weekly: "week"
    case .monthly: "month"
    case .yearly: "year"
    }
  }
}

extension RecurrenceEnd {
  /// The end of a sentence.
  var words: String {
    switch self {
    case .never: ""
    case .count(let count): count == 1 ? ", once" : ", \(count) times"
    case .untilDate(let date): ", until \(Self.text(date))"
    case .untilLocal(let point): ", until \(Self.text(point))"
    case .untilInstant(let instant):
      LocalDateTime(localSeconds: instant.epochSeconds).map { ", until \(Self.text($0)) UTC" } ?? ""
    }
  }

  private static func text(_ date: LocalDate) -> String {
    let (year, month, day) = date.yearMonthDay
    return padded(year, 4) + "-" + padded(month, 2) + "-" + padded(day, 2)
  }

  private static func text(_ point: LocalDateTime) -> String {
    text(point.date) + " "
      + Words.time(point.time.hour, point.time.minute, point.time.second == 0 ? nil : point.time.second)
  }
}
