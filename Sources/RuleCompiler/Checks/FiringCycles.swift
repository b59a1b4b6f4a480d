import Diagnostics
import RuleModel
import YAMLSyntax

extension Linker {
  /// Rules that fire each other in a circle that no person, clock or delay interrupts.
  ///
  /// Edges go from a rule to what its end fires: rules that come `after` it without a delay, and rules that its
  /// outcomes `fire`. What an action fires waits for a person.
  mutating func checkFiringCycles() {
    var edges: [RuleID: [(to: RuleID, node: YAMLNode)]] = [:]
    var followsNone = [Bool](repeating: false, count: triggerLists)
    for rule in rules.indices {
      for fire in places[rule].notes?.fires ?? [] {
        edges[rules[rule].id, default: []].append((RuleID(fire.name), fire.node))
      }
      let list = Int(places[rule].list)
      guard !followsNone[list] else { continue }
      followsNone[list] = true
      for (trigger, site) in zip(rules[rule].triggers, sites(ofRule: rule)) {
        guard case .event(.after(let cause, _)) = trigger.source, !isDelayed(trigger),
          let node = node(site.key, ofRule: rule)
        else { continue }
        followsNone[list] = false
        edges[cause, default: []].append((rules[rule].id, node))
      }
    }
    guard !edges.isEmpty else { return }
    var state: [RuleID: Bool] = [:]  // false: on the path, true: done
    for rule in rules where edges[rule.id] != nil && state[rule.id] == nil { search(from: rule.id, edges, &state) }
  }

  private func isDelayed(_ trigger: Trigger) -> Bool {
    !trigger.offsets.isEmpty
      && trigger.offsets.allSatisfy { if case .seconds(let seconds) = $0 { seconds > 0 } else { false } }
  }

  /// Depth first without recursion: a chain of rules may be long.
  private mutating func search(
    from start: RuleID, _ edges: [RuleID: [(to: RuleID, node: YAMLNode)]], _ state: inout [RuleID: Bool]
  ) {
    var path: [(rule: RuleID, next: Int, by: YAMLNode?)] = [(start, 0, nil)]
    state[start] = false
    while let top = path.last {
      let list = edges[top.rule] ?? []
      guard top.next < list.count else {
        state[top.rule] = true
        path.removeLast()
        continue
      }
      path[path.count - 1].next += 1
      let edge = list[top.next]
      switch state[edge.to] {
      case true?: continue
      case false?:
        guard let first = path.firstIndex(where: { $0.rule == edge.to }) else { continue }
        report(path[first...].map { ($0.rule, $0.by) }, closing: edge.node)
      case nil:
        state[edge.to] = false
        path.append((edge.to, 0, edge.node))
      }
    }
  }

  private mutating func report(_ circle: [(rule: RuleID, by: YAMLNode?)], closing node: YAMLNode) {
    let names = circle.prefix(10).map(\.rule.text)
    let shown = circle.count > 10 ? names + ["…"] : names
    let round = (shown + [circle[0].rule.text]).joined(separator: " → ")
    let related = circle.dropFirst().prefix(10).compactMap { step in
      step.by.map { Diagnostic.Related("this fires \(quoted(step.rule.text))", at: $0.range) }
    }
    diagnostics.append(
      Diagnostic(
        .error, "cycle",
        circle.count == 1
          ? "the rule \(quoted(circle[0].rule.text)) fires itself without end"
          : "rules fire each other without end: \(round)",
        at: node.range, hint: "break the circle, or come `after` the other with `offset: 1m`", related: related))
  }
}
