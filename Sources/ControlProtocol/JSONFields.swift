import CivilTime
import JSONText
import RuleModel

/// Builds a JSON object, leaving out what is nil, empty or false where that is the default.
struct JSONFields {
  private var members: [JSONObject.Member] = []

  var value: JSONValue { .object(JSONObject(members)) }

  /// Sets a name for the first time; nil leaves it out.
  mutating func set(_ name: String, _ value: JSONValue?) { if let value { members.append((name, value)) } }
  mutating func set(_ name: String, _ text: String?) { set(name, text.map(JSONValue.string)) }
  mutating func set(_ name: String, _ instant: Instant?) { set(name, instant.map { .string(RFC3339.text($0)) }) }
  mutating func set(_ name: String, _ number: Int64?) { set(name, number.map(JSONValue.integer)) }
  mutating func set(_ name: String, _ number: Int?) { set(name, number.map { .integer(Int64($0)) }) }
  mutating func set(_ name: String, _ number: Int32?) { set(name, number.map { .integer(Int64($0)) }) }
  mutating func set(_ name: String, _ id: (some DeclarationID)?) { set(name, id?.text) }
  mutating func set(_ name: String, texts: [String]) { set(name, .array(texts.map(JSONValue.string))) }
  /// Sets true; false is left out.
  mutating func set(_ name: String, flag: Bool) { if flag { set(name, .bool(true)) } }
}
