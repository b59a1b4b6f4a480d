/// Fields of a content that few notifications set.
struct ContentExtras: Hashable, Sendable, Blank {
  var subtitle: Template?
  var identifier: Template?
  var thread: Template?
  var userInfo: [NamedTemplate]?
  var icon: String?
  var launchImage: String?
  var badge: BadgeChange?
  var sound: Sound?
  var channels: [ChannelName]?
  var expires: CalendarDuration?
  var sequence: [Content] = []
}

extension Content {
  /// The second line.
  public var subtitle: Template? {
    get { extras.value.subtitle }
    set { extras.value.subtitle = newValue }
  }

  /// Identifier of the notification; the rule's id where nil.
  public var identifier: Template? {
    get { extras.value.identifier }
    set { extras.value.identifier = newValue }
  }

  /// Groups notifications.
  public var thread: Template? {
    get { extras.value.thread }
    set { extras.value.thread = newValue }
  }

  /// Own keys and values, in the order written.
  public var userInfo: [NamedTemplate]? {
    get { extras.value.userInfo }
    set { extras.value.userInfo = newValue }
  }

  /// A theme name or a file.
  public var icon: String? {
    get { extras.value.icon }
    set { extras.value.icon = newValue }
  }

  /// An image shown while the application starts.
  public var launchImage: String? {
    get { extras.value.launchImage }
    set { extras.value.launchImage = newValue }
  }

  /// What it does to the badge, once per request.
  public var badge: BadgeChange? {
    get { extras.value.badge }
    set { extras.value.badge = newValue }
  }

  /// What sounds.
  public var sound: Sound? {
    get { extras.value.sound }
    set { extras.value.sound = newValue }
  }

  /// Where it goes; the default channels where nil.
  public var channels: [ChannelName]? {
    get { extras.value.channels }
    set { extras.value.channels = newValue }
  }

  /// Withdrawn after this time.
  public var expires: CalendarDuration? {
    get { extras.value.expires }
    set { extras.value.expires = newValue }
  }

  /// Partial contents laid over this one, one per firing, round and round; never nested.
  public var sequence: [Content] {
    get { extras.value.sequence }
    set { extras.value.sequence = newValue }
  }
}

extension Content: Codable {
  private enum Key: String, CodingKey {
    case title, subtitle, body, identifier, category, thread, userInfo, icon, launchImage, badge, sound, level
    case channels, expires, sequence
  }

  /// Reads a content as `encode` wrote it.
  public init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: Key.self)
    title = try fields.decodeIfPresent(Template.self, forKey: .title)
    body = try fields.decodeIfPresent(Template.self, forKey: .body)
    category = try fields.decodeIfPresent(CategoryID.self, forKey: .category)
    level = try fields.decodeIfPresent(Level.self, forKey: .level)
    extras = Rare()
    var read = ContentExtras()
    read.subtitle = try fields.decodeIfPresent(Template.self, forKey: .subtitle)
    read.identifier = try fields.decodeIfPresent(Template.self, forKey: .identifier)
    read.thread = try fields.decodeIfPresent(Template.self, forKey: .thread)
    read.userInfo = try fields.decodeIfPresent([NamedTemplate].self, forKey: .userInfo)
    read.icon = try fields.decodeIfPresent(String.self, forKey: .icon)
    read.launchImage = try fields.decodeIfPresent(String.self, forKey: .launchImage)
    read.badge = try fields.decodeIfPresent(BadgeChange.self, forKey: .badge)
    read.sound = try fields.decodeIfPresent(Sound.self, forKey: .sound)
    read.channels = try fields.decodeIfPresent([ChannelName].self, forKey: .channels)
    read.expires = try fields.decodeIfPresent(CalendarDuration.self, forKey: .expires)
    read.sequence = try fields.decode([Content].self, forKey: .sequence)
    extras.value = read
  }

  /// Writes the fields that are set, each under its own name.
  public func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: Key.self)
    let rare = extras.value
    try fields.encodeIfPresent(title, forKey: .title)
    try fields.encodeIfPresent(rare.subtitle, forKey: .subtitle)
    try fields.encodeIfPresent(body, forKey: .body)
    try fields.encodeIfPresent(rare.identifier, forKey: .identifier)
    try fields.encodeIfPresent(category, forKey: .category)
    try fields.encodeIfPresent(rare.thread, forKey: .thread)
    try fields.encodeIfPresent(rare.userInfo, forKey: .userInfo)
    try fields.encodeIfPresent(rare.icon, forKey: .icon)
    try fields.encodeIfPresent(rare.launchImage, forKey: .launchImage)
    try fields.encodeIfPresent(rare.badge, forKey: .badge)
    try fields.encodeIfPresent(rare.sound, forKey: .sound)
    try fields.encodeIfPresent(level, forKey: .level)
    try fields.encodeIfPresent(rare.channels, forKey: .channels)
    try fields.encodeIfPresent(rare.expires, forKey: .expires)
    try fields.encode(rare.sequence, forKey: .sequence)
  }
}
