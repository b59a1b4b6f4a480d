import CivilTime
import Diagnostics
import JSONText
import RuleModel
import YAMLSyntax

/// `ics`: a file, or `{ file, at }`.
final class EventFileShape: Sendable {
  static let shared = EventFileShape()
  let file: Field<String>
  let at: Field<TimeOfDay>
  let mapping: MappingShape

  private init() {
    var builder = ShapeBuilder("`ics`", "The events of an iCalendar file.")
    file = builder.field("file", "The file, relative to this one.", .text, required: true)
    at = builder.field("at", "When events of whole days fire; midnight without it.", .timeOfDay)
    mapping = builder.finish(synonyms: ["path": "file", "time": "at"], example: "{ file: meetings.ics, at: 09:00 }")
  }

  static let grammar = Grammar<YAMLNode>.node(
    SchemaParts.either([Grammar<String>.text.schema, SchemaParts.reference("ics")]))
}

/// A file of events that a trigger or calendar names.
struct EventFileUse: Sendable {
  var path: String
  var name: String
  var node: YAMLNode
  /// Warning codes silenced where it stands.
  var silenced: Set<String>
}

extension Decoder {
  /// Reads `ics` of a trigger.
  ///
  /// - Parameter defaults: `at` of the file's `defaults`, of which the first counts.
  mutating func eventTrigger(_ node: YAMLNode, at defaults: [TimeOfDay]?) -> DecodedSource? {
    if node.kind != .mapping {
      return eventFile(node, at: defaults?.first).map { DecodedSource(source: .eventFile($0)) }
    }
    let shape = EventFileShape.shared
    let before = diagnostics.count
    guard let entries = entries(node, shape.mapping) else { return nil }
    let time = value(shape.at, entries)
    guard let file = entries.node(shape.file), diagnostics.count == before else { return nil }
    return eventFile(file, at: time ?? defaults?.first).map { DecodedSource(source: .eventFile($0)) }
  }

  /// Reads the name of a file of events.
  mutating func eventFile(_ node: YAMLNode, at time: TimeOfDay?) -> EventFile? {
    guard let text = plainText(node, "a file") else { return nil }
    if text.isEmpty {
      error("missing-value", "a file is wanted, but the text is empty", at: node)
      return nil
    }
    if hasPart("://", text) {
      error(
        "bad-file", "\(quoted(text)) is an address on the net, and a file is wanted", at: node,
        hint: "have a timer or another rule fetch it into a file, for example with curl -o")
      return nil
    }
    let path = absolute(text)
    eventFiles.append(EventFileUse(path: path, name: text, node: node, silenced: silenced))
    return EventFile(name: text, path: path, at: time ?? .midnight)
  }
}
