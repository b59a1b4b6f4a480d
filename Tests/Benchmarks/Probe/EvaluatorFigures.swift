import CivilTime
import HostTime
import JSONText
import NextFire
import RuleModel
import TriggerGraph

/// What evaluation costs in one process: streams, independent queries, making triggers and zones ready.
struct EvaluatorFigures {
  let workload: Workload
  let rounds: Int
  private let evaluator: Evaluator

  init(_ workload: Workload, rounds: Int) {
    self.workload = workload
    self.rounds = rounds
    var set = RuleSet()
    for shape in workload.shapes.indices {
      for zone in workload.zoneNames.indices { set.rules.append(workload.rule(shape, zone, id: "\(shape)-\(zone)")) }
    }
    evaluator = Evaluator(graph: TriggerGraph(set), context: workload.context)
  }

  /// One line for each shape and zone.
  func reportQueries() {
    for (shape, entry) in workload.shapes.enumerated() {
      for (zone, name) in workload.zoneNames.enumerated() {
        let rule = shape * workload.zoneNames.count + zone
        let (count, sum) = stream(rule)
        let streamTime = medianTime(rounds: rounds) { keep(stream(rule)) } / Double(max(1, count))
        writeFigure(
          "stream", ("shape", .string(entry.id)), ("zone", .string(name.rawValue)), ("ns", .number(streamTime)),
          ("count", .integer(Int64(count))), ("sum", .integer(sum)))
        let checked = min(1000, workload.queries.count)
        let coldSum = cold(rule, workload.queries[..<checked])
        let coldTime =
          medianTime(rounds: rounds) { keep(cold(rule, workload.queries[...])) } / Double(workload.queries.count)
        writeFigure(
          "cold", ("shape", .string(entry.id)), ("zone", .string(name.rawValue)), ("ns", .number(coldTime)),
          ("count", .integer(Int64(checked))), ("sum", .integer(coldSum)))
      }
    }
  }

  private func stream(_ rule: Int) -> (count: Int, sum: Int64) {
    var count = 0
    var sum: Int64 = 0
    var stream = evaluator.instants(ofRule: rule, after: workload.streamAfter)
    while count < workload.streamCount, let instant = stream.next(), instant < workload.streamBefore {
      count += 1
      sum &+= instant.epochSeconds
    }
    return (count, sum)
  }

  private func cold(_ rule: Int, _ queries: ArraySlice<Instant>) -> Int64 {
    var sum: Int64 = 0
    for query in queries { sum &+= evaluator.nextInstant(ofRule: rule, after: query)?.epochSeconds ?? 0 }
    return sum
  }

  /// Rule fields to triggers that can be asked, all of them different: 960 rules of the workload's shapes.
  func reportReadying() {
    var set = RuleSet()
    for minute in 0..<20 {
      for shape in workload.shapes.indices {
        for zone in workload.zoneNames.indices {
          var rule = workload.rule(shape, zone, id: "\(minute)-\(shape)-\(zone)")
          if minute > 0 { rule.triggers[0] = rule.triggers[0].later(byMinutes: minute) }
          set.rules.append(rule)
        }
      }
    }
    let count = Double(set.rules.count)
    let context = workload.context
    let graph = TriggerGraph(set)
    let building = medianTime(rounds: rounds) { keep(TriggerGraph(set)) } / count
    let binding = medianTime(rounds: rounds) { keep(Evaluator(graph: graph, context: context)) } / count
    writeFigure(
      "ready", ("ns", .number(building + binding)), ("graph_ns", .number(building)), ("bind_ns", .number(binding)),
      ("rules", .integer(Int64(count))), ("triggers", .integer(Int64(graph.rules.distinctRoots))))
  }

  /// Zone files to zones, the bytes at hand.
  func reportZones() throws {
    for name in workload.zoneNames where name != .utc {
      let bytes = try FileBytes.read("\(ZoneFolder.usualFolders[0])/\(name.rawValue)")
      let time = try medianTime(rounds: rounds) { keep(try ZoneRules(name: name, tzif: bytes)) }
      writeFigure("zone", ("zone", .string(name.rawValue)), ("us", .number(time / 1000)))
    }
  }
}

extension Workload {
  /// Zones and nothing else.
  var context: EvaluationContext {
    EvaluationContext(zones: zones, localZone: .utc, assumedAnchor: streamAfter)
  }
}

extension Array where Element == TriggerGraph.RuleEntry {
  /// The number of triggers that differ.
  var distinctRoots: Int { Set(compactMap(\.root)).count }
}

extension Trigger {
  /// Another trigger of the same shape.
  func later(byMinutes minutes: Int) -> Trigger {
    var result = self
    switch source {
    case .fixed(var pattern):
      pattern.times = pattern.times.compactMap {
        TimeOfDay(hour: Int($0.hour), minute: (Int($0.minute) + minutes) % 60, second: minutes / 60 % 60)
      }.sorted()
      result.source = .fixed(pattern)
    case .aligned(var pattern):
      pattern.minutes =
        (pattern.minutes << UInt64(minutes % 60) | pattern.minutes >> UInt64(60 - minutes % 60))
        & ((1 << 60) - 1)
      pattern.seconds = 1 << UInt64(minutes % 60)
      result.source = .aligned(pattern)
    default: break
    }
    return result
  }
}
