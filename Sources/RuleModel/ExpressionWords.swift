import CivilTime

/// English phrases that the descriptions of all languages share.
enum Words {
  /// `a`, `a and b`, `a, b and c`.
  static func list(_ items: [String], _ joint: String = "and") -> String {
    guard let last = items.last, items.count > 1 else { return items.first ?? "" }
    return items.dropLast().joined(separator: ", ") + " \(joint) " + last
  }

  /// `1st`, `2nd`, `23rd`, `11th`.
  static func ordinal(_ number: Int) -> String {
    switch (number % 10, number % 100) {
    case (1, let rest) where rest != 11: "\(number)st"
    case (2, let rest) where rest != 12: "\(number)nd"
    case (3, let rest) where rest != 13: "\(number)rd"
    default: "\(number)th"
    }
  }

  /// `last` for 1, `2nd last` for 2.
  static func ordinalFromEnd(_ number: Int) -> String { number == 1 ? "last" : ordinal(number) + " last" }

  /// The items of numbers in order: neighbours of three and more as `1 to 5`.
  static func runs(_ numbers: [Int], _ name: (Int) -> String) -> [String] {
    var items: [String] = []
    var index = 0
    while index < numbers.count {
      var end = index
      while end + 1 < numbers.count, numbers[end + 1] == numbers[end] + 1 { end += 1 }
      if end - index >= 2 {
        items.append(name(numbers[index]) + " to " + name(numbers[end]))
      } else {
        items += numbers[index...end].map(name)
      }
      index = end + 1
    }
    return items
  }

  /// The numbers of the bits that are set.
  static func numbers(_ bits: UInt64) -> [Int] { (0..<64).filter { bits & 1 << UInt64($0) != 0 } }

  /// `Monday to Friday`, `Saturday and Sunday`.
  static func weekdays(_ set: WeekdaySet, _ joint: String = "and") -> String {
    list(runs(numbers(UInt64(set.rawValue)), weekday), joint)
  }

  /// `Monday` for 1.
  static func weekday(_ number: Int) -> String {
    Weekday(rawValue: UInt8(truncatingIfNeeded: number)).map { capital($0.name) } ?? ""
  }

  /// `January to March and May`.
  static func months(_ set: MonthSet) -> String {
    list(
      runs(numbers(UInt64(set.rawValue))) {
        Month(rawValue: UInt8(truncatingIfNeeded: $0)).map { capital($0.name) } ?? ""
      })
  }

  /// Days of the month as items: `the 1st`, `the 5th to 9th`, or `every 2nd day from the 1st`.
  static func monthDays(_ bits: UInt32) -> [String] {
    let days = numbers(UInt64(bits))
    if days.count > 3, let step = step(of: days), step > 1, days[days.count - 1] + step > 31 {
      return ["every \(ordinal(step)) day of the month from the \(ordinal(days[0]))"]
    }
    return runs(days, ordinal).map { "the " + $0 }
  }

  /// The distance between neighbours where it is the same for all of at least two numbers.
  static func step(of numbers: [Int]) -> Int? {
    guard numbers.count > 1 else { return nil }
    let step = numbers[1] - numbers[0]
    return zip(numbers, numbers.dropFirst()).allSatisfy { $1 - $0 == step } ? step : nil
  }

  /// The clock: `at 09:00 and 17:00`, `every 15 minutes in hours 9 to 17`, `at minute 30 of every hour`.
  static func clock(hours: UInt32, minutes: UInt64, seconds: UInt64) -> String {
    let (hours, minutes, seconds) = (numbers(UInt64(hours)), numbers(minutes), numbers(seconds))
    if hours.count * minutes.count * seconds.count <= 6 {
      let times = hours.flatMap { hour in
        minutes.flatMap { minute in seconds.map { time(hour, minute, seconds == [0] ? nil : $0) } }
      }
      return "at " + list(times)
    }
    let everyHour = hours.count == 24
    let hourPhrase = everyHour ? "" : " in \(hours.count == 1 ? "hour" : "hours") " + list(runs(hours) { "\($0)" })
    if seconds == [0] {
      if minutes == [0], let step = period(hours, of: 24) { return "every " + counted(step, "hour") }
      if let step = period(minutes, of: 60) { return "every " + counted(step, "minute") + hourPhrase }
      return "at " + values(minutes, "minute") + (everyHour ? " of every hour" : hourPhrase)
    }
    let secondPhrase =
      period(seconds, of: 60).map { "every " + counted($0, "second") } ?? "at " + values(seconds, "second")
    if minutes.count == 60 {
      return secondPhrase + (secondPhrase.hasPrefix("at") ? " of every minute" : "") + hourPhrase
    }
    return secondPhrase + " in " + values(minutes, "minute") + (everyHour ? " of every hour" : hourPhrase)
  }

  /// `09:00`, `09:00:30`.
  static func time(_ hour: Int, _ minute: Int, _ second: Int?) -> String {
    padded(hour, 2) + ":" + padded(minute, 2) + (second.map { ":" + padded($0, 2) } ?? "")
  }

  /// `minute 5`, `minutes 1 to 3 and 7`.
  static func values(_ numbers: [Int], _ noun: String) -> String {
    (numbers.count == 1 ? noun : noun + "s") + " " + list(runs(numbers) { "\($0)" })
  }

  /// `day` for 1, `2 days` for 2.
  static func counted(_ number: Int, _ noun: String) -> String { number == 1 ? noun : "\(number) \(noun)s" }

  /// The step of numbers that go evenly around a dial, from 0.
  private static func period(_ numbers: [Int], of dial: Int) -> Int? {
    guard numbers.first == 0, let step = step(of: numbers), dial % step == 0, numbers.count == dial / step else {
      return nil
    }
    return step
  }

  private static func capital(_ name: String) -> String { name.prefix(1).uppercased() + name.dropFirst() }
}

/// Returns a number of at least 0 with leading zeros.
func padded(_ number: Int, _ length: Int) -> String {
  let digits = String(number)
  return String(repeating: "0", count: max(0, length - digits.utf8.count)) + digits
}
