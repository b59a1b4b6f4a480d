import CivilTime
import RuleModel

/// Turns the parts of a rule into its values and checks what goes together.
struct RRULEValues {
  let text: ExpressionBytes
  let parts: RRULEParts

  init(_ text: ExpressionBytes, _ parts: RRULEParts) {
    self.text = text
    self.parts = parts
  }

  /// Reads all values.
  func rule() throws(ExpressionError) -> RecurrenceRule {
    guard let freq = parts[.freq] else { throw .missingFrequency(text) }
    guard let frequency = Self.frequencies.first(where: { $0.name == text.lowercased(freq.value) })?.value else {
      throw .unknownRRULEWord(text, freq.value, "frequency", among: Self.frequencies.map(\.name))
    }
    var rule = RecurrenceRule(frequency: frequency)
    rule.skip = try skip()
    rule.interval = try positive(.interval) ?? 1
    rule.end = try end()
    rule.months = MonthSet(rawValue: UInt16(truncatingIfNeeded: try mask(.byMonth, 1...12)))
    (rule.weekNumbers, rule.weekNumbersFromEnd) = try signedMasks(.byWeekNumber, 53)
    rule.yearDays = try signedList(.byYearDay)
    let days = try signedMasks(.byMonthDay, 31)
    rule.monthDays = UInt32(truncatingIfNeeded: days.fromStart)
    rule.monthDaysFromEnd = UInt32(truncatingIfNeeded: days.fromEnd)
    try readWeekdays(into: &rule)
    rule.hours = UInt32(truncatingIfNeeded: try mask(.byHour, 0...23))
    rule.minutes = try mask(.byMinute, 0...59)
    let seconds = try mask(.bySecond, 0...60)
    rule.seconds = seconds >> 60 == 0 ? seconds : seconds & (1 << 60 - 1) | 1 << 59
    rule.setPositions = try signedList(.bySetPosition)
    if let start = parts[.weekStart] { rule.weekStart = try weekday(start.value, in: .weekStart) }
    try checkCombinations(rule)
    return rule
  }

  static let frequencies: [(name: String, value: RecurrenceFrequency)] = [
    ("yearly", .yearly), ("monthly", .monthly), ("weekly", .weekly), ("daily", .daily), ("hourly", .hourly),
    ("minutely", .minutely), ("secondly", .secondly),
  ]

  static let skips: [(name: String, value: RecurrenceSkip)] = [
    ("omit", .omit), ("backward", .backward), ("forward", .forward),
  ]

  /// RFC 5545 3.3.10: which BY part goes with which frequency.
  private func checkCombinations(_ rule: RecurrenceRule) throws(ExpressionError) {
    let frequency = rule.frequency
    if let part = parts[.byWeekNumber], frequency != .yearly {
      throw .partAgainstFrequency(text, part.whole, "BYWEEKNO goes only with FREQ=YEARLY")
    }
    if let part = parts[.byYearDay], [.daily, .weekly, .monthly].contains(frequency) {
      throw .partAgainstFrequency(text, part.whole, "BYYEARDAY does not go with FREQ=DAILY, WEEKLY and MONTHLY")
    }
    if let part = parts[.byMonthDay], frequency == .weekly {
      throw .partAgainstFrequency(text, part.whole, "BYMONTHDAY does not go with FREQ=WEEKLY")
    }
    if let part = parts[.byDay], !rule.ordinalWeekdays.isEmpty {
      if frequency < .monthly {
        throw .partAgainstFrequency(
          text, part.whole, "BYDAY with a number goes only with FREQ=MONTHLY and FREQ=YEARLY")
      }
      if rule.hasWeekNumbers {
        throw .partAgainstFrequency(text, part.whole, "BYDAY with a number does not go with BYWEEKNO")
      }
    }
    if let part = parts[.bySetPosition], !rule.hasByParts { throw .setPositionAlone(text, part.whole) }
  }

  private func skip() throws(ExpressionError) -> RecurrenceSkip {
    if let scale = parts[.rscale], text.lowercased(scale.value) != "gregorian" {
      throw .otherCalendarScale(text, scale.value)
    }
    guard let part = parts[.skip] else { return .omit }
    guard let skip = Self.skips.first(where: { $0.name == text.lowercased(part.value) })?.value else {
      throw .unknownRRULEWord(text, part.value, "SKIP", among: Self.skips.map(\.name))
    }
    if parts[.rscale] == nil { throw .skipWithoutScale(text, part.whole) }
    return skip
  }

  private func end() throws(ExpressionError) -> RecurrenceEnd {
    if let count = parts[.count], let until = parts[.until] {
      throw .countWithUntil(text, max(count.whole.lowerBound, until.whole.lowerBound), count, until)
    }
    if let count = try positive(.count) { return .count(count) }
    guard let until = parts[.until] else { return .never }
    return try RRULEUntil(text, until.value).end()
  }

  /// A number from 1 to 2,147,483,647.
  private func positive(_ part: RRULEPart) throws(ExpressionError) -> Int? {
    guard let value = parts[part]?.value else { return nil }
    guard let number = text.number(value) else { throw .notANumber(text, value, part, 1...2_147_483_647) }
    guard number >= 1, number <= 2_147_483_647 else { throw .rruleOutOfRange(text, value, part, 1...2_147_483_647) }
    return number
  }

