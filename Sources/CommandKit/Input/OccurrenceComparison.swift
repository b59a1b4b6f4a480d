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
    let left = occurrences(before, old, oldRule)
    let right = occurrences(after, new, newRule)
    // Both are compared up to where both are known.
    let end = [left, right].compactMap(\.cut).min()
    result.cut = end
    var gone: [Occurrence] = []
    var come: [Occurrence] = []
    let last = end ?? until
    let first = left.list.prefix { $0.instant <= last }
    let second = right.list.prefix { $0.instant <= last }
    var (i, j) = (first.startIndex, second.startIndex)
    while i < first.endIndex || j < second.endIndex {
      if i < first.endIndex, j < second.endIndex, first[i].instant == second[j].instant {
        result.same += 1
        (i, j) = (i + 1, j + 1)
      } else if j == second.endIndex || i < first.endIndex && first[i].instant < second[j].instant {
        gone.append(first[i])
        i += 1
      } else {
        come.append(second[j])
        j += 1
      }
    }
    result.changes = matched(gone, come, oldRule, newRule)
    return result
  }

  private func occurrences(
    _ evaluator: Evaluator, _ version: RuleVersion, _ rule: Int?
  ) -> (list: [Occurrence], cut: Instant?) {
    guard let rule, version.rules[rule].isEnabled else { return ([], nil) }
    var list: [Occurrence] = []
    var instant = from.advanced(bySeconds: -1)
    while let next = evaluator.next(ofRule: rule, after: instant), next.instant <= until {
      if list.count == Self.mostOccurrences { return (list, list.last?.instant) }
      list.append(next)
      instant = next.instant
    }
    return (list, nil)
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
