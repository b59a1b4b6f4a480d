import CivilTime
public import RuleModel

/// Which events of a calendar file the date-times of a pattern stand for.
public struct EventLabels: Hashable, Sendable {
  /// The events, in the order of the file.
  public var series: [EventSeries]
  /// Places in `series` by date-time, for single ones; empty: every date-time stands for all of `series`.
  public var places: [DateTimePoint: [Int]]

  /// Labels all date-times of a pattern with one event.
  public init(_ series: EventSeries) {
    self.series = [series]
    places = [:]
  }

  /// Labels single date-times.
  public init(single: [(point: DateTimePoint, series: EventSeries)]) {
    series = single.map(\.series)
    places = [:]
    for (place, entry) in single.enumerated() { places[entry.point, default: []].append(place) }
  }

  /// The events at a date-time of the pattern.
  public func series(at point: DateTimePoint) -> [EventSeries] {
    places.isEmpty ? series : (places[point] ?? []).map { series[$0] }
  }
}

/// What stays of an event file's trigger whatever the file holds: its name and all that the rule says beside it.
public struct EventFileForm: Hashable, Sendable {
  /// The file as the rule names it.
  public let name: String
  /// Time of whole days, zone and modifiers in one number.
  public let modifiers: TriggerFingerprint
  /// How many events the file has; nil where it is unknown.
  ///
  /// No part of the form.
  public let count: Int?
}
