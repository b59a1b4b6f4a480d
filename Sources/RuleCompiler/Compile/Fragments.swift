public import CivilTime
public import Diagnostics
public import RuleModel
import YAMLSyntax

/// A piece of a rule file that stands alone, as commands take it.
public struct Fragment<Value: Sendable>: Sendable {
  /// What it means; nil with errors.
  public var value: Value?
  /// Findings, with places in the piece itself.
  public var diagnostics: [Diagnostic]

  /// Joins a meaning and what was found.
  public init(value: Value?, diagnostics: [Diagnostic]) {
    self.value = value
    self.diagnostics = diagnostics
  }
}

/// Compiles the value of a `when`: `daily: 09:00`, `{ every: 15m }`, or a list.
///
/// - Parameters:
///   - source: The text; its path is what diagnostics show, for example `--when`.
///   - calendars: Calendars that it may name.
///   - zone: The zone of triggers that name none.
///   - weekend: Days that are no workdays.
public func compileTriggers(
  _ source: SourceText, calendars: [CalendarID: CalendarDefinition] = [:], zone: ZoneChoice = .local,
  weekend: WeekdaySet = [WeekdaySet(.saturday), WeekdaySet(.sunday)]
) -> Fragment<[Trigger]> {
  compileFragment(source, calendars: calendars) { root, decoder in
    decoder.weekend = weekend
    let triggers = decoder.when(root, at: nil)
    let assembled = decoder.assemble(triggers, rule: Modifiers(), defaults: Modifiers(), fileZone: zone)
    if !decoder.diagnostics.hasErrors {
      decoder.diagnostics += NeverFires.diagnostics(assembled, at: root.range)
    }
    return assembled
  }
}

/// Compiles the content of a notification: a text, or a mapping of its fields.
///
/// - Parameters:
///   - source: The text; its path is what diagnostics show, for example `--content`.
///   - isPartial: Whether it may say nothing by itself, as what is laid over another content.
public func compileContent(_ source: SourceText, isPartial: Bool = false) -> Fragment<Content> {
  compileFragment(source, calendars: [:]) { root, decoder in
    decoder.place = .ruleNotification
    return isPartial ? decoder.content(root)?.content : decoder.notification(root)
  }
}

private func compileFragment<Value>(
  _ source: SourceText, calendars: [CalendarID: CalendarDefinition],
  _ read: (YAMLNode, inout Decoder) -> Value?
) -> Fragment<Value> {
  let (root, syntax) = parseYAML(source)
  guard let root else { return Fragment(value: nil, diagnostics: syntax.map(aboutPiece)) }
  var decoder = Decoder(file: FileContext(path: source.path, folder: "."))
  let value = read(root, &decoder)
  if let use = decoder.eventFiles.first {
    decoder.error(
      "ics-not-here", "`ics` stands in rule files only", at: use.node, hint: "a trigger by hand has no file beside it")
  }
  var diagnostics = syntax + decoder.diagnostics
  for use in decoder.uses where use.kind == .calendar && calendars[CalendarID(use.name)] == nil {
    diagnostics.append(.unknownDeclaration(use, candidates: calendars.keys.map(\.text).sorted()))
  }
  return Fragment(value: diagnostics.hasErrors ? nil : value, diagnostics: diagnostics.inFileOrder())
}

/// A finding of the syntax as it is told of a piece: what a whole file could say instead is no way out here.
private func aboutPiece(_ diagnostic: Diagnostic) -> Diagnostic {
  guard diagnostic.code == "empty-document" else { return diagnostic }
  return Diagnostic(diagnostic.severity, diagnostic.code, "nothing is said here", at: diagnostic.range)
}
