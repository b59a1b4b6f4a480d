import CivilTime
import RuleModel

extension PhraseWriter {
  /// Days of the week: `weekdays`, `weekends`, `mon`, `mon-thu`, `[mon, wed]`.
  func weekdays(_ set: WeekdaySet) -> String { PhraseText.list(weekdayItems(set)) }

  private func weekdayItems(_ set: WeekdaySet) -> [String] {
    if set == WeekdaySet.all.subtracting(context.weekend) { return ["weekdays"] }
    if set == context.weekend { return ["weekends"] }
    if set == .all { return ["mon-sun"] }
    var items: [String] = []
    for day in Weekday.allCases where set.contains(day) && !set.contains(day.advanced(byDays: -1)) {
      var length = 1
      while length < 7, set.contains(day.advanced(byDays: length)) { length += 1 }
      if length > 2 {
        items.append("\(day.shortName)-\(day.advanced(byDays: length - 1).shortName)")
      } else {
        items += (0..<length).map { day.advanced(byDays: $0).shortName }
      }
    }
    return items
  }

  /// Names of months, in order.
  func months(_ mask: UInt16) -> [String] {
    Month.allCases.filter { mask & (1 << UInt16($0.rawValue)) != 0 }.map(\.shortName)
  }

  /// Positions from both ends: `[1, 15, last-1, last]`.
  func ordinals(_ fromStart: UInt32, _ fromEnd: UInt32) -> String {
    PhraseText.list(
      PhraseText.bits(UInt64(fromStart)).map { "\($0)" }
        + PhraseText.bits(UInt64(fromEnd)).reversed().map { ordinal(fromEnd: $0) })
  }

  func ordinal(fromEnd number: Int) -> String { number == 1 ? "last" : "last-\(number - 1)" }

  /// `second tuesday`, `last friday`, `last-3 monday`.
  func ordinalNames(_ masks: DayMasks) -> [String] {
    let fromStart = ["first", "second", "third", "fourth", "fifth"]
    let fromEnd = ["last", "second last", "third last", "last-3", "last-4"]
    return [(masks.nthWeekdays, fromStart), (masks.nthLastWeekdays, fromEnd)].flatMap { mask, names in
      PhraseText.bits(mask).compactMap { bit -> String? in
        guard bit / 7 < names.count, let day = Weekday(rawValue: UInt8(bit % 7 + 1)) else { return nil }
        return "\(names[bit / 7]) \(day.name)"
      }
    }
  }

  func easter(_ isOrthodox: Bool, _ offset: Int32) -> String {
    (isOrthodox ? "orthodox-easter" : "easter") + (offset == 0 ? "" : offset > 0 ? "+\(offset)" : "\(offset)")
  }

  func every(_ cadence: Cadence?) -> [TriggerPhrase.Entry] { cadence.map { [.init("every", "\($0.every)")] } ?? [] }

  func standIn(_ missing: MissingStandIn) -> [TriggerPhrase.Entry] {
    switch missing {
    case .nothing: []
    case .lastDay: [.init("missing_day", "last")]
    case .nextFirst: [.init("missing_day", "next")]
    }
  }

  // MARK: only and except

  /// Entries of `only` and `except`; nil where one has no name.
  func items(_ sets: [DaySetIndex]) -> [String]? {
    var items: [String] = []
    for set in sets {
      guard let named = self.items(set) else { return nil }
      items += named
    }
    return items
  }

  private func items(_ set: DaySetIndex) -> [String]? {
    switch graph[set] {
    case .calendar(let id, _): return [id.text]
    case .dates(let dates) where dates.count == 1: return dates.map { "\($0)" }
    case .easter(let isOrthodox, let offsets, nil) where offsets.count == 1:
      return offsets.map { easter(isOrthodox, $0) }
    case .masks(let masks) where masks.cadence == nil && masks.missing == .nothing:
      if masks.isWeekdaysAlone, masks.lastDays == 0 {
        let items = weekdayItems(WeekdaySet(rawValue: masks.weekdays))
        // Each entry is a set of its own, so several words would be several sets.
        return items.count == 1 ? items : nil
      }
      guard let dates = yearlyDates(masks, most: 1) else { return nil }
      return dates
    default: return nil
    }
  }

  /// Entries of `only` and `except` that look at the clock.
  func items(_ sets: [WindowSetIndex]) -> [String]? {
    var items: [String] = []
    for set in sets {
      switch graph[set] {
      case .calendar(let id, _): items.append(id.text)
      case .hours(let days, let windows) where windows.isEmpty:
        guard let named = self.items(days) else { return nil }
        items += named
      default: return nil
      }
    }
    return items
  }

  /// What workdays leave out beside the weekend of the context; nil where it is another weekend, or has no name.
  func obstacles(ofWorkdays free: DaySetIndex) -> [String]? {
    func isWeek(_ set: DaySetIndex) -> Bool {
      guard case .masks(let masks) = graph[set], masks.isWeekdaysAlone, masks.lastDays == 0 else { return false }
      return WeekdaySet(rawValue: masks.weekdays) == WeekdaySet.all.subtracting(context.weekend)
    }
    if isWeek(free) { return [] }
    guard case .intersection(let parts) = graph[free], parts.count == 2, let week = parts.firstIndex(where: isWeek),
      case .complement(let out) = graph[parts[1 - week]]
    else { return nil }
    if case .union(let sets) = graph[out] { return items(sets) }
    return items([out])
  }
}
