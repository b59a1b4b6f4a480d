/// What a notification says and how; a field that is nil says nothing, so that partial contents can be laid over others.
public struct Content: Hashable, Sendable {
  /// The first line.
  public var title: Template?
  /// The text.
  public var body: Template?
  /// The category, which gives it actions.
  public var category: CategoryID?
  /// How urgent it is.
  public var level: Level?
  var extras: Rare<ContentExtras>

  /// Makes a content that says nothing.
  public init() { extras = Rare() }

  /// Returns this content with every field that `other` gives taken from it; maps merge by key.
  public func overlaid(by other: Content) -> Content {
    var result = self
    result.title = other.title ?? title
    result.subtitle = other.subtitle ?? subtitle
    result.body = other.body ?? body
    result.identifier = other.identifier ?? identifier
    result.category = other.category ?? category
    result.thread = other.thread ?? thread
    if let added = other.userInfo {
      let names = Set(added.map(\.name))
      result.userInfo = (userInfo ?? []).filter { !names.contains($0.name) } + added
    }
    result.icon = other.icon ?? icon
    result.launchImage = other.launchImage ?? launchImage
    result.badge = other.badge ?? badge
    result.sound = other.sound ?? sound
    result.level = other.level ?? level
    result.channels = other.channels ?? channels
    result.expires = other.expires ?? expires
    if !other.sequence.isEmpty { result.sequence = other.sequence }
    return result
  }
}

/// A key and the text that belongs to it.
public struct NamedTemplate: Hashable, Sendable, Codable {
  /// The key.
  public let name: String
  /// The text.
  public let value: Template
  /// Makes a pair.
  public init(name: String, value: Template) {
    self.name = name
    self.value = value
  }
}

/// What happens to the badge.
public enum BadgeChange: Hashable, Sendable, Codable {
  /// Set to a number, 0 or more; 0 clears it.
  case set(Int)
  /// Changed by a number.
  case add(Int)
}

/// What a notification sounds like.
public enum Sound: Hashable, Sendable, Codable {
  /// The usual sound.
  case standard
  /// No sound.
  case silent
  /// A name of the sound theme, or a file.
  case named(String)
}

/// How urgent a notification is.
public enum Level: String, Hashable, Sendable, CaseIterable, Codable {
  /// Listed without a banner or sound.
  case passive
  /// Usual.
  case active
  /// Shown even when others are held back.
  case timeSensitive = "time_sensitive"
  /// Breaks quiet windows.
  case critical
}
