import CivilTime
public import JSONText
public import RuleEngine
import RuleModel

extension PendingEntry: ControlEntry {
  /// `kind`, `due`, `identifier`, `rule`, `title` and, for one of the calendar, `occurrence`.
  public var json: JSONValue {
    var fields = JSONFields()
    fields.set("kind", kind.rawValue)
    fields.set("due", due)
    fields.set("identifier", identifier)
    fields.set("rule", rule)
    fields.set("title", ControlText.bounded(title))
    fields.set("occurrence", occurrence?.json)
    return fields.value
  }

  /// Reads what `json` made.
  public init(json: JSONValue) throws(ControlError) {
    var reader = try FieldReader(json, "pending")
    let kind = try reader.neededWord("kind", Kind.self)
    let due = try reader.neededInstant("due")
    self.init(
      kind: kind, due: due, identifier: try reader.neededText("identifier"), rule: try reader.id("rule", RuleID.self),
      title: try reader.neededText("title"),
      occurrence: try reader.nested("occurrence") { value throws(ControlError) in
        try Occurrence(json: value, instant: due)
      })
    try reader.finish()
  }
}
