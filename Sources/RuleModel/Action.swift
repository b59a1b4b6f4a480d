/// A button of a notification.
public struct Action: Hashable, Sendable, Codable {
  /// Its name.
  public var id: ActionID
  /// What the button says.
  public var title: String
  /// A theme name or a file.
  public var icon: String?
  /// Asks for a text.
  public var input: TextInput?
  /// Whether it brings an application to the front.
  public var isForeground: Bool
  /// Whether it destroys something.
  public var isDestructive: Bool
  /// What it does.
  public var steps: [Step]

  /// Makes an action.
  public init(
    id: ActionID, title: String, icon: String? = nil, input: TextInput? = nil, isForeground: Bool = false,
    isDestructive: Bool = false, steps: [Step] = []
  ) {
    self.id = id
    self.title = title
    self.icon = icon
    self.input = input
    self.isForeground = isForeground
    self.isDestructive = isDestructive
    self.steps = steps
  }
}

/// How an action asks for a text.
public struct TextInput: Hashable, Sendable, Codable {
  /// What the sending button says.
  public var button: String?
  /// What stands in the empty field.
  public var placeholder: String?
  /// Makes a text input.
  public init(button: String? = nil, placeholder: String? = nil) {
    self.button = button
    self.placeholder = placeholder
  }
}

/// The actions of a kind of notification.
public struct Category: Hashable, Sendable, Codable {
  /// Its name.
  public var id: CategoryID
  /// Its actions in order, at most ten.
  public var actions: [Action]
  /// What opening does.
  public var onOpen: [Step]
  /// What dismissing does, besides closing.
  public var onDismiss: [Step]
  /// Makes a category.
  public init(id: CategoryID, actions: [Action], onOpen: [Step] = [], onDismiss: [Step] = []) {
    self.id = id
    self.actions = actions
    self.onOpen = onOpen
    self.onDismiss = onDismiss
  }

  /// The action of a name.
  public func action(_ id: ActionID) -> Action? { actions.first { $0.id == id } }
}
