import CivilTime
import RuleModel
import TriggerGraph

/// Day sets with everything that a search needs to know about them: those of a graph, and those that plans add.
struct DayTable: Sendable {
  /// The sets; each refers to earlier ones only.
  private(set) var sets: [DaySet]
  /// For sets with `every`: day number, or for cadences the number of the month or year, of phase 0.
  private var phases: [Int]
  /// The first and last day that each set can name.
  private(set) var extents: [ClosedRange<Int>]
  /// Whether a search in a set may give up after one cycle of 400 years.
  private(set) var repeats: [Bool]
  /// Sets of plain days, made ready once for all that search in them.
  private var plain: [PlainDays?]

  /// Days of the supported calendar.
  static let allDays = Int(LocalDate.earliest.dayNumber)...Int(LocalDate.latest.dayNumber)

  /// Takes the sets of a graph.
  ///
  /// - Parameter date: The local date of an instant in a zone; nil where the zone is not known.
  init(_ graph: TriggerGraph, date: (Instant, ZoneChoice) -> LocalDate?) {
    sets = []
    phases = []
    extents = []
    repeats = []
    plain = []
    sets.reserveCapacity(graph.daySets.count)
    for set in graph.daySets { append(set, date: date) }
  }

  /// Adds a set that is built for a plan, and returns its place.
  mutating func add(_ set: DaySet) -> DaySetIndex {
    append(set) { instant, _ in
      LocalDateTime(localSeconds: instant.epochSeconds)?.date
    }
    return DaySetIndex(sets.count - 1)
  }

  private mutating func append(_ set: DaySet, date: (Instant, ZoneChoice) -> LocalDate?) {
    sets.append(set)
    phases.append(phase(of: set, date: date))
    extents.append(extent(of: set))
    repeats.append(isPeriodic(set))
    if case .masks(let masks) = set, PlainDays.describes(masks) {
      plain.append(PlainDays(masks))
    } else {
      plain.append(nil)
    }
  }

  /// The days of a set where months, days of the month and days of the week say all; kept alive by the table.
  func plainDays(of set: DaySetIndex) -> PlainDays? { plain[Int(set.position)] }

  private func phase(of set: DaySet, date: (Instant, ZoneChoice) -> LocalDate?) -> Int {
    func day(_ point: PhasePoint) -> LocalDate {
      switch point {
      case .date(let date): date
      case .instant(let instant, let zone):
        date(instant, zone) ?? LocalDateTime(localSeconds: instant.epochSeconds)?.date ?? .earliest
      }
    }
    switch set {
    case .everyDays(_, let phase):
      return Int(day(phase).dayNumber)
    case .everyWeeks(_, let phase):
      let date = day(phase)
      return Int(date.dayNumber) - Int(date.weekday.rawValue) + 1
    case .isoWeeks(_, _, let cadence?):
      return day(cadence.phase).isoWeek.year
    case .weekNumbers(let weeks):
      guard let cadence = weeks.cadence else { return 0 }
      return DayTable.weekYear(holding: Int(day(cadence.phase).dayNumber), weekStart: weeks.weekStart).number
    case .masks(let masks):
      guard let cadence = masks.cadence else { return 0 }
      return number(cadence, of: day(cadence.phase))
    case .easter(_, _, let cadence?), .daysOfYear(_, _, _, let cadence?), .workdays(_, _, _, let cadence?, _):
      return number(cadence, of: day(cadence.phase))
    default:
      return 0
    }
  }

  private func number(_ cadence: Cadence, of date: LocalDate) -> Int {
    switch cadence.unit {
    case .years: date.year
    case .months: date.year * 12 + date.month - 1
    }
  }

  /// Whether a month is one of a cadence's.
  func isDue(_ cadence: Cadence?, phase: Int, year: Int, month: Int) -> Bool {
    guard let cadence else { return true }
    let number = cadence.unit == .years ? year : year * 12 + month - 1
    return (number - phase) % Int(cadence.every) == 0
  }

