import CivilTime
import JSONText
import RuleEngine
import RuleModel

extension ControlResult {
  var json: JSONValue {
    var fields = JSONFields()
    switch self {
    case .done: fields.set("done", .bool(true))
    case .status(let status): fields.set("status", status.json)
    case .pending(let page): page.write("pending", to: &fields)
    case .delivered(let page): page.write("delivered", to: &fields)
    case .categories(let page): page.write("categories", to: &fields)
    case .added(let identifier, let due):
      var added = JSONFields()
      added.set("identifier", identifier)
      added.set("due", due)
      fields.set("added", added.value)
    case .removed(let pending, let delivered):
      fields.set("removed", ["pending": .integer(Int64(pending)), "delivered": .integer(Int64(delivered))])
    case .badge(let number): fields.set("badge", number)
    case .until(let instant): fields.set("until", instant.map { .string(RFC3339.text($0)) } ?? JSONValue.null)
    case .reloaded(let report): fields.set("reloaded", report.json)
    case .history(let page): page.write("history", to: &fields)
    case .deliveries(let page): page.write("deliveries", to: &fields)
    case .responses(let page): page.write("responses", to: &fields)
    case .runs(let page): page.write("runs", to: &fields)
    case .anchors(let anchors):
      fields.set("anchors", .array(anchors.anchors.map(\.json)))
      fields.set("machine_key", anchors.machineKey)
    }
    return fields.value
  }

  init(json: JSONValue) throws(ControlError) {
    var reader = try FieldReader(json, "result")
    switch reader.firstName {
    case "done"?:
      _ = try reader.flag("done")
      self = .done
    case "status"?: self = .status(try ServiceStatus(json: reader.value("status") ?? .null))
    case "pending"?:
      self = .pending(try ListResult("pending", &reader))
    case "delivered"?:
      self = .delivered(try ListResult("delivered", &reader))
    case "categories"?:
      self = .categories(try ListResult("categories", &reader))
    case "added"?:
      var added = try FieldReader(reader.value("added"), "added")
      self = .added(identifier: try added.neededText("identifier"), due: try added.instant("due"))
      try added.finish()
    case "removed"?:
      var removed = try FieldReader(reader.value("removed"), "removed")
      self = .removed(pending: try removed.count("pending"), delivered: try removed.count("delivered"))
      try removed.finish()
    case "badge"?: self = .badge(try reader.count("badge"))
    case "until"?: self = .until(try reader.instant("until"))
    case "reloaded"?: self = .reloaded(try ReloadReport(json: reader.value("reloaded") ?? .null))
    case "history"?:
      self = .history(try HistoryResult("history", &reader))
    case "deliveries"?:
      self = .deliveries(try HistoryResult("deliveries", &reader))
    case "responses"?:
      self = .responses(try HistoryResult("responses", &reader))
    case "runs"?:
      self = .runs(try HistoryResult("runs", &reader))
    case "anchors"?:
      let anchors = try reader.list("anchors") { value throws(ControlError) in try Anchor(json: value) }
      self = .anchors(StoredAnchors(anchors: anchors, machineKey: try reader.neededText("machine_key")))
    default: throw ControlError(.badRequest, "the result is of no known kind")
    }
    try reader.finish()
  }
}

extension ListResult {
  func write(_ name: String, to fields: inout JSONFields) {
    fields.set(name, .array(entries.map(\.json)))
    fields.set("next", next.map { "\($0)" })
  }

  init(_ name: String, _ reader: inout FieldReader) throws(ControlError) {
    entries = try reader.list(name) { value throws(ControlError) in try Entry(json: value) }
    next = nil
    if let text = try reader.text("next") {
      guard let number = Int(text) else { throw reader.fault("next", "a number in a text") }
      next = number
    }
  }
}

extension HistoryResult {
  func write(_ name: String, to fields: inout JSONFields) {
    fields.set(name, .array(entries.map(\.json)))
    fields.set("next", next?.text)
  }

  init(_ name: String, _ reader: inout FieldReader) throws(ControlError) {
    entries = try reader.list(name) { value throws(ControlError) in try Entry(json: value) }
    next = nil
    if let text = try reader.text("next") {
      guard let cursor = HistoryCursor(text: text) else { throw reader.fault("next", "a cursor") }
      next = cursor
    }
  }
}
