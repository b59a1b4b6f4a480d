import CivilTime
import TriggerGraph

/// Times of day, made ready for searching.
struct ClockSearch: Sendable {
  /// What masks say, where there is no list.
  private let masks: PlainTimes
  /// Seconds since midnight, ascending; empty where masks say it.
  private let list: [Int32]

  init(_ times: ClockTimes) {
    switch times {
    case .masks(let masks):
      self.masks = PlainTimes(masks)
      list = []
    case .list(let times):
      list = times.map(\.secondsSinceMidnight)
      masks = .none
    }
  }

  init(_ masks: ClockMasks) {
    self.masks = PlainTimes(masks)
    list = []
  }

  /// The times where masks say all; nil where there is a list.
  var plain: PlainTimes? { list.isEmpty ? masks : nil }

  /// The first time at or after a second of the day; -1 when there is none.
  @inline(__always) func first(from second: Int) -> Int {
    list.isEmpty ? masks.first(from: second) : firstInList(from: second)
  }

  /// The last time at or before a second of the day; -1 when there is none.
  func last(through second: Int) -> Int {
    if list.isEmpty { return masks.last(through: second) }
    let count = list.partition { Int($0) <= second }
    return count > 0 ? Int(list[count - 1]) : -1
  }

  /// Whether a second of the day is one of the times.
  func contains(_ second: Int) -> Bool { first(from: second) == second }

  /// The number of times in a day.
  var count: Int { list.isEmpty ? masks.count : list.count }

  private func firstInList(from second: Int) -> Int {
    if list.count <= 8 {
      for time in list where Int(time) >= second { return Int(time) }
      return -1
    }
    let count = list.partition { Int($0) < second }
    return count < list.count ? Int(list[count]) : -1
  }
}
