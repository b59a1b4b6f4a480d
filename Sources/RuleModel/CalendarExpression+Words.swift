import CivilTime

extension CalendarExpression {
  /// What the expression means in English words, such as `at 09:00 on Monday to Friday in Europe/Berlin`.
  public var words: String {
    var phrases: [String]
    if let seconds = secondBits {
      phrases = [Words.clock(hours: hourBits, minutes: minuteBits, seconds: seconds)]
    } else {
      let clock = Words.clock(hours: hourBits, minutes: minuteBits, seconds: 1)
      phrases = ["\(clock), seconds \(secondText)"]
    }
    var days: [String] = []
    if !self.days.isEmpty {
      days =
        countsFromMonthEnd
        ? Words.runs(Words.numbers(UInt64(dayBits)), Words.ordinalFromEnd).map { "the \($0) day of the month" }
        : Words.monthDays(dayBits)
    }
    if !days.isEmpty {
      let condition = weekdays == .all ? "" : " where that is \(Words.weekdays(weekdays, "or"))"
      phrases.append("on " + Words.list(days) + condition)
    } else if weekdays != .all {
      phrases.append("on " + Words.weekdays(weekdays))
    }
    if monthSet != .all { phrases.append("in " + Words.months(monthSet)) }
    if !years.isEmpty {
      let ranges = yearRanges.map { range in
        let last = range.first == range.last ? "" : range.last == 2199 ? " and later" : " to \(range.last)"
        return "\(range.first)\(last)" + (range.step == 1 ? "" : ", every \(range.step) years")
      }
      phrases.append("in " + Words.list(ranges))
    }
    if let zone { phrases.append("in \(zone.rawValue)") }
    return phrases.joined(separator: " ")
  }
}
