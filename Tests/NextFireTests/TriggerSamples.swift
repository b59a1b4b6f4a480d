import CivilTime
import HostTime
import NextFire
import RuleModel
import Testing
import TriggerGraph

/// Zones of the machine's database, each read once.
func zone(_ name: String) throws -> ZoneRules {
  try ZoneFolder(folders: ZoneFolder.usualFolders).rules(ZoneName(name))
}

/// The instant of an RFC 3339 text.
func instant(_ text: String) throws -> Instant { try #require(RFC3339.parse(text)).instant }

/// A date such as `2026-12-24`.
func date(_ text: String) throws -> LocalDate { try #require(LocalDate(text)) }

/// A local date-time such as `2026-12-24T18:00`.
func local(_ text: String) throws -> LocalDateTime { try #require(LocalDateTime(text)) }

/// Times such as `["09:00", "17:30:15"]`, ascending and without repeats.
func times(_ texts: [String]) throws -> [TimeOfDay] {
  Set(try texts.map { try #require(TimeOfDay($0)) }).sorted()
}

/// A fixed-time trigger; a text that is no time is left out.
func fixed(_ days: DayPattern, _ at: String...) -> Trigger {
  Trigger(source: .fixed(FixedPattern(days: days, times: at.compactMap { TimeOfDay($0) })))
}

/// An evaluator of one rule in a local zone.
func evaluator(
  _ triggers: [Trigger], in zone: ZoneRules, calendars: [CalendarDefinition] = [], anchor: String? = nil,
  machineKey: UInt64? = nil
) throws -> Evaluator {
  var set = RuleSet()
  set.rules = [Rule(id: RuleID("rule"), triggers: triggers)]
  for calendar in calendars { set.calendars[calendar.id] = calendar }
  let assumed = try anchor.map { try instant($0) } ?? .earliest
  return Evaluator(
    graph: TriggerGraph(set),
    context: EvaluationContext(localZone: zone, assumedAnchor: assumed, machineKey: machineKey))
}

/// The first instants after a point, in the zone's RFC 3339 texts.
func texts(_ evaluator: Evaluator, after: Instant, count: Int, in zone: ZoneRules) -> [String] {
  evaluator.instants(ofRule: 0, after: after).prefix(count).map { RFC3339.text($0, in: zone) }
}

extension WeekdaySet {
  /// Monday to Friday.
  static let weekdays: WeekdaySet = [
    WeekdaySet(.monday), WeekdaySet(.tuesday), WeekdaySet(.wednesday), WeekdaySet(.thursday), WeekdaySet(.friday),
  ]
  /// Saturday and Sunday.
  static let weekends: WeekdaySet = [WeekdaySet(.saturday), WeekdaySet(.sunday)]
}
