import CivilTime
import JSONText
import RuleEngine
import RuleModel

extension ControlCommand {
  /// What the command is called on the socket.
  public var name: String {
    switch self {
    case .status: "status"
    case .pending: "pending"
    case .delivered: "delivered"
    case .categories: "categories"
    case .add: "add"
    case .update: "update"
    case .remove: "remove"
    case .respond: "respond"
    case .acknowledge: "acknowledge"
    case .snooze: "snooze"
    case .advance: "advance"
    case .fire: "fire"
    case .stop: "stop"
    case .resume: "resume"
    case .pause: "pause"
    case .unpause: "unpause"
    case .badge: "badge"
    case .reload: "reload"
    case .history: "history"
    case .deliveries: "deliveries"
    case .responses: "responses"
    case .runs: "runs"
    case .anchors: "anchors"
    }
  }

  func write(to fields: inout JSONFields) {
    switch self {
    case .status, .pause, .unpause, .reload, .anchors: break
    case .pending(let page), .delivered(let page), .categories(let page): page.write(to: &fields)
    case .add(let request):
      fields.set("identifier", request.identifier)
      fields.set("content", request.content.json)
      fields.set("when", request.when)
      fields.set("zone", request.zone?.rawValue)
    case .update(let identifier, let content):
      fields.set("identifier", identifier)
      fields.set("content", content.json)
    case .remove(let selection): selection.write(to: &fields)
    case .respond(let identifier, let delivery, let action, let text):
      fields.set("identifier", identifier)
      fields.set("delivery", delivery)
      fields.set("action", action)
      fields.set("text", text)
    case .acknowledge(let identifier): fields.set("identifier", identifier)
    case .snooze(let identifier, let moment), .advance(let identifier, let moment):
      fields.set("identifier", identifier)
      fields.set("moment", moment?.json)
    case .fire(let rule, let force):
      fields.set("rule", rule)
      fields.set("force", flag: force)
    case .stop(let rule, let extent):
      fields.set("rule", rule)
      fields.set("extent", extent.json)
    case .resume(let rule): fields.set("rule", rule)
    case .badge(let change): fields.set("change", change?.json)
    case .history(let query), .deliveries(let query), .responses(let query), .runs(let query):
      query.write(to: &fields)
    }
  }

  init(named name: String, _ reader: inout FieldReader) throws(ControlError) {
    switch name {
    case "status": self = .status
    case "pending": self = .pending(try ListPage(&reader))
    case "delivered": self = .delivered(try ListPage(&reader))
    case "categories": self = .categories(try ListPage(&reader))
    case "add":
      let content = try reader.needed("content") { reader throws(ControlError) in
        try reader.nested("content") { value throws(ControlError) in try PlainContent(value) }
      }
      self = .add(
        AddedRequest(
          identifier: try reader.name("identifier"), content: content, when: try reader.text("when"),
          zone: try reader.name("zone").map(ZoneName.init(rawValue:))))
    case "update":
      let content = try reader.needed("content") { reader throws(ControlError) in
        try reader.nested("content") { value throws(ControlError) in try PlainContent(value) }
      }
      self = .update(identifier: try reader.neededName("identifier"), content)
    case "remove": self = .remove(try Selection(&reader))
    case "respond":
      self = .respond(
        identifier: try reader.neededName("identifier"), delivery: try reader.integer("delivery", in: 0...Int64.max),
        action: ActionID(try reader.neededName("action")), text: try reader.text("text"))
    case "acknowledge": self = .acknowledge(identifier: try reader.neededName("identifier"))
    case "snooze": self = .snooze(identifier: try reader.neededName("identifier"), try Self.moment(&reader))
    case "advance": self = .advance(identifier: try reader.neededName("identifier"), try Self.moment(&reader))
    case "fire": self = .fire(RuleID(try reader.neededName("rule")), force: try reader.flag("force"))
    case "stop":
      let extent = try reader.nested("extent") { value throws(ControlError) in try StopExtent(json: value) }
      self = .stop(RuleID(try reader.neededName("rule")), extent ?? .untilResumed)
    case "resume": self = .resume(RuleID(try reader.neededName("rule")))
    case "pause": self = .pause
    case "unpause": self = .unpause
    case "badge":
      self = .badge(try reader.nested("change") { value throws(ControlError) in try BadgeChange(json: value) })
    case "reload": self = .reload
    case "history": self = .history(try HistoryQuery(&reader))
    case "deliveries": self = .deliveries(try HistoryQuery(&reader))
    case "responses": self = .responses(try HistoryQuery(&reader))
    case "runs": self = .runs(try HistoryQuery(&reader))
    case "anchors": self = .anchors
    default: throw ControlError(.unknownCommand, "there is no command '\(name.prefix(64))'")
    }
  }

