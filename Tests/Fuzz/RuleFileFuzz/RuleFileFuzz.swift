import CivilTime
import Diagnostics
import NextFire
import RuleCompiler
import RuleFormat
import RuleModel
import TriggerGraph

/// Clocks with a gap and a fold each year, made of a TZ string so that the fuzzer needs no files.
private let zone = (try? ZoneRules(name: ZoneName("Fuzz/Zone"), posix: "CET-1CEST,M3.5.0,M10.5.0/3")) ?? .utc

/// Compiles any bytes as a rule file and formats them; where the rules are right, asks the evaluator everything about each.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzRuleFile(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
  let text = Array(UnsafeBufferPointer(start: bytes, count: count))
  let now = Instant(epochSeconds: 1_796_083_200)
  var sources = RuleSources([RuleFile(path: "fuzz.yaml", folder: "/nonexistent", bytes: text)])
  var compiler = RuleFileCompiler()
  let context = CheckContext(now: now, localZone: zone)
  var compilation = compiler.compile(sources, context: context)
  for _ in 0..<8 where !compilation.needs.isEmpty {
    for need in compilation.needs {
      switch need {
      case .include(let pattern): sources.includes[pattern] = []
      case .events(let path): sources.eventFiles[path] = .bytes(text)
      case .file: break
      case .fact(let path): sources.facts[path] = FileFact(exists: true, isExecutable: true)
      case .zone(let name): sources.zones[name] = zone
      }
    }
    compilation = compiler.compile(sources, context: context)
  }
  for diagnostic in compilation.diagnostics {
    guard let range = diagnostic.range else { continue }
    precondition(range.start.offset >= 0 && range.end.offset <= count + 3, "a place outside the text")
  }
  format(text)
  guard let graph = compilation.graph else { return 0 }
  let evaluator = Evaluator(
    graph: graph,
    context: EvaluationContext(zones: sources.zones, localZone: zone, assumedAnchor: now, machineKey: 7))
  for rule in graph.rules.indices { ask(evaluator, rule, now) }
  return 0
}

/// What has the preferred form keeps it.
private func format(_ bytes: [UInt8]) {
  guard case .changed(let form) = formatRules(SourceText(path: "fuzz.yaml", bytes: bytes)) else { return }
  guard case .unchanged = formatRules(SourceText(path: "fuzz.yaml", bytes: form)) else {
    preconditionFailure("formatting twice is formatting once")
  }
}

/// The laws of a rule: later than asked, previous is the inverse, contains agrees.
private func ask(_ evaluator: Evaluator, _ rule: Int, _ now: Instant) {
  var instant = now
  for _ in 0..<8 {
    guard let next = evaluator.nextInstant(ofRule: rule, after: instant) else { break }
    precondition(next > instant, "next is later")
    precondition(evaluator.contains(next, ofRule: rule), "contains agrees with next")
    precondition(
      evaluator.previousInstant(ofRule: rule, before: next.advanced(bySeconds: 1)) == next, "previous is the inverse")
    _ = evaluator.occurrence(ofRule: rule, at: next)
    instant = next
  }
  _ = evaluator.skipped(ofRule: rule, from: now, until: now.advanced(bySeconds: 40_000_000), limit: 50)
  _ = evaluator.nextInstant(ofRule: rule, after: .latest)
  _ = evaluator.previousInstant(ofRule: rule, before: .earliest)
}
