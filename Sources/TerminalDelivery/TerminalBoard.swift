import Diagnostics

/// What is on the terminal and can be answered: numbers notifications, writes them out and reads answers.
///
/// Values only: the text to show goes out as a result. A line is `3.1` (notification 3, action 1), `1` (action 1 of
/// the newest), `o` (open) or `d` (dismiss), alike with a number before it, and what an action takes may follow at
/// once: `3.2 running late`. `?` lists what is open.
public struct TerminalBoard: Sendable {
  /// The outcome of a line or of another change.
  public struct Reaction: Hashable, Sendable {
    /// What to show, with its line breaks; may be empty.
    public var text: String
    /// What was answered; `nil` when nothing was.
    public var response: TerminalResponse?
  }

  /// The longest text of a response, in bytes of UTF-8.
  public static let textLimit = 16 << 10

  struct Entry: Sendable {
    var number: Int
    var notification: TerminalNotification
  }

  /// A text that is being asked for.
  private struct Prompt: Sendable {
    var key: String
    var number: Int
    var action: TerminalNotification.Action
    var question: String
  }

  /// How many can be answered here; older ones can be answered elsewhere.
  private static let entryLimit = 200

  private(set) var entries: [Entry] = []
  private var lastNumber = 0
  private var prompt: Prompt?
  /// The number of the notification that went away while its text was being asked for: the line that is being typed
  /// belongs to it, and must not be taken for an answer to another.
  private var orphan: Int?

  /// An empty board.
  public init() {}

  // MARK: Notifications

  /// Shows a notification under the next number.
  ///
  /// - Parameters:
  ///   - notification: What is shown.
  ///   - width: The columns of the terminal.
  ///   - answerable: Whether choices can be made here; otherwise only the actions are shown, for answers elsewhere.
  ///   - rings: Whether there is a bell for the sound.
  public mutating func show(
    _ notification: TerminalNotification, width: Int, answerable: Bool, rings: Bool
  ) -> String {
    entries.removeAll { $0.notification.key == notification.key }
    if entries.count >= Self.entryLimit { entries.removeFirst() }
    lastNumber += 1
    entries.append(Entry(number: lastNumber, notification: notification))
    let bell = notification.sound && rings ? "\u{7}" : ""
    var text = bell + Self.rendered(notification, number: lastNumber, width: width, answerable: answerable)
    // A question about a notification that this one replaces is about this one, if it has the same action.
    if let asked = prompt, asked.key == notification.key, !notification.actions.contains(asked.action) {
      prompt = nil
      orphan = asked.number
      text = "\n" + text
    }
    return beside(text)
  }

  /// Takes a notification away.
  ///
  /// - Returns: What to show; empty when there is no such notification.
  public mutating func withdraw(key: String) -> String {
    guard let place = entries.firstIndex(where: { $0.notification.key == key }) else { return "" }
    let entry = entries.remove(at: place)
    let text = "[\(entry.number)] withdrawn: \(TerminalText.line(entry.notification.title))\n"
    guard prompt?.key == key else { return beside(text) }
    prompt = nil
    orphan = entry.number
    return "\n" + text
  }

  /// A remark of the service, shown as a line of its own.
  public func remark(_ text: String) -> String { beside(TerminalText.line(text) + "\n") }

  /// Keeps a question that is open as the last thing on the screen.
  private func beside(_ text: String) -> String {
    guard let prompt else { return text }
    return "\n" + text + prompt.question
  }

  private static func rendered(
    _ notification: TerminalNotification, number: Int, width: Int, answerable: Bool
  ) -> String {
    let label = "[\(number)] "
    let indent = String(repeating: " ", count: label.utf8.count)
    let room = width - label.utf8.count
    var lines = TerminalText.wrapped(TerminalText.line(notification.title), width: room)
    for text in [notification.subtitle, notification.body] where !text.isEmpty {
      for line in TerminalText.lines(text) { lines += TerminalText.wrapped(line, width: room) }
    }
    let shown = answerable ? choices(notification) : actions(of: notification)
    if !shown.isEmpty {
      var line = ""
      for choice in shown {
        let columns = displayWidth(of: line) + 2 + displayWidth(of: choice)
        if !line.isEmpty && columns > room {
          lines.append(line)
          line = ""
        }
        line += (line.isEmpty ? "" : "  ") + choice
      }
      lines.append(line)
    }
    return label + lines.joined(separator: "\n" + indent) + "\n"
  }

  private static func choices(_ notification: TerminalNotification) -> [String] {
    actions(of: notification) + ["o) Open", "d) Dismiss"]
  }

