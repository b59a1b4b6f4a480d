import CivilTime
public import RuleModel

/// What day sets and their parts are called, in the words of rule files.
public enum DaySetName {
  /// Names a set that refers to no other but by a calendar's name; `days` for one that is built of others.
  public static func text(of set: DaySet) -> String {
    switch set {
    case .masks(let masks): text(of: masks)
    case .everyDays(let every, _): "every \(every) days"
    case .everyWeeks(let every, _): "every \(every) weeks"
    case .isoParity(let parity): parity == .even ? "even weeks" : "odd weeks"
    case .easter(let isOrthodox, let offsets, let cadence):
      offsets.map { (isOrthodox ? "orthodox-easter" : "easter") + signed($0) }.joined(separator: ", ")
        + text(of: cadence)
    case .daysOfYear(let fromStart, let fromEnd, let missing, let cadence):
      "day of year "
        + (fromStart.map { String($0) } + fromEnd.map { fromEndText(Int($0)) }).joined(separator: ", ")
        + text(of: missing) + text(of: cadence)
    case .isoWeeks(let weeks, let weekdays, let cadence):
      text(of: weekdays) + " of week " + bits(weeks).map { String($0) }.joined(separator: ", ") + text(of: cadence)
    case .nearestWorkdays(let days):
      "workday nearest to day " + list(bits(UInt64(days)).map { String($0) })
    case .weekNumbers(let weeks):
      "week " + list(bits(weeks.fromStart).map { String($0) } + bits(weeks.fromEnd).map { fromEndText($0) })
        + " from " + weeks.weekStart.name + text(of: weeks.cadence)
    case .positions(let positions):
      "place "
        + list(positions.fromStart.map { String($0) } + positions.fromEnd.map { fromEndText(Int($0)) }) + " of each "
        + text(of: positions.period)
    case .workdays(let fromStart, let fromEnd, let months, let cadence, _):
      "workday "
        + (bits(UInt64(fromStart)).map { String($0) } + bits(UInt64(fromEnd)).map { fromEndText($0) })
        .joined(separator: ", ") + (months == .all ? "" : " of " + text(ofMonths: months.rawValue))
        + text(of: cadence)
    case .dates(let dates):
      dates.isEmpty ? "no day" : list(dates.map { iso($0) })
    case .ranges(let ranges):
      ranges.isEmpty ? "no day" : list(ranges.map { "\(iso($0.first))/\(iso($0.last))" })
    case .calendar(let id, _): id.text
    case .union, .intersection, .complement, .moved, .shifted, .shiftedByWorkdays: "days"
    }
  }

  /// Names days of the week: `weekdays`, `weekends` or a list.
  public static func text(of days: WeekdaySet) -> String {
    if days == .all { return "every day" }
    if days.rawValue == 0b0011_1110 { return "weekdays" }
    if days.rawValue == 0b1100_0000 { return "weekends" }
    let names = Weekday.allCases.filter { days.contains($0) }.map(\.shortName)
    return names.isEmpty ? "no day" : names.joined(separator: ", ")
  }

  private static func text(of masks: DayMasks) -> String {
    var parts: [String] = []
    let isWholeWeek = masks.namesEveryWeekday
    if !isWholeWeek || masks.isEither {
      let ordinals =
        text(ordinals: masks.nthWeekdays, isFromEnd: false)
        + text(ordinals: masks.nthLastWeekdays, isFromEnd: true)
      let week = WeekdaySet(rawValue: masks.weekdays)
      parts.append((ordinals.isEmpty || !week.isEmpty ? [text(of: week)] : []).joined() + list(ordinals))
    }
    var numbers = bits(UInt64(masks.days)).map { String($0) } + bits(UInt64(masks.lastDays)).map { fromEndText($0) }
    if masks.namesEveryDayOfMonth { numbers = [] }
    if masks.isEither, !parts.isEmpty, !numbers.isEmpty { parts.append("or") }
    let months = masks.months == DayMasks.allMonths ? "" : text(ofMonths: masks.months)
    if !numbers.isEmpty {
      parts.append(months.isEmpty ? "day " + list(numbers) : months + " " + list(numbers))
    } else if !masks.namesEveryDayOfMonth {
      parts.append("no day")
    } else if !months.isEmpty {
      parts.append("of " + months)
    }
    if !masks.years.isEmpty { parts.append("of " + list(masks.years.map { text(of: $0) })) }
    let days = parts.isEmpty ? "every day" : parts.joined(separator: " ")
    return days + text(of: masks.missing) + text(of: masks.cadence)
  }

  private static func text(of period: DayPositions.Period) -> String {
    switch period {
    case .week(let start): "week from " + start.name
    case .month: "month"
    case .year: "year"
    case .weekYear: "year of weeks"
    }
  }

  private static func text(ordinals: UInt64, isFromEnd: Bool) -> [String] {
    let names =
      isFromEnd
      ? ["last", "second last", "third last", "fourth last", "fifth last"]
      : ["first", "second", "third", "fourth", "fifth"]
    return bits(ordinals).compactMap { bit in
      guard bit / 7 < names.count, let day = Weekday(rawValue: UInt8(bit % 7 + 1)) else { return nil }
      return names[bit / 7] + " " + day.name
    }
  }

  private static func text(of range: SteppedRange) -> String {
    if range.first == range.last { return String(range.first) }
    return "\(range.first)-\(range.last)" + (range.step > 1 ? "/\(range.step)" : "")
  }

  private static func text(of missing: MissingStandIn) -> String {
    switch missing {
    case .nothing: ""
    case .lastDay: ", missing: last"
    case .nextFirst: ", missing: next"
    }
  }

  private static func text(of cadence: Cadence?) -> String {
    guard let cadence else { return "" }
    return ", every \(cadence.every) \(cadence.unit == .months ? "months" : "years")"
  }

  private static func text(ofMonths months: UInt16) -> String {
    let names = Month.allCases.filter { months & (1 << UInt16($0.rawValue)) != 0 }.map(\.shortName)
    return names.isEmpty ? "no month" : names.joined(separator: ", ")
  }

  private static func signed(_ number: Int32) -> String {
    number == 0 ? "" : number > 0 ? "+\(number)" : String(number)
  }

  private static func fromEndText(_ number: Int) -> String { number == 1 ? "last" : "last-\(number - 1)" }

  private static func bits(_ mask: UInt64) -> [Int] { (0..<64).filter { mask & (1 << UInt64($0)) != 0 } }

  /// At most six entries, then how many more.
  static func list(_ texts: [String]) -> String {
    let shown = texts.prefix(6).joined(separator: ", ")
    return texts.count > 6 ? "\(shown) and \(texts.count - 6) more" : shown
  }

  /// A date as `2026-12-24`.
  static func iso(_ date: LocalDate) -> String {
    let (year, month, day) = date.yearMonthDay
    return padded(year, 4) + "-" + padded(month, 2) + "-" + padded(day, 2)
  }

  /// A number with leading zeros.
  static func padded(_ number: Int, _ width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }
}
