import CivilTime
import RuleEngine
import RuleModel

/// One occurrence that differs.
struct OccurrenceChange {
  /// As the old version has it; nil where it appears.
  var old: Occurrence?
  /// As the new version has it; nil where it vanishes.
  var new: Occurrence?

  /// `appears`, `vanishes` or `moves`.
  var kind: String { old == nil ? "appears" : new == nil ? "vanishes" : "moves" }

  /// The earlier one of its instants.
  var instant: Instant {
    switch (old, new) {
    case (let old?, let new?): min(old.instant, new.instant)
    case (let old?, nil): old.instant
    case (nil, let new?): new.instant
    case (nil, nil): .earliest
    }
  }
}

/// How the occurrences of one rule differ.
struct OccurrenceChanges {
  /// In time order.
  var changes: [OccurrenceChange] = []
  /// Occurrences that are equal.
  var same = 0
  /// The last instant that was looked at, where there were too many occurrences to look at all.
  var cut: Instant?

  func count(_ kind: String) -> Int { changes.count { $0.kind == kind } }
}

/// How one rule differs.
struct RuleDifference {
  /// Its place in the old version.
  let old: Int?
  /// Its place in the new version.
  let new: Int?
  /// Its name: the new one, where it has two.
  let id: RuleID
  /// Its name before, where it was renamed.
  let formerly: RuleID?
  /// What a reload would report.
  let changes: [RuleChange]
  /// Whether a reload would begin the horizon anew.
  let isArmedAnew: Bool
  /// Whether a reload would store a new first load for something that counts from it.
  let isAnchoredAnew: Bool
  /// Whether something else than when it fires is different.
  let hasOtherContent: Bool
  let occurrences: OccurrenceChanges

  init(
    _ oldVersion: RuleVersion, _ old: Int?, _ newVersion: RuleVersion, _ new: Int?, _ occurrences: OccurrenceChanges,
    loaded: Instant
  ) {
    self.old = old
    self.new = new
    self.occurrences = occurrences
    guard let new else {
      id = old.map { oldVersion.rules[$0].id } ?? RuleID("")
      formerly = nil
      changes = [.gone]
      (isArmedAnew, isAnchoredAnew, hasOtherContent) = (false, false, false)
      return
    }
    let rule = newVersion.rules[new]
    id = rule.id
    let anchored = rule.anchoredForms(newVersion.fingerprints(ofRule: new))
    guard let old else {
      formerly = nil
      changes = [.new]
      (isArmedAnew, isAnchoredAnew, hasOtherContent) = (true, !anchored.isEmpty, false)
      return
    }
    var before = oldVersion.rules[old]
    let record = oldVersion.record(ofRule: old, loaded: loaded)
    formerly = before.id == rule.id ? nil : before.id
    let reloaded = record.changes(loading: rule, fingerprints: newVersion.fingerprints(ofRule: new))
    changes = (formerly == nil ? [] : [.renamed]) + reloaded
    isArmedAnew = RuleChange.beginsAnew(reloaded)
    let known = Set(before.anchoredForms(record.fingerprints))
    isAnchoredAnew = anchored.contains { !known.contains($0) }
    before.id = rule.id
    before.formerly = rule.formerly
    before.isEnabled = rule.isEnabled
    if reloaded.contains(.changed) { before.triggers = rule.triggers }
    hasOtherContent = before != rule
  }

  /// Whether nothing differs.
  var isNone: Bool { changes.isEmpty && !hasOtherContent && occurrences.changes.isEmpty }

  /// What a reload does, in words.
  var words: String {
    var parts: [String] = []
    for change in changes {
      switch change {
      case .new: parts.append("new")
      case .changed: parts.append("trigger changed")
      case .renamed: parts.append("renamed from \(formerly?.text ?? ""), what is stored moves along")
      case .enabled: parts.append("enabled")
      case .disabled: parts.append("disabled")
      case .gone: parts.append("gone")
      }
    }
    if hasOtherContent { parts.append("content changed") }
    if isArmedAnew { parts.append("armed anew by a reload") }
    if isAnchoredAnew { parts.append("counts anew from the reload") }
    if !isArmedAnew, !changes.contains(.gone) { parts.append("nothing armed anew") }
    return parts.joined(separator: "; ")
  }
}
