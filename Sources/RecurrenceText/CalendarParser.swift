import CivilTime
import RuleModel

/// Reads weekdays, date and time of a calendar expression, from left to right.
struct CalendarParser {
  private let text: ExpressionBytes
  private let end: Int
  private var place: Int
  private var value = CalendarExpression()

  init(_ text: ExpressionBytes, _ range: Range<Int>) {
    self.text = text
    place = range.lowerBound
    end = range.upperBound
  }

  private var next: UInt8 { byte(place) }
  private var isAtEnd: Bool { place >= end }
  private func byte(_ index: Int) -> UInt8 { index < end ? text[index] : 0 }
  private func isNext(_ character: Unicode.Scalar) -> Bool { !isAtEnd && next == UInt8(ascii: character) }

  /// Reads the whole expression.
  mutating func expression() throws(ExpressionError) -> CalendarExpression {
    if next.isLetter { try readWeekdays() }
    if isNext("@") {
      try readTimestamp()
      return value
    }
    if !isAtEnd { try readDate() }
    try readTime()
    return value
  }

  private mutating func skipSpaces() { while isNext(" ") { place += 1 } }

  /// Reads `Mon,Wed..Fri` and the spaces behind it; ranges ascend, a comma at the end is allowed.
  private mutating func readWeekdays() throws(ExpressionError) {
    value.weekdays = []
    var rangeStart: (day: Weekday, place: Int)?
    repeat {
      let start = place
      place = text.endOfLetters(from: place, to: end)
      guard let day = WeekdayWords.weekday(named: text.lowercased(start..<place)) else {
        throw .unknownCalendarWeekday(text, start..<max(place, min(start + 1, end)), isWhole: place == end)
      }
      if let first = rangeStart {
        guard first.day <= day else { throw .reversedCalendarWeekdays(text, first.place..<place) }
        for number in first.day.rawValue...day.rawValue {
          value.weekdays.insert(WeekdaySet(rawValue: 1 << number))
        }
      }
      value.weekdays.insert(WeekdaySet(day))
      if isAtEnd { return }
      if isNext(" ") { break }
      if isNext(",") {
        rangeStart = nil
        place += 1
      } else if rangeStart == nil, isNext("-") || (isNext(".") && byte(place + 1) == UInt8(ascii: ".")) {
        rangeStart = (day, start)
        place += isNext("-") ? 1 : 2
      } else {
        throw .strayCalendarText(text, place..<end, "a weekday")
      }
      if isAtEnd || isNext(" ") {
        if rangeStart != nil { throw .openCalendarRange(text, start..<place) }
        break
      }
    } while true
    skipSpaces()
  }

  /// Reads `@seconds`, a point in UTC.
  private mutating func readTimestamp() throws(ExpressionError) {
    // The last second of 2199, the last year of the language.
    let latest = 7_258_118_399
    guard let seconds = text.number(place + 1..<end) else { throw .badCalendarTimestamp(text, place..<end) }
    guard seconds <= latest, let point = LocalDateTime(localSeconds: Int64(seconds)) else {
      throw .calendarOutOfRange(text, place + 1..<end, .timestamp, 0, latest)
    }
    func single(_ number: Int) -> [CalendarComponent] { [CalendarComponent(first: Int32(truncatingIfNeeded: number))] }
    let (year, month, day) = point.date.yearMonthDay
    (value.years, value.months, value.days) = (single(year), single(month), single(day))
    (value.hours, value.minutes) = (single(point.time.hour), single(point.time.minute))
    value.microseconds = single(point.time.second * 1_000_000)
    value.zone = .utc
  }

  /// Reads a date and the spaces behind it; leaves the place alone where a time stands here.
  private mutating func readDate() throws(ExpressionError) {
    let start = place
    let first = try chain(isSeconds: false)
    if isAtEnd || isNext(":") {
      place = start
      return
    }
    var fromEnd = try readDateSeparator()
    let second = try chain(isSeconds: false)
    if isAtEnd || isNext(" ") {
      value.months = try normal(first, .month)
      value.days = try normal(second, fromEnd ? .dayFromEnd : .day)
    } else {
      if fromEnd { throw .strayCalendarText(text, place..<end, "the day") }
      fromEnd = try readDateSeparator()
      let third = try chain(isSeconds: false)
      guard isAtEnd || isNext(" ") else { throw .strayCalendarText(text, place..<end, "the date") }
      value.years = try normal(first, .year)
      value.months = try normal(second, .month)
      value.days = try normal(third, fromEnd ? .dayFromEnd : .day)
    }
    value.countsFromMonthEnd = fromEnd && !value.days.isEmpty
    skipSpaces()
  }

  private mutating func readDateSeparator() throws(ExpressionError) -> Bool {
    guard isNext("-") || isNext("~") else { throw .strayCalendarText(text, place..<end, "a part of a date") }
    place += 1
    return byte(place - 1) == UInt8(ascii: "~")
  }

  /// Reads `hour:minute` or `hour:minute:second`; nothing is midnight.
  private mutating func readTime() throws(ExpressionError) {
    if isAtEnd { return }
    let start = place
    value.hours = try normal(try chain(isSeconds: false), .hour)
    guard isNext(":") else {
      throw isAtEnd ? .calendarNumberAlone(text, start..<end) : .strayCalendarText(text, place..<end, "the hour")
    }
    place += 1
    value.minutes = try normal(try chain(isSeconds: false), .minute)
    if isAtEnd { return }
    guard isNext(":") else { throw .strayCalendarText(text, place..<end, "the minute") }
    place += 1
    value.microseconds = try normal(try chain(isSeconds: true), .second)
    guard isAtEnd else { throw .strayCalendarText(text, place..<end, "the second") }
  }

