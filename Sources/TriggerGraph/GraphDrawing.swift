public import RuleModel

/// The graph of a rule set as it is shown: triggers, rules, notifications, runs, categories and actions, and what
/// leads to what.
///
/// A plain value, so that text, Mermaid, DOT and JSON show the same.
public struct GraphDrawing: Hashable, Sendable {
  /// What a box stands for.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// A step from a pattern to instants.
    case trigger
    /// A rule.
    case rule
    /// The notification of a rule.
    case notification
    /// The run of a rule.
    case run
    /// A category.
    case category
    /// An action.
    case action
  }

  /// A box.
  public struct Box: Hashable, Sendable {
    /// Its name in the drawing: `n3` for nodes of the graph, else kind and name, as `rule:backup`.
    public let id: String
    /// What it stands for.
    public let kind: Kind
    /// What it says, in one line.
    public let text: String
  }

  /// An arrow.
  public struct Arrow: Hashable, Sendable {
    /// The box it starts from.
    public let from: String
    /// The box it points to.
    public let to: String
    /// What it says; empty where nothing needs to be said.
    public let text: String
  }

  /// The boxes, triggers first.
  public private(set) var boxes: [Box] = []
  /// The arrows, in the order of their starts.
  public private(set) var arrows: [Arrow] = []
  private var known: Set<String> = []

  /// Draws a rule set with its compiled triggers.
  public init(_ graph: TriggerGraph, _ rules: RuleSet) {
    for (index, rule) in rules.rules.enumerated() {
      let id = "rule:\(rule.id)"
      for top in graph.triggers(ofRule: index) { point(trigger(top, graph), to: id) }
      draw(rule, id)
    }
    for category in rules.categories.values.sorted(by: { $0.id < $1.id }) { draw(category) }
    for action in rules.actions.values.sorted(by: { $0.id < $1.id }) { draw(action) }
  }

  private mutating func box(_ id: String, _ kind: Kind, _ text: String) {
    if known.insert(id).inserted { boxes.append(Box(id: id, kind: kind, text: text)) }
  }

  private mutating func point(_ from: String, to: String, _ text: String = "") {
    arrows.append(Arrow(from: from, to: to, text: text))
  }

  /// Adds a node with all that leads to it, once.
  private mutating func trigger(_ node: NodeIndex, _ graph: TriggerGraph) -> String {
    let id = "n\(node.position)"
    if known.contains(id) { return id }
    // A file of events is one box: its parts are as many as it likes.
    if case .eventFile = graph[node] {
      box(id, .trigger, graph.text(of: node))
      return id
    }
    for input in graph[node].inputs { point(trigger(input, graph), to: id) }
    box(id, .trigger, graph.text(of: node))
    if case .event(.after(let rule, _)) = graph[node] { point("rule:\(rule)", to: id, "ends") }
    return id
  }

  private mutating func draw(_ rule: Rule, _ id: String) {
    box(id, .rule, "\(rule.id)" + (rule.isEnabled ? "" : " (disabled)"))
    if let content = rule.notify {
      box("notification:\(rule.id)", .notification, content.title?.literal ?? "notification")
      point(id, to: "notification:\(rule.id)")
      if let category = content.category { point("notification:\(rule.id)", to: "category:\(category)") }
    }
    guard rule.run != nil else { return }
    box("run:\(rule.id)", .run, "run")
    point(id, to: "run:\(rule.id)")
    draw(rule.handlers, from: "run:\(rule.id)")
  }

  private mutating func draw(_ handlers: RunHandlers, from id: String) {
    for (steps, name) in [
      (handlers.onSuccess, "success"), (handlers.onFailure, "failure"), (handlers.onTimeout, "timeout"),
      (handlers.onOutput, "output"),
    ] {
      draw(steps ?? [], from: id, name)
    }
  }

  private mutating func draw(_ steps: [Step], from id: String, _ cause: String) {
    for step in steps {
      switch step {
      case .fire(let rule): point(id, to: "rule:\(rule)", cause)
      case .notify(let content), .update(let content):
        if let category = content.category { point(id, to: "category:\(category)", cause) }
      case .run(let run): draw(run.handlers, from: id)
      case .snooze, .stop, .advance, .acknowledge, .remove, .badge: continue
      }
    }
  }

  private mutating func draw(_ category: Category) {
    let id = "category:\(category.id)"
    box(id, .category, "\(category.id)")
    for action in category.actions {
      box("action:\(action.id)", .action, action.title)
      point(id, to: "action:\(action.id)")
    }
    draw(category.onOpen, from: id, "open")
    draw(category.onDismiss, from: id, "dismiss")
    for action in category.actions { draw(action.steps, from: "action:\(action.id)", "") }
  }

  private mutating func draw(_ action: Action) {
    let id = "action:\(action.id)"
    if known.contains(id) { return }
    box(id, .action, action.title)
    draw(action.steps, from: id, "")
  }
}
