import CivilTime
import ControlProtocol
import Diagnostics
import JSONText
import RuleEngine
import RuleModel

extension CommandDeclaration {
  private static let rule = ArgumentDeclaration("RULE", .one, "the rule's id")

  /// `stop`: one rule rests.
  static let stop = CommandDeclaration(
    "stop", "stop a rule, until 'resume' or for a while",
    discussion: "What it would have fired meanwhile is recorded as stopped and not made up.",
    arguments: [
      rule, ArgumentDeclaration("WHEN", .optional, "'today', a duration, a time or a date at which it goes on"),
    ], options: ServiceOptions.declarations,
    examples: [CommandExample("carillon stop standup today", "No stand-up for the rest of the day.")]
  ) { arguments, context throws(CommandFailure) in
    let rule = RuleID(arguments.one("RULE") ?? "")
    let extent: StopExtent =
      switch arguments.one("WHEN") {
      case nil: .untilResumed
      case "today"?: .today
      case let text?: .until(try ContentArguments.moment(text))
      }
    return try act(.stop(rule, extent), arguments, context, done: "stopped \(rule)")
  }

  /// `resume`: it goes on.
  static let resume = CommandDeclaration(
    "resume", "let a stopped rule go on", arguments: [rule], options: ServiceOptions.declarations,
    examples: [CommandExample("carillon resume standup", "It fires again, from now on.")]
  ) { arguments, context throws(CommandFailure) in
    let rule = RuleID(arguments.one("RULE") ?? "")
    return try act(.resume(rule), arguments, context, done: "resumed \(rule)")
  }

  /// `pause`: all rules rest.
  static let pause = CommandDeclaration(
    "pause", "hold back all rules until 'unpause'", options: ServiceOptions.declarations,
    examples: [CommandExample("carillon pause", "Nothing fires; what falls into the pause counts as missed.")]
  ) { arguments, context throws(CommandFailure) in
    try act(.pause, arguments, context, done: "paused")
  }

  /// `unpause`: they go on.
  static let unpause = CommandDeclaration(
    "unpause", "end the pause; each rule's missed policy decides what is made up",
    options: ServiceOptions.declarations,
    examples: [CommandExample("carillon unpause", "All rules go on.")]
  ) { arguments, context throws(CommandFailure) in
    try act(.unpause, arguments, context, done: "unpaused")
  }

  /// `reload`: the files again.
  static let reload = CommandDeclaration(
    "reload", "read the rule files again, all or nothing", options: ServiceOptions.declarations,
    examples: [CommandExample("carillon reload", "Tells rule by rule what changed; with errors the old rules stay.")]
  ) { arguments, context throws(CommandFailure) in
    let client = try ControlClient(try ServiceOptions.paths(arguments, context))
    guard case .reloaded(let report) = try client.ask(.reload) else { throw unexpectedReply }
    for finding in report.findings { context.errors.write(finding.text + "\n") }
    guard report.isApplied else {
      throw CommandFailure(.failure, "the files have errors; the rules before stay in force")
    }
    for change in report.changes { context.output.write(terminalText("\(change.change): \(change.rule)") + "\n") }
    let unchanged = report.changes.isEmpty ? ", none of them changed" : ""
    context.output.write("\(report.rules) rules are in force\(unchanged)\n")
    return .success
  }

  /// `status`: how things stand.
  static let status = CommandDeclaration(
    "status", "tell how the service is doing",
    options: [ListingFormat.declaration, DisplayZones.declaration] + ServiceOptions.declarations,
    examples: [CommandExample("carillon status", "Rules, what is next, and what is wrong, if anything.")]
  ) { arguments, context throws(CommandFailure) in
    let zones = try DisplayZones(arguments, context)
    let client = try ControlClient(try ServiceOptions.paths(arguments, context))
    guard case .status(let status) = try client.ask(.status) else { throw unexpectedReply }
    let rows = statusRows(status, zones, context)
    switch ListingFormat(arguments) {
    case .json:
      context.output.writeLine(status.json)
    case .csv: context.output.write(TextTable(headings: ["FIELD", "VALUE"], rows: rows).csv)
    case .table:
      context.output.write(TextTable(headings: ["", ""], rows: rows).text(columns: nil, showsHeadings: false))
    }
    return .success
  }

  private static func statusRows(
    _ status: ServiceStatus, _ zones: DisplayZones, _ context: CommandContext
  ) -> [[String]] {
    let report = status.report
    let zone = zones.zone(nil)
    var rows = [
      ["service", "\(status.version), process \(status.pid), since \(OccurrenceText.stamp(status.since, in: zone))"],
      ["state", status.stateFolder],
      ["rules", "\(report.rules) from \(counted(status.files.count, "file") ?? "no file")"],
      ["next", report.nextWake.map { moment($0, zones, context) } ?? "nothing"],
      ["pending", "\(report.pendingRequests) besides the calendar"],
      ["shown", "\(report.delivered)"],
      ["running", "\(report.running)\(report.waiting > 0 ? ", \(report.waiting) waiting" : "")"],
      ["badge", "\(report.badge)"],
    ]
    if report.isPaused { rows.append(["paused", "all rules, until 'carillon unpause'"]) }
    for (rule, stop) in report.stopped.sorted(by: { $0.key < $1.key }) {
      let until = stop.until.map { "until \(moment($0, zones, context))" } ?? "until 'carillon resume \(rule)'"
      rows.append(["stopped", "\(rule) \(until)"])
    }
    if let reason = status.oldRules { rows.append(["degraded", "old rules: \(reason)"]) }
    if let problem = report.degraded { rows.append(["degraded", "the store keeps nothing: \(problem)"]) }
    if !report.isClockSet { rows.append(["clock", "not known to be set; nothing is declared missed yet"]) }
    for (identifier, reason) in report.undelivered.sorted(by: { $0.key < $1.key }) {
      rows.append(["not delivered", "\(identifier): \(reason)"])
    }
    return rows
  }
}