  private static func actions(of notification: TerminalNotification) -> [String] {
    notification.actions.enumerated().map { index, action in
      let marks = (action.input == nil ? "" : "…") + (action.isDestructive ? "!" : "")
      return "\(index + 1)) \(TerminalText.line(action.title))\(marks)"
    }
  }

  // MARK: Answers

  /// Takes a line that was typed, without its end.
  public mutating func take(_ line: String) -> Reaction {
    if let prompt { return answer(prompt, with: line) }
    if let number = orphan {
      orphan = nil
      let isBlank = line.allSatisfy(\.isWhitespace)
      return Reaction(text: isBlank ? "" : "[\(number)] is not there any more; what was typed for it was dropped\n")
    }
    let words = line.drop { $0 == " " || $0 == "\t" }
    let choice = words.prefix { $0 != " " && $0 != "\t" }
    let text = String(words.dropFirst(choice.count + 1))
    if choice.isEmpty { return Reaction(text: "") }
    if choice == "?" { return Reaction(text: list) }

    let parts = choice.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    let name = parts.count == 2 ? parts[1] : choice
    let entry: Entry
    if parts.count == 2 {
      guard let found = entries.last(where: { String($0.number) == parts[0] }) else {
        return Reaction(text: "there is no open notification \(TerminalText.line(String(parts[0]))); ? lists them\n")
      }
      entry = found
    } else {
      guard let newest = entries.last else { return Reaction(text: "there is nothing to answer\n") }
      entry = newest
    }
    switch name.lowercased() {
    case "o", "open": return plain(.open, "Open", text, on: entry)
    case "d", "dismiss": return plain(.dismiss, "Dismiss", text, on: entry)
    default:
      guard let number = Int(name), number > 0, number <= entry.notification.actions.count else {
        let all = Self.choices(entry.notification).joined(separator: "  ")
        return Reaction(
          text: "[\(entry.number)] has no choice '\(TerminalText.line(String(name)))': \(all)\n")
      }
      return act(entry.notification.actions[number - 1], text, on: entry)
    }
  }

  private mutating func act(_ action: TerminalNotification.Action, _ text: String, on entry: Entry) -> Reaction {
    guard let input = action.input else {
      return plain(.action(id: action.id, text: nil), action.title, text, on: entry)
    }
    let hint = input.placeholder.isEmpty ? "" : " (\(TerminalText.line(input.placeholder)))"
    let button = TerminalText.line(input.button.isEmpty ? action.title : input.button)
    let question = "[\(entry.number)] \(button)\(hint), an empty line cancels: "
    let prompt = Prompt(key: entry.notification.key, number: entry.number, action: action, question: question)
    if !text.allSatisfy(\.isWhitespace) { return answer(prompt, with: text) }
    self.prompt = prompt
    return Reaction(text: question)
  }

  private mutating func plain(
    _ choice: TerminalResponse.Choice, _ title: String, _ text: String, on entry: Entry
  ) -> Reaction {
    guard text.allSatisfy(\.isWhitespace) else {
      return Reaction(text: "'\(TerminalText.line(title))' takes no text; nothing was done\n")
    }
    return close(entry.notification.key, choice, title)
  }

  private mutating func answer(_ prompt: Prompt, with text: String) -> Reaction {
    self.prompt = nil
    if text.allSatisfy(\.isWhitespace) { return Reaction(text: "cancelled\n") }
    if text.utf8.count > Self.textLimit {
      return Reaction(text: "the text is longer than \(Self.textLimit) bytes; nothing was sent\n")
    }
    if text.unicodeScalars.contains("\0") {
      return Reaction(text: "the text has a NUL character; nothing was sent\n")
    }
    return close(prompt.key, .action(id: prompt.action.id, text: text), prompt.action.title)
  }

  private mutating func close(_ key: String, _ choice: TerminalResponse.Choice, _ title: String) -> Reaction {
    guard let place = entries.firstIndex(where: { $0.notification.key == key }) else { return Reaction(text: "") }
    let entry = entries.remove(at: place)
    return Reaction(
      text: "[\(entry.number)] answered: \(TerminalText.line(title))\n",
      response: TerminalResponse(key: key, choice: choice))
  }

  private var list: String {
    if entries.isEmpty { return "there is nothing to answer\n" }
    return entries.map { entry in
      let choices = Self.choices(entry.notification).joined(separator: "  ")
      return "[\(entry.number)] \(TerminalText.line(entry.notification.title)): \(choices)\n"
    }.joined() + "answer with 1, o or d for the newest, with \(entries[0].number).1 for another\n"
  }
}
