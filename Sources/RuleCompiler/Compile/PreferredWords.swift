import Diagnostics
public import RuleModel
public import TriggerGraph

/// Triggers said in the language's own words, and both of them compiled.
public struct PreferredWords: Sendable {
  /// The value of `when`: one mapping without braces where that is enough, else a list.
  public var text: String
  /// Whether the words compile to the very node of the triggers, so that they are the same for ever and everywhere.
  public var isIdentical: Bool
  /// Two rules, both with the calendars given: the triggers first, then the words.
  public var graph: TriggerGraph
}

/// Says triggers in the words of rule files, as `weekly: { days: weekdays, at: 09:00 }` for `0 9 * * 1-5`.
///
/// - Parameters:
///   - triggers: What a rule has.
///   - calendars: Calendars that they may name.
///   - context: What a file that holds the words says beside them.
/// - Returns: The words with what they compile to; nil where there are none, or where the compiler refuses them.
public func preferredWords(
  for triggers: [Trigger], calendars: [CalendarID: CalendarDefinition] = [:], in context: PhraseContext
) -> PreferredWords? {
  var builder = TriggerGraphBuilder(calendars: calendars)
  builder.add(Rule(id: RuleID("given"), triggers: triggers))
  let given = builder.finish()
  guard let root = given.rules.first?.root, let phrases = given.phrases(of: root, in: context), !phrases.isEmpty else {
    return nil
  }
  let text = TriggerPhrase.text(of: phrases)
  let source = SourceText(path: "when", text: text)
  let words = compileTriggers(source, calendars: calendars, zone: context.zone, weekend: context.weekend)
  guard let said = words.value else { return nil }
  builder.add(Rule(id: RuleID("said"), triggers: said))
  let graph = builder.finish()
  return PreferredWords(text: text, isIdentical: graph.rules[0].root == graph.rules[1].root, graph: graph)
}
