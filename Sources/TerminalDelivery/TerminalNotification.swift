/// A notification as a terminal shows it; all texts may hold anything, also control characters.
public struct TerminalNotification: Hashable, Sendable {
  /// A choice that the notification offers.
  public struct Action: Hashable, Sendable {
    /// A text that the action takes.
    public struct Input: Hashable, Sendable {
      /// What sends the text: "Send".
      public var button: String
      /// What stands in the empty field; may be empty.
      public var placeholder: String

      /// An input with these words.
      public init(button: String, placeholder: String) {
        self.button = button
        self.placeholder = placeholder
      }
    }

    /// What a response names.
    public var id: String
    /// What is shown.
    public var title: String
    /// The text it takes; `nil` when it takes none.
    public var input: Input?
    /// Whether it can't be undone; marked with `!`.
    public var isDestructive: Bool

    /// An action.
    public init(id: String, title: String, input: Input? = nil, isDestructive: Bool = false) {
      self.id = id
      self.title = title
      self.input = input
      self.isDestructive = isDestructive
    }
  }

  /// What a response and a withdrawal name; a second notification of a key takes the place of the first.
  public var key: String
  /// The first line.
  public var title: String
  /// A line below the title; empty is none.
  public var subtitle: String
  /// Lines below; empty is none.
  public var body: String
  /// The choices, in order.
  public var actions: [Action]
  /// Whether the bell rings.
  public var sound: Bool

  /// A notification.
  public init(
    key: String, title: String, subtitle: String = "", body: String = "", actions: [Action] = [], sound: Bool = false
  ) {
    self.key = key
    self.title = title
    self.subtitle = subtitle
    self.body = body
    self.actions = actions
    self.sound = sound
  }
}

/// What somebody answered on the terminal.
public struct TerminalResponse: Hashable, Sendable {
  /// What was chosen.
  public enum Choice: Hashable, Sendable {
    /// The default action.
    case open
    /// A dismissal.
    case dismiss
    /// The action of this id, with its text when it takes one: not empty, without NUL, at most 16 KiB of UTF-8.
    case action(id: String, text: String?)
  }

  /// The notification.
  public var key: String
  /// What was chosen.
  public var choice: Choice

  /// A response.
  public init(key: String, choice: Choice) {
    self.key = key
    self.choice = choice
  }
}
