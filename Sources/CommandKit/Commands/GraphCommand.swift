import JSONText
import RuleCompiler
import TriggerGraph

extension CommandDeclaration {
  /// `graph`: what the rules compile to.
  static let graph = CommandDeclaration(
    "graph", "show the compiled trigger graph, equal parts stored once",
    arguments: [RuleFileArguments.declaration],
    options: [
      OptionDeclaration(
        "format", value: "FORMAT", "the form of the graph", completion: .words(["text", "mermaid", "dot", "json"]))
    ],
    examples: [
      CommandExample("carillon graph rules.yaml --format dot | dot -Tsvg > graph.svg", "A picture, by Graphviz.")
    ]
  ) { arguments, context throws(CommandFailure) in
    let loaded = try RulesAtHand(arguments, context)
    try loaded.requireNoErrors(context)
    let drawing = GraphDrawing(loaded.graph, loaded.compilation.ruleSet)
    switch arguments.value("format") {
    case "mermaid": context.output.write(drawing.mermaid)
    case "dot": context.output.write(drawing.dot)
    case "json": context.output.write(json(drawing))
    default: context.output.write(drawing.text)
    }
    return .success
  }

  /// The object that schemas/graph.schema.json describes.
  private static func json(_ drawing: GraphDrawing) -> String {
    var writer = JSONWriter(.compact)
    writer.value([
      "nodes": .array(
        drawing.boxes.map { ["id": .string($0.id), "kind": .string($0.kind.rawValue), "text": .string($0.text)] }),
      "edges": .array(
        drawing.arrows.map { ["from": .string($0.from), "to": .string($0.to), "text": .string($0.text)] }),
    ])
    return writer.text + "\n"
  }
}
