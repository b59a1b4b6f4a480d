public import CivilTime

/// What a systemd calendar expression (systemd.time(7)) means.
///
/// A field without components matches everything. Equal normal forms are equal values.
public struct CalendarExpression: Hashable, Sendable, Codable {
  /// Days of the week.
  public var weekdays: WeekdaySet
  /// Years, 1970 to 2199.
  public var years: [CalendarComponent]
  /// Months, 1 to 12.
  public var months: [CalendarComponent]
  /// Days of the month, 1 to 31; with `countsFromMonthEnd` 1 (the last) to 28.
  public var days: [CalendarComponent]
  /// Whether `~` stands before the days: they count from the month's end.
  public var countsFromMonthEnd: Bool
  /// Hours, 0 to 23.
  public var hours: [CalendarComponent]
  /// Minutes, 0 to 59.
  public var minutes: [CalendarComponent]
  /// Places within the minute in microseconds, 0 to 59,999,999; never empty: every second is 0 by steps of 1,000,000.
  public var microseconds: [CalendarComponent]
  /// The zone that the expression names; it wins over any other.
  public var zone: ZoneName?

  /// Makes an expression; by default every day at midnight.
  public init(
    weekdays: WeekdaySet = .all, years: [CalendarComponent] = [], months: [CalendarComponent] = [],
    days: [CalendarComponent] = [], countsFromMonthEnd: Bool = false, hours: [CalendarComponent] = [.zero],
    minutes: [CalendarComponent] = [.zero], microseconds: [CalendarComponent] = [.zero], zone: ZoneName? = nil
  ) {
    self.weekdays = weekdays
    self.years = years
    self.months = months
    self.days = days
    self.countsFromMonthEnd = countsFromMonthEnd
    self.hours = hours
    self.minutes = minutes
    self.microseconds = microseconds
    self.zone = zone
  }

  /// The years as ranges; empty matches all.
  public var yearRanges: [SteppedRange] {
    years.map { component in
      let last = component.last ?? (component.step == 0 ? component.first : 2199)
      return SteppedRange(first: Int(component.first), last: Int(last), step: max(1, Int(component.step)))
    }
  }

  /// The months.
  public var monthSet: MonthSet {
    months.isEmpty ? .all : MonthSet(rawValue: UInt16(truncatingIfNeeded: bits(of: months, through: 12)))
  }

  /// The days: bit n for day n, 1 to 31, or for the n-th day from the month's end where `countsFromMonthEnd` is set.
  public var dayBits: UInt32 {
    guard !days.isEmpty else { return 0xFFFF_FFFE }
    guard countsFromMonthEnd else { return UInt32(truncatingIfNeeded: bits(of: days, through: 31)) }
    var bits: UInt32 = 0
    for component in days {
      // Without an end the steps run on to the month's last day.
      let low = component.last == nil && component.step > 0 ? 1 : Int(component.first)
      let high = Int(component.last ?? component.first)
      guard low <= high else { continue }
      for day in stride(from: high, through: low, by: -max(1, Int(component.step))) where day > 0 && day < 32 {
        bits |= 1 << UInt32(day)
      }
    }
    return bits
  }

  /// The hours: bit n for hour n.
  public var hourBits: UInt32 {
    hours.isEmpty ? 0xFF_FFFF : UInt32(truncatingIfNeeded: bits(of: hours, through: 23))
  }

  /// The minutes: bit n for minute n.
  public var minuteBits: UInt64 { minutes.isEmpty ? (1 << 60) - 1 : bits(of: minutes, through: 59) }

  /// The seconds: bit n for second n; `nil` where the expression also fires between whole seconds.
  public var secondBits: UInt64? {
    var bits: UInt64 = 0
    for component in microseconds {
      guard component.first % 1_000_000 == 0, component.step % 1_000_000 == 0 else { return nil }
      let seconds = CalendarComponent(
        first: component.first / 1_000_000, last: component.last.map { $0 / 1_000_000 },
        step: component.step / 1_000_000)
      bits |= self.bits(of: [seconds], through: 59)
    }
    return bits
  }

  /// Whether the date fields match.
  public func contains(_ date: LocalDate) -> Bool {
    let (year, month, day) = date.yearMonthDay
    guard weekdays.contains(date.weekday), monthSet.contains(number: month) else { return false }
    let number = countsFromMonthEnd ? LocalDate.daysInMonth(year: year, month: month) - day + 1 : day
    guard dayBits & 1 << UInt32(number) != 0 else { return false }
    return years.isEmpty
      || yearRanges.contains { year >= $0.first && year <= $0.last && (year - $0.first) % $0.step == 0 }
  }

  private func bits(of components: [CalendarComponent], through end: Int) -> UInt64 {
    var bits: UInt64 = 0
    for component in components {
      let last = component.last.map { Int($0) } ?? (component.step == 0 ? Int(component.first) : end)
      for value in stride(from: Int(component.first), through: min(last, end), by: max(1, Int(component.step)))
      where value >= 0 {
        bits |= 1 << UInt64(value)
      }
    }
    return bits
  }
}

/// One item of a field of a calendar expression: `5`, `5/10`, `5..20` or `5..20/5`.
public struct CalendarComponent: Hashable, Comparable, Sendable, Codable {
  /// The first value.
  public let first: Int32
  /// The last value, which a step lands on; `nil` for a single value or steps to the field's end.
  public let last: Int32?
  /// The step; 0 for a single value.
  public let step: Int32

  /// Makes an item; by default a single value.
  public init(first: Int32, last: Int32? = nil, step: Int32 = 0) {
    self.first = first
    self.last = last
    self.step = step
  }

  /// The single value 0.
  public static let zero = CalendarComponent(first: 0)

  /// By first value, then end (none first), then step: the order of the normal form.
  public static func < (left: CalendarComponent, right: CalendarComponent) -> Bool {
    (left.first, left.last ?? -1, left.step) < (right.first, right.last ?? -1, right.step)
  }
}
