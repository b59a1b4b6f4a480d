import CivilTime
import RuleModel

/// One field of a cron expression: its range and the names it knows.
enum CronField: CaseIterable {
  case second
  case minute
  case hour
  case dayOfMonth
  case month
  case dayOfWeek

  /// What messages call the field.
  var name: String {
    switch self {
    case .second: "second"
    case .minute: "minute"
    case .hour: "hour"
    case .dayOfMonth: "day of month"
    case .month: "month"
    case .dayOfWeek: "day of week"
    }
  }

  /// The name behind its article: `a minute`, `an hour`.
  var named: String { self == .hour ? "an hour" : "a \(name)" }

  /// The least number.
  var first: Int { self == .dayOfMonth || self == .month ? 1 : 0 }

  /// The greatest number that may be written; 7 is Sunday, as 0.
  var last: Int { self == .dayOfWeek ? 7 : first + count - 1 }

  /// How many different values there are.
  var count: Int {
    switch self {
    case .second, .minute: 60
    case .hour: 24
    case .dayOfMonth: 31
    case .month: 12
    case .dayOfWeek: 7
    }
  }

  /// Every value.
  var everyValue: UInt64 { ((1 << UInt64(count)) - 1) << UInt64(first) }

  /// Names and the numbers they stand for, whole and of three letters.
  var names: [(name: String, value: Int)] {
    switch self {
    case .month:
      Month.allCases.map { ($0.name, Int($0.rawValue)) } + Month.allCases.map { ($0.shortName, Int($0.rawValue)) }
    case .dayOfWeek:
      Weekday.allCases.map { ($0.name, Int($0.rawValue) % 7) }
        + Weekday.allCases.map { ($0.shortName, Int($0.rawValue) % 7) }
    default: []
    }
  }
}

extension Weekday {
  /// The weekday with cron's number, 0 or 7 for Sunday.
  init?(cronNumber: Int) {
    guard cronNumber >= 0, cronNumber <= 7 else { return nil }
    self.init(rawValue: cronNumber == 0 ? 7 : UInt8(cronNumber))
  }
}

extension WeekdaySet {
  /// The days of a cron field's bits, 0 for Sunday.
  init(cronBits: UInt64) { self.init(rawValue: UInt8(truncatingIfNeeded: (cronBits & 0x7E) | (cronBits & 1) << 7)) }

  /// The bits of a cron field, 0 for Sunday.
  var cronBits: UInt64 { UInt64(rawValue & 0x7E) | UInt64(rawValue >> 7) }
}
