/// What a wall clock shows within a day, to the second: 00:00:00 to 23:59:59.
@frozen public struct TimeOfDay: Hashable, Comparable, Sendable {
  /// Seconds since 00:00 on the clock's face, 0 to 86 399, whatever the day's real length.
  public let secondsSinceMidnight: Int32

  /// 00:00:00.
  @inlinable public static var midnight: TimeOfDay { TimeOfDay(uncheckedSeconds: 0) }

  /// 12:00:00.
  @inlinable public static var noon: TimeOfDay { TimeOfDay(uncheckedSeconds: 43_200) }

  @inlinable init(uncheckedSeconds: Int32) { secondsSinceMidnight = uncheckedSeconds }

  /// Makes the time that many seconds after 00:00; `nil` outside 0 to 86 399.
  @inlinable public init?(secondsSinceMidnight: Int) {
    guard secondsSinceMidnight >= 0, secondsSinceMidnight < 86_400 else { return nil }
    self.secondsSinceMidnight = Int32(truncatingIfNeeded: secondsSinceMidnight)
  }

  /// Makes the time from a clock's numbers: hour 0 to 23, minute and second 0 to 59; else `nil`.
  @inlinable public init?(hour: Int, minute: Int, second: Int = 0) {
    guard hour >= 0, hour < 24, minute >= 0, minute < 60, second >= 0, second < 60 else { return nil }
    secondsSinceMidnight = Int32(truncatingIfNeeded: hour &* 3600 &+ minute &* 60 &+ second)
  }

  /// The hour, 0 to 23.
  @inlinable public var hour: Int { Int(secondsSinceMidnight) / 3600 }

  /// The minute of the hour, 0 to 59.
  @inlinable public var minute: Int { Int(secondsSinceMidnight) / 60 % 60 }

  /// The second of the minute, 0 to 59.
  @inlinable public var second: Int { Int(secondsSinceMidnight) % 60 }

  /// Earlier times come first.
  @inlinable public static func < (left: TimeOfDay, right: TimeOfDay) -> Bool {
    left.secondsSinceMidnight < right.secondsSinceMidnight
  }
}
