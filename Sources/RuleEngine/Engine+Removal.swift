import CivilTime
import RuleModel

extension Engine {
  /// Cancels and withdraws what a selection means.
  mutating func remove(_ selection: Selection) -> Reply {
    for identifier in selection.identifiers where !isKnown(identifier, selection) {
      return .refused(.unknownNotification(identifier))
    }
    if let rule = selection.rule, self.rule(rule) == nil, state.rules[rule] == nil {
      return .refused(.unknownRule(rule))
    }
    var pending = 0
    var delivered = 0
    if selection.pending {
      for (identifier, request) in state.requests.sorted(by: { $0.key < $1.key }) {
        let rendered = rendering(of: request)
        let content = effectiveContent(of: request)
        guard
          selection.means(
            identifier, request.rule, content.category, content.thread.map { rendered.text($0) })
        else { continue }
        keep(.dropRequest(identifier))
        pending += 1
      }
    }
    if selection.delivered {
      for number in state.deliveries.keys.sorted() {
        guard let delivery = state.deliveries[number], delivery.end == nil,
          selection.means(
            delivery.request.identifier, delivery.request.rule, delivery.content.category, delivery.content.thread)
        else { continue }
        end(delivery, .removed)
        delivered += 1
      }
    }
    return .removed(pending: pending, delivered: delivered)
  }

  private func isKnown(_ identifier: String, _ selection: Selection) -> Bool {
    (selection.pending && state.requests[identifier] != nil)
      || (selection.delivered && shownDelivery(identifier) != nil)
  }
}

extension Selection {
  /// Whether every given condition names a notification of these properties.
  func means(_ identifier: String, _ rule: RuleID?, _ category: CategoryID?, _ thread: String?) -> Bool {
    if identifiers.isEmpty, glob == nil, self.rule == nil, self.category == nil, self.thread == nil { return all }
    if !identifiers.isEmpty, !identifiers.contains(identifier) { return false }
    if let glob, !Glob(glob).matches(identifier) { return false }
    if let wanted = self.rule, wanted != rule { return false }
    if let wanted = self.category, wanted != category { return false }
    if let wanted = self.thread, wanted != thread { return false }
    return true
  }
}