  private static func moment(_ reader: inout FieldReader) throws(ControlError) -> Moment? {
    try reader.nested("moment") { value throws(ControlError) in try Moment(json: value) }
  }
}

extension ListPage {
  static let limits: ClosedRange<Int64> = 1...10_000

  func write(to fields: inout JSONFields) {
    fields.set("limit", limit)
    if offset != 0 { fields.set("cursor", "\(offset)") }
  }

  init(_ reader: inout FieldReader) throws(ControlError) {
    self.init(limit: Int(try reader.integer("limit", in: Self.limits) ?? 100), offset: 0)
    if let cursor = try reader.text("cursor") {
      guard let offset = Int(cursor), (0...1_000_000).contains(offset) else {
        throw reader.fault("cursor", "the 'next' of the page before")
      }
      self.offset = offset
    }
  }
}

extension Selection {
  func write(to fields: inout JSONFields) {
    if !identifiers.isEmpty { fields.set("identifiers", texts: identifiers) }
    fields.set("match", glob)
    fields.set("rule", rule)
    fields.set("category", category)
    fields.set("thread", thread)
    fields.set("all", flag: all)
    if !pending { fields.set("pending", .bool(false)) }
    if !delivered { fields.set("delivered", .bool(false)) }
  }

  init(_ reader: inout FieldReader) throws(ControlError) {
    self.init(
      identifiers: try reader.names("identifiers") ?? [], glob: try reader.name("match"),
      rule: try reader.id("rule", RuleID.self), category: try reader.id("category", CategoryID.self),
      thread: try reader.text("thread"), all: try reader.flag("all"))
    if reader.value("pending") != nil { pending = try reader.flag("pending") }
    if reader.value("delivered") != nil { delivered = try reader.flag("delivered") }
  }
}

extension HistoryQuery {
  func write(to fields: inout JSONFields) {
    fields.set("rule", rule)
    if !statuses.isEmpty { fields.set("statuses", texts: statuses.map(\.rawValue).sorted()) }
    fields.set("from", from)
    fields.set("until", until)
    fields.set("limit", limit)
    fields.set("cursor", cursor?.text)
  }

  init(_ reader: inout FieldReader) throws(ControlError) {
    self.init(
      rule: try reader.id("rule", RuleID.self), from: try reader.instant("from"), until: try reader.instant("until"),
      limit: Int(try reader.integer("limit", in: ListPage.limits) ?? 100))
    for word in try reader.names("statuses") ?? [] {
      guard let status = LedgerStatus(rawValue: word) else {
        throw reader.fault("statuses", "a list of " + LedgerStatus.allCases.map(\.rawValue).joined(separator: ", "))
      }
      statuses.insert(status)
    }
    if let text = try reader.text("cursor") {
      guard let cursor = HistoryCursor(text: text) else {
        throw reader.fault("cursor", "the 'next' of the page before")
      }
      self.cursor = cursor
    }
  }
}

extension HistoryCursor {
  /// Seconds since 1970 and the row, in decimal digits.
  var text: String { "\(instant.epochSeconds):\(row)" }

  init?(text: String) {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, let seconds = Int64(parts[0]), let row = Int64(parts[1]) else { return nil }
    self.init(instant: Instant(epochSeconds: seconds), row: row)
  }
}
