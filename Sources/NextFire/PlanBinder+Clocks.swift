import CivilTime
import RuleModel
import TriggerGraph

extension PlanBinder {
  /// The clock that says all about a root; nil where the root is no pattern of plain days on the clock of a known zone.
  mutating func clock(of root: NodeIndex) -> PlainClock? {
    guard let pattern = graph.zonedPattern(root), let plain = days.plainDays(of: pattern.days),
      let zone = rules(ofPlace: pattern.zone)
    else { return nil }
    return PlainClock(
      days: plain, times: PlainTimes(pattern.times),
      low: pattern.from?.localSeconds ?? CivilSearch.range.lowerBound,
      high: pattern.until?.localSeconds ?? CivilSearch.range.upperBound, zone: zone)
  }

  /// The rules of a zone of the graph, found once; nil where it is not known.
  private mutating func rules(ofPlace place: Int) -> ZoneRules? {
    if zonesOfGraph.isEmpty { zonesOfGraph = graph.zones.map { context.rules(of: $0) } }
    return zonesOfGraph[place]
  }
}
