import CivilTime
import Diagnostics
import RuleCompiler
import RuleModel
import TestSupport
import Testing

/// Compiles a text as the only file, `test.yaml` in `/rules`, on a machine where every script exists and every listed
/// zone is there.
func compileText(
  _ text: String, context: CheckContext = CheckContext(), facts: [String: FileFact] = [:],
  missingZones: Set<ZoneName> = [], events: [UInt8] = noEvents
) -> Compilation {
  compileBytes(Array(text.utf8), context: context, facts: facts, missingZones: missingZones, events: events)
}

/// A file of events without any.
let noEvents = Array("BEGIN:VCALENDAR\nEND:VCALENDAR\n".utf8)

func compileBytes(
  _ bytes: [UInt8], context: CheckContext = CheckContext(), facts: [String: FileFact] = [:],
  missingZones: Set<ZoneName> = [], events: [UInt8] = noEvents
) -> Compilation {
  var sources = RuleSources([RuleFile(path: "test.yaml", folder: "/rules", bytes: bytes)])
  sources.facts = facts
  sources.missingZones = missingZones
  var compiler = RuleFileCompiler()
  var result = compiler.compile(sources, context: context)
  for _ in 0..<5 where !result.needs.isEmpty {
    for need in result.needs {
      switch need {
      case .fact(let path): sources.facts[path] = FileFact(exists: true, isExecutable: true)
      case .zone(let name):
        if ZoneName.isKnown(name.rawValue) { sources.zones[name] = .utc } else { sources.missingZones.insert(name) }
      case .include(let pattern): sources.includes[pattern] = []
      case .events(let path): sources.eventFiles[path] = .bytes(events)
      case .file: break
      }
    }
    result = compiler.compile(sources, context: context)
  }
  return result
}

/// What one diagnostic says, without its place.
struct Finding: Equatable, CustomStringConvertible {
  var severity: Diagnostic.Severity
  var code: String
  var message: String
  var range: SourceRange?

  var description: String {
    let place = range.map { "\($0.start.line):\($0.start.column)-\($0.end.line):\($0.end.column)" } ?? "-"
    return "\(severity.rawValue)[\(code)] \(message) @\(place)"
  }
}

/// A text whose marked places are the places of the expected findings, in this order.
struct FindingRow: Sendable, CustomTestStringConvertible {
  var name: String
  var text: String
  var expected: [(severity: Diagnostic.Severity, code: String, message: String)]
  var hint: String?

  var testDescription: String { name }

  /// One error.
  init(_ name: String, _ text: String, _ code: String, _ message: String, hint: String? = nil) {
    self.name = name
    self.text = text
    expected = [(.error, code, message)]
    self.hint = hint
  }

  /// One warning.
  static func warning(
    _ name: String, _ text: String, _ code: String, _ message: String, hint: String? = nil
  ) -> FindingRow {
    var row = FindingRow(name, text, code, message, hint: hint)
    row.expected[0].severity = .warning
    return row
  }

  /// Compares the whole list of findings: severity, code, message and place, nothing extra.
  func check(context: CheckContext = CheckContext(), facts: [String: FileFact] = [:], missingZones: Set<ZoneName> = [])
  {
    let source = marked(text)
    let found = compileText(source.text, context: context, facts: facts, missingZones: missingZones).diagnostics
    let wanted = zip(expected, source.ranges).map {
      Finding(severity: $0.severity, code: $0.code, message: $0.message, range: $1)
    }
    #expect(source.ranges.count == expected.count, "marks")
    #expect(found.map { Finding(severity: $0.severity, code: $0.code, message: $0.message, range: $0.range) } == wanted)
    if let hint { #expect(found.first?.hint == hint) }
  }
}

/// A file of one rule that shows a text and has this `when`.
func ruleText(when: String) -> String { "rules:\n  r:\n    notify: Ring\n    when: \(when)\n" }

/// Compiles one `when` without findings and returns its triggers.
func triggers(_ when: String, sourceLocation: SourceLocation = #_sourceLocation) throws -> [Trigger] {
  let result = compileText(ruleText(when: when))
  #expect(result.diagnostics.map(\.message) == [], sourceLocation: sourceLocation)
  return try #require(result.ruleSet.rules.first, sourceLocation: sourceLocation).triggers
}

/// A date that exists.
func date(_ year: Int, _ month: Int, _ day: Int) -> LocalDate {
  LocalDate(year: year, month: month, day: day) ?? .earliest
}

/// A time that exists.
func time(_ hour: Int, _ minute: Int, _ second: Int = 0) -> TimeOfDay {
  TimeOfDay(hour: hour, minute: minute, second: second) ?? .midnight
}

/// A local date-time that exists.
func local(_ year: Int, _ month: Int, _ day: Int, _ hour: Int = 0, _ minute: Int = 0, _ second: Int = 0)
  -> LocalDateTime
{
  LocalDateTime(date: date(year, month, day), time: time(hour, minute, second))
}

func utc(_ epochSeconds: Int64) -> Instant { Instant(epochSeconds: epochSeconds) }
