import CivilTime
import JSONText
import RuleModel
import YAMLSyntax

/// The keys of a test.
struct TestShape: Sendable {
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
    }
    var expected: [DateTimePoint] = []
    if let node = entries.node(shape.expect), !isNone(node), !(node.kind == .sequence && node.elements.isEmpty) {
      expected = DatesShape.points.read(node, &self) ?? []
    }
    guard let rule, let from, !hasErrors(since: before) else { return nil }
    return RuleTest(name: name, rule: RuleID(rule), from: from, until: until, expected: expected)
  }
}
