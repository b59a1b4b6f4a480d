import CivilTime
import RuleModel

extension Engine {
  /// The most bytes of UTF-8 that the text of a response may have.
  public static let responseTextLimit = 16_384

  /// Takes a response to a delivery: the first wins, closes it everywhere, and its steps begin.
  mutating func respond(delivery number: Int64, action: ActionID, text: String?, source: String) -> Refusal? {
    guard var delivery = state.deliveries[number] else { return .unknownNotification("delivery \(number)") }
    let identifier = delivery.request.identifier
    let category = delivery.content.category.flatMap { book.rules.categories[$0] }
    let declared = category?.action(action)
    if action != .open, action != .dismiss, declared == nil { return .unknownAction(action, identifier: identifier) }
    if let text {
      if text.utf8.count > Self.responseTextLimit { return .badText("longer than 16 KiB") }
      if text.utf8.contains(0) { return .badText("it holds a NUL") }
      if declared?.input == nil { return .noTextExpected(action) }
    }
    let response = ResponseFacts(action: action, text: text, request: identifier, delivery: number)
    if let winner = delivery.response {
      keep(.response(ResponseRecord(facts: response, received: now, source: source, isTooLate: true)))
      return .tooLate(identifier: identifier, winner: winner.action)
    }
    keep(.response(ResponseRecord(facts: response, received: now, source: source, isTooLate: false)))
    delivery.response = response
    delivery.isConfirmed = true
    if delivery.end == nil {
      end(delivery, .answered)
    } else {
      keep(.delivery(delivery))
    }
    let steps =
      switch action {
      case .open: category?.onOpen ?? []
      case .dismiss: category?.onDismiss ?? []
      default: declared?.steps ?? []
      }
    var facts = delivery.request.facts
    facts.response = response
    perform(steps, StepContext(rule: delivery.request.rule, request: delivery.request, facts: facts))
    return nil
  }

  /// Closes a shown notification because a command acts on it, as a response of that name would.
  mutating func close(_ shown: Delivery, by name: String) {
    var delivery = shown
    let response = ResponseFacts(
      action: ActionID(name), text: nil, request: delivery.request.identifier, delivery: delivery.number)
    keep(.response(ResponseRecord(facts: response, received: now, source: "command", isTooLate: false)))
    delivery.response = response
    delivery.isConfirmed = true
    end(delivery, .answered)
  }
}
