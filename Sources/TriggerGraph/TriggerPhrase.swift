public import CivilTime
public import RuleModel

/// One trigger in the words of rule files: a trigger key with its value, and modifiers behind it.
public struct TriggerPhrase: Hashable, Sendable {
  /// A key with its value, both as YAML in flow style.
  public struct Entry: Hashable, Sendable {
    /// The key.
    public var key: String
    /// The value.
    public var value: String

    /// Makes an entry.
    public init(_ key: String, _ value: String) {
      self.key = key
      self.value = value
    }
  }

  /// The trigger key first, then `between`, `days` and the modifiers in the order of the language.
  public var entries: [Entry]

  /// Makes a phrase.
  public init(_ entries: [Entry]) { self.entries = entries }

  /// `weekly: { days: weekdays, at: 09:00 }`; with modifiers in braces: `{ daily: 02:30, gap: next }`.
  public var text: String { entries.count == 1 ? body : "{ \(body) }" }

  /// The value of `when` for one phrase or several: a mapping, or a list of them.
  public static func text(of phrases: [TriggerPhrase]) -> String {
    if phrases.count == 1 { return phrases[0].text }
    return "[\(phrases.map { "{ \($0.body) }" }.joined(separator: ", "))]"
  }

  private var body: String { entries.map { "\($0.key): \($0.value)" }.joined(separator: ", ") }

  /// The phrase with another value of a modifier, at the end where it has none; without it where the value is nil.
  func with(_ key: String, _ value: String?) -> TriggerPhrase {
    var result = self
    let place = result.entries.firstIndex { $0.key == key }
    switch (place, value) {
    case (let place?, let value?): result.entries[place].value = value
    case (let place?, nil): result.entries.remove(at: place)
    case (nil, let value?): result.entries.append(Entry(key, value))
    case (nil, nil): break
    }
    return result
  }
}

/// What a file says about its triggers as a whole, so that a phrase need not.
public struct PhraseContext: Hashable, Sendable {
  /// The zone of triggers that name none.
  public var zone: ZoneChoice
  /// Days that are no workdays.
  public var weekend: WeekdaySet
  /// Whether phrases say what becomes of times that a clock change skips.
  public var saysGap: Bool

  /// Makes a context; by default that of a file that says nothing.
  public init(
    zone: ZoneChoice = .local, weekend: WeekdaySet = [WeekdaySet(.saturday), WeekdaySet(.sunday)], saysGap: Bool = true
  ) {
    self.zone = zone
    self.weekend = weekend
    self.saysGap = saysGap
  }
}

extension TriggerGraph {
  /// Says a trigger, or all triggers of a rule, in the words of rule files.
  ///
  /// Compiled again, the phrases give the same node, with two exceptions: cron's `gap` (at most three hours) is said as
  /// `next`, and cron's "either day field" as two triggers, which fire at the same times.
  ///
  /// - Parameter node: The top node of a trigger or rule.
  /// - Returns: The phrases, or nil where the language has no words of its own, as for most recurrences.
  public func phrases(of node: NodeIndex, in context: PhraseContext = PhraseContext()) -> [TriggerPhrase]? {
    PhraseWriter(graph: self, context: context).phrases(of: node)
  }
}
