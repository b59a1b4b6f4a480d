import CivilTime
import ControlProtocol
import RuleModel

extension CommandDeclaration {
  /// `add`: a request by hand.
  static let add = CommandDeclaration(
    "add", "add a notification by hand, now or later",
    discussion:
      "A request with the same ID is replaced, pending or delivered. Without a time it comes at once; texts are shown as they are.",
    arguments: [ArgumentDeclaration("ID", .optional, "what it is known by; a new name where left out")],
    options: [
      OptionDeclaration("in", value: "DURATION", "once, after this time: 5s, 10m, 1d"),
      OptionDeclaration("every", value: "DURATION", "again and again, from now on: 60s"),
      OptionDeclaration("at", value: "TIME", "at the next 18:00, or at 2026-12-24 18:00"),
      OptionDeclaration(
        "when", value: "YAML", "any trigger of the rule language: '{ weekly: { days: mon, at: 09:00 } }'"),
      OptionDeclaration("zone", value: "ZONE", "the zone of the times"),
    ] + ContentArguments.declarations + ServiceOptions.declarations,
    examples: [
      CommandExample("carillon add tea --in 4m --title 'Tea is ready' --sound default", "Once, in four minutes."),
      CommandExample(
        "carillon add gym --when '{ weekly: { days: [tue, thu], at: 18:00 } }' --title Gym",
        "Twice a week until removed."),
    ]
  ) { arguments, context throws(CommandFailure) in
    let content = try ContentArguments.content(arguments)
    guard content.title != nil || content.body != nil else {
      throw .usage("'add' needs something to show: --title TEXT")
    }
    let zones = try DisplayZones(arguments, context)
    let request = AddedRequest(
      identifier: arguments.one("ID"), content: content, when: try when(arguments),
      zone: arguments.value("zone").map(ZoneName.init(rawValue:)))
    let client = try ControlClient(try ServiceOptions.paths(arguments, context))
    guard case .added(let identifier, let due) = try client.ask(.add(request)) else { throw unexpectedReply }
    context.output.write("added \(identifier)\(due.map { ", \(moment($0, zones, context))" } ?? "")\n")
    return .success
  }

  /// The trigger that the options describe, as YAML; nil for at once.
  private static func when(_ arguments: ParsedArguments) throws(CommandFailure) -> String? {
    let given = ["in", "every", "at", "when"].filter(arguments.has)
    guard given.count < 2 else { throw .usage("--\(given[0]) and --\(given[1]) don't go together") }
    guard let option = given.first, let value = arguments.value(option) else { return nil }
    switch option {
    case "when": return value
    case "in", "every":
      _ = try ContentArguments.duration(value, option: "--\(option)", calendarSteps: option == "in")
      return "{ \(option): '\(value)' }"
    default: return try atTrigger(value)
    }
  }

  /// A time of day is its next one; a date-time is itself.
  ///
  /// Only checked texts get into the YAML.
  private static func atTrigger(_ value: String) throws(CommandFailure) -> String {
    switch try ContentArguments.moment(value) {
    case .at(let time): return "{ daily: '\(time)', repeats: false }"
    case .point(.local(let dateTime)): return "{ dates: ['\(dateTime)'] }"
    case .point(.instant(let instant)): return "{ dates: ['\(RFC3339.text(instant))'] }"
    default:
      throw .usage("--at takes a time such as 18:00 or 2026-12-24 18:00, not '\(value)'; see also --in and --when")
    }
  }

  /// `update`: change what is pending or shown.
  static let update = CommandDeclaration(
    "update", "change fields of a pending or shown notification",
    discussion: "Only the fields given change. A shown notification changes in place, without a sound.",
    arguments: [ArgumentDeclaration("ID", .one, "the notification's identifier")],
    options: ContentArguments.declarations + ServiceOptions.declarations,
    examples: [CommandExample("carillon update tea --body 'Green, 70 °C'", "The tea's notification says more.")]
  ) { arguments, context throws(CommandFailure) in
    let content = try ContentArguments.content(arguments)
    guard content != PlainContent() else { throw .usage("'update' needs a field to change, such as --title TEXT") }
    let identifier = arguments.one("ID") ?? ""
    return try act(.update(identifier: identifier, content), arguments, context, done: "updated \(identifier)")
  }

  /// `fire`: a rule now.
  static let fire = CommandDeclaration(
    "fire", "fire a rule now",
    arguments: [ArgumentDeclaration("RULE", .one, "the rule's id")],
    options: [OptionDeclaration("force", "also while its run before still goes on")] + ServiceOptions.declarations,
    examples: [CommandExample("carillon fire backup", "Run the backup now.")]
  ) { arguments, context throws(CommandFailure) in
    let rule = RuleID(arguments.one("RULE") ?? "")
    return try act(.fire(rule, force: arguments.has("force")), arguments, context, done: "fired \(rule)")
  }

  /// Asks for something that is answered with `done` or a moment, and says so.
  static func act(
    _ command: ControlCommand, _ arguments: ParsedArguments, _ context: CommandContext, done: String,
    until: String = "until"
  ) throws(CommandFailure) -> ExitStatus {
    let client = try ControlClient(try ServiceOptions.paths(arguments, context))
    switch try client.ask(command) {
    case .done: context.output.write(done + "\n")
    case .until(let instant):
      let zones = try DisplayZones(arguments, context)
      context.output.write("\(done)\(instant.map { " \(until) \(moment($0, zones, context))" } ?? "")\n")
    default: throw unexpectedReply
    }
    return .success
  }

  /// `Fri 2026-12-25 02:30 CET (in 14 h 30 min)`.
  static func moment(_ instant: Instant, _ zones: DisplayZones, _ context: CommandContext) -> String {
    let left = RelativeTime.phrase(seconds: instant.seconds(since: context.now))
    return "\(OccurrenceText.stamp(instant, in: zones.zone(nil))) (\(left))"
  }
}
