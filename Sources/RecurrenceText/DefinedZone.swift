public import CivilTime
import RuleModel

/// A time zone as a VTIMEZONE of an iCalendar file defines it (RFC 5545 3.6.5).
public struct DefinedZone: Hashable, Sendable {
  /// A STANDARD or DAYLIGHT: from when on a clock has another offset.
  struct Observance: Sendable {
    /// The first onset, on the clock before it.
    var start: LocalDateTime
    /// Later onsets on the clock before them.
    var additions: [LocalDateTime]
    /// Onsets of each year.
    var rule: RecurrenceRule?
    /// Seconds from UTC before and after.
    var from: Int32
    var to: Int32
  }

  private struct Change: Hashable, Sendable {
    var onset: Int64
    var offset: Int32
  }

  /// When the offset changes, ascending, and what it is from then on.
  private let changes: [Change]
  /// The offset before the first change.
  private let first: Int32
  /// All offsets, the largest first.
  private let offsets: [Int32]

  /// Rules are followed from 1970 to the end of this year; the last offset stays.
  private static let years = 1970...2100
  /// More sub-components than this are more than any real zone has.
  private static let limit = 64

  /// Reads the sub-components; nil where one has no start or offsets, or repeats otherwise than by the year, and where
  /// there are more than 64.
  init?(_ components: [[ICSLine]]) {
    if components.isEmpty || components.count > Self.limit { return nil }
    var observances: [Observance] = []
    for lines in components {
      guard let start = Self.time(lines, "DTSTART"), let from = Self.offset(lines, "TZOFFSETFROM"),
        let to = Self.offset(lines, "TZOFFSETTO")
      else { return nil }
      var observance = Observance(start: start, additions: [], rule: nil, from: from, to: to)
      for line in lines where line.name == "RDATE" {
        for value in line.value.split(separator: ",").prefix(1000) {
          if let time = Self.time(String(value)) { observance.additions.append(time) }
        }
      }
      if let line = lines.first(where: { $0.name == "RRULE" }) {
        guard case .success(let rule) = RRULEText.parse(line.value), rule.frequency == .yearly, rule.interval == 1,
          rule.yearDays.isEmpty, !rule.hasWeekNumbers, rule.setPositions.isEmpty
        else { return nil }
        observance.rule = rule
      }
      observances.append(observance)
    }
    var changes: [Change] = []
    var earliest: (onset: Int64, offset: Int32)?
    for observance in observances {
      var onsets = observance.onsets(in: Self.years)
      if let before = observance.lastOnset(before: Self.years.lowerBound) { onsets.append(before) }
      changes += onsets.map { Change(onset: $0, offset: observance.to) }
      let first = observance.start.localSeconds - Int64(observance.from)
      if first < earliest?.onset ?? .max { earliest = (first, observance.from) }
    }
    self.changes = changes.sorted { $0.onset < $1.onset }
    first = earliest?.offset ?? 0
    offsets = Set(observances.flatMap { [$0.from, $0.to] }).sorted(by: >)
  }

  /// Seconds from UTC at an instant; before the first onset what that one comes from.
  public func offset(at instant: Instant) -> Int32 {
    var (low, high) = (0, changes.count)
    while low < high {
      let middle = (low + high) / 2
      if changes[middle].onset <= instant.epochSeconds { low = middle + 1 } else { high = middle }
    }
    return low == 0 ? first : changes[low - 1].offset
  }

  /// The first instant at which the clock shows a local time; a skipped one later by the length of the gap.
  public func instant(of local: LocalDateTime) -> Instant {
    for offset in offsets {
      let instant = Instant(epochSeconds: local.localSeconds - Int64(offset))
      if self.offset(at: instant) == offset { return instant }
    }
    let before = offset(at: Instant(epochSeconds: local.localSeconds - 86_400))
    return Instant(epochSeconds: local.localSeconds - Int64(before))
  }

  /// The offsets through six years: every quarter, and around each change.
  func profile(from year: Int) -> [(instant: Instant, offset: Int32)] {
    guard let start = LocalDate(year: min(max(year, 1), 9990), month: 1, day: 1) else { return [] }
    let low = Int64(start.dayNumber) * 86_400
    let high = low + 6 * 366 * 86_400
    var samples = (0...24).map { low + Int64($0) * 91 * 86_400 }
    for change in changes where change.onset > low && change.onset < high && samples.count < 500 {
      samples += [change.onset - 1, change.onset]
    }
    return samples.map { (Instant(epochSeconds: $0), offset(at: Instant(epochSeconds: $0))) }
  }

