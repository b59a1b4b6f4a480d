/// The yearly rule of a POSIX TZ string: RFC 9636, section 3.3.1.
struct ZoneRule {
  /// A name and an offset, in seconds east of Greenwich.
  struct Time {
    let name: String
    let offset: Int32
  }

  /// When in a year the clock changes.
  struct Change {
    /// How the string names the day.
    enum Day {
      /// `Jn`: 1 to 365; 29 February is never counted.
      case withoutLeapDay(Int)
      /// `n`: 0 to 365; 29 February is counted.
      case zeroBased(Int)
      /// `Mm.w.d`: the `week`th (5: the last) weekday of the month; 0 is Sunday.
      case weekday(month: Int, week: Int, day: Int)
    }
    let day: Day
    /// Seconds after 00:00 of the day, on the clock in use before the change; -167 to 167 hours.
    let seconds: Int

    /// The day of the year, from 0, in a year whose first day has the given weekday (0 is Sunday).
    func dayOfYear(isLeap: Bool, firstWeekday: Int) -> Int {
      switch day {
      case .withoutLeapDay(let number): return number - 1 + (isLeap && number >= 60 ? 1 : 0)
      case .zeroBased(let number): return number
      case .weekday(let month, let week, let weekday):
        let year = isLeap ? 2000 : 2001
        let before = (1..<month).reduce(0) { $0 + LocalDate.daysInMonth(year: year, month: $1) }
        let first = (weekday + 7 - (firstWeekday + before) % 7) % 7
        let wanted = first + 7 * (week - 1)
        return before + (wanted < LocalDate.daysInMonth(year: year, month: month) ? wanted : wanted - 7)
      }
    }
  }

  /// The second time of the year with the changes to it and back.
  struct Daylight {
    let time: Time
    let start: Change
    let end: Change
  }

  let standard: Time
  let daylight: Daylight?
  /// The string itself.
  let text: String

  /// Visible text for an error message: at most 80 bytes, without control characters.
  static func quoted(_ text: Span<UInt8>) -> String {
    var bytes: [UInt8] = []
    for index in 0..<min(text.count, 80) {
      bytes.append((0x20...0x7E).contains(text[index]) ? text[index] : UInt8(ascii: "?"))
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
