import CivilTime
public import RuleModel

extension RecurrenceRule {
  /// The rule in its normal form, which `RRULEText.parse` reads back to the same value.
  ///
  /// Parts in the order in which RFC 5545 applies them, values ascending, those counted from the end last, defaults
  /// left out: `FREQ=MONTHLY;BYMONTHDAY=1,-1`.
  public var text: String {
    var parts = skip == .omit ? [] : ["RSCALE=GREGORIAN"]
    parts.append("FREQ=\(frequency.text)")
    if interval != 1 { parts.append("INTERVAL=\(interval)") }
    if let end = end.text { parts.append(end) }
    func add(_ name: String, _ values: [String]) {
      if !values.isEmpty { parts.append("\(name)=\(values.joined(separator: ","))") }
    }
    add("BYMONTH", bits(UInt64(months.rawValue)).map(String.init))
    add("BYWEEKNO", bits(weekNumbers).map(String.init) + bits(weekNumbersFromEnd).map { "-\($0)" })
    add("BYYEARDAY", yearDays.map(String.init))
    add("BYMONTHDAY", bits(UInt64(monthDays)).map(String.init) + bits(UInt64(monthDaysFromEnd)).map { "-\($0)" })
    add(
      "BYDAY",
      Weekday.allCases.filter { weekdays.contains($0) }.map(\.calendarName)
        + ordinalWeekdays.map { "\($0.ordinal)\($0.weekday.calendarName)" })
    add("BYHOUR", bits(UInt64(hours)).map(String.init))
    add("BYMINUTE", bits(minutes).map(String.init))
    add("BYSECOND", bits(seconds).map(String.init))
    add("BYSETPOS", setPositions.map(String.init))
    if weekStart != .monday { parts.append("WKST=\(weekStart.calendarName)") }
    if skip != .omit { parts.append("SKIP=\(skip == .backward ? "BACKWARD" : "FORWARD")") }
    return parts.joined(separator: ";")
  }

  private func bits(_ mask: UInt64) -> [Int] { (0..<64).filter { mask & 1 << UInt64($0) != 0 } }
}

extension RecurrenceFrequency {
  /// The value of FREQ.
  var text: String {
    switch self {
    case .secondly: "SECONDLY"
    case .minutely: "MINUTELY"
    case .hourly: "HOURLY"
    case .daily: "DAILY"
    case .weekly: "WEEKLY"
    case .monthly: "MONTHLY"
    case .yearly: "YEARLY"
    }
  }
}

extension RecurrenceEnd {
  /// The part that sets it, or `nil` for none.
  var text: String? {
    switch self {
    case .never: nil
    case .count(let count): "COUNT=\(count)"
    case .untilDate(let date): "UNTIL=\(date.basicText)"
    case .untilLocal(let point): "UNTIL=\(point.basicText)"
    case .untilInstant(let instant): LocalDateTime(localSeconds: instant.epochSeconds).map { "UNTIL=\($0.basicText)Z" }
    }
  }
}

extension Weekday {
  /// The two letters of RFC 5545: `MO`.
  var calendarName: String { String(name.prefix(2)).uppercased() }
}

extension LocalDate {
  /// `YYYYMMDD`.
  var basicText: String {
    let (year, month, day) = yearMonthDay
    return padded(year, 4) + padded(month, 2) + padded(day, 2)
  }
}

extension LocalDateTime {
  /// `YYYYMMDDTHHMMSS`.
  var basicText: String {
    date.basicText + "T" + padded(time.hour, 2) + padded(time.minute, 2) + padded(time.second, 2)
  }
}

/// Returns a number of at least 0 with leading zeros.
func padded(_ number: Int, _ length: Int) -> String {
  let digits = String(number)
  return String(repeating: "0", count: max(0, length - digits.utf8.count)) + digits
}
