public import CivilTime
public import RuleModel

/// The times at which rules fire, for the rules of one book; stands between the engine and the evaluator.
///
/// Pure: equal questions have equal answers until anchors or zones change.
public protocol OccurrenceSource {
  /// Takes the anchors that are stored; all questions after this count from them.
  mutating func use(anchors: [AnchorKey: Instant])
  /// The compiled forms of a rule's triggers, in their order; equal forms mean that a trigger did not change.
  func fingerprints(of rule: RuleID) -> [String]
  /// A number shared by rules with the same occurrences (identities included); nil where no trigger of the rule is on the
  /// clock.
  func group(of rule: RuleID) -> Int?
  /// The first occurrence strictly after the instant; nil for never.
  func next(of rule: RuleID, after instant: Instant) -> Occurrence?
  /// The last occurrence strictly before the instant; nil for none.
  func previous(of rule: RuleID, before instant: Instant) -> Occurrence?
  /// Whether the days and bounds of an event trigger (index in the rule's triggers) allow an event at the instant.
  func admits(_ rule: RuleID, trigger: Int, at instant: Instant) -> Bool
  /// The first occurrence strictly after the instant of triggers that belong to no rule.
  func next(of triggers: [Trigger], anchor: Instant, after instant: Instant) -> Occurrence?
  /// What the local clock shows.
  func localTime(at instant: Instant, in zone: ZoneChoice) -> LocalDateTime
  /// The instant at which the local clock first shows the date-time, a skipped time shifted forward by its gap.
  func instant(of dateTime: LocalDateTime, in zone: ZoneChoice) -> Instant
}
