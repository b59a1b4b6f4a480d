import CivilTime
import JSONText
import RuleModel
import YAMLSyntax

/// The keys of a notification's content.
final class ContentShape: Sendable {
  static let shared = ContentShape()
  let title: Field<Removable<Template>>
  let subtitle: Field<Removable<Template>>
  let body: Field<Removable<Template>>
  let identifier: Field<Removable<Template>>
  let category: Field<Removable<String>>
  let thread: Field<Removable<Template>>
  let userInfo: Field<Removable<[NamedTemplate]>>
  let icon: Field<Removable<String>>
  let launchImage: Field<Removable<String>>
  let badge: Field<Removable<BadgeChange>>
  let sound: Field<Sound>
  let level: Field<Removable<Level>>
  let channels: Field<Removable<[ChannelName]>>
  let expires: Field<Removable<CalendarDuration>>
  let sequence: Field<YAMLNode>
  let mapping: MappingShape

  private init() {
    var builder = ShapeBuilder("a notification", "What a notification says and how.")
    title = builder.field("title", "The first line; {{ … }} inserts values.", .removableTemplate)
    subtitle = builder.field("subtitle", "The second line.", .removableTemplate)
    body = builder.field("body", "The text.", .removableTemplate)
    identifier = builder.field(
      "identifier", "Identifier of the notification; the rule's id without it, so that a new one replaces the last.",
      .removableTemplate)
    category = builder.field(
      "category", "The category that gives it actions.", Grammar<String>.name(of: .category).removable())
    thread = builder.field("thread", "Groups notifications.", .removableTemplate)
    userInfo = builder.field(
      "user_info", "Own keys and texts.", Grammar<[NamedTemplate]>.templateMap.removable())
    icon = builder.field("icon", "A theme name or a file.", Grammar<String>.text.removable())
    launchImage = builder.field(
      "launch_image", "An image shown while the application starts.", Grammar<String>.text.removable())
    badge = builder.field("badge", "A number to set, or +1 to add.", Grammar<BadgeChange>.badge.removable())
    sound = builder.field("sound", "default, none, a theme name or a file.", .sound)
    level = builder.field("level", "How urgent it is.", Grammar<Level>.level.removable())
    channels = builder.field(
      "channels", "Where it goes.", Grammar<[ChannelName]>.oneOrMany(.channel, "a channel").removable())
    expires = builder.field(
      "expires", "Withdrawn after this time.", Grammar<CalendarDuration>.calendarDuration.removable())
    sequence = builder.field(
      "sequence", "Partial contents laid over this one, one per firing, round and round.",
      .node(SchemaParts.list(SchemaParts.either([SchemaParts.text, SchemaParts.reference("content")]))))
    builder.notYet("attachments", "quiet", "escalate")
    mapping = builder.finish(
      extensions: true,
      synonyms: [
        "text": "body", "message": "body", "content": "body", "summary": "title", "name": "title", "id": "identifier",
        "tag": "identifier", "priority": "level", "urgency": "level", "group": "thread", "actions": "category",
        "channel": "channels", "timeout": "expires", "image": "attachments", "attachment": "attachments",
      ])
  }

  static let grammar = Grammar<YAMLNode>.node(SchemaParts.either([SchemaParts.text, SchemaParts.reference("content")]))
}

extension Grammar where Value == Removable<Template> {
  static let removableTemplate = Grammar(schema: SchemaParts.text) { node, decoder in
    if decoder.removesText, node.reads("none") { return .removed }
    return Grammar<Template>.template.read(node, &decoder).map { .value($0) }
  }
}

extension Grammar where Value == BadgeChange {
  static let badge = Grammar.scalar(
    "a badge number", SchemaParts.either([["type": "integer"], SchemaParts.pattern("[-+]?[0-9]+")])
  ) { text throws(ScalarFault) in
    if text.hasPrefix("+") { return .add(try ScalarText.integer(String(text.dropFirst()), in: 0...1_000_000)) }
    let number = try ScalarText.integer(text, in: -1_000_000...1_000_000)
    return number < 0 ? .add(number) : .set(number)
  }
}

extension Grammar where Value == Sound {
  static let sound = Grammar<String>.text.map { text -> Sound in
    switch text {
    case "default": .standard
    case "none": .silent
    default: .named(text)
    }
  }
}

extension Grammar where Value == Level {
  static let level = Grammar.choice("a level", Level.allCases.map { ($0.rawValue, $0) })
}

extension Grammar where Value == ChannelName {
  /// Channels that need no declaration; only the terminal exists in this version.
  static let channel = Grammar(schema: SchemaParts.words(["terminal"])) { node, decoder in
    guard let name = Grammar<String>.identifier.read(node, &decoder) else { return nil }
    if name == "terminal" { return .terminal }
    if ["desktop", "inbox", "journal"].contains(name) {
      decoder.notSupportedYet("the channel \(quoted(name))", at: node)
    } else {
      decoder.unknownWord(name, node, kind: "a channel", words: ["terminal"], code: "unknown-channel")
    }
    return nil
  }
}
