import JSONText

/// The option that chooses the form of a listing.
enum ListingFormat: String, CaseIterable {
  case table
  case json
  case csv

  static let declaration = OptionDeclaration(
    "format", value: "FORMAT", "the form of the listing", completion: .words(allCases.map(\.rawValue)))

  init(_ arguments: ParsedArguments) {
    self = arguments.value("format").flatMap(ListingFormat.init) ?? .table
  }
}

/// One listing in each of its forms.
struct Listing {
  /// For tables and CSV.
  var table: TextTable
  /// The member of the JSON object, and its entries.
  var name: String
  var entries: [JSONValue]
  /// What a table without rows says.
  var empty: String
  /// What stands below a table, such as how to see more.
  var footnote: String?

  func write(_ format: ListingFormat, _ context: CommandContext) {
    switch format {
    case .table where table.rows.isEmpty: context.output.write(empty + "\n")
    case .table:
      context.output.write(table.text(columns: context.output.isTerminal ? context.output.columns : nil))
      if let footnote { context.output.write(footnote + "\n") }
    case .csv: context.output.write(table.csv)
    case .json:
      var writer = JSONWriter(.compact)
      writer.beginObject()
      writer.key(name)
      writer.beginArray()
      for entry in entries { writer.value(entry) }
      writer.endArray()
      writer.endObject()
      context.output.write(writer.text + "\n")
    }
  }
}
