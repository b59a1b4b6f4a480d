/// What a calendar and a wall clock show together, in no particular zone.
@frozen public struct LocalDateTime: Hashable, Comparable, Sendable {
  /// The calendar's day.
  public let date: LocalDate
  /// The clock's time.
  public let time: TimeOfDay

  /// 0001-01-01T00:00:00.
  @inlinable public static var earliest: LocalDateTime { LocalDateTime(date: .earliest, time: .midnight) }

  /// 9999-12-31T23:59:59.
  @inlinable public static var latest: LocalDateTime {
    LocalDateTime(date: .latest, time: TimeOfDay(uncheckedSeconds: 86_399))
  }

  /// Joins a day and a time.
  @inlinable public init(date: LocalDate, time: TimeOfDay) {
    self.date = date
    self.time = time
  }

  /// Makes the value that many seconds after 1970-01-01T00:00 on the local clock, taking each day as
  /// 86 400 seconds; `nil` outside the years 1 to 9999.
  @inlinable public init?(localSeconds: Int64) {
    guard localSeconds >= -62_135_596_800, localSeconds <= 253_402_300_799 else { return nil }
    // Counted from 0001-01-01, so that the division is unsigned and rounds down.
    let fromFirst = UInt64(bitPattern: localSeconds &+ 62_135_596_800)
    let day = fromFirst / 86_400
    date = LocalDate(uncheckedDayNumber: Int32(truncatingIfNeeded: day) &- 719_162)
    time = TimeOfDay(uncheckedSeconds: Int32(truncatingIfNeeded: fromFirst &- day &* 86_400))
  }

  /// Seconds since 1970-01-01T00:00 on the local clock, taking each day as 86 400 seconds.
  @inlinable public var localSeconds: Int64 {
    Int64(date.dayNumber) &* 86_400 &+ Int64(time.secondsSinceMidnight)
  }

  /// Earlier on the local clock comes first.
  @inlinable public static func < (left: LocalDateTime, right: LocalDateTime) -> Bool {
    left.date == right.date ? left.time < right.time : left.date < right.date
  }
}
