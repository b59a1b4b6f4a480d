import CivilTime
import ControlProtocol
import JSONText
import RuleEngine
import RuleModel

extension CommandDeclaration {
  /// `history`: what was done and what was not.
  static let history = CommandDeclaration(
    "history", "list what fired, was missed, skipped or stopped, newest first",
    arguments: [ArgumentDeclaration("RULE", .optional, "of this rule only")],
    options: [
      OptionDeclaration("missed", "only missed occurrences"),
      OptionDeclaration("deliveries", "notifications, shown and ended, instead of occurrences"),
      OptionDeclaration("responses", "responses, also those that came too late, instead of occurrences"),
      OptionDeclaration("from", value: "TIME", "at or after this time"),
      OptionDeclaration("until", value: "TIME", "before this time"),
      OptionDeclaration("count", letter: "n", value: "N", "at most so many entries (default 100)"),
      ListingFormat.declaration, DisplayZones.declaration,
    ] + ServiceOptions.declarations,
    examples: [
      CommandExample("carillon history backup --missed", "When the backup was missed, and which policy decided."),
      CommandExample("carillon history --responses", "Who answered what, the latest first."),
    ]
  ) { arguments, context throws(CommandFailure) in
    let zones = try DisplayZones(arguments, context)
    let kinds = ["missed", "deliveries", "responses"].filter(arguments.has)
    guard kinds.count < 2 else { throw .usage("--\(kinds[0]) and --\(kinds[1]) don't go together") }
    let pager = try HistoryPager(arguments, context, zones)
    let format = ListingFormat(arguments)
    switch kinds.first {
    case "deliveries":
      let found = try pager.all {
        .deliveries($0)
      } take: {
        if case .deliveries(let page) = $0 { page } else { nil }
      }
      Listing(
        table: deliveryTable(found.entries, zones), name: "deliveries", entries: found.entries.map(\.json),
        empty: "nothing was delivered", footnote: found.footnote
      ).write(format, context)
    case "responses":
      let found = try pager.all {
        .responses($0)
      } take: {
        if case .responses(let page) = $0 { page } else { nil }
      }
      var table = TextTable(headings: ["RECEIVED", "IDENTIFIER", "ACTION", "TEXT", "FROM", ""])
      for entry in found.entries {
        table.rows.append([
          OccurrenceText.stamp(entry.received, in: zones.zone(nil)), entry.identifier, entry.action.text,
          entry.text ?? "", entry.source, entry.isTooLate ? "too late" : "",
        ])
      }
      Listing(
        table: table, name: "responses", entries: found.entries.map(\.json), empty: "nothing was answered",
        footnote: found.footnote
      ).write(format, context)
    default:
      let found = try pager.all {
        .history($0)
      } take: {
        if case .history(let page) = $0 { page } else { nil }
      }
      var table = TextTable(headings: ["SCHEDULED", "RULE", "STATUS", "LATE", "REASON"])
      for entry in found.entries {
        let late = entry.handled.seconds(since: entry.scheduled)
        table.rows.append([
          OccurrenceText.stamp(entry.scheduled, in: zones.zone(nil)), entry.rule.text, entry.status.rawValue,
          late > 0 ? RelativeTime.text(seconds: late) : "", reason(entry),
        ])
      }
      Listing(
        table: table, name: "history", entries: found.entries.map(\.json),
        empty: arguments.has("missed") ? "nothing was missed" : "nothing has happened yet", footnote: found.footnote
      ).write(format, context)
    }
    return .success
  }

  private static func reason(_ entry: HistoryEntry) -> String {
    var parts: [String] = []
    if let reason = entry.reason { parts.append(reason) }
    if entry.missedCount > 0 { parts.append("stands for \(entry.missedCount) missed") }
    if let event = entry.event { parts.append("event: \(event)") }
    if let cause = entry.cause { parts.append("after \(cause.text)") }
    return parts.joined(separator: "; ")
  }

