import CivilTime
import Diagnostics
import HostTime
import JSONText
import NextFire
import RuleCompiler
import RuleModel
import TestSupport
import Testing

/// Zones of the machine's database.
func zone(_ name: String) throws -> ZoneRules {
  try ZoneFolder(folders: ZoneFolder.usualFolders).rules(ZoneName(name))
}

/// All zones of the machine, in the order of their names.
func machineZones() -> [ZoneRules] {
  let folder = ZoneFolder(folders: ZoneFolder.usualFolders)
  return ZoneName.all.compactMap { try? folder.rules(ZoneName($0)) }
}

/// The instant of an RFC 3339 text.
func instant(_ text: String) throws -> Instant { try #require(RFC3339.parse(text)).instant }

/// A local date-time such as `2026-12-24T18:00`.
func local(_ text: String) throws -> LocalDateTime { try #require(LocalDateTime(text)) }

/// A text as YAML and JSON quote it.
func quoted(_ text: String) -> String {
  var writer = JSONWriter()
  writer.string(text)
  return writer.text
}

/// Compiles one `when` of one rule with the zones of this machine.
func compile(_ when: String, allow: String = "[cron-either-day, cron-weekday-number, rrule-sub-daily]") -> Compilation {
  let text = "rules:\n  r:\n    allow: \(allow)\n    notify: Ring\n    when: \(when)\n"
  var sources = RuleSources([RuleFile(path: "test.yaml", folder: "/rules", bytes: Array(text.utf8))])
  var compiler = RuleFileCompiler()
  var result = compiler.compile(sources, context: CheckContext())
  for _ in 0..<3 where !result.needs.isEmpty {
    for case .zone(let name) in result.needs {
      if let rules = try? zone(name.rawValue) {
        sources.zones[name] = rules
      } else {
        sources.missingZones.insert(name)
      }
    }
    result = compiler.compile(sources, context: CheckContext())
  }
  return result
}

/// An evaluator of what was compiled, in a local zone.
func evaluator(_ compilation: Compilation, in local: ZoneRules) throws -> Evaluator {
  let graph = try #require(compilation.graph)
  var zones: [ZoneName: ZoneRules] = [:]
  for rule in compilation.ruleSet.rules {
    for trigger in rule.triggers {
      if case .named(let name) = trigger.zone, name != .utc { zones[name] = try zone(name.rawValue) }
    }
  }
  return Evaluator(
    graph: graph, context: EvaluationContext(zones: zones, localZone: local, assumedAnchor: .earliest))
}

/// The errors of a compilation.
func errors(_ compilation: Compilation) -> [String] {
  compilation.diagnostics.filter { $0.severity == .error }.map { "\($0.code): \($0.message)" }
}
