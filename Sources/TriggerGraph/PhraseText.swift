import CivilTime
import RuleModel

/// Values as rule files write them.
enum PhraseText {
  /// One value as it is, several as `[a, b]`.
  static func list(_ items: [String]) -> String {
    items.count == 1 ? items[0] : "[\(items.joined(separator: ", "))]"
  }

  /// `{ key: value, … }`.
  static func mapping(_ entries: [TriggerPhrase.Entry]) -> String {
    "{ \(entries.map { "\($0.key): \($0.value)" }.joined(separator: ", ")) }"
  }

  /// `2026-12-24 18:00`.
  static func dateTime(_ point: LocalDateTime) -> String { "\(point.date) \(point.time)" }

  /// A first date-time; a date alone where it is midnight.
  static func start(_ point: DateTimePoint) -> String {
    switch point {
    case .local(let local): local.time == .midnight ? "\(local.date)" : dateTime(local)
    case .instant(let instant): RFC3339.text(instant)
    }
  }

  /// A last date-time; a date alone where it is the day's last second.
  static func end(_ point: DateTimePoint) -> String {
    switch point {
    case .local(let local): local.time == LocalDateTime.latest.time ? "\(local.date)" : dateTime(local)
    case .instant(let instant): RFC3339.text(instant)
    }
  }

  /// `09:00-17:00`.
  static func window(_ window: TimeWindow) -> String {
    "\(window.start)-\(clock(Int(window.endSeconds)))"
  }

  /// A second of the day as a time, 86,400 as `24:00`.
  static func clock(_ second: Int) -> String {
    if second == 86_400 { return "24:00" }
    return TimeOfDay(secondsSinceMidnight: second)?.description ?? "\(second)"
  }

  /// `1h30m`.
  static func duration(days: Int64 = 0, seconds: Int64) -> String {
    var text = ""
    var days = days
    if days != 0, days % 7 == 0, seconds == 0 {
      text += "\(days / 7)w"
      days = 0
    }
    for (amount, unit) in [(days, "d"), (seconds / 3600, "h"), (seconds / 60 % 60, "m"), (seconds % 60, "s")]
    where amount != 0 {
      text += "\(amount)\(unit)"
    }
    return text.isEmpty ? "0s" : text
  }

  /// `-1d2h`, `10m`; nil where days and seconds go different ways.
  static func offset(days: Int64, seconds: Int64) -> String? {
    if days < 0 && seconds > 0 || days > 0 && seconds < 0 { return nil }
    let isNegative = days < 0 || seconds < 0
    guard days > Int64.min, seconds > Int64.min else { return nil }
    return (isNegative ? "-" : "") + duration(days: abs(days), seconds: abs(seconds))
  }

  /// Numbers as a field of `matching` takes them: `5`, `1-5`, `0-45/15`, `[1, 5-7]`.
  static func numbers(_ numbers: [Int]) -> String {
    if numbers.count > 2, let first = numbers.first, let last = numbers.last {
      let step = numbers[1] - first
      if zip(numbers, numbers.dropFirst()).allSatisfy({ $1 - $0 == step }) {
        return step == 1 ? "\(first)-\(last)" : "\(first)-\(last)/\(step)"
      }
    }
    return list(
      runs(numbers).flatMap { run in
        run.count > 2 ? ["\(run.lowerBound)-\(run.upperBound)"] : run.map { "\($0)" }
      })
  }

  /// Ascending numbers as stretches of neighbours.
  private static func runs(_ numbers: [Int]) -> [ClosedRange<Int>] {
    var result: [ClosedRange<Int>] = []
    for number in numbers {
      if let last = result.last, last.upperBound + 1 == number {
        result[result.count - 1] = last.lowerBound...number
      } else {
        result.append(number...number)
      }
    }
    return result
  }

  /// The numbers of the bits that are set.
  static func bits(_ mask: UInt64) -> [Int] { (0..<64).filter { mask & (1 << UInt64($0)) != 0 } }
}