  /// An item as it stands in the text.
  private struct Item {
    let first: Int
    var last: Int?
    var step: Int
    let range: Range<Int>
  }

  /// Reads `*` (no items) or a list of items.
  private mutating func chain(isSeconds: Bool) throws(ExpressionError) -> [Item] {
    if isNext("*") {
      place += 1
      return isSeconds ? [Item(first: 0, last: nil, step: 1_000_000, range: place - 1..<place)] : []
    }
    var items: [Item] = []
    repeat {
      // Longer lists than every value once have no use and only cost.
      if items.count > 240 { throw .longCalendarList(text, place..<end) }
      items.append(try item(isSeconds))
      guard isNext(",") else { return items }
      place += 1
    } while true
  }

  private mutating func item(_ isSeconds: Bool) throws(ExpressionError) -> Item {
    let start = place
    let unit = isSeconds ? 1_000_000 : 1
    let first = try number(isSeconds)
    var last: Int?
    var step = 0
    if isNext("."), byte(place + 1) == UInt8(ascii: ".") {
      place += 2
      last = try number(isSeconds)
      step = unit
    }
    if isNext("/") {
      place += 1
      let stepStart = place
      step = try number(isSeconds)
      if step == 0 { throw .zeroStep("oncalendar-step", text, stepStart..<place) }
    } else if isSeconds, let last, first + unit > last {
      throw .reversedCalendarRange(text, start..<place)
    }
    guard isAtEnd || " ,-~:".utf8.contains(next) else {
      throw .strayCalendarText(text, place..<end, "a number")
    }
    return Item(first: first, last: last, step: step, range: start..<place)
  }

  /// Reads digits; of seconds also a fraction, rounded to microseconds, and returns microseconds.
  private mutating func number(_ isSeconds: Bool) throws(ExpressionError) -> Int {
    let start = place
    place = text.endOfDigits(from: place, to: end)
    guard let number = text.number(start..<place) else {
      throw .missingCalendarNumber(text, text.character(at: start, end: end), end: end)
    }
    // systemd keeps 32 bits, of seconds in microseconds, also of steps that a range's end then takes away.
    guard number <= (isSeconds ? 2147 : Int(Int32.max)) else { throw .calendarNumberTooLarge(text, start..<place) }
    guard isSeconds else { return number }
    var micros = number * 1_000_000
    if isNext("."), byte(place + 1) != UInt8(ascii: ".") {
      let digits = place + 1
      place = text.endOfDigits(from: digits, to: end)
      if digits == place { throw .missingCalendarNumber(text, text.character(at: digits, end: end), end: end) }
      var scale = 100_000
      for byte in text.bytes[digits..<min(place, digits + 6)] {
        micros += Int(byte - 0x30) * scale
        scale /= 10
      }
      if place > digits + 6, text[digits + 6] >= UInt8(ascii: "5") { micros += 1 }
    }
    return micros
  }

  /// Brings the items of a field to their normal form and checks them against the field's range.
  private func normal(_ items: [Item], _ field: CalendarField) throws(ExpressionError) -> [CalendarComponent] {
    var components: Set<CalendarComponent> = []
    for var item in items {
      let first = field == .year ? CalendarField.fullYear(item.first) : item.first
      if field == .year { item.last = item.last.map(CalendarField.fullYear) }
      if let last = item.last, last > first { item.last = last - (last - first) % item.step }
      if item.last == first { (item.last, item.step) = (nil, 0) }
      try check(item, first, field)
      components.insert(
        CalendarComponent(
          first: Int32(truncatingIfNeeded: first), last: item.last.map { Int32(truncatingIfNeeded: $0) },
          step: Int32(truncatingIfNeeded: item.step)))
    }
    let everySecond = CalendarComponent(first: 0, step: 1_000_000)
    return field == .second && components.contains(everySecond) ? [everySecond] : components.sorted()
  }

  private func check(_ item: Item, _ first: Int, _ field: CalendarField) throws(ExpressionError) {
    let bounds = field.bounds
    guard bounds.contains(first), bounds.contains(item.last ?? first) else {
      throw .calendarOutOfRange(text, item.range, field, bounds.lowerBound, bounds.upperBound)
    }
    if let last = item.last {
      guard last > first else { throw .reversedCalendarRange(text, item.range) }
    } else if field == .dayFromEnd ? first - item.step < bounds.lowerBound : first + item.step > bounds.upperBound {
      // A step that never lands is a slip: systemd refuses it as well.
      throw .calendarStepTooLarge(text, item.range, field)
    }
  }
}

/// One field of a calendar expression.
enum CalendarField {
  case year
  case month
  case day
  case dayFromEnd
  case hour
  case minute
  case second
  case timestamp

  /// The name behind its article: `a minute`, `an hour`.
  var named: String { self == .hour ? "an hour" : "a \(name)" }

  /// What messages call it.
  var name: String {
    switch self {
    case .year: "year"
    case .month: "month"
    case .day: "day"
    case .dayFromEnd: "day from the month's end"
    case .hour: "hour"
    case .minute: "minute"
    case .second: "second"
    case .timestamp: "number of seconds since 1970"
    }
  }

  /// First and last value; seconds in microseconds.
  var bounds: ClosedRange<Int> {
    switch self {
    case .year: 1970...2199
    case .month: 1...12
    case .day: 1...31
    case .dayFromEnd: 1...28
    case .hour: 0...23
    case .minute: 0...59
    case .second: 0...59_999_999
    case .timestamp: 0...7_258_118_399
    }
  }

  /// 0 to 69 are the years from 2000, 70 to 99 those from 1970.
  static func fullYear(_ number: Int) -> Int {
    number < 70 ? number + 2000 : number < 100 ? number + 1900 : number
  }
}
