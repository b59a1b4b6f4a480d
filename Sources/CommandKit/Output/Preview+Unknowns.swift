import CivilTime
import RuleModel

extension Preview {
  /// What can't be known of rules within what the preview looked at; of those that never fire again, all.
  static func reached(
    _ unknowns: [Int: Unknowns], _ rules: EvaluatedRules, _ rows: [Row], _ request: PreviewRequest, _ last: Instant?,
    count: Int, _ never: Set<Int>
  ) -> [Int: Unknowns] {
    if unknowns.isEmpty { return [:] }
    var occurrences: [Int: [Occurrence]] = [:]
    for case .ring(let rule, let occurrence) in rows where unknowns[rule] != nil {
      occurrences[rule, default: []].append(occurrence)
    }
    var common = request.until ?? .latest
    if let most = request.count, let last, count >= most { common = min(common, last) }
    var result: [Int: Unknowns] = [:]
    for (rule, all) in unknowns {
      let own = occurrences[rule] ?? []
      var end = never.contains(rule) ? .latest : common
      if let each = request.each, own.count >= each, let last = own.last { end = min(end, last.instant) }
      let zone = rules.zones.zone(rules.zoneName(ofRule: rule))
      let found = all.reaching(zone.localDateTime(at: end).date, of: rules.rules[rule].triggers, own) {
        rules.zones.zone(rules.zoneName(of: $0, rule: rule))
      }
      if !found.isEmpty { result[rule] = found }
    }
    return result
  }

  /// What moved an occurrence, and which calendars have ended by then, as code and sentence.
  func reasons(of occurrence: Occurrence, rule: Int) -> [(code: String, text: String)] {
    occurrence.reasons.map(OccurrenceText.reason) + ended(by: occurrence, rule: rule).map(\.reason)
  }

  /// The calendars of a rule that have ended when an occurrence comes.
  func ended(by occurrence: Occurrence, rule: Int) -> [CalendarEnd] {
    guard let unknown = unknowns[rule] else { return [] }
    return unknown.calendars(at: occurrence, in: rules.zones.zone(rules.zoneName(of: occurrence, rule: rule)))
  }
}
