import JSONText
public import RuleModel

/// The content of a request by hand: `notify` of the rule files as plain values.
///
/// Texts are taken as they are; nothing is inserted into them (`{{ … }}` works in rule files only). A field that is nil
/// says nothing.
public struct PlainContent: Hashable, Sendable {
  /// The first line.
  public var title: String?
  /// The second line.
  public var subtitle: String?
  /// The text.
  public var body: String?
  /// The category, which gives it actions.
  public var category: CategoryID?
  /// Groups notifications.
  public var thread: String?
  /// Own keys and values, in order.
  public var userInfo: [Label]?
  /// A theme name or a file.
  public var icon: String?
  /// An image shown while the application starts.
  public var launchImage: String?
  /// What it does to the badge.
  public var badge: BadgeChange?
  /// What sounds.
  public var sound: Sound?
  /// How urgent it is.
  public var level: Level?
  /// Where it goes.
  public var channels: [ChannelName]?
  /// Withdrawn after this time.
  public var expires: CalendarDuration?

  /// Makes a content that says nothing.
  public init() {}

  /// The same as the engine takes it.
  public var content: Content {
    var content = Content()
    content.title = title.map(Template.init(literal:))
    content.subtitle = subtitle.map(Template.init(literal:))
    content.body = body.map(Template.init(literal:))
    content.category = category
    content.thread = thread.map(Template.init(literal:))
    content.userInfo = userInfo?.map { NamedTemplate(name: $0.name, value: Template(literal: $0.value)) }
    content.icon = icon
    content.launchImage = launchImage
    content.badge = badge
    content.sound = sound
    content.level = level
    content.channels = channels
    content.expires = expires
    return content
  }
}

extension PlainContent {
  var json: JSONValue {
    var fields = JSONFields()
    fields.set("title", title)
    fields.set("subtitle", subtitle)
    fields.set("body", body)
    fields.set("category", category)
    fields.set("thread", thread)
    fields.set("user_info", userInfo.map { pairs(Array($0.map { ($0.name, $0.value) })) })
    fields.set("icon", icon)
    fields.set("launch_image", launchImage)
    fields.set("badge", badge?.json)
    fields.set("sound", sound?.word)
    fields.set("level", level?.rawValue)
    fields.set("channels", channels.map { .array($0.map { .string($0.text) }) })
    fields.set("expires", expires?.json)
    return fields.value
  }

  init(_ value: JSONValue) throws(ControlError) {
    var reader = try FieldReader(value, "content")
    title = try reader.text("title")
    subtitle = try reader.text("subtitle")
    body = try reader.text("body")
    category = try reader.id("category", CategoryID.self)
    thread = try reader.text("thread")
    if let info = reader.value("user_info") { userInfo = try labels(info, "user_info") }
    icon = try reader.name("icon")
    launchImage = try reader.name("launch_image")
    badge = try reader.nested("badge") { value throws(ControlError) in try BadgeChange(json: value) }
    sound = try reader.name("sound").map(Sound.init(word:))
    level = try reader.word("level", Level.self)
    channels = try reader.names("channels")?.map(ChannelName.init)
    expires = try reader.nested("expires") { value throws(ControlError) in try CalendarDuration(json: value) }
    try reader.finish()
  }
}

/// An object of texts.
func pairs(_ pairs: [(String, String)]) -> JSONValue {
  .object(JSONObject(pairs.map { (key: $0.0, value: .string($0.1)) }))
}

/// Reads an object of texts.
func labels(_ value: JSONValue, _ place: String) throws(ControlError) -> [Label] {
  guard let members = value.object?.members else { throw ControlError(.badRequest, "'\(place)' must be an object") }
  var labels: [Label] = []
  for (key, value) in members {
    guard let text = value.string else { throw ControlError(.badRequest, "the values of '\(place)' must be texts") }
    labels.append(Label(name: key, value: text))
  }
  return labels
}

extension BadgeChange {
  /// A number sets, `{"add": 1}` changes.
  var json: JSONValue {
    switch self {
    case .set(let number): .integer(Int64(number))
    case .add(let number): ["add": .integer(Int64(number))]
    }
  }

  static let largest: Int64 = 1_000_000_000

  init(json: JSONValue) throws(ControlError) {
    if let number = json.integer, (0...Self.largest).contains(number) {
      self = .set(Int(number))
    } else if let object = json.object, object.count == 1, let number = object["add"]?.integer,
      (-Self.largest...Self.largest).contains(number)
    {
      self = .add(Int(number))
    } else {
      throw ControlError(.badRequest, "'badge' must be a number from 0 to \(Self.largest), or {\"add\": number}")
    }
  }
}

extension Sound {
  /// As the rule files write it.
  var word: String {
    switch self {
    case .standard: "default"
    case .silent: "none"
    case .named(let name): name
    }
  }

  init(word: String) {
    switch word {
    case "default": self = .standard
    case "none": self = .silent
    default: self = .named(word)
    }
  }
}
