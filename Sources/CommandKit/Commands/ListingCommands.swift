import CivilTime
import ControlProtocol
import RuleEngine
import RuleModel

extension CommandDeclaration {
  private static let countOption = OptionDeclaration(
    "count", letter: "n", value: "N", "at most so many entries (default 100)")
  private static let listingOptions =
    [countOption, ListingFormat.declaration, DisplayZones.declaration] + ServiceOptions.declarations

  /// `pending`: what the service will do.
  static let pending = CommandDeclaration(
    "pending", "list what will ring: occurrences, snoozes, requests and retries", options: listingOptions,
    examples: [CommandExample("carillon pending --count 10", "The next ten rings of the running service.")]
  ) { arguments, context throws(CommandFailure) in
    let zones = try DisplayZones(arguments, context)
    let found = try pages(arguments, context) { page in
      .pending(page)
    } take: { result in
      if case .pending(let page) = result { page } else { nil }
    }
    var table = TextTable(headings: ["WHEN", "", "IDENTIFIER", "KIND", "TITLE"])
    for entry in found.entries {
      let left = entry.due.seconds(since: context.now)
      table.rows.append([
        OccurrenceText.stamp(entry.due, in: zones.zone(entry.zone)), RelativeTime.phrase(seconds: left),
        entry.identifier, entry.kind.rawValue, entry.title,
      ])
    }
    Listing(
      table: table, name: "pending", entries: found.entries.map(\.json), empty: "nothing is pending",
      footnote: found.hasMore ? "more with --count" : nil
    ).write(ListingFormat(arguments), context)
    return .success
  }

  /// `delivered`: what is shown.
  static let delivered = CommandDeclaration(
    "delivered", "list the notifications that are shown", options: listingOptions,
    examples: [CommandExample("carillon delivered --format json", "Everything that is shown, for a program.")]
  ) { arguments, context throws(CommandFailure) in
    let zones = try DisplayZones(arguments, context)
    let found = try pages(arguments, context) { page in
      .delivered(page)
    } take: { result in
      if case .delivered(let page) = result { page } else { nil }
    }
    Listing(
      table: deliveryTable(found.entries, zones), name: "delivered", entries: found.entries.map(\.json),
      empty: "nothing is shown", footnote: found.hasMore ? "more with --count" : nil
    ).write(ListingFormat(arguments), context)
    return .success
  }

  /// `categories`: which answers there are.
  static let categories = CommandDeclaration(
    "categories", "list the categories and their actions", options: listingOptions,
    examples: [CommandExample("carillon categories", "Which words 'respond' takes.")]
  ) { arguments, context throws(CommandFailure) in
    let found = try pages(arguments, context) { page in
      .categories(page)
    } take: { result in
      if case .categories(let page) = result { page } else { nil }
    }
    var table = TextTable(headings: ["CATEGORY", "ACTION", "TITLE", ""])
    for category in found.entries {
      for action in category.actions {
        var notes: [String] = []
        if let input = action.input { notes.append(input.placeholder.map { "text: \($0)" } ?? "text") }
        if action.isDestructive { notes.append("destructive") }
        if action.isForeground { notes.append("foreground") }
        table.rows.append([category.id.text, action.id.text, action.title, notes.joined(separator: ", ")])
      }
    }
    Listing(
      table: table, name: "categories", entries: found.entries.map(\.json), empty: "the rules have no categories",
      footnote: found.hasMore ? "more with --count" : nil
    ).write(ListingFormat(arguments), context)
    return .success
  }

  static func deliveryTable(_ entries: [DeliveryEntry], _ zones: DisplayZones) -> TextTable {
    var table = TextTable(headings: ["DELIVERED", "IDENTIFIER", "TITLE", "SUBTITLE", "BODY", "STATE"])
    for entry in entries {
      var state = entry.end?.rawValue ?? (entry.problem ?? "shown")
      if let action = entry.action { state += " (\(action.text)\(entry.text.map { ": \($0)" } ?? ""))" }
      table.rows.append([
        OccurrenceText.stamp(entry.delivered, in: zones.zone(nil)), entry.identifier, entry.content.title,
        entry.content.subtitle, entry.content.body, state,
      ])
    }
    return table
  }

  /// The entries of all pages up to `--count`.
  private static func pages<Entry>(
    _ arguments: ParsedArguments, _ context: CommandContext, _ command: (ListPage) -> ControlCommand,
    take: (ControlResult) -> ListResult<Entry>?
  ) throws(CommandFailure) -> (entries: [Entry], hasMore: Bool) {
    let count = try arguments.integer("count", in: 1...1_000_000) ?? 100
    let client = try ControlClient(try ServiceOptions.paths(arguments, context))
    var entries: [Entry] = []
    var offset: Int? = 0
    while let next = offset, entries.count < count {
      let page = ListPage(limit: min(10_000, count - entries.count), offset: next)
      guard let result = take(try client.ask(command(page))) else { throw unexpectedReply }
      entries += result.entries
      offset = result.next
    }
    return (entries, offset != nil)
  }

  /// A reply of another kind than the request's.
  static var unexpectedReply: CommandFailure {
    CommandFailure(.outside, "the service answered something else; restart it, so that it is of this version")
  }
}

extension PendingEntry {
  /// The zone that the trigger names.
  fileprivate var zone: ZoneName? { occurrence?.namedZone }
}
