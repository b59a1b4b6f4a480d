import CivilTime
import JSONText
import RuleModel
import YAMLSyntax

/// The keys of a test.
final class TestShape: Sendable {
  static let shared = TestShape()
  let name: Field<String>
  let rule: Field<String>
  let day: Field<LocalDate>
  let from: Field<DateTimePoint>
  let until: Field<DateTimePoint>
  let expect: Field<YAMLNode>
  let mapping: MappingShape

  private init() {
    var builder = ShapeBuilder("a test", "What a rule is expected to do.")
    name = builder.field("name", "What it shows.", .prose)
    rule = builder.field("rule", "The rule it asks.", .name(of: .rule), required: true)
    day = builder.field("day", "The one day it looks at.", .date)
    from = builder.field("from", "First date or date and time it looks at.", .start)
    until = builder.field("until", "Last one; with it the list is exact.", .end)
    expect = builder.field(
      "expect", "none, or date-times in order.",
      .node(SchemaParts.either([["const": "none"], DatesShape.points.schema, ["type": "array", "maxItems": 0]])),
      required: true)
    builder.notYet("given", "then")
    mapping = builder.finish(
      extensions: true,
      synonyms: ["after": "from", "start": "from", "end": "until", "on": "day", "date": "day", "expected": "expect"])
  }
}

extension Decoder {
  mutating func test(_ node: YAMLNode) -> RuleTest? {
    let shape = TestShape.shared
    let before = diagnostics.count
    guard let entries = entries(node, shape.mapping) else { return nil }
    let name = value(shape.name, entries)
    let rule = value(shape.rule, entries)
    let day = value(shape.day, entries)
    var from = value(shape.from, entries)
    var until = value(shape.until, entries)
    if entries.has(shape.day) {
      for key in [entries.key(shape.from), entries.key(shape.until)] {
        if let key { error("contradiction", "`day` says from when until when already", at: key) }
      }
      if let day {
        from = .local(LocalDateTime(date: day, time: .midnight))
        until = .local(LocalDateTime(date: day, time: LocalDateTime.latest.time))
      }
    } else if !entries.has(shape.from) {
      error("missing-key", "a test needs `day` or `from`", at: node)
    } else if let from, let until, let key = entries.node(shape.until), from.isCertainlyAfter(until) {
      error("contradiction", "`until` lies before `from`, so this test looks at nothing", at: key)
    }
    var expected: [DateTimePoint] = []
    if let node = entries.node(shape.expect), !isNone(node), !(node.kind == .sequence && node.elements.isEmpty) {
      expected = DatesShape.points.read(node, &self) ?? []
    }
    guard let rule, let from, !hasErrors(since: before) else { return nil }
    return RuleTest(name: name, rule: RuleID(rule), from: from, until: until, expected: expected)
  }
}

extension DateTimePoint {
  /// Whether it is later whatever the zone: local times lie at most 26 hours from UTC.
  fileprivate func isCertainlyAfter(_ other: DateTimePoint) -> Bool {
    switch (self, other) {
    case (.local(let first), .local(let second)): first > second
    case (.instant(let first), .instant(let second)): first > second
    case (.local(let local), .instant(let instant)): local.localSeconds - instant.epochSeconds > 26 * 3600
    case (.instant(let instant), .local(let local)): instant.epochSeconds - local.localSeconds > 26 * 3600
    }
  }
}
