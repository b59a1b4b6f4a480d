import EventLoop
import RuleEngine
import RuleModel
import TerminalDelivery

/// The terminal as a channel: what the engine orders is shown there, and what is typed there answers it.
final class TerminalChannel: NotificationChannel {
  private var terminal: TerminalDelivery?
  private var numbers: [String: Int64] = [:]
  private let feed: (Event) -> Void

  /// Takes standard output and, when it is a terminal, standard input.
  init(on loop: Loop, output: Int32 = 1, input: Int32? = 0, feed: @escaping (Event) -> Void) throws(ServiceFailure) {
    self.feed = feed
    do throws(TerminalError) {
      terminal = try TerminalDelivery(on: loop, output: output, input: input) { [weak self] in self?.answered($0) }
    } catch {
      throw .outside("standard output can't be used: \(error)")
    }
  }

  func deliver(_ order: DeliveryOrder) {
    let actions = order.actions.map { action in
      TerminalNotification.Action(
        id: action.id.text, title: action.title,
        input: action.input.map { .init(button: $0.button ?? "Send", placeholder: $0.placeholder ?? "") },
        isDestructive: action.isDestructive)
    }
    // One that may have rung already is shown again, since it may also not have been, but does not ring.
    let rings = order.content.sound != .silent && !order.isQuiet && !order.mayRepeat
    let notification = TerminalNotification(
      key: order.identifier, title: order.content.title, subtitle: order.content.subtitle, body: order.content.body,
      actions: actions, sound: rings)
    do throws(TerminalError) {
      if order.mayRepeat { try terminal?.remark("perhaps shown before, when the service was ended:") }
      try terminal?.show(notification)
      numbers[order.identifier] = order.number
      feed(.delivered(number: order.number, channel: .terminal))
    } catch {
      feed(.undeliverable(number: order.number, problem: error.description))
    }
  }

  func withdraw(identifier: String, number: Int64) {
    guard numbers[identifier] == number else { return }
    numbers[identifier] = nil
    // It is off the list either way; a terminal that takes no text shows nothing any more.
    try? terminal?.withdraw(key: identifier)
  }

  func remark(_ text: String) {
    // The journal has it too.
    try? terminal?.remark(text)
  }

  private func answered(_ response: TerminalResponse) {
    guard let number = numbers[response.key] else { return }
    switch response.choice {
    case .open: answer(number, .open)
    case .dismiss: answer(number, .dismiss)
    case .action(let id, let text): answer(number, ActionID(id), text)
    }
  }

  private func answer(_ number: Int64, _ action: ActionID, _ text: String? = nil) {
    feed(.responded(ChannelResponse(delivery: number, action: action, text: text, channel: .terminal)))
  }
}
