import CivilTime
import RuleModel
import YAMLSyntax

extension Decoder {
  /// Joins triggers and modifiers: a trigger's own, then its rule's, then those of `defaults`.
  ///
  /// A modifier of a rule does not reach a trigger whose class lacks it; one that reaches none is an error. One of
  /// `defaults` may reach none.
  mutating func assemble(
    _ triggers: [DecodedTrigger], rule: Modifiers, defaults: Modifiers, fileZone: ZoneChoice
  ) -> [Trigger] {
    for (kind, node) in rule.keys where kind != .timezone {
      let reached = triggers.contains { reaches(kind, rule, $0) }
      guard !reached else { continue }
      if triggers.isEmpty {
        error("wrong-modifier", "`\(kind.name)` reaches no trigger: the rule has none", at: node)
      } else {
        let why = triggers[0].triggerClass.refusal(of: kind) ?? "the offset counts calendar days"
        error("wrong-modifier", "`\(kind.name)` reaches no trigger of this rule", at: node, hint: why)
      }
    }
    let inherited = rule.filled(from: defaults)
    let plain = inherited.isEmpty
    return triggers.map { trigger in
      refuseWrong(trigger)
      let modifiers = plain ? trigger.own : trigger.own.filled(from: suited(inherited, trigger.triggerClass))
      return join(trigger, modifiers, fileZone: fileZone)
    }
  }

  private func reaches(_ kind: ModifierKind, _ modifiers: Modifiers, _ trigger: DecodedTrigger) -> Bool {
    guard trigger.triggerClass.refusal(of: kind) == nil else { return false }
    if kind == .offset, let offsets = modifiers.offset?.value {
      return offsets.allSatisfy { trigger.triggerClass.refusal(of: $0) == nil }
    }
    return true
  }

  /// Returns the modifiers that mean something for a class.
  private func suited(_ modifiers: Modifiers, _ kind: TriggerClass) -> Modifiers {
    var result = modifiers
    if kind.refusal(of: .timezone) != nil { result.timezone = nil }
    if kind.refusal(of: .move) != nil { result.move = nil }
    if kind.refusal(of: .gap) != nil { result.gap = nil }
    if kind.refusal(of: .fold) != nil { result.fold = nil }
    if let offsets = modifiers.offset?.value, offsets.contains(where: { kind.refusal(of: $0) != nil }) {
      result.offset = nil
    }
    return result
  }

  /// Reports modifiers in the trigger itself that its class has no use for.
  private mutating func refuseWrong(_ trigger: DecodedTrigger) {
    let kind = trigger.triggerClass
    for (modifier, node) in trigger.own.keys {
      if let why = kind.refusal(of: modifier) {
        error("wrong-modifier", "`\(modifier.name)` means nothing for \(kind.noun): \(why)", at: node)
      } else if modifier == .offset, let offsets = trigger.own.offset?.value,
        let why = offsets.lazy.compactMap({ kind.refusal(of: $0) }).first
      {
        error("wrong-modifier", "this `offset` is not possible for \(kind.noun): \(why)", at: node)
      }
    }
  }

  private mutating func join(_ trigger: DecodedTrigger, _ modifiers: Modifiers, fileZone: ZoneChoice) -> Trigger {
    var zone = modifiers.timezone?.value ?? fileZone
    if case .calendarExpression(let expression) = trigger.source, let named = expression.zone { zone = .named(named) }
    let result = Trigger(
      source: trigger.source, zone: zone,
      bounds: Bounds(from: modifiers.from?.value, until: modifiers.until?.value, count: modifiers.count?.value),
      only: modifiers.only?.value ?? [], except: modifiers.except?.value ?? [], weekend: weekend,
      move: modifiers.move?.value ?? .drop, offsets: modifiers.offset?.value ?? [],
      jitterSeconds: modifiers.jitter?.value ?? 0, gap: modifiers.gap?.value ?? trigger.source.defaultGap,
      fold: modifiers.fold?.value ?? .first)
    refuseShiftedSteps(result, at: trigger.key)
    if let key = trigger.everyKey, result.bounds.from == nil {
      error(
        "every-needs-from", "`every` above 1 needs `from`, which says where counting begins", at: key,
        hint: "write for example from: 2026-01-05 beside the trigger key")
    }
    return result
  }
}
