import CivilTime
import Diagnostics
import RuleModel
import YAMLSyntax

/// What the values of `when` in one file mean, by their text.
///
/// The rules of a fleet have few triggers between them. A text that was read without an error is not read again, and
/// its rules share one array, which what comes later tells by its number.
struct KnownTriggers {
  /// What a text means, with nodes and places counted from its own first ones.
  final class Entry: Sendable {
    let triggers: [Trigger]
    let list: Int
    let sites: [TriggerSite]
    let zones: [ZoneUse]
    let uses: [Use]
    let findings: [Finding]

    init(
      _ triggers: [Trigger], list: Int, sites: [TriggerSite], zones: [ZoneUse], uses: [Use], findings: [Finding]
    ) {
      self.triggers = triggers
      self.list = list
      self.sites = sites
      self.zones = zones
      self.uses = uses
      self.findings = findings
    }
  }

  /// A `NameUse`.
  struct Use: Sendable {
    var kind: NameUse.Kind
    var name: String
    var node: Int
  }

  /// A warning, with the bytes it points at.
  struct Finding: Sendable {
    var warning: Diagnostic
    var bytes: Range<Int>
  }

  /// Longer texts are not likely to come again.
  static let longest = 400

  private var entries: [WrittenText: Entry] = [:]

  subscript(text: WrittenText) -> Entry? {
    get { entries[text] }
    set { entries[text] = newValue }
  }
}

extension KnownTriggers.Finding {
  /// Takes a finding inside of a node; nil where it is an error or says something of another place.
  init?(_ finding: Diagnostic, in node: YAMLNode) {
    guard finding.severity == .warning, finding.related.isEmpty, let range = finding.range,
      range.start.offset >= node.startOffset, range.end.offset <= node.endOffset
    else { return nil }
    warning = finding
    bytes = range.start.offset - node.startOffset..<range.end.offset - node.startOffset
  }
}

extension Decoder {
  /// Reads the value of `when` and joins it with the modifiers of its rule and of `defaults`.
  mutating func triggers(_ node: YAMLNode, rule: Modifiers, fileZone: ZoneChoice) -> SitedTriggers {
    // Where spellings are wanted, each scalar has to be read.
    guard !notesSpellings, rule.isEmpty, rule.keys.isEmpty,
      let text = WrittenText(node, longest: KnownTriggers.longest)
    else { return newTriggers(node, rule: rule, fileZone: fileZone) }
    // What a rule silences for itself, another one with the same text may not.
    let isUsual = silenced == fileSilenced
    if let known = knownTriggers[text], isUsual || known.findings.isEmpty { return recall(known, at: node) }
    let before = (diagnostics: diagnostics.count, uses: uses.count, scripts: scripts.count, zones: zones.count)
    let result = newTriggers(node, rule: rule, fileZone: fileZone)
    let new = diagnostics[before.diagnostics...]
    let findings = new.compactMap { KnownTriggers.Finding($0, in: node) }
    guard isUsual, findings.count == new.count, scripts.count == before.scripts,
      sites.count - result.firstSite == result.triggers.count
    else { return result }
    knownTriggers[text] = KnownTriggers.Entry(
      result.triggers, list: result.list,
      sites: sites[result.firstSite...].map { $0.moved(by: -node.identity) },
      zones: zones.uses[before.zones...].map { $0.moved(by: -node.identity) },
      uses: uses[before.uses...].map {
        KnownTriggers.Use(kind: $0.kind, name: $0.name, node: $0.node.identity - node.identity)
      },
      findings: findings)
    return result
  }

  private mutating func recall(_ known: KnownTriggers.Entry, at node: YAMLNode) -> SitedTriggers {
    let result = SitedTriggers(triggers: known.triggers, list: known.list, firstSite: sites.count)
    for site in known.sites { sites.append(site.moved(by: node.identity)) }
    if !known.zones.isEmpty {
      let isSilenced = silenced.contains(WarningCode.zoneMissingHere.rawValue)
      for zone in known.zones {
        var use = zone.moved(by: node.identity)
        use.isSilenced = isSilenced
        zones.add(use)
      }
    }
    for use in known.uses {
      guard let place = node.node(identity: node.identity + use.node) else { continue }
      uses.append(NameUse(kind: use.kind, name: use.name, node: place))
    }
    for finding in known.findings {
      var warning = finding.warning
      warning.range = node.range(ofWrittenBytes: finding.bytes)
      diagnostics.append(warning)
    }
    return result
  }

  private mutating func newTriggers(_ node: YAMLNode, rule: Modifiers, fileZone: ZoneChoice) -> SitedTriggers {
    let count = diagnostics.count
    let decoded = when(node, at: fileDefaults.at)
    var result = SitedTriggers(list: triggerLists, firstSite: sites.count)
    triggerLists += 1
    // What a broken trigger would have taken is not known.
    if !hasErrors(since: count) || !decoded.isEmpty {
      result.triggers = assemble(decoded, rule: rule, defaults: fileDefaults.modifiers, fileZone: fileZone)
    }
    let inherited = rule.filled(from: fileDefaults.modifiers)
    for trigger in decoded {
      sites.append(
        TriggerSite(
          node: UInt32(truncatingIfNeeded: trigger.node.identity),
          key: UInt32(truncatingIfNeeded: trigger.key.identity),
          saysGap: (trigger.own.gap ?? inherited.gap)?.value != nil,
          saysFold: (trigger.own.fold ?? inherited.fold)?.value != nil))
    }
    return result
  }
}

extension TriggerSite {
  /// The same place so many nodes further on.
  fileprivate func moved(by distance: Int) -> TriggerSite {
    var result = self
    result.node &+= UInt32(truncatingIfNeeded: distance)
    result.key &+= UInt32(truncatingIfNeeded: distance)
    return result
  }
}

extension ZoneUse {
  /// The same use so many nodes further on.
  fileprivate func moved(by distance: Int) -> ZoneUse {
    var result = self
    result.node &+= UInt32(truncatingIfNeeded: distance)
    return result
  }
}
