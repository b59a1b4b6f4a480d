import CivilTime
import Diagnostics
import RuleModel

/// Reads one field of a cron expression.
struct CronFieldParser {
  let text: ExpressionBytes
  let field: CronField
  /// Bit n for the value n; Sunday is 0.
  var values: UInt64 = 0
  /// Whether the field began with `*`, or is `?`.
  private(set) var isStarred = false
  /// `L`, `L-n`, `LW` and `nW`; its `days` stay empty.
  private(set) var monthDays = CronMonthDays(days: 0)
  /// `d#n` and `dL`; its `days` stay empty.
  private(set) var weekdays = CronWeekdays(days: [])

  init(_ text: ExpressionBytes, _ field: CronField) {
    self.text = text
    self.field = field
  }

  /// Reads all items of the field.
  mutating func parse(_ range: Range<Int>) throws(ExpressionError) {
    let first = text[range.lowerBound]
    isStarred = first == UInt8(ascii: "*") || first == UInt8(ascii: "?")
    for item in text.split(range, at: UInt8(ascii: ",")) {
      if item.isEmpty { throw .emptyCronItem(text, range, at: item.lowerBound, in: field) }
      try parseItem(item)
    }
  }

  private mutating func parseItem(_ item: Range<Int>) throws(ExpressionError) {
    if text[item.lowerBound] == UInt8(ascii: "?") {
      guard item.count == 1 else { throw .strayCronText(text, item.lowerBound + 1..<item.upperBound, item, in: field) }
      guard field == .dayOfMonth || field == .dayOfWeek else {
        throw .misplacedCronMark(text, item, in: field, belongs: "the day fields", instead: "*")
      }
      values = field.everyValue
      return
    }
    if field == .dayOfMonth, try parseSpecialDay(item) { return }
    var place = item.lowerBound
    let low: Int
    let high: Int
    if text[place] == UInt8(ascii: "*") {
      place += 1
      (low, high) = (field.first, field.last)
    } else {
      low = try value(&place, item)
      if try parseSpecialWeekday(low, at: place, item) { return }
      if place < item.upperBound, text[place] == UInt8(ascii: "-") {
        place += 1
        high = try value(&place, item)
      } else {
        // A single value, but for a step: `a/n` runs to the field's end, for weekdays to Saturday.
        high = place < item.upperBound && text[place] == UInt8(ascii: "/") ? field.first + field.count - 1 : low
      }
    }
    var step = 1
    if place < item.upperBound, text[place] == UInt8(ascii: "/") {
      let start = place + 1
      place = text.endOfDigits(from: start, to: item.upperBound)
      guard let number = text.number(start..<place) else { throw .badCronStep(text, start..<item.upperBound, item) }
      if number == 0 { throw .zeroStep("cron-step", text, start..<place) }
      step = number
    }
    guard place == item.upperBound else { throw .strayCronText(text, place..<item.upperBound, item, in: field) }
    insert(low, through: high, by: step)
  }

  /// Adds a range, which wraps around the field's end when `high` is below `low`.
  private mutating func insert(_ low: Int, through high: Int, by step: Int) {
    let position = (low - field.first) % field.count
    // `0-7` and `1-7` are spelled in order and must not be taken modulo seven first.
    let length = high >= low ? high - low : (high - field.first - position + field.count) % field.count
    for offset in stride(from: 0, through: length, by: step) {
      values |= 1 << UInt64(field.first + (position + offset) % field.count)
    }
  }

  /// Reads a number or a name and checks it against the field's range.
  private func value(_ place: inout Int, _ item: Range<Int>) throws(ExpressionError) -> Int {
    let start = place
    if text[start].isLetter {
      var end = text.endOfLetters(from: start, to: item.upperBound)
      // `friL` is a name and a mark; no name of a day ends with an L.
      if field == .dayOfWeek, end - start > 3, text[end - 1] | 0x20 == UInt8(ascii: "l") { end -= 1 }
      let name = text.lowercased(start..<end)
      guard let known = field.names.first(where: { $0.name == name }) else {
        while end < item.upperBound, text[end].isLetter || text[end].isDigit { end += 1 }
        throw .unknownCronName(text, start..<end, in: field)
      }
      place = end
      return known.value
    }
    place = text.endOfDigits(from: start, to: item.upperBound)
    guard let number = text.number(start..<place) else {
      throw .missingCronValue(text, start..<item.upperBound, item, in: field)
    }
    guard number >= field.first, number <= field.last else {
      throw .cronOutOfRange(text, start..<place, in: field)
    }
    return number
  }

  /// Reads `L`, `L-n`, `LW` and `nW`; returns whether the item was one of them.
  private mutating func parseSpecialDay(_ item: Range<Int>) throws(ExpressionError) -> Bool {
    let lastByte = text[item.upperBound - 1] | 0x20
    if text[item.lowerBound] | 0x20 == UInt8(ascii: "l") {
      let rest = item.lowerBound + 1..<item.upperBound
      if rest.isEmpty {
        monthDays.daysBeforeLast |= 1
      } else if rest.count == 1, lastByte == UInt8(ascii: "w") {
        monthDays.lastWorkday = true
      } else if text[rest.lowerBound] == UInt8(ascii: "-") {
        let digits = rest.lowerBound + 1..<rest.upperBound
        guard let days = text.number(digits), days >= 1, days <= 30 else { throw .badCronLastDay(text, item) }
        monthDays.daysBeforeLast |= 1 << UInt32(days)
      } else {
        throw .badCronLastDay(text, item)
      }
      return true
    }
    guard lastByte == UInt8(ascii: "w") else { return false }
    let digits = item.lowerBound..<item.upperBound - 1
    guard let day = text.number(digits) else { throw .badCronNearestWorkday(text, item) }
    guard day >= 1, day <= 31 else { throw .cronOutOfRange(text, digits, in: field) }
    monthDays.nearestWorkdays |= 1 << UInt32(day)
    return true
  }

  /// Reads what makes an item `dL` or `d#n` behind its day; returns whether there was such a mark.
  private mutating func parseSpecialWeekday(
    _ day: Int, at place: Int, _ item: Range<Int>
  ) throws(ExpressionError) -> Bool {
    guard place < item.upperBound else { return false }
    let mark = text[place] | 0x20
    let isLast = mark == UInt8(ascii: "l")
    guard isLast || text[place] == UInt8(ascii: "#") else {
      if mark == UInt8(ascii: "w") {
        if field == .dayOfMonth { throw .badCronNearestWorkday(text, item) }
        throw .misplacedCronMark(text, item, in: field, belongs: "the day of month", instead: nil)
      }
      return false
    }
    guard field == .dayOfWeek, let weekday = Weekday(cronNumber: day) else {
      throw .misplacedCronMark(
        text, item, in: field, belongs: "the day of week", instead: isLast && field == .dayOfMonth ? "L" : nil)
    }
    let rest = place + 1..<item.upperBound
    if isLast {
      guard rest.isEmpty else { throw .strayCronText(text, rest, item, in: field) }
      weekdays.last.insert(WeekdaySet(weekday))
    } else {
      // One digit, as in every cron that knows the mark.
      guard rest.count == 1, let ordinal = text.number(rest), ordinal >= 1, ordinal <= 5 else {
        throw .badCronOrdinal(text, rest, item)
      }
      weekdays.insert(ordinal, weekday)
    }
    return true
  }
}
