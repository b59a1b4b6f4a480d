import CivilTime

extension CronExpression {
  /// What the expression means in English words, such as `at 09:00 on Monday to Friday`.
  public var words: String {
    var phrases = [Words.clock(hours: hours, minutes: minutes, seconds: seconds)]
    let byMonth = monthDays.words
    let byWeek = weekdays.words
    switch (byMonth.isEmpty, byWeek.isEmpty) {
    case (true, true): break
    case (false, true): phrases.append("on " + Words.list(byMonth))
    case (true, false): phrases.append("on " + Words.list(byWeek))
    case (false, false):
      if eitherDayFieldMatches {
        phrases.append("on \(Words.list(byMonth)), and also on \(Words.list(byWeek))")
      } else {
        phrases.append("on \(Words.list(byMonth)) where that is \(Words.list(byWeek, "or"))")
      }
    }
    // Where neither field begins with a star, one that names every day makes the other one idle.
    if eitherDayFieldMatches, byMonth.isEmpty || byWeek.isEmpty { phrases.removeSubrange(1...) }
    if months != .all { phrases.append("in " + Words.months(months)) }
    return phrases.joined(separator: " ")
  }
}

extension CronMonthDays {
  /// Items that complete `on`; none for every day.
  var words: [String] {
    if days == 0xFFFF_FFFE { return [] }
    let before = Words.numbers(UInt64(daysBeforeLast)).map { number in
      switch number {
      case 0: "the last day of the month"
      case 1: "the day before the last day of the month"
      default: "the day \(number) days before the last day of the month"
      }
    }
    let nearest = Words.numbers(UInt64(nearestWorkdays)).map { "the workday nearest to the \(Words.ordinal($0))" }
    return Words.monthDays(days) + nearest + before + (lastWorkday ? ["the last workday of the month"] : [])
  }
}

extension CronWeekdays {
  /// Items that complete `on`; none for every day.
  var words: [String] {
    if days == .all { return [] }
    let plain = Words.runs(Words.numbers(UInt64(days.rawValue)), Words.weekday)
    let counted = (1...5).flatMap { n in
      Weekday.allCases.filter { contains(n, $0) }
        .map { "the \(Words.ordinal(n)) \(Words.weekday(Int($0.rawValue))) of the month" }
    }
    let lasts = Weekday.allCases.filter { last.contains($0) }
      .map { "the last \(Words.weekday(Int($0.rawValue))) of the month" }
    return plain + counted + lasts
  }
}
