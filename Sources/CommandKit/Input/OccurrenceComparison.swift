import CivilTime
import NextFire
import RuleModel

/// Finds how the occurrences of a rule differ between two versions.
///
/// Equal instants are the same occurrence. Of the others, those with the same nominal civil date-time belong together, then
/// those of the same local day in time order: they moved. What is left vanishes or appears.
struct OccurrenceComparison {
  let old: RuleVersion
  let new: RuleVersion
  let before: Evaluator
  let after: Evaluator
  let from: Instant
  let until: Instant

  /// How many occurrences of a rule are looked at in each version.
  static let mostOccurrences = 50_000

  /// Compares two rules; one that is missing or disabled has no occurrences.
  func changes(_ oldRule: Int?, _ newRule: Int?) -> OccurrenceChanges {
    var result = OccurrenceChanges()
    let start = from.advanced(bySeconds: -1)
    var left = before.instants(ofRule: firing(oldRule, old), after: start)
    var right = after.instants(ofRule: firing(newRule, new), after: start)
    var gone: [Instant] = []
    var come: [Instant] = []
    var (first, second) = (left.next(), right.next())
    var looked = (old: 0, new: 0)
    var last: Instant?
    while let instant = [first, second].compactMap(\.self).min(), instant <= until {
      if max(looked.old, looked.new) == Self.mostOccurrences {
        result.cut = last
        break
      }
      switch (first == instant, second == instant) {
      case (true, true): result.same += 1
      case (true, false): gone.append(instant)
      default: come.append(instant)
      }
      if first == instant { (first, looked.old) = (left.next(), looked.old + 1) }
      if second == instant { (second, looked.new) = (right.next(), looked.new + 1) }
      last = instant
    }
    result.changes = matched(
      gone.compactMap { instant in oldRule.flatMap { before.occurrence(ofRule: $0, at: instant) } },
      come.compactMap { instant in newRule.flatMap { after.occurrence(ofRule: $0, at: instant) } }, oldRule, newRule)
    return result
  }

  /// The place of a rule that may fire; one that none has where it may not.
  private func firing(_ rule: Int?, _ version: RuleVersion) -> Int {
    guard let rule, version.rules[rule].isEnabled else { return -1 }
    return rule
  }

  private func matched(_ gone: [Occurrence], _ come: [Occurrence], _ oldRule: Int?, _ newRule: Int?)
    -> [OccurrenceChange]
  {
    var partners = [Int?](repeating: nil, count: gone.count)
    var isTaken = [Bool](repeating: false, count: come.count)
    func match<Key: Hashable>(_ oldKey: (Occurrence) -> Key?, _ newKey: (Occurrence) -> Key?) {
      var places: [Key: [Int]] = [:]
      for (place, occurrence) in come.enumerated().reversed() where !isTaken[place] {
        if let key = newKey(occurrence) { places[key, default: []].append(place) }
      }
      for (place, occurrence) in gone.enumerated() where partners[place] == nil {
        guard let key = oldKey(occurrence), let found = places[key]?.popLast() else { continue }
        partners[place] = found
        isTaken[found] = true
      }
    }
    match(\.nominal, \.nominal)
    match({ day($0, old, oldRule) }, { day($0, new, newRule) })
    var changes = gone.enumerated().map { place, occurrence in
      OccurrenceChange(old: occurrence, new: partners[place].map { come[$0] })
    }
    changes += come.enumerated().filter { !isTaken[$0.offset] }.map { OccurrenceChange(old: nil, new: $0.element) }
    return changes.enumerated().sorted { ($0.element.instant, $0.offset) < ($1.element.instant, $1.offset) }
      .map(\.element)
  }

  /// The day that an occurrence is meant for, or on which it falls.
  private func day(_ occurrence: Occurrence, _ version: RuleVersion, _ rule: Int?) -> LocalDate? {
    if let nominal = occurrence.nominal { return nominal.date }
    guard let rule else { return nil }
    let zone = version.zone(of: occurrence, rule: rule)
    return LocalDateTime(localSeconds: occurrence.instant.epochSeconds + Int64(zone.offset(at: occurrence.instant)))?
      .date
  }
}
