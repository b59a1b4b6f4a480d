/// One rule: what fires it, what it shows, what it runs.
///
/// There may be very many, so it is small: what most of them lack stands in places of its own.
public struct Rule: Hashable, Sendable {
  /// Its name.
  public var id: RuleID
  /// Whether it fires at all.
  public var isEnabled: Bool
  /// What fires it; empty: by hand, by a push or by another rule's `fire`.
  public var triggers: [Trigger]
  /// The zone of the rule for text and display.
  public var zone: ZoneChoice
  /// What happens to missed occurrences.
  public var missed: MissedPolicy
  /// Seconds after which an occurrence counts as missed.
  public var graceSeconds: Int64
  private var notifyBox: Box<Content>?
  private var runBox: Box<RunPart>?
  private var notes: Rare<Notes>

  /// What a rule that runs something has.
  private struct RunPart: Hashable, Sendable {
    var run: ScriptRun?
    var handlers = RunHandlers()
  }

  /// What few rules say.
  private struct Notes: Hashable, Sendable, Blank {
    var description: String?
    var formerly: RuleID?
    var labels: [Label] = []
    var allow: [String] = []
  }

  /// Makes a rule with the language's defaults.
  public init(id: RuleID, triggers: [Trigger] = []) {
    self.id = id
    self.triggers = triggers
    isEnabled = true
    zone = .local
    missed = .notifyDefault
    graceSeconds = 60
    notes = Rare()
  }
}

extension Rule {
  /// What it shows.
  public var notify: Content? {
    get { notifyBox?.value }
    set { notifyBox = newValue.map { Box($0) } }
  }

  /// What it runs.
  public var run: ScriptRun? {
    get { runBox?.value.run }
    set { setRun(RunPart(run: newValue, handlers: handlers)) }
  }

  /// What the outcomes of `run` do.
  public var handlers: RunHandlers {
    get { runBox?.value.handlers ?? RunHandlers() }
    set { setRun(RunPart(run: run, handlers: newValue)) }
  }

  /// A sentence for people.
  public var description: String? {
    get { notes.value.description }
    set { notes.value.description = newValue }
  }

  /// The name it had before; its ledger, anchors, stops and snoozes move along.
  public var formerly: RuleID? {
    get { notes.value.formerly }
    set { notes.value.formerly = newValue }
  }

  /// Own keys and values, in the order written.
  public var labels: [Label] {
    get { notes.value.labels }
    set { notes.value.labels = newValue }
  }

  /// Warning codes silenced for this rule.
  public var allow: [String] {
    get { notes.value.allow }
    set { notes.value.allow = newValue }
  }

  private mutating func setRun(_ part: RunPart) { runBox = part == RunPart() ? nil : Box(part) }
}

/// A label of a rule.
public struct Label: Hashable, Sendable, Codable {
  /// The key.
  public let name: String
  /// The text.
  public let value: String
  /// Makes a label.
  public init(name: String, value: String) {
    self.name = name
    self.value = value
  }
}

/// What happens to occurrences that are handled more than `grace` late.
public struct MissedPolicy: Hashable, Sendable, Codable {
  /// Which of them are made up.
  public enum Choice: String, Hashable, Sendable, CaseIterable, Codable {
    /// The latest one.
    case latest
    /// None.
    case skip
    /// All in order, at most 100, the rest recorded.
    case all
  }

  /// Which of them are made up.
  public var choice: Choice
  /// How old in seconds an occurrence may be to be made up; nil: any age.
  public var withinSeconds: Int64?
  /// Catch-ups after a start are delayed by a share of this many seconds that is constant per rule.
  public var spreadSeconds: Int64

  /// Makes a policy.
  public init(choice: Choice, withinSeconds: Int64?, spreadSeconds: Int64 = 0) {
    self.choice = choice
    self.withinSeconds = withinSeconds
    self.spreadSeconds = spreadSeconds
  }

  /// The default of a rule that runs something: the latest within 7 days.
  public static let runDefault = MissedPolicy(choice: .latest, withinSeconds: 7 * 86_400)
  /// The default of a rule that only notifies: the latest within 1 hour.
  public static let notifyDefault = MissedPolicy(choice: .latest, withinSeconds: 3_600)
}

/// Everything that the rule files of one set declare.
public struct RuleSet: Sendable {
  /// Rules in file order.
  public var rules: [Rule]
  /// Calendars by name.
  public var calendars: [CalendarID: CalendarDefinition]
  /// Actions by name.
  public var actions: [ActionID: Action]
  /// Categories by name.
  public var categories: [CategoryID: Category]
  /// How many runs go on at once; no limit where nil.
  public var parallelRuns: Int?
  /// The files' tests.
  public var tests: [RuleTest]

  /// Makes an empty set.
  public init() {
    rules = []
    calendars = [:]
    actions = [:]
    categories = [:]
    tests = []
  }
}

/// One entry of `tests`.
public struct RuleTest: Hashable, Sendable, Codable {
  /// What it shows.
  public var name: String?
  /// The rule it asks.
  public var rule: RuleID
  /// First civil date-time that counts, included.
  public var from: DateTimePoint
  /// Last that counts, included; with it the list is exact, without it a prefix.
  public var until: DateTimePoint?
  /// What is expected, in order; empty for `none`.
  public var expected: [DateTimePoint]
  /// Makes a test.
  public init(
    name: String? = nil, rule: RuleID, from: DateTimePoint, until: DateTimePoint? = nil, expected: [DateTimePoint]
  ) {
    self.name = name
    self.rule = rule
    self.from = from
    self.until = until
    self.expected = expected
  }
}
