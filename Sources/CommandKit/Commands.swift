/// A command by its word; it is only declared where somebody asks for more than that.
struct NamedCommand: Sendable {
  /// The word on the command line: the declaration's name.
  let name: String
  /// The declaration.
  let declaration: @Sendable () -> CommandDeclaration

  init(_ name: String, _ declaration: @escaping @Sendable () -> CommandDeclaration) {
    self.name = name
    self.declaration = declaration
  }
}

extension Program {
  /// All commands, in the order in which help lists them.
  static let commands: [NamedCommand] =
    described + [NamedCommand("help") { .help(of: described.map(\.name)) }]

  /// What all commands declare.
  static var declarations: [CommandDeclaration] { commands.map { $0.declaration() } }

  private static let described: [NamedCommand] = [
    NamedCommand("init") { .initialize },
    NamedCommand("check") { .check },
    NamedCommand("fmt") { .format },
    NamedCommand("next") { .next },
    NamedCommand("calendar") { .calendar },
    NamedCommand("explain") { .explain },
    NamedCommand("graph") { .graph },
    NamedCommand("diff") { .diff },
    NamedCommand("test") { .test },
    NamedCommand("serve") { .serve },
    NamedCommand("status") { .status },
    NamedCommand("pending") { .pending },
    NamedCommand("delivered") { .delivered },
    NamedCommand("history") { .history },
    NamedCommand("logs") { .logs },
    NamedCommand("categories") { .categories },
    NamedCommand("add") { .add },
    NamedCommand("update") { .update },
    NamedCommand("fire") { .fire },
    NamedCommand("respond") { .respond },
    NamedCommand("acknowledge") { .acknowledge },
    NamedCommand("snooze") { .snooze },
    NamedCommand("advance") { .advance },
    NamedCommand("stop") { .stop },
    NamedCommand("resume") { .resume },
    NamedCommand("pause") { .pause },
    NamedCommand("unpause") { .unpause },
    NamedCommand("remove") { .remove },
    NamedCommand("badge") { .badge },
    NamedCommand("reload") { .reload },
    NamedCommand("schema") { .schema },
    NamedCommand("completions") { .completions },
  ]
}
