/// A day of the week, numbered as in ISO 8601: Monday is 1, Sunday 7.
@frozen public enum Weekday: UInt8, CaseIterable, Hashable, Comparable, Sendable {
  /// ISO 1.
  case monday = 1
  /// ISO 2.
  case tuesday
  /// ISO 3.
  case wednesday
  /// ISO 4.
  case thursday
  /// ISO 5.
  case friday
  /// ISO 6.
  case saturday
  /// ISO 7.
  case sunday

  /// The English name in lower case: `monday`.
  public var name: String {
    switch self {
    case .monday: "monday"
    case .tuesday: "tuesday"
    case .wednesday: "wednesday"
    case .thursday: "thursday"
    case .friday: "friday"
    case .saturday: "saturday"
    case .sunday: "sunday"
    }
  }

  /// The first three letters of the English name: `mon`.
  public var shortName: String { String(name.prefix(3)) }

  /// Returns the weekday that many days later, or earlier when negative.
  @inlinable public func advanced(byDays days: Int) -> Weekday {
    // The remainder is taken first, so that no count of days can overflow the sum.
    let index = (Int(rawValue) + 6 + days % 7) % 7
    return Weekday(index: UInt8(truncatingIfNeeded: index))
  }

  /// Returns how many days after this weekday `other` next comes: 0 for the same day, at most 6.
  @inlinable public func days(until other: Weekday) -> Int {
    (Int(other.rawValue) - Int(rawValue) + 7) % 7
  }

  /// The weekday at `index` places after Monday, 0 to 6; Sunday for anything larger.
  @inlinable init(index: UInt8) {
    switch index {
    case 0: self = .monday
    case 1: self = .tuesday
    case 2: self = .wednesday
    case 3: self = .thursday
    case 4: self = .friday
    case 5: self = .saturday
    default: self = .sunday
    }
  }

  /// Monday comes first.
  @inlinable public static func < (left: Weekday, right: Weekday) -> Bool {
    left.rawValue < right.rawValue
  }
}
