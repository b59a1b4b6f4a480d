import CivilTime
import NextFire
import RuleModel
import TriggerGraph

/// The many rules of the workload, each made on its own from fields: what a preview costs apart from YAML.
enum ManyRules {
  /// Prints the next occurrences of each rule, one instant a line.
  static func print(_ count: Int, each: Int, _ workload: Workload) {
    var set = RuleSet()
    for number in 0..<count {
      set.rules.append(
        workload.rule(number % workload.shapes.count, number % workload.zoneNames.count, id: "r\(number)"))
    }
    let evaluator = Evaluator(graph: TriggerGraph(set), context: workload.context)
    var text = ""
    for rule in set.rules.indices {
      for instant in evaluator.instants(ofRule: rule, after: workload.streamAfter).prefix(each) {
        text += RFC3339.text(instant)
        text += "\n"
      }
    }
    Swift.print(text, terminator: "")
  }
}
