public import CivilTime
public import JSONText
public import RuleEngine
public import RuleModel

/// A notification that was shown.
public struct DeliveryEntry: ControlEntry {
  /// The delivery's number.
  public var number: Int64
  /// What it is known by.
  public var identifier: String
  /// The rule it comes from.
  public var rule: RuleID?
  /// What it shows; texts above 64 KiB are cut.
  public var content: RenderedContent
  /// When it was handed to the channels.
  public var delivered: Instant
  /// When it is withdrawn by itself.
  public var expires: Instant?
  /// The channels that showed it.
  public var channels: [ChannelName]
  /// Why no channel took it.
  public var problem: String?
  /// How often it was snoozed.
  public var snoozeCount: Int
  /// Which entry of its sequence it shows, from 0.
  public var sequenceIndex: Int?
  /// How it ended; nil while it is shown.
  public var end: Delivery.End?
  /// When it ended.
  public var ended: Instant?
  /// The action that answered it.
  public var action: ActionID?
  /// The text that answered it.
  public var text: String?

  /// The entry of a delivery.
  public init(_ delivery: Delivery) {
    number = delivery.number
    identifier = delivery.request.identifier
    rule = delivery.request.rule
    content = delivery.content
    content.title = ControlText.bounded(content.title)
    content.subtitle = ControlText.bounded(content.subtitle)
    content.body = ControlText.bounded(content.body)
    delivered = delivery.delivered
    expires = delivery.expires
    channels = delivery.channels
    problem = delivery.problem
    snoozeCount = delivery.request.snoozeCount
    sequenceIndex = delivery.request.sequenceIndex
    end = delivery.end
    ended = delivery.ended
    action = delivery.response?.action
    text = delivery.response?.text
  }

  /// Its members, the content's among them; what is not there is left out.
  public var json: JSONValue {
    var fields = JSONFields()
    fields.set("number", number)
    fields.set("identifier", identifier)
    fields.set("rule", rule)
    content.write(to: &fields)
    fields.set("delivered", delivered)
    fields.set("expires", expires)
    fields.set("channels", texts: channels.map(\.text))
    fields.set("problem", problem)
    if snoozeCount != 0 { fields.set("snooze_count", snoozeCount) }
    fields.set("sequence_index", sequenceIndex)
    fields.set("end", end?.rawValue)
    fields.set("ended", ended)
    fields.set("action", action)
    fields.set("text", text)
    return fields.value
  }

  /// Reads what `json` made.
  public init(json: JSONValue) throws(ControlError) {
    var reader = try FieldReader(json, "delivery")
    number = try reader.neededInteger("number", in: 0...Int64.max)
    identifier = try reader.neededText("identifier")
    rule = try reader.id("rule", RuleID.self)
    content = try RenderedContent(&reader)
    delivered = try reader.neededInstant("delivered")
    expires = try reader.instant("expires")
    channels = (try reader.names("channels") ?? []).map(ChannelName.init)
    problem = try reader.text("problem")
    snoozeCount = Int(try reader.integer("snooze_count", in: 0...1 << 40) ?? 0)
    sequenceIndex = try reader.integer("sequence_index", in: 0...1 << 40).map { Int($0) }
    end = try reader.word("end", Delivery.End.self)
    ended = try reader.instant("ended")
    action = try reader.id("action", ActionID.self)
    text = try reader.text("text")
    try reader.finish()
  }
}

extension RenderedContent {
  func write(to fields: inout JSONFields) {
    fields.set("title", title)
    if !subtitle.isEmpty { fields.set("subtitle", subtitle) }
    if !body.isEmpty { fields.set("body", body) }
    fields.set("category", category)
    fields.set("thread", thread)
    if !userInfo.isEmpty { fields.set("user_info", pairs(userInfo.map { ($0.name, $0.value) })) }
    fields.set("icon", icon)
    fields.set("launch_image", launchImage)
    fields.set("sound", sound.word)
    fields.set("level", level.rawValue)
  }

  init(_ reader: inout FieldReader) throws(ControlError) {
    self.init(
      title: try reader.text("title") ?? "", subtitle: try reader.text("subtitle") ?? "",
      body: try reader.text("body") ?? "")
    category = try reader.id("category", CategoryID.self)
    thread = try reader.text("thread")
    if let info = reader.value("user_info") {
      userInfo = try labels(info, "user_info").map { EnvironmentVariable(name: $0.name, value: $0.value) }
    }
    icon = try reader.text("icon")
    launchImage = try reader.text("launch_image")
    sound = try reader.text("sound").map(Sound.init(word:)) ?? .silent
    level = try reader.word("level", Level.self) ?? .active
  }
}
