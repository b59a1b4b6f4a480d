extension CommandDeclaration {
  /// `help`: what the program or one command does, and the manual page.
  static func help(of commands: [String]) -> CommandDeclaration {
    CommandDeclaration(
      "help", "tell what the program or a command does, or print the manual page",
      arguments: [
        ArgumentDeclaration(
          "COMMAND", .optional, "the command; left out for the whole program",
          completion: .words(commands))
      ],
      options: [OptionDeclaration("man", "print the manual page, as roff")],
      examples: [
        CommandExample("carillon help next", "What 'next' does, with its options and examples."),
        CommandExample("carillon help --man | man -l -", "The manual page, without installing it."),
      ]
    ) { arguments, context throws(CommandFailure) in
      let name = arguments.one("COMMAND")
      if arguments.has("man") {
        if let name { throw .usage("--man is one page of all commands; '\(name)' is one argument too many") }
        context.output.write(ManualPage(commands: Program.declarations, version: Program.version).text)
      } else if let name {
        context.output.write(Help.command(try Program.command(named: name)))
      } else {
        context.output.write(Help.program(Program.declarations, version: Program.version))
      }
      return .success
    }
  }
}
