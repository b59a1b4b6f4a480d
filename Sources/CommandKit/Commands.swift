extension Program {
  /// All commands, in the order in which help lists them.
  static let commands: [CommandDeclaration] = described + [.help(of: described)]

  private static let described: [CommandDeclaration] = [
    .initialize, .check, .format, .next, .calendar, .explain, .graph, .diff, .test,
    .serve, .status, .pending, .delivered, .history, .logs, .categories,
    .add, .update, .fire, .respond, .acknowledge, .snooze, .advance, .stop, .resume, .pause, .unpause,
    .remove, .badge, .reload, .schema, .completions,
  ]
}