  /// The days of a month that are in a set: bit n for day n.
  func days(of set: DaySetIndex, in span: MonthSpan) -> UInt32 {
    let position = Int(set.position)
    switch sets[position] {
    case .masks(let masks):
      return days(of: masks, phase: phases[position], in: span)
    case .everyDays(let every, _):
      return stepped(from: phases[position], by: Int(every), length: 1, in: span)
    case .everyWeeks(let every, _):
      return stepped(from: phases[position], by: Int(every) * 7, length: 7, in: span)
    case .isoParity(let parity):
      return isoWeeks(span) { _, week in week % 2 == (parity == .even ? 0 : 1) ? 127 : 0 }
    case .easter(let isOrthodox, let offsets, let cadence):
      return easter(isOrthodox, offsets, cadence, phase: phases[position], in: span)
    case .daysOfYear(let fromStart, let fromEnd, let missing, let cadence):
      return daysOfYear(fromStart, fromEnd, missing, cadence, phase: phases[position], in: span)
    case .isoWeeks(let weeks, let weekdays, let cadence):
      let phase = phases[position]
      return isoWeeks(span) { year, week in
        weeks & (1 << UInt64(week)) != 0 && isDue(cadence, phase: phase, year: year, month: 1)
          ? UInt32(weekdays.rawValue) >> 1 : 0
      }
    case .workdays(let fromStart, let fromEnd, let months, let cadence, let free):
      guard months.contains(number: span.month),
        isDue(cadence, phase: phases[position], year: span.year, month: span.month)
      else { return 0 }
      return ordinals(fromStart, fromEnd, of: days(of: free, in: span))
    case .nearestWorkdays(let days):
      return nearestWorkdays(days, in: span)
    case .weekNumbers(let weeks):
      return weekNumbers(weeks, phase: phases[position], in: span)
    case .positions(let positions):
      return self.positions(positions, in: span)
    case .dates(let dates):
      return singles(dates, in: span)
    case .ranges(let ranges):
      return stretches(ranges, in: span)
    case .union(let parts):
      var result: UInt32 = 0
      for part in parts { result |= days(of: part, in: span) }
      return result
    case .intersection(let parts):
      var result = span.allDays
      for part in parts where result != 0 { result &= days(of: part, in: span) }
      return result
    case .complement(let other):
      return span.allDays & ~days(of: other, in: span)
    case .calendar(_, let content):
      return days(of: content, in: span)
    case .moved(let pattern, let free, let move):
      return moved(pattern, free: free, move, in: span)
    case .shifted(let pattern, let distance):
      return shifted(pattern, by: Int(distance), in: span)
    case .shiftedByWorkdays(let pattern, let workdays, let free):
      return shifted(pattern, byWorkdays: Int(workdays), free: free, in: span)
    }
  }

  /// Whether a day is in a set.
  func contains(_ set: DaySetIndex, _ day: Int) -> Bool {
    guard DayTable.allDays.contains(day) else { return false }
    let span = MonthSpan(holding: day)
    return days(of: set, in: span) & span.bit(of: day) != 0
  }

  private func days(of masks: DayMasks, phase: Int, in span: MonthSpan) -> UInt32 {
    var result: UInt32 = 0
    if isNamed(masks, phase, span) {
      result = PlainMasks(masks).days(of: span)
      if masks.missing == .lastDay, lacksDays(masks, span.length) { result |= span.bit(of: span.last) }
    }
    if masks.missing == .nextFirst {
      let before = span.previous
      if isNamed(masks, phase, before), lacksDays(masks, before.length) { result |= 2 }
    }
    return result
  }

  /// Whether a set of masks names a month, whatever its days.
  func namesMonth(_ set: DaySetIndex, of span: MonthSpan) -> Bool {
    guard case .masks(let masks) = sets[Int(set.position)] else { return false }
    return isNamed(masks, phases[Int(set.position)], span)
  }

  private func isNamed(_ masks: DayMasks, _ phase: Int, _ span: MonthSpan) -> Bool {
    masks.months & (1 << UInt16(span.month)) != 0
      && isDue(masks.cadence, phase: phase, year: span.year, month: span.month)
      && (masks.years.isEmpty || masks.years.contains { $0.holds(span.year) })
  }

  /// Whether a month of that length lacks a day that the masks name.
  private func lacksDays(_ masks: DayMasks, _ length: Int) -> Bool {
    !masks.namesEveryDayOfMonth && (masks.days | masks.lastDays) >> UInt32(length + 1) != 0
  }

  /// Days of stretches of `length` days that come every `step` days.
  private func stepped(from phase: Int, by step: Int, length: Int, in span: MonthSpan) -> UInt32 {
    let distance = (span.first - phase) % step
    let into = distance < 0 ? distance + step : distance
    var result: UInt32 = 0
    var start = span.first - into
    while start <= span.last {
      result |= span.bits(from: start, through: start + length - 1)
      start += step
    }
    return result
  }

  /// Days of the ISO weeks that touch a month; `weekdays` gives those of a week, bit 0 for Monday.
  private func isoWeeks(_ span: MonthSpan, _ weekdays: (_ year: Int, _ week: Int) -> UInt32) -> UInt32 {
    var result: UInt64 = 0
    var monday = span.first - Int(span.firstWeekday)
    while monday <= span.last {
      if let thursday = LocalDate(dayNumber: min(monday + 3, DayTable.allDays.upperBound)) {
        let iso = thursday.isoWeek
        let bits = UInt64(weekdays(iso.year, iso.week) & 127)
        let shift = monday - span.first + 1
        result |= shift >= 0 ? bits << UInt64(shift) : bits >> UInt64(-shift)
      }
      monday += 7
    }
    return UInt32(truncatingIfNeeded: result) & span.allDays
  }

