import CivilTime
public import RuleModel

extension CronExpression {
  /// The expression in its normal form, which every parser of this module reads back to the same value.
  ///
  /// Numbers ascend without repeats, weekdays have names, ranges don't wrap; a field that began with `*` still does.
  public var text: String {
    var fields = [
      CronField.minute.text(minutes, isStarred: starred.contains(.minute)),
      CronField.hour.text(UInt64(hours), isStarred: starred.contains(.hour)),
      CronField.dayOfMonth.text(
        UInt64(monthDays.days), isStarred: starred.contains(.dayOfMonth), specials: monthDays.specialTexts),
      CronField.month.text(UInt64(months.rawValue), isStarred: nil),
      CronField.dayOfWeek.text(
        weekdays.days.cronBits, isStarred: starred.contains(.dayOfWeek), specials: weekdays.specialTexts),
    ]
    if hasSeconds { fields.insert(CronField.second.text(seconds, isStarred: nil), at: 0) }
    return fields.joined(separator: " ")
  }
}

extension CronMonthDays {
  /// `L`, `L-n`, `nW` and `LW`, in that order.
  var specialTexts: [String] {
    let before = (0..<31).filter { daysBeforeLast & 1 << UInt32($0) != 0 }.map { $0 == 0 ? "L" : "L-\($0)" }
    let nearest = (1..<32).filter { nearestWorkdays & 1 << UInt32($0) != 0 }.map { "\($0)W" }
    return before + nearest + (lastWorkday ? ["LW"] : [])
  }
}

extension CronWeekdays {
  /// `day#n` by n, then `dayL`.
  var specialTexts: [String] {
    let days = Weekday.cronOrder
    let ordinals = (1...5).flatMap { n in days.filter { contains(n, $0) }.map { "\($0.shortName)#\(n)" } }
    return ordinals + days.filter { last.contains($0) }.map { "\($0.shortName)L" }
  }
}

extension Weekday {
  /// Sunday first, as cron counts.
  static let cronOrder: [Weekday] = [.sunday, .monday, .tuesday, .wednesday, .thursday, .friday, .saturday]
}

extension CronField {
  /// Returns the field's text.
  ///
  /// - Parameter isStarred: Whether it must begin with `*`; `nil` where that has no meaning and the shorter text wins.
  func text(_ values: UInt64, isStarred: Bool?, specials: [String] = []) -> String {
    var rest = values & everyValue
    var items: [String] = []
    if isStarred != false, let step = starStep(rest, whole: isStarred == nil) {
      items.append(step == 1 ? "*" : "*/\(step)")
      for value in stride(from: first, to: first + count, by: step) { rest &= ~(1 << UInt64(value)) }
    }
    return (items + ranges(rest) + specials).joined(separator: ",")
  }

  /// Returns the least step with which `*` names only values of the set, or all of them where `whole` is set.
  private func starStep(_ values: UInt64, whole: Bool) -> Int? {
    guard values & 1 << UInt64(first) != 0 else { return nil }
    for step in 1...count {
      var stepped: UInt64 = 0
      for value in stride(from: first, to: first + count, by: step) { stepped |= 1 << UInt64(value) }
      if whole ? stepped == values && (step == 1 || stepped.nonzeroBitCount > 2) : stepped & ~values == 0 {
        return step
      }
    }
    return nil
  }

  private func ranges(_ values: UInt64) -> [String] {
    let numbers = (first..<first + count).filter { values & 1 << UInt64($0) != 0 }
    guard let low = numbers.first, let high = numbers.last else { return [] }
    if numbers.count >= 3 {
      let step = numbers[1] - low
      if step > 1, zip(numbers, numbers.dropFirst()).allSatisfy({ $1 - $0 == step }) {
        return ["\(name(low))-\(name(high))/\(step)"]
      }
    }
    var items: [String] = []
    var index = 0
    while index < numbers.count {
      var end = index
      while end + 1 < numbers.count, numbers[end + 1] == numbers[end] + 1 { end += 1 }
      if end - index >= 2 {
        items.append("\(name(numbers[index]))-\(name(numbers[end]))")
      } else {
        items += numbers[index...end].map(name)
      }
      index = end + 1
    }
    return items
  }

  private func name(_ value: Int) -> String {
    self == .dayOfWeek ? Weekday(cronNumber: value)?.shortName ?? "\(value)" : "\(value)"
  }
}
