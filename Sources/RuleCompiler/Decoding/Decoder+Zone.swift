import CivilTime
import Diagnostics
import RuleModel
import YAMLSyntax

/// A use of a time zone's name, judged when it is known what the machine has.
struct ZoneUse: Sendable {
  var name: ZoneName
  var node: YAMLNode
  /// Where it stands in the node's text, in bytes of UTF-8; nil for all of it.
  var textBytes: Range<Int>?
  /// Whether a warning is silenced where it stands.
  var isSilenced: Bool
}

extension ZoneUse {
  /// Where the name stands.
  var range: SourceRange { textBytes.map { node.range(ofTextBytes: $0) } ?? node.range }
}

extension Decoder {
  /// Reads the name of a zone.
  mutating func zone(_ text: String, _ node: YAMLNode) -> ZoneChoice? {
    if text == "local" { return .local }
    if text == "UTC" { return .named(.utc) }
    let name = ZoneName(text)
    zones.append(ZoneUse(name: name, node: node, isSilenced: silenced.contains("zone-missing-here")))
    return .named(name)
  }
}
