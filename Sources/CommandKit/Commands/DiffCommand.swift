import CivilTime
import Diagnostics
import JSONText
import RuleEngine

extension CommandDeclaration {
  /// `diff`: what another version of the rules, or of the zones, changes.
  static let diff = CommandDeclaration(
    "diff", "show which coming occurrences appear, vanish or move between two versions",
    discussion:
      "OLD and NEW are rule files or folders; with --tzdata, zone folders with which the same FILEs are read. A rule of NEW whose 'formerly' names one of OLD is compared with it. Rules are taken to be first loaded at --from; jitter is left out. Says also what a reload arms anew.",
    arguments: [
      ArgumentDeclaration("OLD", .one, "the version before: a file or folder", completion: .files),
      ArgumentDeclaration("NEW", .one, "the version after", completion: .files),
      ArgumentDeclaration(
        "FILE", .any, "with --tzdata: rule files or folders; the configuration folder where left out",
        completion: .files),
    ],
    options: [
      OptionDeclaration("tzdata", "OLD and NEW are two folders of zone files"),
      OptionDeclaration("from", value: "TIME", "at or after this time (default: now)"),
      OptionDeclaration("until", value: "TIME", "at or before this time"),
      OptionDeclaration("days", value: "N", "so many days (default 365)"),
      OptionDeclaration("rule", value: "ID", repeats: true, "only this rule, by its name before or after"),
      OptionDeclaration("each", value: "N", "so many differences of each rule are listed (default 10)"),
      OptionDeclaration("exit-code", "status 1 when anything differs"),
      ListingFormat.declaration, DisplayZones.declaration,
    ],
    examples: [
      CommandExample("carillon diff rules.old.yaml rules.yaml", "What an edit changes in the coming year."),
      CommandExample(
        "carillon diff --tzdata /usr/share/zoneinfo ./zoneinfo rules.yaml --days 730", "What new zone data change."),
    ]
  ) { arguments, context throws(CommandFailure) in
    let comparison = try RuleComparison(arguments, context)
    switch ListingFormat(arguments) {
    case .table: comparison.writeText(context)
    case .csv: context.output.write(comparison.csv)
    case .json: comparison.writeJSON(context)
    }
    return arguments.has("exit-code") && !comparison.differences.isEmpty ? .failure : .success
  }
}
