import CivilTime
import Glibc
import NextFire
import RuleModel
import TriggerGraph

/// The many rules of the workload, each made on its own from fields: what a preview costs apart from YAML.
enum ManyRules {
  /// Prints the next occurrences of each rule, one instant a line.
  static func print(_ count: Int, each: Int, _ workload: Workload) {
    var builder = TriggerGraphBuilder(calendars: [:])
    for number in 0..<count {
      builder.add(workload.rule(number % workload.shapes.count, number % workload.zoneNames.count, id: "r\(number)"))
    }
    let evaluator = Evaluator(graph: builder.finish(), context: workload.context)
    var text: [UInt8] = []
    text.reserveCapacity(1 << 15)
    for rule in 0..<count {
      var stream = evaluator.instants(ofRule: rule, after: workload.streamAfter)
      for _ in 0..<each {
        guard let instant = stream.next() else { break }
        RFC3339.append(instant, to: &text)
        text.append(UInt8(ascii: "\n"))
      }
      if text.count > 30_000 || rule == count - 1 {
        write(STDOUT_FILENO, text, text.count)
        text.removeAll(keepingCapacity: true)
      }
    }
  }
}
