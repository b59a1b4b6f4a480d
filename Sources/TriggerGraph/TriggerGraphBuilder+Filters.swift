import CivilTime
import RuleModel

/// `only` and `except` of a trigger, parted by whether they look at the date or at the instant.
struct TriggerFilters {
  var dayOnly: [DaySetIndex]?
  var dayExcept: [DaySetIndex] = []
  var windowOnly: [WindowSetIndex]?
  var windowExcept: [WindowSetIndex] = []
}

extension TriggerGraphBuilder {
  /// Parts the two lists.
  ///
  /// An `only` with a calendar of windows looks at the instant as a whole, since one of its
  /// entries is enough.
  mutating func filters(of trigger: Trigger) -> TriggerFilters {
    var result = TriggerFilters()
    if !trigger.only.isEmpty {
      let only = trigger.only.map { compiled($0) }
      var days: [DaySetIndex] = []
      var windows: [WindowSetIndex] = []
      for item in only {
        switch item {
        case .days(let set): days.append(set)
        case .windows(let set): windows.append(set)
        }
      }
      if windows.isEmpty {
        result.dayOnly = Set(days).sorted()
      } else {
        windows += days.map { index(of: WindowSet.hours($0, [])) }
        result.windowOnly = Set(windows).sorted()
      }
    }
    for item in trigger.except {
      switch compiled(item) {
      case .days(let set): if !result.dayExcept.contains(set) { result.dayExcept.append(set) }
      case .windows(let set): if !result.windowExcept.contains(set) { result.windowExcept.append(set) }
      }
    }
    return result
  }

  /// The set that an entry names.
  mutating func compiled(_ item: DayItem) -> CompiledCalendar {
    switch item {
    case .weekdays(let days): return .days(index(of: weekdays(days)))
    case .date(let date): return .days(index(of: DaySet.dates([date])))
    case .yearly(let date): return .days(yearly([date], cadence: nil, missing: .nothing))
    case .calendar(let id): return calendar(id)
    }
  }

  /// The set of days of the week.
  func weekdays(_ days: WeekdaySet) -> DaySet {
    var masks = DayMasks()
    masks.weekdays = days.rawValue
    return .masks(masks)
  }

  /// The days that are neither weekend nor left out.
  mutating func workdays(weekend: WeekdaySet, except: [DaySetIndex]) -> DaySetIndex {
    let week = indexOfWeek(WeekdaySet.all.subtracting(weekend))
    if except.isEmpty { return week }
    let out = union(except)
    return intersection([week, index(of: DaySet.complement(out))])
  }
}