  private func easter(
    _ isOrthodox: Bool, _ offsets: [Int32], _ cadence: Cadence?, phase: Int, in span: MonthSpan
  ) -> UInt32 {
    var result: UInt32 = 0
    guard let least = offsets.first, let most = offsets.last else { return 0 }
    for year in (span.year - 1)...(span.year + 1) where isDue(cadence, phase: phase, year: year, month: 1) {
      // Easter lies between 22 March and, by the Julian reckoning, some days of May; later in far centuries.
      guard let newYear = LocalDate(year: year, month: 1, day: 1) else { continue }
      let earliest = Int(newYear.dayNumber) + 60 + Int(least)
      let latest = Int(newYear.dayNumber) + 220 + Int(most)
      if earliest > span.last || latest < span.first { continue }
      guard let sunday = isOrthodox ? LocalDate.orthodoxEaster(year: year) : LocalDate.easter(year: year) else {
        continue
      }
      for offset in offsets {
        let day = Int(sunday.dayNumber) + Int(offset)
        if day >= span.first, day <= span.last { result |= span.bit(of: day) }
      }
    }
    return result
  }

  private func daysOfYear(
    _ fromStart: [UInt16], _ fromEnd: [UInt16], _ missing: MissingStandIn, _ cadence: Cadence?, phase: Int,
    in span: MonthSpan
  ) -> UInt32 {
    var result: UInt32 = 0
    let lacks = fromStart.last == 366 || fromEnd.last == 366
    if isDue(cadence, phase: phase, year: span.year, month: 1),
      let newYear = LocalDate(year: min(max(span.year, 1), 9999), month: 1, day: 1)
    {
      let length = LocalDate.isLeap(year: span.year) ? 366 : 365
      let first = Int(newYear.dayNumber)
      for number in fromStart where Int(number) <= length {
        let day = first + Int(number) - 1
        if day >= span.first, day <= span.last { result |= span.bit(of: day) }
      }
      for number in fromEnd where Int(number) <= length {
        let day = first + length - Int(number)
        if day >= span.first, day <= span.last { result |= span.bit(of: day) }
      }
      if lacks, length == 365, missing == .lastDay, span.month == 12 { result |= span.bit(of: span.last) }
    }
    if lacks, missing == .nextFirst, span.month == 1, !LocalDate.isLeap(year: span.year - 1),
      isDue(cadence, phase: phase, year: span.year - 1, month: 1), span.year > 1
    {
      result |= 2
    }
    return result
  }

  /// The n-th and n-th last of some days.
  func ordinals(_ fromStart: UInt32, _ fromEnd: UInt32, of days: UInt32) -> UInt32 {
    var result: UInt32 = 0
    var rest = days
    var number = 1
    let count = days.nonzeroBitCount
    while rest != 0 {
      let bit = rest & (0 &- rest)
      rest ^= bit
      if fromStart & (1 << UInt32(number)) != 0 || fromEnd & (1 << UInt32(count + 1 - number)) != 0 {
        result |= bit
      }
      number += 1
    }
    return result
  }

  private func singles(_ dates: [LocalDate], in span: MonthSpan) -> UInt32 {
    var index = dates.partition { Int($0.dayNumber) < span.first }
    var result: UInt32 = 0
    while index < dates.count, Int(dates[index].dayNumber) <= span.last {
      result |= span.bit(of: Int(dates[index].dayNumber))
      index += 1
    }
    return result
  }

  private func stretches(_ ranges: [DayRange], in span: MonthSpan) -> UInt32 {
    var index = ranges.partition { Int($0.last.dayNumber) < span.first }
    var result: UInt32 = 0
    while index < ranges.count, Int(ranges[index].first.dayNumber) <= span.last {
      result |= span.bits(from: Int(ranges[index].first.dayNumber), through: Int(ranges[index].last.dayNumber))
      index += 1
    }
    return result
  }
}

extension SteppedRange {
  /// Whether a value is one of the range's.
  func holds(_ value: Int) -> Bool {
    value >= first && value <= last && (value - first) % max(1, step) == 0
  }
}

extension Array {
  /// The number of leading elements that fulfil a condition, where no later one does.
  func partition(_ isBefore: (Element) -> Bool) -> Int {
    var low = 0
    var high = count
    while low < high {
      let middle = (low + high) / 2
      if isBefore(self[middle]) { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