  /// `logs`: the runs of scripts and what they wrote.
  static let logs = CommandDeclaration(
    "logs", "show the runs of scripts with their output, newest first",
    arguments: [ArgumentDeclaration("RULE", .optional, "of this rule only")],
    options: [
      OptionDeclaration("from", value: "TIME", "at or after this time"),
      OptionDeclaration("until", value: "TIME", "before this time"),
      OptionDeclaration("count", letter: "n", value: "N", "at most so many runs (default 10)"),
      ListingFormat.declaration, DisplayZones.declaration,
    ] + ServiceOptions.declarations,
    examples: [CommandExample("carillon logs backup --count 1", "What the last backup wrote, and how it ended.")]
  ) { arguments, context throws(CommandFailure) in
    let zones = try DisplayZones(arguments, context)
    let pager = try HistoryPager(arguments, context, zones, defaultCount: 10)
    let found = try pager.all {
      .runs($0)
    } take: {
      if case .runs(let page) = $0 { page } else { nil }
    }
    let format = ListingFormat(arguments)
    guard format == .table else {
      var table = TextTable(headings: [
        "RUN", "RULE", "ACTION", "SCHEDULED", "ATTEMPT", "PHASE", "OUTCOME", "EXIT CODE", "MS", "OUTPUT",
      ])
      for run in found.entries {
        table.rows.append([
          "\(run.id)", run.rule?.text ?? "", run.action?.text ?? "", RFC3339.text(run.scheduled), "\(run.attempt)",
          run.phase.rawValue, run.result?.outcome.rawValue ?? "", run.result?.exitCode.map { "\($0)" } ?? "",
          run.result.map { "\($0.durationMilliseconds)" } ?? "", run.result?.output ?? "",
        ])
      }
      Listing(table: table, name: "runs", entries: found.entries.map(\.json), empty: "").write(format, context)
      return .success
    }
    if found.entries.isEmpty { context.output.write("no script has run\n") }
    for run in found.entries { context.output.write(RunText.block(run, in: zones.zone(nil))) }
    if let footnote = found.footnote { context.output.write(footnote + "\n") }
    return .success
  }
}

/// Asks for the history page by page.
struct HistoryPager {
  private let client: ControlClient
  private let query: HistoryQuery
  private let count: Int

  init(
    _ arguments: ParsedArguments, _ context: CommandContext, _ zones: DisplayZones, defaultCount: Int = 100
  ) throws(CommandFailure) {
    let reader = TimeArgument(zone: zones.zone(nil), now: context.now)
    var query = HistoryQuery(rule: arguments.one("RULE").map(RuleID.init))
    if arguments.has("missed") { query.statuses = [.missed] }
    if let from = arguments.value("from") { query.from = try reader.instant(from, option: "from") }
    if let until = arguments.value("until") { query.until = try reader.instant(until, option: "until") }
    count = try arguments.integer("count", in: 1...1_000_000) ?? defaultCount
    self.query = query
    client = try ControlClient(try ServiceOptions.paths(arguments, context))
  }

  /// What was found, and whether there is more.
  struct Found<Entry> {
    var entries: [Entry] = []
    var hasMore = false
    /// What stands below the listing.
    var footnote: String? { hasMore ? "more with --count" : nil }
  }

  func all<Entry>(
    _ command: (HistoryQuery) -> ControlCommand, take: (ControlResult) -> HistoryResult<Entry>?
  ) throws(CommandFailure) -> Found<Entry> {
    var found = Found<Entry>()
    var query = query
    repeat {
      query.limit = min(10_000, count - found.entries.count)
      guard let page = take(try client.ask(command(query))) else { throw CommandDeclaration.unexpectedReply }
      found.entries += page.entries
      query.cursor = page.next
    } while query.cursor != nil && found.entries.count < count
    found.hasMore = query.cursor != nil
    return found
  }
}