  /// The bits of a list of numbers without signs.
  private func mask(_ part: RRULEPart, _ range: ClosedRange<Int>) throws(ExpressionError) -> UInt64 {
    var mask: UInt64 = 0
    for item in try items(part) {
      guard let number = text.number(item) else { throw .notANumber(text, item, part, range) }
      guard range.contains(number) else { throw .rruleOutOfRange(text, item, part, range) }
      mask |= 1 << UInt64(number)
    }
    return mask
  }

  private func signedMasks(
    _ part: RRULEPart, _ most: Int
  ) throws(ExpressionError) -> (fromStart: UInt64, fromEnd: UInt64) {
    var masks: (fromStart: UInt64, fromEnd: UInt64) = (0, 0)
    for item in try items(part) {
      let number = try signed(item, part, most)
      if number > 0 { masks.fromStart |= 1 << UInt64(number) } else { masks.fromEnd |= 1 << UInt64(-number) }
    }
    return masks
  }

  /// Numbers to 366 in both directions, those from the start first, each once.
  private func signedList(_ part: RRULEPart) throws(ExpressionError) -> [Int16] {
    var numbers: Set<Int16> = []
    for item in try items(part) { numbers.insert(Int16(truncatingIfNeeded: try signed(item, part, 366))) }
    return numbers.filter { $0 > 0 }.sorted() + numbers.filter { $0 < 0 }.sorted(by: >)
  }

  private func signed(_ item: Range<Int>, _ part: RRULEPart, _ most: Int) throws(ExpressionError) -> Int {
    let isNegative = text[item.lowerBound] == UInt8(ascii: "-")
    let hasSign = isNegative || text[item.lowerBound] == UInt8(ascii: "+")
    guard let number = text.number(item.lowerBound + (hasSign ? 1 : 0)..<item.upperBound) else {
      throw .notASignedNumber(text, item, part, most)
    }
    guard number >= 1, number <= most else { throw .signedOutOfRange(text, item, part, most) }
    return isNegative ? -number : number
  }

  private func readWeekdays(into rule: inout RecurrenceRule) throws(ExpressionError) {
    var ordinals: Set<RecurrenceWeekday> = []
    for item in try items(.byDay) {
      let name = max(item.lowerBound, item.upperBound - 2)..<item.upperBound
      let day = try weekday(name, in: .byDay, item)
      if name.lowerBound == item.lowerBound {
        rule.weekdays.insert(WeekdaySet(day))
      } else {
        let number = try signed(item.lowerBound..<name.lowerBound, .byDay, 53)
        ordinals.insert(RecurrenceWeekday(Int8(truncatingIfNeeded: number), day))
      }
    }
    rule.ordinalWeekdays = ordinals.sorted { left, right in
      let (first, second) = (left.ordinal, right.ordinal)
      if first != second { return (first > 0) == (second > 0) ? abs(first) < abs(second) : first > 0 }
      return left.weekday < right.weekday
    }
  }

  private func weekday(
    _ name: Range<Int>, in part: RRULEPart, _ item: Range<Int>? = nil
  ) throws(ExpressionError) -> Weekday {
    let letters = text.lowercased(name)
    guard letters.utf8.count == 2, let day = Weekday.allCases.first(where: { $0.name.hasPrefix(letters) }) else {
      throw .unknownRRULEWeekday(text, item ?? name, part)
    }
    return day
  }

  private func items(_ part: RRULEPart) throws(ExpressionError) -> [Range<Int>] {
    guard let value = parts[part]?.value else { return [] }
    let items = text.split(value, at: UInt8(ascii: ","))
    if let empty = items.first(where: { $0.isEmpty }) { throw .emptyRRULEItem(text, value, part, at: empty) }
    return items
  }
}

/// The value of UNTIL: `YYYYMMDD`, `YYYYMMDDTHHMMSS` or `YYYYMMDDTHHMMSSZ`.
struct RRULEUntil {
  let text: ExpressionBytes
  let range: Range<Int>

  init(_ text: ExpressionBytes, _ range: Range<Int>) {
    self.text = text
    self.range = range
  }

  func end() throws(ExpressionError) -> RecurrenceEnd {
    let start = range.lowerBound
    let isDate = range.count == 8
    let isUTC = range.count == 16 && text[start + 15] | 0x20 == UInt8(ascii: "z")
    guard isDate || isUTC || range.count == 15, isDate || text[start + 8] | 0x20 == UInt8(ascii: "t") else {
      throw .badUntil(text, range)
    }
    guard let year = number(0, 4), let month = number(4, 2), let day = number(6, 2) else {
      throw .badUntil(text, range)
    }
    guard let date = LocalDate(year: year, month: month, day: day) else { throw .noSuchUntil(text, range) }
    if isDate { return .untilDate(date) }
    guard let hour = number(9, 2), let minute = number(11, 2), let second = number(13, 2) else {
      throw .badUntil(text, range)
    }
    // RFC 5545 3.3.12: a leap second is read as the one before it.
    guard let time = TimeOfDay(hour: hour, minute: minute, second: second == 60 ? 59 : second) else {
      throw .noSuchUntil(text, range)
    }
    let point = LocalDateTime(date: date, time: time)
    return isUTC ? .untilInstant(Instant(epochSeconds: point.localSeconds)) : .untilLocal(point)
  }

  private func number(_ offset: Int, _ length: Int) -> Int? {
    text.number(range.lowerBound + offset..<range.lowerBound + offset + length)
  }
}
