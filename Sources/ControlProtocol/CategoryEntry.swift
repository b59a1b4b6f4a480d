public import JSONText
public import RuleModel

/// A category and its buttons.
public struct CategoryEntry: ControlEntry {
  /// Its name.
  public var id: CategoryID
  /// Its actions, in order.
  public var actions: [ActionEntry]

  /// The entry of a category.
  public init(_ category: Category) {
    id = category.id
    actions = category.actions.map(ActionEntry.init)
  }

  /// `id` and `actions`.
  public var json: JSONValue { ["id": .string(id.text), "actions": .array(actions.map(\.json))] }

  /// Reads what `json` made.
  public init(json: JSONValue) throws(ControlError) {
    var reader = try FieldReader(json, "category")
    id = CategoryID(try reader.neededName("id"))
    actions = try reader.list("actions") { value throws(ControlError) in try ActionEntry(json: value) }
    try reader.finish()
  }
}

/// A button.
public struct ActionEntry: ControlEntry {
  /// Its name.
  public var id: ActionID
  /// What the button says.
  public var title: String
  /// A theme name or a file.
  public var icon: String?
  /// How it asks for a text; nil where it does not.
  public var input: TextInput?
  /// Whether it brings an application to the front.
  public var isForeground: Bool
  /// Whether it destroys something.
  public var isDestructive: Bool

  /// The entry of an action.
  public init(_ action: Action) {
    id = action.id
    title = action.title
    icon = action.icon
    input = action.input
    isForeground = action.isForeground
    isDestructive = action.isDestructive
  }

  /// Its members; what is not there is left out.
  public var json: JSONValue {
    var fields = JSONFields()
    fields.set("id", id.text)
    fields.set("title", title)
    fields.set("icon", icon)
    if let input {
      var asked = JSONFields()
      asked.set("button", input.button)
      asked.set("placeholder", input.placeholder)
      fields.set("input", asked.value)
    }
    fields.set("foreground", flag: isForeground)
    fields.set("destructive", flag: isDestructive)
    return fields.value
  }

  /// Reads what `json` made.
  public init(json: JSONValue) throws(ControlError) {
    var reader = try FieldReader(json, "action")
    id = ActionID(try reader.neededName("id"))
    title = try reader.neededText("title")
    icon = try reader.text("icon")
    input = try reader.nested("input") { value throws(ControlError) in
      var reader = try FieldReader(value, "input")
      let input = TextInput(button: try reader.text("button"), placeholder: try reader.text("placeholder"))
      try reader.finish()
      return input
    }
    isForeground = try reader.flag("foreground")
    isDestructive = try reader.flag("destructive")
    try reader.finish()
  }
}
