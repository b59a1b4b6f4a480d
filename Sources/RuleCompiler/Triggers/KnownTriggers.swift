import CivilTime
import RuleModel
import YAMLSyntax

/// What the values of `when` in one file mean, by their text.
///
/// The rules of a fleet have few triggers between them. A text that was read without a finding is not read again, and
/// its rules share one array, which what comes later tells by its storage.
struct KnownTriggers {
  struct Entry {
    var triggers: [Trigger]
    var sites: [Site]
    var zones: [Zone]
  }

  /// A `TriggerSite` whose nodes are told by their distance from the value of `when`.
  struct Site {
    var node: Int
    var key: Int
    var saysGap: Bool
    var saysFold: Bool
  }

  /// A `ZoneUse`, likewise.
  struct Zone {
    var name: ZoneName
    var node: Int
    var textBytes: Range<Int>?
  }

  /// Longer texts are not likely to come again.
  static let longest = 400

  private var entries: [String: Entry] = [:]

  /// The text by which a value is known; nil where equal texts may differ in meaning: aliases stand for something
  /// else, and several lines depend on the indentation around them.
  static func text(of node: YAMLNode) -> String? {
    guard node.anchors.isEmpty else { return nil }
    let bytes = node.writtenBytes
    guard bytes.count <= longest, !bytes.contains(where: { $0 == 0x0A || $0 == 0x0D }) else { return nil }
    return String(decoding: bytes, as: UTF8.self)
  }

  subscript(text: String) -> Entry? {
    get { entries[text] }
    set { entries[text] = newValue }
  }
}

extension Decoder {
  /// Reads the value of `when` and joins it with the modifiers of its rule and of `defaults`.
  mutating func triggers(_ node: YAMLNode, rule: Modifiers, fileZone: ZoneChoice) -> SitedTriggers {
    // Where spellings are wanted, each scalar has to be read.
    guard !notesSpellings, rule.isEmpty, rule.keys.isEmpty, let text = KnownTriggers.text(of: node) else {
      return newTriggers(node, rule: rule, fileZone: fileZone)
    }
    if let known = knownTriggers[text], let again = recall(known, at: node) { return again }
    let before = (diagnostics.count, uses.count, scripts.count, zones.count)
    let result = newTriggers(node, rule: rule, fileZone: fileZone)
    // What a rule silences for itself, another one with the same text may not.
    guard silenced == fileSilenced, (diagnostics.count, uses.count, scripts.count) == (before.0, before.1, before.2),
      result.sites.count == result.triggers.count
    else { return result }
    knownTriggers[text] = KnownTriggers.Entry(
      triggers: result.triggers,
      sites: result.sites.map {
        KnownTriggers.Site(
          node: $0.node.identity - node.identity, key: $0.key.identity - node.identity, saysGap: $0.saysGap,
          saysFold: $0.saysFold)
      },
      zones: zones[before.3...].map {
        KnownTriggers.Zone(name: $0.name, node: $0.node.identity - node.identity, textBytes: $0.textBytes)
      })
    return result
  }

  private mutating func recall(_ known: KnownTriggers.Entry, at node: YAMLNode) -> SitedTriggers? {
    var result = SitedTriggers(triggers: known.triggers)
    result.sites.reserveCapacity(known.sites.count)
    for site in known.sites {
      guard let own = node.node(distance: site.node), let key = node.node(distance: site.key) else { return nil }
      result.sites.append(TriggerSite(node: own, key: key, saysGap: site.saysGap, saysFold: site.saysFold))
    }
    let isSilenced = !known.zones.isEmpty && silenced.contains(WarningCode.zoneMissingHere.rawValue)
    for zone in known.zones {
      guard let use = node.node(distance: zone.node) else { return nil }
      zones.append(ZoneUse(name: zone.name, node: use, textBytes: zone.textBytes, isSilenced: isSilenced))
    }
    return result
  }

  private mutating func newTriggers(_ node: YAMLNode, rule: Modifiers, fileZone: ZoneChoice) -> SitedTriggers {
    let count = diagnostics.count
    let decoded = when(node, at: fileDefaults.at)
    var result = SitedTriggers()
    // What a broken trigger would have taken is not known.
    if !hasErrors(since: count) || !decoded.isEmpty {
      result.triggers = assemble(decoded, rule: rule, defaults: fileDefaults.modifiers, fileZone: fileZone)
    }
    let inherited = rule.filled(from: fileDefaults.modifiers)
    result.sites = decoded.map {
      TriggerSite(
        node: $0.node, key: $0.key, saysGap: ($0.own.gap ?? inherited.gap)?.value != nil,
        saysFold: ($0.own.fold ?? inherited.fold)?.value != nil)
    }
    return result
  }
}
