import CivilTime
import Diagnostics
import RuleModel
import YAMLSyntax

/// A use of a time zone's name, judged when it is known what the machine has.
struct ZoneUse: Sendable {
  /// The place of the name among those of its file.
  var zone: Int32
  /// The node, by its identity.
  var node: UInt32
  /// Where the name begins in the node's text, in bytes of UTF-8, up to its end; nil for all of the node.
  var textStart: UInt32?
  /// Whether a warning is silenced where it stands.
  var isSilenced: Bool
}

/// The zones that a file names.
struct ZoneUses: Sendable {
  /// Each name once, in the order of their first use.
  private(set) var names: [ZoneName] = []
  private(set) var uses: [ZoneUse] = []
  private var places: [ZoneName: Int32] = [:]

  var count: Int { uses.count }

  /// Notes a use of a name.
  mutating func add(_ name: ZoneName, at node: YAMLNode, textStart: Int? = nil, isSilenced: Bool) {
    let place = places[name] ?? Int32(truncatingIfNeeded: names.count)
    if places.updateValue(place, forKey: name) == nil { names.append(name) }
    add(
      ZoneUse(
        zone: place, node: UInt32(truncatingIfNeeded: node.identity),
        textStart: textStart.map { UInt32(truncatingIfNeeded: $0) }, isSilenced: isSilenced))
  }

  /// Notes a use of a name that was used before.
  mutating func add(_ use: ZoneUse) { uses.append(use) }
}

extension ZoneUse {
  /// Where the name stands in a file's tree.
  func range(in tree: YAMLNode?) -> SourceRange? {
    guard let node = tree?.node(identity: Int(node)) else { return nil }
    guard let textStart, let text = node.text, text.utf8.count >= Int(textStart) else { return node.range }
    return node.range(ofTextBytes: Int(textStart)..<text.utf8.count)
  }
}

extension Decoder {
  /// Reads the name of a zone.
  mutating func zone(_ text: String, _ node: YAMLNode) -> ZoneChoice? {
    if text == "local" { return .local }
    if text == "UTC" { return .named(.utc) }
    let name = ZoneName(text)
    zones.add(name, at: node, isSilenced: silenced.contains("zone-missing-here"))
    return .named(name)
  }
}
