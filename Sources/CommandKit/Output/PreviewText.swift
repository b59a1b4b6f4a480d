import CivilTime
import Diagnostics
import JSONText
import RuleModel

/// The forms in which a preview is written.
extension Preview {
  /// A line for each row: when, which rule, how long until then, and why it was moved or left out.
  func writeTable(_ context: CommandContext, from start: Instant) {
    var table = TextTable(headings: ["", "", "", ""])
    for row in rows {
      let name = rules.rules[row.rule].id.text
      switch row {
      case .ring(let rule, let occurrence):
        let reasons = occurrence.reasons.map { reason in
          let (code, text) = OccurrenceText.reason(reason)
          return "\(code): \(text)"
        }
        let ended = self.ended(by: occurrence, rule: rule).map { terminalText($0.mark) }
        table.rows.append([
          OccurrenceText.stamp(occurrence.instant, in: zone(of: occurrence, rule: rule)), name,
          RelativeTime.phrase(seconds: occurrence.instant.seconds(since: start)),
          Self.phrase(occurrence.eventPhrases + reasons + ended),
        ])
      case .skipped(_, let skipped):
        table.rows.append([
          stamp(skipped, rule: row.rule), name, "skipped: \(OccurrenceText.reason(skipped.reason).text)", "",
        ])
      }
    }
    context.output.write(
      table.text(columns: context.output.isTerminal ? context.output.columns : nil, showsHeadings: false))
    for rule in never {
      context.output.write("never: \(rules.rules[rule].id) has no further occurrence\n")
    }
    for (rule, what) in unknown {
      for phrase in what.phrases {
        context.output.write("unknown: \(terminalText(rules.rules[rule].id.text)) depends on \(phrase)\n")
      }
    }
    for (rule, zones) in unknownZones {
      let names = zones.map(\.rawValue).joined(separator: ", ")
      context.errors.write(
        "carillon: \(rules.rules[rule].id): this machine lacks the zone \(names), so it can't fire\n")
    }
    if rows.isEmpty, never.isEmpty, unknown.isEmpty, unknownZones.isEmpty {
      context.output.write("nothing comes by the clock\n")
    }
  }

  /// Most occurrences have nothing to say, and joining costs a short program more than all its other text.
  private static func phrase(_ notes: [String]) -> String {
    notes.count < 2 ? notes.first ?? "" : notes.joined(separator: "; ")
  }

  /// One line for each row.
  var csv: String {
    var table = TextTable(headings: ["RULE", "AT", "EPOCH", "CIVIL", "ZONE", "STATE", "REASONS"])
    for row in rows {
      let name = rules.rules[row.rule].id.text
      switch row {
      case .ring(let rule, let occurrence):
        let zone = zone(of: occurrence, rule: rule)
        let reasons = self.reasons(of: occurrence, rule: rule).map(\.code).joined(separator: " ")
        table.rows.append([
          name, RFC3339.text(occurrence.instant, in: zone), "\(occurrence.instant.epochSeconds)",
          occurrence.nominal?.description ?? "", zone.name.rawValue, "rings", reasons,
        ])
      case .skipped(_, let skipped):
        table.rows.append([
          name, "", "", skipped.nominal.description, zone(ofRule: row.rule).name.rawValue, "skipped",
          OccurrenceText.reason(skipped.reason).code,
        ])
      }
    }
    return table.csv
  }

  /// The object that schemas/next.schema.json describes.
  func writeJSON(_ context: CommandContext) {
    var writer = JSONWriter(.compact)
    writer.beginObject()
    writer.key("occurrences")
    writer.beginArray()
    for case .ring(let rule, let occurrence) in rows { write(occurrence, rule: rule, to: &writer) }
    writer.endArray()
    writer.key("skipped")
    writer.beginArray()
    for case .skipped(let rule, let skipped) in rows {
      writer.beginObject()
      writer.key("rule")
      writer.string(rules.rules[rule].id.text)
      writer.key("civil")
      writer.string(skipped.nominal.description)
      writer.key("zone")
      writer.string(zone(ofRule: rule).name.rawValue)
      writer.key("reason")
      write(OccurrenceText.reason(skipped.reason), to: &writer)
      writer.endObject()
    }
    writer.endArray()
    writer.key("never")
    writer.beginArray()
    for rule in never { writer.string(rules.rules[rule].id.text) }
    writer.endArray()
    writer.key("unknown")
    writer.beginArray()
    for (rule, what) in unknown {
      writer.value(.object(JSONObject([("rule", .string(rules.rules[rule].id.text))] + what.members)))
    }
    writer.endArray()
    writer.endObject()
    context.output.write(writer.text + "\n")
  }

  private func write(_ occurrence: Occurrence, rule: Int, to writer: inout JSONWriter) {
    let zone = zone(of: occurrence, rule: rule)
    writer.beginObject()
    writer.key("rule")
    writer.string(rules.rules[rule].id.text)
    writer.key("at")
    writer.plainString { RFC3339.append(occurrence.instant, in: zone, to: &$0) }
    writer.key("epoch")
    writer.integer(occurrence.instant.epochSeconds)
    if let nominal = occurrence.nominal {
      writer.key("civil")
      writer.string(nominal.description)
    }
    writer.key("zone")
    writer.string(zone.name.rawValue)
    writer.key("reasons")
    writer.beginArray()
    for reason in reasons(of: occurrence, rule: rule) { write(reason, to: &writer) }
    writer.endArray()
    if !occurrence.events.isEmpty {
      writer.key("events")
      writer.value(.array(occurrence.events.map { $0.json(in: zone) }))
    }
    writer.endObject()
  }

  private func write(_ reason: (code: String, text: String), to writer: inout JSONWriter) {
    writer.beginObject()
    writer.key("code")
    writer.string(reason.code)
    writer.key("text")
    writer.string(reason.text)
    writer.endObject()
  }

  private func zone(of occurrence: Occurrence, rule: Int) -> ZoneRules {
    rules.zones.zone(rules.zoneName(of: occurrence, rule: rule))
  }

  private func zone(ofRule rule: Int) -> ZoneRules { rules.zones.zone(rules.zoneName(ofRule: rule)) }

  /// A skipped occurrence's civil time; one that never existed has no abbreviation of its own.
  private func stamp(_ skipped: SkippedOccurrence, rule: Int) -> String {
    let abbreviation = zone(ofRule: rule).abbreviation(at: skipped.instant)
    return "\(OccurrenceText.day(skipped.nominal.date)) \(skipped.nominal.time) \(abbreviation)"
  }
}
