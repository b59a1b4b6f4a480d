import CivilTime

/// One month of the calendar as a stretch of day numbers.
struct MonthSpan {
  var year: Int
  var month: Int
  /// Day number of its first day.
  var first: Int
  /// Days it has, 28 to 31.
  var length: Int

  /// The month that holds a day; the first or last month there is for one outside the years 1 to 9999.
  @inline(__always) init(holding day: Int) {
    let date = LocalDate(dayNumber: day) ?? (day < 0 ? .earliest : .latest)
    let fields = date.yearMonthDay
    year = fields.year
    month = fields.month
    first = Int(date.dayNumber) &- fields.day &+ 1
    length = MonthSpan.length(year: fields.year, month: fields.month)
  }

  /// A stretch that is called January 1970.
  @inline(__always) init(first: Int, length: Int) {
    year = 1970
    month = 1
    self.first = first
    self.length = length
  }

  /// The days of a month from 1 to 12, without a jump.
  @inline(__always) static func length(year: Int, month: Int) -> Int {
    if month == 2 { return LocalDate.isLeap(year: year) ? 29 : 28 }
    // Odd months are long up to July, even ones from August on.
    return 30 | ((month ^ (month >> 3)) & 1)
  }

  /// The day number of its last day.
  var last: Int { first &+ length &- 1 }

  /// Bits 1 to `length`.
  @inline(__always) var allDays: UInt32 { (UInt32(2) << UInt32(truncatingIfNeeded: length)) &- 2 }

  /// Place of its first day in the week; Monday is 0.
  @inline(__always) var firstWeekday: UInt32 {
    // Counted from 0001-01-01, a Monday.
    UInt32(truncatingIfNeeded: first &+ 719_162) % 7
  }

  /// Goes on to the next month, also past the year 9999.
  @inline(__always) mutating func advance() {
    first &+= length
    if month == 12 {
      month = 1
      year &+= 1
    } else {
      month &+= 1
    }
    length = MonthSpan.length(year: year, month: month)
  }

  /// Goes on to the next month of a name, 1 to 12, also past the year 9999.
  @inline(__always) mutating func advance(to name: Int) {
    first &-= MonthSpan.daysBefore(month, in: year)
    if name <= month {
      first &+= LocalDate.isLeap(year: year) ? 366 : 365
      year &+= 1
    }
    first &+= MonthSpan.daysBefore(name, in: year)
    month = name
    length = MonthSpan.length(year: year, month: name)
  }

  /// The days of a year before one of its months.
  @inline(__always) private static func daysBefore(_ month: Int, in year: Int) -> Int {
    let inLongFebruary = (367 &* month &- 362) / 12
    return month <= 2 ? inLongFebruary : inLongFebruary &- (LocalDate.isLeap(year: year) ? 1 : 2)
  }

  /// Goes back to the month before, also past the year 1.
  @inline(__always) mutating func retreat() {
    if month == 1 {
      month = 12
      year &-= 1
    } else {
      month &-= 1
    }
    length = MonthSpan.length(year: year, month: month)
    first &-= length
  }

  /// The month before.
  var previous: MonthSpan {
    var span = self
    span.retreat()
    return span
  }

  /// The bit of a day, which must be in the month.
  @inline(__always) func bit(of day: Int) -> UInt32 { 1 << UInt32(truncatingIfNeeded: day &- first &+ 1) }

  /// Bits of the days from `low` to `high` that are in the month.
  func bits(from low: Int, through high: Int) -> UInt32 {
    let start = max(low, first)
    let end = min(high, last)
    if start > end { return 0 }
    let upTo = (UInt64(2) << UInt64(end &- first &+ 1)) &- 1
    let below = (UInt64(1) << UInt64(start &- first &+ 1)) &- 1
    return UInt32(truncatingIfNeeded: upTo & ~below)
  }
}