  private static func time(_ lines: [ICSLine], _ name: String) -> LocalDateTime? {
    lines.first { $0.name == name }.flatMap { time($0.value) }
  }

  private static func time(_ value: String) -> LocalDateTime? {
    let bytes = ExpressionBytes(value)
    switch try? RRULEUntil(bytes, 0..<bytes.count).end() {
    case .untilLocal(let time): return time
    case .untilDate(let date): return LocalDateTime(date: date, time: .midnight)
    default: return nil
    }
  }

  /// `+0100`, `-053000` (RFC 5545 3.3.14).
  private static func offset(_ lines: [ICSLine], _ name: String) -> Int32? {
    guard let text = lines.first(where: { $0.name == name })?.value else { return nil }
    let digits = text.utf8.dropFirst().map { Int32($0) - 48 }
    guard digits.count == 4 || digits.count == 6, digits.allSatisfy({ (0...9).contains($0) }) else { return nil }
    let (hours, minutes) = (digits[0] * 10 + digits[1], digits[2] * 10 + digits[3])
    let seconds = digits.count == 6 ? digits[4] * 10 + digits[5] : 0
    guard hours < 24, minutes < 60, seconds < 60, text.hasPrefix("+") || text.hasPrefix("-") else { return nil }
    return (hours * 3600 + minutes * 60 + seconds) * (text.hasPrefix("-") ? -1 : 1)
  }
}

extension DefinedZone.Observance {
  /// The onsets in some years, in seconds since 1970.
  func onsets(in years: ClosedRange<Int>) -> [Int64] {
    var result = ([start] + additions).filter { years.contains($0.date.year) }
    for year in years { if let onset = ruled(in: year) { result.append(onset) } }
    return result.map { $0.localSeconds - Int64(from) }
  }

  /// The last onset before a year, in seconds since 1970.
  func lastOnset(before year: Int) -> Int64? {
    var last = ([start] + additions).filter { $0.date.year < year }.max()
    if let rule {
      let final: Int =
        switch rule.end {
        case .never: year - 1
        case .untilDate(let date): min(year - 1, date.year)
        case .untilLocal(let time): min(year - 1, time.date.year)
        case .untilInstant(let instant): min(year - 1, ZoneRules.utc.localDateTime(at: instant).date.year)
        case .count(let count): min(year - 1, start.date.year + min(count, 10_000))
        }
      if let onset = ruled(in: final) ?? ruled(in: final - 1) { last = max(onset, last ?? onset) }
    }
    return last.map { $0.localSeconds - Int64(from) }
  }

  /// What the rule says about a year.
  private func ruled(in year: Int) -> LocalDateTime? {
    guard let rule, year >= start.date.year else { return nil }
    let months = rule.months.isEmpty ? MonthSet(rawValue: 1 << UInt16(start.date.month)) : rule.months
    for month in 1...12 where months.contains(number: month) {
      let length = LocalDate(year: year, month: month, day: 31) != nil ? 31 : 30
      let days = (1...length).compactMap { LocalDate(year: year, month: month, day: $0) }
      for date in days where names(date, lengthOfMonth: days.count) {
        let onset = LocalDateTime(date: date, time: start.time)
        if onset < start || isOver(onset, rule) { return nil }
        return onset
      }
    }
    return nil
  }

  private func names(_ date: LocalDate, lengthOfMonth: Int) -> Bool {
    guard let rule else { return false }
    let (day, fromEnd) = (Int(date.day), lengthOfMonth + 1 - Int(date.day))
    if rule.hasMonthDays, rule.monthDays & (1 << UInt32(day)) == 0, rule.monthDaysFromEnd & (1 << UInt32(fromEnd)) == 0
    {
      return false
    }
    guard rule.hasWeekdays else { return rule.hasMonthDays || day == Int(start.date.day) }
    if rule.weekdays.contains(date.weekday) { return true }
    return rule.ordinalWeekdays.contains { ordinal in
      guard ordinal.weekday == date.weekday else { return false }
      return ordinal.ordinal > 0 ? (day + 6) / 7 == Int(ordinal.ordinal) : (fromEnd + 6) / 7 == -Int(ordinal.ordinal)
    }
  }

  private func isOver(_ onset: LocalDateTime, _ rule: RecurrenceRule) -> Bool {
    switch rule.end {
    case .never: false
    case .count(let count): onset.date.year - start.date.year >= count
    case .untilDate(let date): onset.date > date
    case .untilLocal(let last): onset > last
    case .untilInstant(let last): onset.localSeconds - Int64(from) > last.epochSeconds
    }
  }
}
