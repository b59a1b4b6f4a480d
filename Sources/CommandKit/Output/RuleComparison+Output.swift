import CivilTime
import Diagnostics
import JSONText
import RuleEngine
import RuleModel

/// The forms in which a comparison is written.
extension RuleComparison {
  /// A paragraph for each rule that differs, then the sums.
  func writeText(_ context: CommandContext) {
    warn(context)
    for difference in differences {
      let occurrences = difference.occurrences
      context.output.write("\(terminalText(difference.id.text)): \(headline(difference))\n")
      var table = TextTable(headings: ["", "", ""])
      for change in occurrences.changes.prefix(mostShown) {
        switch (change.old, change.new) {
        case (let before?, let after?):
          table.rows.append(["  moves", stamp(before, difference.old, old), "to " + stamp(after, difference.new, new)])
        case (let before?, nil): table.rows.append(["  vanishes", stamp(before, difference.old, old), ""])
        case (nil, let after?): table.rows.append(["  appears", stamp(after, difference.new, new), ""])
        case (nil, nil): break
        }
      }
      context.output.write(
        table.text(columns: context.output.isTerminal ? context.output.columns : nil, showsHeadings: false))
      let rest = occurrences.changes.count - min(mostShown, occurrences.changes.count)
      if rest > 0 { context.output.write("  … and \(rest) more\n") }
      if let cut = occurrences.cut {
        let zone = chosenZone ?? new.localZone
        context.output.write("  looked at up to \(OccurrenceText.stamp(cut, in: zone)): too many occurrences\n")
      }
    }
    if differences.isEmpty {
      context.output.write("no difference\n")
    } else {
      let sums = ["appears", "vanishes", "moves"].map { kind in
        "\(differences.reduce(0) { $0 + $1.occurrences.count(kind) }) \(Self.plural[kind] ?? kind)"
      }
      let rules = differences.count == 1 ? "1 rule differs" : "\(differences.count) rules differ"
      context.output.write("\(rules): \(sums.joined(separator: ", "))\n")
    }
  }

  private static let plural = ["appears": "appear", "vanishes": "vanish", "moves": "move"]

  private func headline(_ difference: RuleDifference) -> String {
    let occurrences = difference.occurrences
    let counts = ["appears", "vanishes", "moves"].compactMap { kind -> String? in
      let count = occurrences.count(kind)
      return count == 0 ? nil : "\(count) \(count == 1 ? kind : Self.plural[kind] ?? kind)"
    }
    let fires = counts.isEmpty ? "fires as before" : "\(counts.joined(separator: ", ")), \(occurrences.same) as before"
    if comparesZones { return fires }
    return difference.words + "; " + (occurrences.changes.isEmpty && occurrences.same == 0 ? "no occurrence" : fires)
  }

  private func stamp(_ occurrence: Occurrence, _ rule: Int?, _ version: RuleVersion) -> String {
    OccurrenceText.stamp(occurrence.instant, in: zone(of: occurrence, rule, version))
  }

  private func zone(of occurrence: Occurrence, _ rule: Int?, _ version: RuleVersion) -> ZoneRules {
    chosenZone ?? rule.map { version.zone(of: occurrence, rule: $0) } ?? version.localZone
  }

  private func warn(_ context: CommandContext) {
    for (version, rule, zones) in unknownZones {
      let names = zones.map(\.rawValue).joined(separator: ", ")
      context.errors.write(
        "carillon: \(terminalText(version)): \(terminalText(rule.text)): the zone \(names) is missing, so it can't fire\n"
      )
    }
    for (version, phrase, rules) in unknownParts {
      let who = rules.count == 1 ? "\(terminalText(rules[0].text)) depends" : "\(rules.count) rules depend"
      context.errors.write("carillon: \(terminalText(version)): \(who) on \(phrase)\n")
    }
  }

  /// One line for each occurrence that differs, all of them; a rule without any has one line with its changes.
  var csv: String {
    var table = TextTable(headings: ["RULE", "FORMERLY", "RELOAD", "CHANGE", "OLD", "NEW"])
    for difference in differences {
      let reload = self.reload(difference).joined(separator: " ")
      let start = [difference.id.text, difference.formerly?.text ?? "", reload]
      if difference.occurrences.changes.isEmpty { table.rows.append(start + ["", "", ""]) }
      for change in difference.occurrences.changes {
        table.rows.append(
          start + [
            change.kind, change.old.map { at($0, difference.old, old) } ?? "",
            change.new.map { at($0, difference.new, new) } ?? "",
          ])
      }
    }
    return table.csv
  }

  /// The words of `reload` in CSV and JSON.
  private func reload(_ difference: RuleDifference) -> [String] {
    comparesZones
      ? [] : difference.changes.map(\.rawValue) + (difference.hasOtherContent ? ["content"] : [])
  }

  private func at(_ occurrence: Occurrence, _ rule: Int?, _ version: RuleVersion) -> String {
    RFC3339.text(occurrence.instant, in: zone(of: occurrence, rule, version))
  }

  /// The object that schemas/diff.schema.json describes.
  func writeJSON(_ context: CommandContext) {
    warn(context)
    context.output.writeLine([
      "from": .string(RFC3339.text(from, in: chosenZone ?? new.localZone)),
      "until": .string(RFC3339.text(until, in: chosenZone ?? new.localZone)),
      "rules": .array(differences.map { json($0) }),
    ])
  }

  private func json(_ difference: RuleDifference) -> JSONValue {
    let occurrences = difference.occurrences
    var members: [(String, JSONValue)] = [("rule", .string(difference.id.text))]
    if let formerly = difference.formerly { members.append(("formerly", .string(formerly.text))) }
    members += [
      ("reload", .array(reload(difference).map { .string($0) })),
      ("armed_anew", .bool(difference.isArmedAnew)),
      ("anchored_anew", .bool(difference.isAnchoredAnew)),
      ("same", .integer(Int64(occurrences.same))),
      ("appears", .integer(Int64(occurrences.count("appears")))),
      ("vanishes", .integer(Int64(occurrences.count("vanishes")))),
      ("moves", .integer(Int64(occurrences.count("moves")))),
    ]
    if let cut = occurrences.cut { members.append(("cut", .string(RFC3339.text(cut)))) }
    let shown = occurrences.changes.prefix(mostShown).map { change -> JSONValue in
      var parts: [(String, JSONValue)] = [("change", .string(change.kind))]
      if let before = change.old { parts.append(("old", json(before, difference.old, old))) }
      if let after = change.new { parts.append(("new", json(after, difference.new, new))) }
      return .object(JSONObject(parts))
    }
    members.append(("occurrences", .array(shown)))
    return .object(JSONObject(members))
  }

  private func json(_ occurrence: Occurrence, _ rule: Int?, _ version: RuleVersion) -> JSONValue {
    let zone = zone(of: occurrence, rule, version)
    var members: [(String, JSONValue)] = [
      ("at", .string(RFC3339.text(occurrence.instant, in: zone))),
      ("epoch", .integer(occurrence.instant.epochSeconds)),
    ]
    if let nominal = occurrence.nominal { members.append(("civil", .string(nominal.description))) }
    members.append(("zone", .string(zone.name.rawValue)))
    return .object(JSONObject(members))
  }
}
