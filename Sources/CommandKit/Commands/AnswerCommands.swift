import ControlProtocol
import RuleEngine
import RuleModel

extension CommandDeclaration {
  private static let identifier = ArgumentDeclaration("ID", .one, "the notification's identifier")

  /// `respond`: answer a notification.
  static let respond = CommandDeclaration(
    "respond", "answer a notification with one of its actions",
    discussion: "The first response of a delivery wins; a later one is recorded and ends with status 1.",
    arguments: [
      identifier, ArgumentDeclaration("ACTION", .one, "an action's id, 'open' or 'dismiss'"),
    ],
    options: [
      OptionDeclaration("text", value: "TEXT", "the text, for an action that asks for one"),
      OptionDeclaration("delivery", value: "N", "only if this delivery of it is meant, as 'delivered' numbers them"),
    ] + ServiceOptions.declarations,
    examples: [CommandExample("carillon respond standup reply --text 'Five minutes late'", "Reply with a text.")]
  ) { arguments, context throws(CommandFailure) in
    let name = arguments.one("ID") ?? ""
    let action = ActionID(arguments.one("ACTION") ?? "")
    let delivery = try arguments.integer("delivery", in: 0...Int.max).map { Int64($0) }
    return try act(
      .respond(identifier: name, delivery: delivery, action: action, text: arguments.value("text")), arguments, context,
      done: "answered \(name) with \(action)")
  }

  /// `acknowledge`: no more of it.
  static let acknowledge = CommandDeclaration(
    "acknowledge", "acknowledge a notification, which ends its escalation", arguments: [identifier],
    options: ServiceOptions.declarations,
    examples: [CommandExample("carillon acknowledge standup", "It need not ring again.")]
  ) { arguments, context throws(CommandFailure) in
    let name = arguments.one("ID") ?? ""
    return try act(.acknowledge(identifier: name), arguments, context, done: "acknowledged \(name)")
  }

  private static let when = ArgumentDeclaration(
    "WHEN", .optional, "10m, 18:00, 'tomorrow 08:00' or a date and time")

  /// `snooze`: again later.
  static let snooze = CommandDeclaration(
    "snooze", "show a notification again later (after 10 minutes, if WHEN is left out)",
    arguments: [identifier, when], options: ServiceOptions.declarations,
    examples: [CommandExample("carillon snooze standup 18:00", "Again at six in the evening.")]
  ) { arguments, context throws(CommandFailure) in
    let name = arguments.one("ID") ?? ""
    let moment = try arguments.one("WHEN").map(ContentArguments.moment)
    return try act(.snooze(identifier: name, moment), arguments, context, done: "snoozed \(name)")
  }

  /// `advance`: the next of a sequence.
  static let advance = CommandDeclaration(
    "advance", "show a notification again with the next entry of its sequence",
    arguments: [identifier, when], options: ServiceOptions.declarations,
    examples: [CommandExample("carillon advance lesson 5s", "The next lesson, in five seconds.")]
  ) { arguments, context throws(CommandFailure) in
    let name = arguments.one("ID") ?? ""
    let moment = try arguments.one("WHEN").map(ContentArguments.moment)
    return try act(
      .advance(identifier: name, moment), arguments, context, done: "advanced \(name)", until: "at")
  }

  /// `remove`: withdraw or cancel.
  static let remove = CommandDeclaration(
    "remove", "withdraw shown notifications and cancel pending ones",
    discussion: "Every condition given must hold. Both pending and shown ones are meant, unless one is named.",
    arguments: [ArgumentDeclaration("ID", .any, "identifiers")],
    options: [
      OptionDeclaration("match", value: "GLOB", "identifiers of this pattern: 'trip.*'"),
      OptionDeclaration("rule", value: "RULE", "those of this rule"),
      OptionDeclaration("category", value: "NAME", "those of this category"),
      OptionDeclaration("thread", value: "NAME", "those of this thread"),
      OptionDeclaration("all", "all of them"),
      OptionDeclaration("pending", "only pending ones"),
      OptionDeclaration("delivered", "only shown ones"),
    ] + ServiceOptions.declarations,
    examples: [CommandExample("carillon remove --match 'trip.*' --pending", "Cancel all that begin with 'trip.'.")]
  ) { arguments, context throws(CommandFailure) in
    var selection = Selection(identifiers: arguments.all("ID"))
    selection.glob = arguments.value("match")
    selection.rule = arguments.value("rule").map(RuleID.init)
    selection.category = arguments.value("category").map(CategoryID.init)
    selection.thread = arguments.value("thread")
    selection.all = arguments.has("all")
    if arguments.has("pending") != arguments.has("delivered") {
      selection.pending = arguments.has("pending")
      selection.delivered = arguments.has("delivered")
    }
    let hasCondition =
      !selection.identifiers.isEmpty || selection.glob != nil || selection.rule != nil || selection.category != nil
      || selection.thread != nil
    guard hasCondition || selection.all else {
      throw .usage("'remove' needs identifiers, a condition such as --match 'trip.*', or --all")
    }
    guard !(hasCondition && selection.all) else { throw .usage("--all stands alone") }
    let client = try ControlClient(try ServiceOptions.paths(arguments, context))
    guard case .removed(let pending, let delivered) = try client.ask(.remove(selection)) else { throw unexpectedReply }
    context.output.write("removed \(pending) pending and \(delivered) shown\n")
    return pending + delivered == 0 && !selection.all ? .failure : .success
  }

  /// `badge`: the number on the badge.
  static let badge = CommandDeclaration(
    "badge", "show the badge, set it, or change it",
    arguments: [
      ArgumentDeclaration("N", .optional, "a number sets it; +N and -N change it")
    ], options: ServiceOptions.declarations,
    examples: [CommandExample("carillon badge 0", "Clear the badge.")]
  ) { arguments, context throws(CommandFailure) in
    let change = try arguments.one("N").map(ContentArguments.badge)
    let client = try ControlClient(try ServiceOptions.paths(arguments, context))
    guard case .badge(let number) = try client.ask(.badge(change)) else { throw unexpectedReply }
    context.output.write("\(number)\n")
    return .success
  }
}
