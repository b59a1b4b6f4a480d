import JSONText
import RuleCompiler

extension CommandDeclaration {
  /// `schema`: what an editor needs.
  static let schema = CommandDeclaration(
    "schema", "print the JSON Schema of rule files, for editors",
    examples: [
      CommandExample(
        "carillon schema > carillon.schema.json",
        "Then '# yaml-language-server: $schema=carillon.schema.json' on the first line of a rule file.")
    ]
  ) { _, context throws(CommandFailure) in
    context.output.write(ruleFileSchema().prettyText)
    context.output.write("\n")
    return .success
  }
}
